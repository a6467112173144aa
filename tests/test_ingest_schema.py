"""The schemas describe every column in both languages, and docs/schema.md says what they say."""

from pathlib import Path

import pytest

from ingest import schema, schema_doc


@pytest.mark.parametrize("name", schema.TABLES)
def test_every_table_and_column_says_what_it_holds_in_both_languages(name: str) -> None:
    table = schema.TABLES[name]
    for metadata in (table.metadata, *(field.metadata for field in table)):
        assert metadata[b"en"].decode().isascii()
        assert any("\u4e00" <= letter <= "\u9fff" for letter in metadata[b"zh"].decode())


def test_the_document_is_what_the_schemas_say() -> None:
    text = schema_doc.FILE.read_text("utf-8")
    assert text.startswith(schema_doc.markdown()), "stale: run `python -m ingest.schema_doc`"
    assert all(f"| `{field.name}` |" in text for table in schema.TABLES.values() for field in table)


def test_writing_it_anew_keeps_what_stands_below_the_mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema_doc, "FILE", tmp_path / "schema.md")
    schema_doc.main()
    assert schema_doc.FILE.read_text("utf-8") == schema_doc.markdown()
    schema_doc.FILE.write_text("stale\n" + schema_doc.VIEWS + "\n## Views\n", "utf-8")
    schema_doc.main()
    assert schema_doc.FILE.read_text("utf-8") == schema_doc.markdown() + "## Views\n"
