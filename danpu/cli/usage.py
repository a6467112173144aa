"""The parser's complaints in Chinese: typer says them in English only."""

import re

from danpu.cli.language import say

_CHINESE = (
    (r"No such command '(.+?)'\. Did you mean (.+)\?", r"没有命令 '\1'，是不是 \2？"),
    (r"No such command '(.+?)'\.", r"没有命令 '\1'。"),
    (r"No such option: (\S+) \(Possible options: (.+)\)", r"没有选项 \1，是不是 \2？"),
    (r"No such option: (\S+)(?: Did you mean (.+)\?)?", r"没有选项 \1。"),
    (r"Missing command\.", "缺少命令。"),
    (r"Missing argument '(.+?)'\.(?s:.*)", r"缺少参数 \1。"),
    (r"Missing option '(.+?)'\.(?s:.*)", r"缺少选项 \1。"),
    (r"Option '(.+?)' requires (?:an argument|\d+ arguments)\.", r"选项 \1 需要一个值。"),
    (r"Option '(.+?)' does not take a value\.", r"选项 \1 不带值。"),
    (r"Got unexpected extra arguments?(?:\(s\))? \((.+)\)", r"多余的参数：\1"),
    (r"Invalid value for '(.+?)': (?:Input should be a|.+ is not a) valid integer(?s:.*)", r"\1 应为整数。"),
    (r"Invalid value for '(.+?)': (?s:(.*))", r"\1 的值不对：\2"),
)


def complaint(english: str) -> str:
    """A complaint of the parser in the language in use; one that has no Chinese stays as it is."""
    for pattern, chinese in _CHINESE:
        match = re.fullmatch(pattern, english)
        if match:
            return say(match.expand(chinese), english)
    return say(f"用法不对：{english}", english)
