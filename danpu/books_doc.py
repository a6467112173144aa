"""docs/rule-books.md: what each rule book says of each parameter, and by which clause, from the books themselves.

`python -m danpu.books_doc` writes it anew.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from engine import rules
from engine.conduct.book import TITLES
from engine.rules import PLAY, Rules

FILE = Path(__file__).resolve().parent.parent / "docs" / "rule-books.md"
OPEN = "°"
OPENING = f"""# Rule books · 规则书

Written by `python -m danpu.books_doc` from `engine/rulesets/*.toml`; a test compares them.
由 `python -m danpu.books_doc` 据 `engine/rulesets/*.toml` 写成，有测试核对。

A small circle ({OPEN}) marks a value that the source does not settle: it is silent or ambiguous there and danpu proposes. What breaks only such a
value is reported as unsettled, never as illegal. A dash is a rule that the book does not have.
小圈（{OPEN}）表示来源未定、由 danpu 拟定之值：只违背此值者报为“未定”，不报违规。短横表示本书无此规定。

A book of your own is a TOML file with a `[title]` (its `en`, `zh` and the `clause` that stands for the rest) and, for each parameter, `value`, `clause`
and `settled`; with `extends = "huaian_2017"` it states only what it changes. `danpu validate log --rules club.toml` uses it.
自定规则书为 TOML 文件，写明 `[title]`（`en`、`zh` 及总括之 `clause`）及各参数的 `value`、`clause`、`settled`；写 `extends = "huaian_2017"` 则只需列出不同之处。
用法：`danpu validate log --rules club.toml`。
"""


def written(value: object) -> str:
    """A value as the tables show it."""
    if value is None or value in ((), "none"):
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "; ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def markdown() -> str:
    """The document."""
    books = [rules.load(name) for name in rules.names()]
    lines = [OPENING]
    lines += _matrix("Play, tribute, levels · 出牌、进贡、升级", PLAY, books)
    lines += _matrix("Conduct of a match · 赛场", TITLES, books)
    for book in books:
        lines += _clauses(book)
    return "\n".join(lines) + "\n"


def _matrix(title: str, parameters: Iterable[str], books: Sequence[Rules]) -> Iterator[str]:
    yield f"## {title}\n"
    yield "| parameter | 参数 | " + " | ".join(f"`{book.name}`" for book in books) + " |"
    yield "|---|---|" + "---|" * len(books)
    for parameter in parameters:
        said = (written(book.value(parameter)) + ("" if book.clause(parameter).settled else OPEN) for book in books)
        yield f"| `{parameter}` | {rules.PARAMETERS[parameter]} | " + " | ".join(said) + " |"
    yield ""


def _clauses(book: Rules) -> Iterator[str]:
    yield f"## {book.name}: {book.title_en} · {book.title_zh}\n"
    yield "| parameter | value | clause · 条款 | settled · 已定 |\n|---|---|---|---|"
    yield f"| (turns, what beats what · 轮次、压牌) | | {_cell(book.text)} | yes |"
    for parameter in rules.PARAMETERS:
        clause = book.clause(parameter)
        if parameter in PLAY or clause.text != rules.UNSAID.text:
            settled = "yes" if clause.settled else "no"
            yield f"| `{parameter}` | {written(book.value(parameter))} | {_cell(clause.text)} | {settled} |"
    yield ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def main() -> None:
    """Write the document anew."""
    FILE.write_text(markdown(), "utf-8")


if __name__ == "__main__":
    main()
