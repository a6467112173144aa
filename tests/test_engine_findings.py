"""The catalogue of findings is whole, says the same in both languages, and a finding says what was expected and what is there."""

import re
from itertools import product

import pytest

from engine.claims import DEALS
from engine.expected import EVENTS as EXPECTED_OF_EVENTS
from engine.findings import PHRASES, Finding, catalogue, sentence, words
from engine.kernel import faults
from engine.rules import PARAMETERS
from engine.words import CHINESE, EVENTS, KINDS, SEVERITIES

# What says that something is missing from the record has nothing to hold against something else.
WITHOUT_WORDS = {"head_missing", "level_unknown", "lines_missing"}


def test_every_fault_of_the_kernel_has_one_entry() -> None:
    bits = [name for name in vars(faults) if name.isupper()]
    named = [entry.bit for entry in catalogue().values() if entry.bit]
    of_events = {entry.bit for entry in catalogue().values() if entry.bit and not entry.of_deal}
    assert len(of_events) + len({e.bit for e in catalogue().values() if e.of_deal}) == len(named)
    unnamed = [name for name in bits if getattr(faults, name) not in named]
    assert unnamed == []


def test_entries_have_a_known_severity_parameter_and_the_same_places_in_both_languages() -> None:
    for entry in catalogue().values():
        assert entry.severity in SEVERITIES, entry.code
        assert entry.parameter is None or entry.parameter in PARAMETERS, entry.code
        assert set(re.findall(r"{\w+}", entry.sentence.zh)) == set(re.findall(r"{\w+}", entry.sentence.en)), entry.code
        assert "{" not in "".join(entry.title), entry.code


def test_every_fault_says_what_was_expected_unless_something_is_missing() -> None:
    silent = {
        e.code for e in catalogue().values() if e.bit and e.bit not in (DEALS if e.of_deal else EXPECTED_OF_EVENTS)
    }
    assert silent == WITHOUT_WORDS


def test_a_sentence_names_seats_in_its_own_language() -> None:
    found = Finding("wrong_leader", "illegal", 1, 1, "huaian_2017", settled=True, seat=0, expected="seat 3")
    assert sentence(found, "zh") == "应由座位 3 领出，却是座位 0"
    assert sentence(found, "en") == "seat 3 is to lead, not seat 0"


@pytest.mark.parametrize(("phrase", "lang"), list(product(PHRASES, ("zh", "en"))))
def test_what_was_expected_is_said_in_the_language_asked_for(phrase: str, lang: str) -> None:
    said = words(f"{phrase} S9", lang)
    assert said.removesuffix("S9").strip() == (PHRASES[phrase] if lang == "zh" else phrase)


@pytest.mark.parametrize(
    ("text", "zh", "en"),
    [
        ("straight_flush:9", "同花顺 9", "straight flush 9"),
        ("joker_bomb", "天王炸", "joker bomb"),
        ("seat 1 anti_tribute", "座位 1 抗贡", "seat 1 anti-tribute"),
        ("seat 0: S3 S4, seat 2: -", "座位 0: S3 S4, 座位 2: -", "seat 0: S3 S4, seat 2: -"),
    ],
)
def test_seats_readings_and_events_are_said_in_words(text: str, zh: str, en: str) -> None:
    assert (words(text, "zh"), words(text, "en")) == (zh, en)


SPACED = re.compile(f"[{CHINESE}] +[{CHINESE}]")
FILLINGS = (*PHRASES, *KINDS, *EVENTS, "seat 2", "seat 1 anti_tribute", "S9 (straight:9)", "SB HR", "3", "-")


@pytest.mark.parametrize("code", catalogue())
def test_a_chinese_sentence_has_no_space_between_two_chinese_characters(code: str) -> None:
    severity = catalogue()[code].severity
    for expected, actual in product(FILLINGS, FILLINGS):
        found = Finding(code, severity, 1, 1, "huaian_2017", settled=True, seat=0, expected=expected, actual=actual)
        said = sentence(found, "zh")
        assert not SPACED.search(said), said


def test_lines_that_are_not_there_may_be_missing_or_unreadable() -> None:
    said = catalogue()["lines_missing"].sentence
    assert ("缺行" in said.zh, "读不出" in said.zh) == (True, True)
    assert ("missing" in said.en, "could not be read" in said.en) == (True, True)
