"""Page: one deal, event by event, with hands, the trick and the findings at their place. The address says which: ?match=&deal=&event=."""

from collections.abc import Sequence

import streamlit as st

from analytics.overview import Row, Whole
from dashboard import words
from dashboard.faces import coloured, faces
from dashboard.literal import literal
from dashboard.session import Visit, book, table, visit, whole
from dashboard.steps import Hand, Laid, Step, steps
from dashboard.under_books import under_books

EVENT = "event"


def show() -> None:
    """Draw the page."""
    here = visit()
    st.title(here.say("deal_title"))
    match, deal = st.query_params.get("match"), st.query_params.get("deal", "")
    if not match:
        _none(here, here.say("choose_deal"))
        return
    found = whole(here, book(here), match, int(deal)) if deal.isdecimal() and len(deal) < 6 else None
    if found is None:
        _none(here, here.say("no_deal", match=match, deal=deal))
        return
    _head(here, found)
    lost = None if found.deal["cut"] is None else str(found.deal["cut"])
    table = steps(found.hands, found.events, found.plays, found.findings, _receivers(found), lost)
    _step(here, found, table[_chosen(here, len(table) - 1)])
    _findings(here, found)
    under_books(here, found)
    _events(here, found)
    st.caption(here.say("deal_caveat"))


def _receivers(found: Whole) -> dict[int, int]:
    """Who got the card of each payer, where all of that is known."""
    payers, receivers = found.result["payers"], found.result["receivers"]
    if not isinstance(payers, list) or not isinstance(receivers, list) or len(payers) != len(receivers):
        return {}
    return dict(zip(payers, receivers, strict=True))


def _none(here: Visit, why: str) -> None:
    st.text(why)
    st.page_link(st.session_state["pages"]["deals"], label=here.say("to_deals"))


def _head(here: Visit, found: Whole) -> None:
    result = found.result
    how = words.level_how(here.lang, result.get("level_how")) or here.say("nobody")
    line = found.deal["first_line"] or "–"
    level = result.get("level") or "–"
    st.text(here.say("deal_line", path=found.path, line=line, level=level, how=how, rules=result.get("rules", "–")))
    team = result.get("winner_team")
    winner = here.say("winner_unknown") if team is None else here.say("winner_is", seats=here.say(f"team_{team}"))
    finish = " ".join(map(str, _list(result.get("finish")))) or "–"
    tribute = words.tribute(here.lang, result.get("tribute"))
    steps_up = "–" if result.get("steps") is None else result["steps"]
    st.text(here.say("deal_result", finish=finish, winner=winner, steps=steps_up, tribute=tribute))
    if not result.get("complete"):
        st.warning(here.say("incomplete_deal"))
    number = int(str(found.deal["deal_no"]))
    other = st.selectbox(here.say("which_deal"), found.deals, index=found.deals.index(number), key=f"deal_of_{number}")
    if other != number:
        st.query_params.from_dict({"match": found.match_id, "deal": str(other)})
        st.rerun()


def _chosen(here: Visit, last: int) -> int:
    """The event that is looked at, which the address, the slider and the two buttons all move."""
    asked = st.query_params.get(EVENT, "0")
    at = min(int(asked), last) if asked.isdecimal() and len(asked) < 6 else 0
    buttons, place = st.columns([1, 3], vertical_alignment="bottom")
    with buttons.container(horizontal=True):
        if st.button(here.say("previous"), shortcut="Left", disabled=at == 0, width="stretch"):
            at -= 1
        if st.button(here.say("next"), shortcut="Right", disabled=at == last, width="stretch"):
            at += 1
    if last:
        # The slider's key holds the event, so a button or an address can move it.
        moved = place.slider(here.say("event"), 0, last, at, key=f"slider_{at}")
        if moved != at:
            at = int(moved)
            st.query_params[EVENT] = str(at)
            st.rerun()
    st.query_params[EVENT] = str(at)
    return at


def _step(here: Visit, found: Whole, step: Step) -> None:
    level = found.result.get("level")
    at = None if level is None else str(level)
    with st.container(border=True):
        st.text(_told(here, found, step, at))
        for row in step.findings:
            if step.event is not None:
                st.error(literal(f"{words.severity(here.lang, row['severity'])} · {words.sentence(here.lang, row)}"))
        st.text(f"{here.say('trick')}: {_trick(here, found, step.trick, at)}")
    for seat, place in enumerate(st.columns(4)):
        with place.container(border=True):
            _hand(here, _who(here, found, seat), step.hands[seat], at)
    st.caption(here.say("keys"))


def _told(here: Visit, found: Whole, step: Step, level: str | None) -> str:
    if step.event is None:
        return here.say("before_first")
    where = here.say("event_of", no=step.event_no, total=len(found.events))
    who = _who(here, found, step.event["seat"])
    laid = faces(map(str, _list(step.event["cards"])), level, here.lang)
    return f"{where} · {who} · {words.event(here.lang, step.event['kind'])} {laid}"


def _who(here: Visit, found: Whole, seat: object) -> str:
    if not isinstance(seat, int):
        return here.say("nobody")
    name = found.names[seat]
    called = here.say("seat", seat=seat)
    return f"{called} {name}" if name else called


def _trick(here: Visit, found: Whole, trick: tuple[Laid, ...], level: str | None) -> str:
    said = []
    for laid in trick:
        cards = faces(laid.cards, level, here.lang) if laid.cards else words.event(here.lang, "pass")
        kind = words.combination(here.lang, laid.kind)
        said.append(f"{_who(here, found, laid.seat)}: {cards}{f' ({kind})' if kind and laid.cards else ''}")
    return "  →  ".join(said) or here.say("no_trick")


def _hand(here: Visit, who: str, hand: Hand, level: str | None) -> None:
    st.text(f"{who} · {_left(here, hand)}")
    if hand.known:
        st.markdown(coloured(faces(hand.known, level, here.lang)))
    if hand.unknown:
        st.caption(here.say("unknown_cards", n=hand.unknown))


def _left(here: Visit, hand: Hand) -> str:
    if hand.unknown is None:
        return here.say("hand_uncounted")
    count = len(hand.known) + hand.unknown
    return here.say("hand_left", n=count) if count else here.say("hand_empty")


def _findings(here: Visit, found: Whole) -> None:
    st.header(here.say("findings_of_deal"))
    if not found.findings:
        st.text(here.say("no_findings"))
        return
    rows = found.findings
    columns: dict[str, Sequence[object]] = {
        "col_event": [row["event_no"] for row in rows],
        "col_line": [row["line"] for row in rows],
        "col_severity": [words.severity(here.lang, row["severity"]) for row in rows],
        "col_sentence": [words.sentence(here.lang, row) for row in rows],
        "col_clause": [words.clause(here.lang, row["clause"]) for row in rows],
        "col_follows": [row["consequence_of"] for row in rows],
        "col_code": [row["code"] for row in rows],
    }
    table(here, columns)


def _events(here: Visit, found: Whole) -> None:
    with st.expander(here.say("all_events")):
        level = None if found.result.get("level") is None else str(found.result["level"])
        read = {row["event_no"]: row["kind"] for row in found.plays}
        wrong = _by_event(here, found.findings)
        rows = found.events
        columns: dict[str, Sequence[object]] = {
            "col_event": [row["event_no"] for row in rows],
            "col_seat": [row["seat"] for row in rows],
            "col_kind": [words.event(here.lang, row["kind"]) for row in rows],
            "col_cards": [faces(map(str, _list(row["cards"])), level, here.lang) for row in rows],
            "col_read_as": [words.combination(here.lang, read.get(row["event_no"])) for row in rows],
            "findings_here": [wrong.get(row["event_no"], "") for row in rows],
            "col_line": [row["line"] for row in rows],
        }
        table(here, columns)


def _by_event(here: Visit, findings: list[Row]) -> dict[object, str]:
    said: dict[object, str] = {}
    for row in findings:
        text = f"{words.severity(here.lang, row['severity'])}: {row['code']}"
        said[row["event_no"]] = f"{said[row['event_no']]}; {text}" if row["event_no"] in said else text
    return said


def _list(value: object) -> list[object]:
    return list(value) if isinstance(value, list | tuple) else []
