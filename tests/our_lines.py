"""Lines of our own JSONL for tests: a full one, matches to and from bytes, and lines with something strange in them."""

import io
import random
import re
from typing import Any

from engine.records import Match
from ingest.readers import danpu
from ingest.writers import danpu as writer

LINE = (
    '{"danpu":1,"match":"final","deal":1,"players":["A","B",null,"丁"],"rules":"huaian_2017","level":"T","levels":["T",null],"starts":true,'
    '"at":"dealt","hands":[["S3","HR"],null,[],["SB"]],"events":[{"e":"tribute","seat":3,"to":0,"cards":["HR"]},'
    '{"e":"play","seat":3,"cards":["S3","HT"],"as":"pair:3","wild_as":["S3"],"choice":4,"t":1234},{"e":"pass","seat":0}],'
    '"finish":[0,2],"rest":[null,["CA"],null,[]],"steps":3,"ended":true,"winner":0}'
)


def dumps(found: list[Match]) -> bytes:
    file = io.BytesIO()
    writer.write(found, file)
    return file.getvalue()


def loads(raw: bytes) -> list[Any]:
    return list(danpu.read(io.BytesIO(raw)))


TOKENS = re.findall(r'"[^"]*"|[-0-9.]+|[a-z]+|.', LINE)
STRANGE = (
    *(
        "null",
        "true",
        "0",
        "-1",
        "-0",
        "01",
        "4",
        "256",
        "65536",
        "1.0",
        "1e3",
        "99999999999999999999",
        '"S3"',
        '"XX"',
        '"pair"',
        '"joker_bomb"',
    ),
    *(
        '"SB"',
        '":"',
        '""',
        '"\\u0041"',
        '"deal":1,',
        '"_own":1,',
        '"seat":1,',
        '"e":"pass",',
        "[]",
        "{}",
        "[",
        "}",
        ",",
        ":",
        "\\",
        "\0",
        "\x7f",
        " ",
    ),
)


def mangled(rng: random.Random) -> bytes:
    tokens = list(TOKENS)
    for _ in range(rng.choice((1, 1, 2))):
        values = [i for i, token in enumerate(tokens) if token not in set("{}[],: ")]
        at = rng.choice(values)
        tokens[at] = rng.choice((*STRANGE, tokens[rng.choice(values)], ""))
    return "".join(tokens).encode()
