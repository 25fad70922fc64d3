"""Every pattern of the checks takes time in proportion to the text, whatever it is filled with."""

from __future__ import annotations

import time

import pytest

from tiermem_hooks.credentials import redact_credentials
from tiermem_hooks.injection import borrowed, certain, doubtful
from tiermem_hooks.personal_data import sensitive, without_personal_data
from tiermem_hooks.secrets import redact

CHECKS = (redact, redact_credentials, certain, doubtful, borrowed, without_personal_data, sensitive)
FILLERS = (
    *(
        "a",
        "A1",
        "a ",
        "= ",
        '"',
        "\n",
        "-",
        "- [",
        "eyJ",
        "password ",
        "password is ",
        "key: ",
        "pin 1",
        "0x1f",
        "1 2 ",
    ),
    *(
        "4111 ",
        "DE89 ",
        "a@b.",
        "://a:",
        "</a>",
        "<",
        "(a/",
        "a/b/",
        "a_b-",
        "%41",
        "SGk=",
        "ab12",
        "user: x / ",
        "+49 1",
    ),
    *(
        "code is ",
        "born 1.1.",
        "passport no ",
        "recovery codes ab12-",
        "combination: 1-",
        "Passwort a lautet ",
        "$6$",
        "WIFI:",
    ),
    *(
        "\u200b",
        "ａ",
        "密码是",
        "パスワードは",
        "пароль ",
        "contraseña es ",
        "ignore all ",
        "always ",
        "assistant:\n",
        "\\",
        "{",
    ),
)
SMALL, LARGE = 2_001, 16_008


def taken(check, text):
    """The least processor time of three runs."""
    times = []
    for _ in range(3):
        begun = time.process_time()
        check(text)
        times.append(time.process_time() - begun)
    return min(times)


@pytest.mark.slow
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_eight_times_the_text_takes_no_more_than_sixteen_times_the_time(check):
    check("password is hunter2 code 1234 born 1990-01-01")  # what is compiled on first use
    grown = {}
    for filler in FILLERS:
        small, large = (filler * (size // len(filler)) for size in (SMALL, LARGE))
        check(small)
        before, after = taken(check, small), taken(check, large)
        if after > 0.05 and after > 16 * max(before, 0.001):
            grown[filler] = (before, after)
    assert grown == {}
