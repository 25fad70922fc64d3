"""Sentences of a text."""

from __future__ import annotations

from tiermem.text.sentences import SENTENCE


def test_sentences_make_up_the_text_and_a_title_or_a_number_ends_none():
    texts = (
        ["I nurse at St. Anne's for ages. ", "can you help?"],
        ["My dentist is Dr. Weber. ", "She is great!"],
        ["Wir treffen uns am 15. nächsten Monats. ", "Gut."],
        ["一緒に行きます。", "いいですね。"],
        ["a line\n", "another"],
    )
    for parts in texts:
        assert SENTENCE.findall("".join(parts)) == parts
