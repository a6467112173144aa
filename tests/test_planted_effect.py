"""A planted effect is found: a pair that plays greedily against one that plays at random, from the log to the answer."""

from pathlib import Path

from analytics.ask import ask
from analytics.lake import connect
from engine.rules import load
from engine.simulate import simulate
from ingest.ingest import ingest
from ingest.writers import danpu as writer

MATCHES = 12
NAMES = ("贪一", "随一", "贪二", "随二")


def test_the_partnership_question_finds_the_pair_that_plays_better(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    played = simulate(MATCHES, 7, load("huaian_2017"), ("greedy", "random") * 2, names=NAMES, most_deals=4)
    with log.open("wb") as file:
        writer.write(played, file)
    report = ingest([log], tmp_path / "store")
    assert [source.status for source in report.sources] == ["stored"]
    with connect(tmp_path / "store") as con:
        answer = ask(con, "partnership_win_rates")
    shares = {frozenset((row["player_a"], row["player_b"])): row for row in answer.rows}
    better, worse = shares[frozenset(("贪一", "贪二"))], shares[frozenset(("随一", "随二"))]
    assert better["matches"] == MATCHES
    assert float(str(better["win_share_low"])) > 0.5
    assert float(str(worse["win_share_high"])) < 0.5
    assert abs(float(str(better["win_share"])) + float(str(worse["win_share"])) - 1) < 1e-9
