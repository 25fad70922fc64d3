"""What the user declined to have remembered is not recalled."""

from __future__ import annotations

import pytest

DECLINED = [
    (
        "Don't remember this, but my colleague Tom is about to be fired.",
        "What did we say about my colleague Tom?",
    ),
    ("Please don’t store my salary, it is 84000 euros.", "What did we say about my salary?"),
    (
        "Merk dir bitte nicht, dass mein Kollege Tom entlassen wird.",
        "Was haben wir über meinen Kollegen Tom gesagt?",
    ),
    ("Ne retiens pas que mon collègue Tom va être viré.", "Qu'avons-nous dit de mon collègue Tom ?"),
    ("No guardes esto: mi compañero Tom será despedido.", "¿Qué dijimos de mi compañero Tom?"),
    ("别记这个：我的同事汤姆要被开除了。", "我们上次说过我的同事汤姆什么？"),
    ("これは覚えないでください：同僚のトムは解雇されます。", "前に同僚のトムについて何を話しましたか？"),
]


def recalled(memory, prompt):
    with memory.session(id="later") as session:
        session.on_prompt(prompt)
        return [passage.text for passage in session.recalled.passages]


@pytest.mark.parametrize(("said", "asked"), DECLINED, ids=["en", "en ’", "de", "fr", "es", "zh", "ja"])
def test_a_turn_that_declines_stays_in_the_journal_and_out_of_recall(memory, said, asked):
    with memory.session(id="first") as session:
        session.on_turn_end(said)
        assert [turn.content for turn in session.turns()] == [said]

    assert recalled(memory, asked) == []


@pytest.mark.parametrize(
    "said",
    [
        "Remember that my colleague Tom is about to be fired.",
        "My colleague Tom never keeps the record of his hours.",
        "My colleague Tom did not save the file.",
        "Do not store images of colleague Tom in git; the bucket is gs://tom.",
    ],
)
def test_a_turn_that_only_uses_such_words_is_recalled(open_memory, said):
    memory = open_memory(gap_fill={"enabled": False})
    with memory.session(id="first") as session:
        session.on_turn_end(said)

    assert recalled(memory, "What did we say about my colleague Tom?") == [said]
