"""Stepping through a deal: hands shrink by what is laid, tribute moves a card, what is not known is counted and not invented."""

from dashboard.steps import DEALT, Hand, steps

Row = dict[str, object]


def event(no: int, kind: str, seat: int | None, *cards: str, to: int | None = None) -> Row:
    return {"event_no": no, "kind": kind, "seat": seat, "to_seat": to, "cards": list(cards)}


def hand(seat: int, *cards: str, at: str = DEALT) -> Row:
    return {"seat": seat, "hands_at": at, "cards": list(cards)}


def play(no: int, *, lead: bool, kind: str = "single") -> Row:
    return {"event_no": no, "is_lead": lead, "kind": kind}


def test_a_hand_shrinks_by_what_it_lays() -> None:
    table = steps([hand(0, "S3", "S3", "HT")], [event(1, "play", 0, "S3")], [play(1, lead=True)], [])
    assert [step.hands[0].known for step in table] == [("S3", "S3", "HT"), ("S3", "HT")]


def test_tribute_and_return_move_cards_between_hands_that_were_dealt() -> None:
    events = [event(1, "tribute", 1, "HR", to=0), event(2, "return", 0, "S2", to=1)]
    table = steps([hand(0, "S2"), hand(1, "HR")], events, [], [])
    assert (table[-1].hands[0].known, table[-1].hands[1].known) == (("HR",), ("S2",))


def test_hands_shown_after_tribute_are_not_changed_by_it() -> None:
    table = steps([hand(0, "HR", at="after_tribute")], [event(1, "tribute", 1, "HR", to=0)], [], [])
    assert table[-1].hands[0].known == ("HR",)


def test_unknown_cards_are_counted_down_and_never_below_none() -> None:
    events = [event(1, "play", 2, "S3"), event(2, "play", 2, *["D4"] * 27)]
    table = steps([hand(2, "HT")], events, [], [])
    assert [step.hands[2] for step in table] == [Hand(("HT",), 26), Hand(("HT",), 25), Hand(("HT",), 0)]


def test_a_trick_begins_with_its_lead_and_holds_passes() -> None:
    events = [event(1, "play", 0, "S3"), event(2, "pass", 1), event(3, "play", 2, "S9"), event(4, "play", 2, "H4")]
    plays = [play(1, lead=True), play(3, lead=False), play(4, lead=True)]
    table = steps([], events, plays, [])
    assert [[laid.event_no for laid in step.trick] for step in table] == [[], [1], [1, 2], [1, 2, 3], [4]]
    assert table[2].trick[1].cards == ()


def test_other_facts_change_nothing_on_the_table() -> None:
    table = steps([hand(0, "S3")], [event(1, "report", 0), event(2, "takeover", None)], [], [])
    assert (table[-1].hands[0].known, table[-1].trick) == (("S3",), ())


def test_findings_stand_at_their_event() -> None:
    findings: list[Row] = [{"event_no": None, "code": "deal"}, {"event_no": 1, "code": "play"}]
    table = steps([], [event(1, "play", 0, "S3")], [play(1, lead=True)], findings)
    assert [[row["code"] for row in step.findings] for step in table] == [["deal"], ["play"]]


def test_a_tribute_goes_to_whom_the_engine_found_where_the_record_does_not_say() -> None:
    events = [event(1, "tribute", 1, "HR"), event(2, "return", 2, "S3"), event(3, "play", 1, "S3")]
    table = steps([hand(1, "HR", "H5"), hand(2, "S3", "H6")], events, [play(3, lead=True)], [], {1: 2})
    assert [set(h.known) for h in table[2].hands[1:3]] == [{"H5", "S3"}, {"H6", "HR"}]
    assert [len(h.known) + (h.unknown or 0) for h in table[2].hands] == [27] * 4


def test_a_deal_that_lost_its_beginning_or_middle_does_not_tell_how_many_cards_a_seat_has() -> None:
    for cut in ("head", "both", "middle"):
        table = steps([hand(0, "S3", "HT")], [event(1, "play", 0, "S3")], [play(1, lead=True)], [], cut=cut)
        assert [step.hands[0] for step in table] == [Hand(("S3", "HT"), None), Hand(("HT",), None)]
        assert table[0].hands[1] == Hand((), None)
    assert steps([], [], [], [], cut="tail")[0].hands[1] == Hand((), 27)
