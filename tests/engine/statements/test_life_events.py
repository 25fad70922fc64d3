"""What happens in a life ends what was true before: a new class at school, an appointment, a birth, a move."""

from __future__ import annotations

import pytest

from tiermem.engine.statements.compare import Statement, compare
from tiermem.values import EntryFilter

OVERTAKEN = (
    ("My daughter Edie is in year 5.", "Edie started year 6 today."),
    ("User's daughter Pia is in third grade.", "Pia started fourth grade this week, time flies"),
    ("Mein Sohn Finn ist in der dritten Klasse.", "Finn kommt jetzt in die vierte Klasse."),
    ("Ma fille est en CE1.", "Ma fille vient de passer en CE2."),
    ("Mi hijo está en tercero de primaria.", "Mi hijo ya pasó a cuarto."),
    ("儿子上三年级。", "儿子升四年级了。"),
    ("娘は小学三年生です。", "娘が四年生になりました。"),
    ("I'm a staff nurse on ward 7.", "They've made me matron!"),
    ("Ich bin Teamleiter im Einkauf.", "Sie haben mich zum Abteilungsleiter gemacht."),
    ("Je suis aide-soignante.", "Ils m'ont nommée cadre de santé."),
    ("私は係長です。", "課長に昇進しました。"),
    ("My sister is expecting, due in March.", "My sister had the baby!"),
    ("I'm 5 months pregnant.", "Baby Wren was born on Sunday."),
    ("我女朋友叫小丽。", "我女朋友现在是小芳。"),
    ("My brother Joel is engaged to Tess.", "Joel and Tess called it off."),
    ("Der Nutzer arbeitet bei der Sparkasse in Ulm.", "Hab gekündigt, ab März bin ich bei der Volksbank."),
    ("We keep our code in Bitbucket.", "Everything lives on GitLab as of today."),
)
BESIDE = (
    ("I teach year 3.", "My daughter is in year 6 now."),
    ("Pia is in second grade.", "Her cousin Max starts first grade in August."),
    ("I'm 5 months pregnant.", "My friend Ana had her baby."),
    ("禁酒しています。", "旦那がまた飲み始めた。"),
    ("I live in Leeds.", "They made me laugh today."),
    ("Mi hijo está en tercero de primaria.", "Me han dicho que llueve."),
)


@pytest.mark.parametrize(("earlier", "later"), OVERTAKEN)
def test_an_event_ends_the_state_before_it(earlier, later):
    assert compare(Statement(earlier), Statement(later)).relation == "updates"


@pytest.mark.parametrize(("earlier", "later"), BESIDE)
def test_an_event_in_another_life_ends_nothing(earlier, later):
    assert compare(Statement(earlier), Statement(later)).relation != "updates"


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("J'habite à Nantes.", "ça y est on a déménagé, on est à Angers depuis samedi"),
        ("Vivo en Triana.", "nos mudamos a Dos Hermanas el finde"),
        ("Je suis aide-soignante.", "ils m'ont nommée cadre de santé !"),
    ],
)
def test_a_change_without_a_pronoun_or_beside_the_fact_replaces_it(open_memory, clock, say, earlier, later):
    memory = open_memory(clock=clock)
    say(memory, earlier)
    say(memory, later)

    with memory.session() as session:
        assert earlier.rstrip(".") not in session.system_prompt


@pytest.mark.parametrize(
    ("known", "another"),
    [
        ("我养了一只猫叫团子。", "又领养了一只叫麻薯"),
        ("犬を飼っています、名前はポチ。", "猫も飼い始めた、名前はタマ"),
    ],
)
def test_another_pet_is_kept_beside_the_first(open_memory, clock, say, known, another):
    memory = open_memory(clock=clock)
    say(memory, known)
    say(memory, another)

    entries, _ = memory.entries().list(EntryFilter(layers=("L1",)))
    assert {known.rstrip("。"), another} <= {one.content.rstrip("。") for one in entries}
