"""Texts of records as text: where Streamlit reads Markdown, nothing in them means anything."""

MARKS = "\\`*_{}[]()#+-.!|<>~$:&"


def literal(text: str) -> str:
    r"""A text in which Markdown, HTML and emoji codes mean nothing.

    >>> literal("<b> :red[x]")
    '\\<b\\> \\:red\\[x\\]'
    """
    return "".join(f"\\{c}" if c in MARKS else c for c in text)
