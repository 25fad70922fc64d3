"""A query's understanding of a prompt."""

from datetime import UTC, datetime

import pytest
from tests.tables import each_row

from tiermem.engine.recall.query import MOST_WORDS, SCANNED, understand
from tiermem.text.times.periods import Period

NOW = datetime(2025, 6, 18, 15, 30, tzinfo=UTC)


def day(month, number, year=2025):
    return datetime(year, month, number, tzinfo=UTC)


@each_row(
    ("prompt", "period", "words"),
    [
        ("What did we decide about the logo last week?", Period(day(6, 9), day(6, 16)), {"last", "week"}),
        ("What did Ann say in May 2024?", Period(day(5, 1, 2024), day(6, 1, 2024)), set()),
        ("What did she say in the talk on 3 May?", Period(day(5, 3), day(5, 4)), set()),
        ("since March I sleep badly", Period(day(3, 1), None), {"since"}),
        ("remind me tomorrow of what I said yesterday", Period(day(6, 17), day(6, 18)), {"yesterday"}),
        ("call me tomorrow", None, set()),
        (
            "Was haben wir vor zwei Wochen vereinbart?",
            Period(day(6, 1), day(6, 8)),
            {"vor", "zwei", "wochen"},
        ),
        ("我们上周讨论了什么", Period(day(6, 9), day(6, 16)), {"上周"}),
        ("fix the test", None, set()),
    ],
)
def test_the_period_of_a_prompt(prompt, period, words):
    query = understand(prompt, NOW)

    assert query.period == period
    assert query.period_words == words


@each_row(
    ("prompt", "asked"),
    [
        ("When did Ann move to Porto?", True),
        ("how long ago was that", True),
        ("What day is the concert?", True),
        ("What did she buy when she was there?", False),
        ("whenever you like", False),
        ("Seit wann wohnt sie hier?", True),
        ("Wie heißt sie?", False),
        ("Depuis quand habite-t-elle ici ?", True),
        ("Où habite-t-elle ?", False),
        ("¿Desde cuándo vive aquí?", True),
        ("¿Dónde vive?", False),
        ("她什么时候搬家的？", True),
        ("她住在哪里？", False),
        ("彼女はいつ引っ越しましたか？", True),
        ("彼女はどこに住んでいますか？", False),
    ],
)
def test_a_question_for_a_time(prompt, asked):
    assert understand(prompt, NOW).asks_when is asked


def test_the_question_behind_a_long_paste_is_understood():
    query = understand("x = 1\n" * SCANNED + "\nhow did we fix this last week?", NOW)

    assert query.asks_about_past
    assert query.period == Period(day(6, 9), day(6, 16))


MAIL = (
    "Hello team, please find attached the quarterly summary covering infrastructure spending, incident counts, "
    "customer escalations, hiring progress, vendor negotiations, office relocation plans, training schedules, travel "
    "guidelines, compliance audits, security reviews, product launches, marketing campaigns, partner events, community "
    "outreach, documentation updates, accessibility improvements, performance benchmarks, mobile releases, desktop "
    "installers, browser extensions, localization status, support backlog and feedback surveys. Kind regards, Hannah"
)
LOG = "\n".join(
    f"2025-06-18 12:00:{number:02} INFO worker-{number} processed batch{number} alpha{number} beta{number}"
    for number in range(60)
)
QUESTIONS = [
    ("What did we say last week about the staging password?", {"staging", "password"}),
    ("Was haben wir letzte Woche zum Staging-Passwort gesagt?", {"staging", "passwort"}),
    ("Qu'avons-nous dit la semaine dernière du mot de passe ?", {"mot", "passe"}),
    ("¿Qué dijimos la semana pasada de la contraseña?", {"contrasena"}),
    ("我们上周怎么说密码的？", {"密码"}),
    ("先週パスワードについて何と言いましたか？", {"パス", "ワー"}),
]


@pytest.mark.parametrize(("question", "asked"), QUESTIONS)
@pytest.mark.parametrize(
    "pasted", [MAIL, LOG, LOG[:500], MAIL + "\n\n" + LOG], ids=["mail", "log", "short log", "both"]
)
@pytest.mark.parametrize(
    "layout", ["{pasted}\n\n{question}", "{question}\n\n{pasted}", "{pasted}\n{question}\n\nThanks!"]
)
def test_what_is_asked_beside_a_paste_is_understood(question, asked, pasted, layout):
    query = understand(layout.format(pasted=pasted, question=question), NOW)

    assert asked <= set(query.words)
    assert len(query.words) <= MOST_WORDS
    assert query.languages == understand(question, NOW).languages
    assert query.asks_about_past
    assert query.period == Period(day(6, 9), day(6, 16))


def test_a_paste_on_the_line_of_the_question_leaves_room_for_it():
    query = understand(f"{MAIL} When does the staging database password rotate?", NOW)

    assert {"staging", "database", "password", "rotate"} <= set(query.words)


def test_of_a_long_prompt_that_asks_nothing_both_ends_are_searched_for():
    query = understand(f"Please file this under orchids.\n\n{MAIL}\n\nIt belongs to the greenhouse.", NOW)

    assert {"file", "orchids", "belongs", "greenhouse"} <= set(query.words)


@each_row(
    ("prompt", "period"),
    [
        ("What did we say about the June release last week?", Period(day(6, 9), day(6, 16))),
        ("What did we decide about the 2024 budget yesterday?", Period(day(6, 17), day(6, 18))),
        ("What did we decide about the Monday meeting last week?", Period(day(6, 9), day(6, 16))),
        ("Was haben wir zum Release im Mai letzte Woche gesagt?", Period(day(6, 9), day(6, 16))),
        ("Qu'a-t-on dit de la sortie de mai la semaine dernière ?", Period(day(6, 9), day(6, 16))),
        ("¿Qué dijimos del plan de mayo la semana pasada?", Period(day(6, 9), day(6, 16))),
        ("关于五月的发布，我们上周说了什么？", Period(day(6, 9), day(6, 16))),
        ("5月のリリースについて先週何と言いましたか？", Period(day(6, 9), day(6, 16))),
    ],
)
def test_when_it_was_said_goes_before_a_month_or_year_that_is_spoken_of(prompt, period):
    assert understand(prompt, NOW).period == period


@each_row(
    "prompt",
    [
        "Write a poem about March",
        "Plan a marketing budget for March",
        "Draft an invitation for the end of March",
        "What do I have to finish by the end of March?",
        "Schedule the call for Monday",
        "Schreib ein Gedicht über den Mai",
        "Plane das Budget für den Sommer",
        "Écris un poème sur le mois de mai",
        "Escribe un poema sobre mayo",
        "写一首关于三月的诗",
        "3月についての詩を書いて",
    ],
)
def test_a_time_that_may_be_to_come_is_no_period_of_the_past(prompt):
    assert understand(prompt, NOW).period is None


@each_row(
    ("prompt", "period"),
    [
        ("Summarise the mails of last month", Period(day(5, 1), day(6, 1))),
        ("the budget of May 2024", Period(day(5, 1, 2024), day(6, 1, 2024))),
        ("How many games has Ann won by July 10, 2024?", Period(None, day(7, 11, 2024))),
        ("What did we discuss in March?", Period(day(3, 1), day(4, 1))),
    ],
)
def test_a_time_that_can_only_be_past_is_one(prompt, period):
    assert understand(prompt, NOW).period == period
