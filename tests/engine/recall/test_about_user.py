"""Questions about the user get everything known: entries, and statements made in passing."""

import pytest

from tiermem import Memory, Turn


@pytest.fixture
def told(tmp_path):
    with Memory.open(store=str(tmp_path / "memory.db")) as memory:
        for day, said in enumerate(
            [
                "As a tax adviser I need this to be precise: rewrite the last line.",
                "a joke for my ten-year-old twins?",
                "is it normal for a springer spaniel to eat snow? it's Biscuit again",
                "If I were the king of France, what would I eat?",
                "What is the capital of Mongolia?",
            ]
        ):
            with memory.session(f"s{day}") as session:
                session.on_turn_end(
                    turns=[
                        Turn(speaker="user", content=said, at=f"2026-03-0{day + 1}T10:00:00Z"),
                        Turn(
                            speaker="assistant",
                            content="My cat is called Otto.",
                            at=f"2026-03-0{day + 1}T10:01:00Z",
                        ),
                    ]
                )
        yield memory


def test_what_was_said_in_passing_is_shown_to_whoever_asks_what_is_known_of_them(told):
    shown = told.session("asked").on_prompt("What do you know about me?")

    assert [one for one in ("tax adviser", "twins", "Biscuit") if one not in shown] == []
    assert [one for one in ("Otto", "Mongolia", "king of France") if one in shown] == []


def test_a_question_about_the_user_gets_what_was_said_in_passing_where_nothing_else_answers_it(told):
    assert "springer spaniel" in told.session("asked").on_prompt("do I have any pets?")
    assert told.session("another").on_prompt("How do I center a div?") == "How do I center a div?"


def test_a_question_about_the_user_with_a_topic_gets_nothing_that_was_said_of_another(told):
    shown = told.session("asked").on_prompt("do I have any pets?")

    assert [one for one in ("tax adviser", "twins") if one in shown] == []


def test_a_correction_that_an_entry_contains_is_not_shown_once_more(told):
    for number, said in enumerate(
        [
            "Our oven supplier is Debag, delivery comes every tuesday at 6.",
            "no wait, delivery is wednesday, not tuesday",
        ]
    ):
        with told.session(f"oven{number}") as session:
            session.on_turn_end(said, "Noted.")
    assert [one.content for one in told.entries().list()[0] if "wednesday" in one.content]

    for question in ("What's my name and what do I do?", "How old is my daughter?"):
        assert "not tuesday" not in told.session("asked").on_prompt(question), question


def test_a_sentence_that_an_entry_contains_is_not_shown_once_more(told):
    for number, said in enumerate(("My son Emil is 3", "Emil is 4 now")):
        with told.session(f"emil{number}") as session:
            session.on_turn_end(said, "Noted.")
    assert "My son Emil is 4." in [one.content for one in told.entries().list()[0]]

    shown = told.session("asked").on_prompt("What do you know about me?")

    assert shown.count("Emil is 4") == 1


def test_what_was_corrected_is_not_known_about_the_user_any_more(told):
    with told.session("first") as session:
        session.on_turn_end("I live in Leeds and I row.", "Nice.")
    (leeds,) = [one for one in told.entries().list()[0] if "Leeds" in one.content]
    told.entries().correct(leeds.id, "The user lives in York.")

    shown = told.session("asked").on_prompt("what do you know about me")

    assert "York" in told.session("asked").system_prompt + shown
    assert "Leeds" not in told.session("asked").system_prompt + shown


def test_what_is_only_supposed_answers_no_question_about_the_world(memory):
    with memory.session(user="ana") as session:
        session.on_turn_end("if I had a million I'd move to Peru tomorrow lol", "Okay, done.")

    asked = memory.session(user="ana")

    assert asked.context("What's the capital of Peru?") == ""


def test_what_is_known_about_the_user_is_shown_in_whole_sentences(memory):
    with memory.session(user="ana") as session:
        session.on_turn_end("hi, I'm Ana, I run a small bakery in Ghent", "Nice.")
        session.on_turn_end("as a tax adviser I need a polite way to chase clients for receipts", "Sure.")

    shown = memory.session(user="ana").context("What do you know about me?")

    assert "] hi" not in shown
    assert "as a tax adviser" in shown.lower()


def test_a_question_that_an_entry_answers_gets_nothing_of_another_topic_beside(open_memory):
    memory = open_memory(gap_fill={"standing": "recall"})
    for said in ("My manager is called Priya Nair.", "The old bike squeaks, and my sister comes on Friday."):
        with memory.session() as session:
            session.on_turn_end(said, "Okay.")

    with memory.session() as session:
        context = session.on_prompt("Who is my manager?")
    assert ("Priya" in context, "sister" in context, "bike" in context) == (True, False, False)


def test_a_question_about_the_user_gets_turns_of_its_topic_before_small_tasks(memory):
    for place, said in enumerate(
        [
            "Ma chatte Framboise a encore vomi sur le tapis",
            "trie par ordre alphabétique : poire, figue, coing",
        ]
    ):
        with memory.session(f"s{place}") as session:
            session.on_turn_end(said, "D'accord.")

    shown = memory.session("asked").context("j'ai quoi comme animaux ?")

    assert "Framboise" in shown


def test_the_lines_of_a_role_play_are_not_what_is_known_about_the_user(memory):
    with memory.session("played") as session:
        session.on_turn_end("Pretend you're a doctor and I'm your patient, Mr. Wimple.", "What hurts?")

    assert "Wimple" not in memory.session("asked").context("what do you know about my health?")


def test_a_turn_that_says_what_several_lines_of_the_block_say_is_not_shown_again(memory):
    with memory.session("said") as session:
        session.on_turn_end("I'm Anna, I live in Lyon and I work at Siemens.", "Okay.")
    asked = memory.session("asked")

    assert "I live in Lyon" in asked.system_prompt
    assert asked.context("how many people live in Lyon?") == ""


def test_all_that_is_played_in_a_session_is_left_out_of_what_is_known(memory):
    with memory.session("played") as session:
        session.on_turn_end("let's play a game: you're the innkeeper and I am a knight", "Welcome!")
        session.on_turn_end("my horse is called Thunder, take good care of him", "Of course.")

    asked = memory.session("asked")

    assert "Thunder" not in asked.system_prompt + asked.context("what do you know about me?")


ASIDE = (
    # said in passing, a question or a task that has no word of it, what is to be shown
    ("the fiesta needs a new clutch, 640 quid they want, is that daft?", "is my car allowed in?", "fiesta"),
    ("best bypass loppers? the spaniel ate the old ones", "Write a birthday card for my dog.", "spaniel"),
    (
        "la 208 fait un bruit au démarrage, 118 000 km, c'est l'échappement ?",
        "quel siège va dans ma voiture ?",
        "208",
    ),
    (
        "der octavia zieht nach links, spur einstellen lassen?",
        "passt ein Fahrradträger auf mein Auto?",
        "octavia",
    ),
    ("mi labrador no para de rascarse, ¿qué champú?", "una tarjeta para mi perro", "labrador"),
    ("柴犬が散歩中に拾い食いするんです", "私の犬のケージはどのサイズ？", "柴犬"),
)


@pytest.mark.parametrize(("said", "asked", "shown"), ASIDE)
def test_a_prompt_about_something_of_the_users_gets_what_was_said_of_it_in_other_words(
    memory, said, asked, shown
):
    with memory.session("said") as session:
        session.on_turn_end(said, "Let's see.")
    with memory.session("another") as session:
        session.on_turn_end("Why did the Hanseatic League decline?", "Its trade moved away.")

    seen = memory.session("asked").system_prompt + memory.session("asked").context(asked)

    assert shown in seen
    assert "Hanseatic" not in seen


def test_a_task_that_names_nothing_of_the_users_gets_nothing_said_in_passing(memory):
    with memory.session("said") as session:
        session.on_turn_end("the fiesta needs a new clutch, 640 quid they want, is that daft?", "Let's see.")

    assert memory.session("asked").context("Write a poem about an old car.") == ""


PRIVATE = ("I'm HIV positive and I take biktarvy.", "My manager told me in private that she has cancer.")


@pytest.mark.parametrize("asked", ["When is my exam?", "Which bank am I with?"])
def test_a_question_with_a_topic_that_nothing_is_about_gets_nothing(open_memory, asked):
    memory = open_memory(gap_fill={"standing": "recall"})
    for said in (*PRIVATE, "doesn't work in the footer", "give me a four line poem about a lighthouse"):
        with memory.session() as session:
            session.on_turn_end(said, "Okay.")

    assert memory.session("asked").context(asked) == ""


def test_tasks_that_say_nothing_of_the_user_are_not_shown_for_questions_about_them(memory):
    for number, said in enumerate(
        (
            "give me a four line poem about a lighthouse",
            "doesn't work in the footer",
            "how do I center a div vertically",
            "the spaniel needs a new collar",
        )
    ):
        with memory.session(f"s{number}", user="ana") as session:
            session.on_turn_end(said, "Okay.")

    asked = memory.session(user="ana")
    everything, market, pets = map(
        asked.context,
        ("What do you know about me?", "any farmers market in my town on saturdays?", "do I have pets?"),
    )
    assert [one for one in ("lighthouse", "center a div") if one in everything] == []
    assert "footer" not in market
    assert "spaniel" in pets


REQUESTS = [
    ("vivo en Rosario", ("receta de locro para 6",), "¿qué remedio tomo?"),
    (
        "Je suis boulanger",
        ("qui appeler pour un remplacement à Nantes ?", "merci beaucoup !"),
        "où j'habite ?",
    ),
    (
        "my daughter Becky lives in Toledo",
        ("make it shorter pls", "perfect thx"),
        "what did I tell you about Becky?",
    ),
    ("Mia war zu Besuch", ("noch kürzer bitte", "danke, perfekt"), "was habe ich dir über Mia erzählt?"),
]


@pytest.mark.parametrize(("told", "asked_for", "question"), REQUESTS)
def test_a_question_about_the_user_gets_no_request_and_no_thanks(memory, told, asked_for, question):
    with memory.session("told") as session:
        for said in (told, *asked_for):
            session.on_turn_end(said, "OK.")

    shown = memory.session("asked").on_prompt(question)

    assert [one for one in asked_for if one in shown] == []


def test_what_the_user_told_beside_somebody_is_shown_for_a_question_about_them(memory):
    with memory.session("told") as session:
        for said in ("Becky came by", "she has bought a caravan", "perfect thx"):
            session.on_turn_end(said, "OK.")

    shown = memory.session("asked").on_prompt("What did I tell you about Becky?")

    assert "caravan" in shown
    assert "perfect thx" not in shown
