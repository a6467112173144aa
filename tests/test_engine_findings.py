"""The catalogue of findings is whole, and says the same in both languages."""

import re

from engine.findings import SEVERITIES, Finding, catalogue, sentence
from engine.kernel import faults
from engine.rules import PARAMETERS


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
        assert set(re.findall(r"{\w+}", entry.zh)) == set(re.findall(r"{\w+}", entry.en)), entry.code


def test_a_sentence_names_seats_in_its_own_language() -> None:
    found = Finding("wrong_leader", "illegal", 1, 1, "huaian_2017", settled=True, seat=0, expected="seat 3")
    assert sentence(found, "zh") == "应由 座位 3 领出，却是座位 0"
    assert sentence(found, "en") == "seat 3 is to lead, not seat 0"
