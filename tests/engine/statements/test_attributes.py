"""What a statement is about tells those of one attribute from small talk."""

from __future__ import annotations

import pytest

from tiermem.engine.statements.attributes import about, shared
from tiermem.engine.statements.meanings import DIMS

STATEMENTS = {
    "en": ("I live in Leeds.", "We moved to a flat in York.", "She'll be even happier."),
    "de": ("Ich wohne in Bremen.", "Wir sind nach Kiel gezogen.", "Das freut mich sehr, haha."),
    "fr": ("J'habite à Lyon.", "On a déménagé à Lille.", "Ça m'a fait tellement rire."),
    "es": ("Vivo en Bilbao.", "Nos hemos mudado a Vigo.", "Me ha hecho mucha gracia."),
    "zh": ("我住在杭州。", "我们搬到苏州了。", "哈哈太好笑了。"),
    "ja": ("大阪に住んでいます。", "京都に引っ越しました。", "それはうれしいね。"),
}


@pytest.mark.parametrize("language", STATEMENTS)
def test_two_statements_of_a_home_share_more_than_one_and_small_talk(language):
    home, move, talk = (about(text, language) for text in STATEMENTS[language])

    assert shared(home, move) > shared(home, talk)
    assert home.nothing < talk.nothing


@pytest.mark.parametrize("text", [text for texts in STATEMENTS.values() for text in texts] + ["", "qwrtzp"])
def test_the_chances_add_up_to_one(text):
    found = about(text, "en")

    assert sum(found.attributes) + found.nothing == pytest.approx(1, abs=1e-5)
    assert shared(found, found) == pytest.approx(1 - found.nothing, abs=1e-5)
    assert len(found.attributes) > DIMS
