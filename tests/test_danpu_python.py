"""`import danpu`: the same answers as the command line, and every mistake of the caller refused in both languages."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import danpu
from danpu import errors


def test_python_does_the_same(
    simulated: Path, simulated_store: Path, said: Callable[..., tuple[int, str, str]]
) -> None:
    by_command = said("validate", simulated, "--rules", "njupt_v1006", "--json")[1]
    assert danpu.validate(simulated, "njupt_v1006") == json.loads(by_command)
    for several in ("all", "auto"):
        by_command = said("validate", simulated, "--rules", several, "--json")[1]
        assert danpu.validate(simulated, several) == json.loads(by_command)
    assert danpu.hands(simulated, 1)["at"] == "dealt"
    again = danpu.ingest(simulated, simulated_store)
    assert [s.status for s in again.sources] == ["duplicate"]
    played = [[deal.finish for deal in match.deals] for match in danpu.simulate(2, seed=5)]
    assert played == [[deal.finish for deal in match.deals] for match in danpu.read(simulated)]
    with pytest.raises(errors.Refused):
        danpu.ask(simulated_store, "nothing")
    assert set(danpu.__all__) <= set(dir(danpu))


@pytest.mark.parametrize(
    "mistaken",
    [
        lambda record, _store, folder: danpu.ingest(record, folder / "new", rules="nope"),
        lambda record, _store, _folder: danpu.ingest(record, record),
        lambda record, _store, _folder: danpu.validate(record, "nope"),
        lambda record, _store, _folder: danpu.hands(record, 0),
        lambda record, _store, _folder: danpu.hands(record, 1, "nope"),
        lambda _record, store, _folder: danpu.ask(store, "nope"),
        lambda _record, store, _folder: danpu.ask(store, "bomb_usage", rules="nope"),
        lambda _record, store, _folder: danpu.ask(store, "bomb_usage", level="1"),
        lambda _record, _store, folder: danpu.ask(folder / "none", "bomb_usage", rules="njupt_v1006"),
        lambda _record, store, _folder: danpu.query(store, "drop view deals"),
        lambda _record, _store, folder: danpu.query(folder / "none", "select 1"),
        lambda _record, _store, _folder: danpu.simulate(0),
        lambda _record, _store, _folder: danpu.simulate(1, rules="nope"),
        lambda _record, _store, _folder: danpu.simulate(1, players=["nope"]),
        lambda _record, _store, _folder: danpu.simulate(1, players=["greedy", "greedy"]),
    ],
)
def test_a_mistake_of_the_caller_is_refused_in_both_languages_and_at_once(
    mistaken: Callable[[Path, Path, Path], object], simulated: Path, simulated_store: Path, tmp_path: Path
) -> None:
    with pytest.raises(errors.Refused) as refused:
        mistaken(simulated, simulated_store, tmp_path)
    assert re.search("[一-鿿]", refused.value.zh)
    assert not re.search("[一-鿿]", refused.value.en)
    assert list(tmp_path.iterdir()) == []


def test_the_official_book_is_the_default_everywhere(simulated: Path) -> None:
    assert {match.rules for match in danpu.simulate(1, seed=5)} == {danpu.validate(simulated)["rules"]}
