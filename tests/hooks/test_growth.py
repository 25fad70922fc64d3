"""Every pattern of the checks takes time in proportion to the text, whatever it is filled with."""

from __future__ import annotations

import pytest
from tests.pace import grows_beyond

from tiermem_hooks.injection import borrowed, certain, doubtful
from tiermem_hooks.personal_data import sensitive, without_personal_data
from tiermem_hooks.secrets.credentials import redact_credentials
from tiermem_hooks.secrets.redaction import redact

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


@pytest.mark.slow
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_eight_times_the_text_takes_no_more_than_sixteen_times_the_time(check):
    check("password is hunter2 code 1234 born 1990-01-01")  # what is compiled on first use
    grown = []
    for filler in FILLERS:
        small, large = (filler * (size // len(filler)) for size in (SMALL, LARGE))
        check(small)
        if grows_beyond(16, check, small, large, least=0.05):
            grown.append(filler)
    assert grown == []
