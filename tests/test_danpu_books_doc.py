from danpu import books_doc


def test_the_page_of_rule_books_is_what_the_books_say() -> None:
    assert books_doc.FILE.read_text("utf-8") == books_doc.markdown(), "stale: run `python -m danpu.books_doc`"
