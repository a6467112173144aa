"""The JSON Schema and docs/jsonl.md describe the very lines that the reader takes."""

import json
import random
import re
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]  # has no types of its own
import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.records import Match
from ingest.jsonl.fields import DealLine, EventLine, ListLine
from ingest.readers import danpu
from tests.any_match import matches
from tests.our_lines import LINE, dumps, loads, mangled

ROOT = Path(__file__).resolve().parent.parent
SCHEMA: dict[str, Any] = json.loads((ROOT / "ingest" / "danpu.schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
DOC = (ROOT / "docs" / "jsonl.md").read_text(encoding="utf-8")


def keys(struct: type[msgspec.Struct]) -> set[str]:
    return {field.encode_name for field in msgspec.structs.fields(struct)}


def test_the_schema_has_the_fields_of_a_line_and_no_other() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert set(SCHEMA["properties"]) == keys(DealLine)
    assert set(SCHEMA["$defs"]["event"]["properties"]) == keys(EventLine)
    assert set(SCHEMA["$defs"]["legal_list"]["properties"]) == keys(ListLine)


def test_the_document_has_the_fields_of_a_line_and_no_other() -> None:
    rows = re.split(r"^\| of an event \|", DOC.split("## Fields")[1].split("## Speed")[0], flags=re.MULTILINE)
    named = [set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`.*?) \|", part, re.MULTILINE)))) for part in rows]
    assert named == [keys(DealLine), keys(EventLine)]


def test_every_description_is_in_both_languages() -> None:
    for said in re.findall(
        r'"description": "(.*)"', (ROOT / "ingest" / "danpu.schema.json").read_text(encoding="utf-8")
    ):
        assert " · " in said
        assert re.search("[一-鿿]", said)


@settings(max_examples=40)
@given(st.lists(matches(), min_size=1, max_size=2))
def test_what_is_written_is_valid(found: list[Match]) -> None:
    for line in dumps(found).splitlines():
        VALIDATOR.validate(json.loads(line))


def test_the_schema_and_the_reader_refuse_the_same_values() -> None:
    compared = 0
    rng = random.Random(5)
    for _ in range(400):
        raw = mangled(rng)
        try:
            line = json.loads(raw)
        except ValueError:
            continue
        twice = len(re.findall(rb'"(deal|seat|e)":', raw)) != len(re.findall('"(deal|seat|e)":', LINE))
        # To JSON Schema 1.0 is an integer, and of a key that stands twice it never hears.
        if twice or b"1.0" in raw or b"1e3" in raw:
            continue
        compared += 1
        assert VALIDATOR.is_valid(line) == any(isinstance(item, Match) for item in loads(raw)), raw
    assert compared > 50


def test_the_examples_of_the_document_are_read() -> None:
    for block in re.findall(r"```json\n(.*?)```", DOC, re.DOTALL):
        (found,) = loads(json.dumps(json.loads(block)).encode())
        assert isinstance(found, Match)
        assert found.label == "club night"
    assert danpu.FORMAT == "danpu"
