"""A statement that a later one likely overtakes is left out, and proposed for removal: a person decides."""

from __future__ import annotations

import pytest
from tests.engine.opening import contents

from tiermem import EntryFilter

COFFEE = "I drink four espressos a day."
ROOIBOS = "Off caffeine since my heart scare, it's rooibos now."


@pytest.fixture
def overtaken(open_memory, clock, say):
    """A memory in which rooibos likely took the place of coffee."""
    memory = open_memory(clock=clock)
    say(memory, COFFEE)
    say(memory, ROOIBOS)
    return memory


def test_only_the_later_statement_is_shown(overtaken):
    with overtaken.session() as session:
        shown = session.system_prompt + session.context("What should I bring to drink on the train?")

    assert "rooibos" in shown
    assert "espressos" not in shown


DOUBTING = """
    @hookimpl
    def check_write(change):
        is_doubted = change.draft is not None and "{word}" in change.draft.content
        return Verdict(action="{action}", reason="it may be pasted") if is_doubted else None
"""
NOTE = "User is off caffeine since a heart scare and drinks rooibos."


@pytest.mark.parametrize("action", ["recall", "stage"])
@pytest.mark.parametrize("note", [None, NOTE])
def test_what_a_check_keeps_out_of_the_block_hides_nothing_in_it(open_memory, clock, say, action, note):
    memory = open_memory(hooks=DOUBTING.format(word="rooibos", action=action), clock=clock)
    say(memory, COFFEE)
    with memory.session() as session:
        if note:
            session.call_tool("add_memory", {"content": note, "target": "user"})
        session.on_turn_end(ROOIBOS, "OK.")

    prompt = memory.session().system_prompt
    assert COFFEE in prompt
    assert "rooibos" not in prompt


def test_what_a_check_doubts_proposes_to_remove_nothing_that_a_person_wrote(open_memory, clock, say):
    memory = open_memory(hooks=DOUBTING.format(word="York", action="recall"), clock=clock)
    written = memory.entries()
    written.add(written.draft("I live in Leeds.", tier="user", layer="L1", tags=("pinned",)))
    clock.pass_days(1)
    say(memory, "I moved to York, I live in York now.")

    assert "I live in Leeds." in memory.session().system_prompt


def test_the_users_own_words_stand_beside_a_note_that_is_only_recalled(open_memory, clock, say):
    memory = open_memory(hooks=DOUBTING.format(word="User is", action="recall"), clock=clock)
    say(memory, COFFEE)
    with memory.session() as session:
        session.call_tool("add_memory", {"content": NOTE, "target": "user"})
        session.on_turn_end(ROOIBOS, "OK.")

    prompt = memory.session().system_prompt
    assert ROOIBOS in prompt
    assert COFFEE not in prompt


UNTOUCHED = [
    # News of another matter, and wishes
    ("My girlfriend Nadia is allergic to nuts.", "Nadia and I got engaged!"),
    ("My girlfriend Nadia is allergic to nuts.", "Nadia's my wife now."),
    (
        "Dorénavant réponds-moi en trois phrases max, et tutoie-moi.",
        "On a eu les clés hier, on s'installe à Rennes !",
    ),
    ("Ich wohne in Hamburg.", "Schreib bitte Deutsch wie in Österreich, nicht wie in Deutschland."),
    ("I live in Porto.", "Please write my mails in the spelling of Portugal, not Brazil."),
    ("I live in Porto.", "Use the spelling of Portugal, not Brazil, from now on."),
    ("My dog Rex died in May.", "I switched jobs, I'm a practice educator in York now."),
    ("毎朝6時に起きます。", "昨日は10時に会議でした。"),
    ("I live in Hull.", "I quit Argos, I'm at Boots now."),
    ("The dentist is on 14 December at 9:30.", "i started at UZ Gent on monday, hospital physio now"),
    ("I have an appointment with Dr. Patel on 9 October at 10.", "Dr. Patel took me off the meloxicam."),
    ("My appointment with Dr Shah is on 9 October.", "Dr Shah says I'm allergic to penicillin."),
    ("J'ai rendez-vous avec le Dr Petit le 9 octobre.", "le Dr Petit m'a arrêté l'ibuprofène."),
    ("Tengo turno con el Dr. Pérez el 9 de octubre.", "El Dr. Pérez me sacó el ibuprofeno."),
    ("Ich habe am 9. Oktober einen Termin bei Dr. Huber.", "Dr. Huber hat mir das Ibuprofen abgesetzt."),
    ("I'm meeting Tom on 9 October.", "Tom quit his job."),
    ("我住在杭州。", "我从华为离职了，现在在小米。"),
    ("I've got two ferrets, Pip and Dot.", "we moved, I'm in Bruges now"),
    ("I do night shifts as a vet nurse in Ghent.", "they moved the dentist to 21 October"),
    ("Rex is our dog.", "Rex has company now: we adopted Nala, a greyhound."),
    ("I work on North Sea sandstone cores.", "Dave has moved out, we've got a new flatmate, Ken"),
    ("My train is at 8:15.", "Karen moved to Berlin, we have a new boss, Dev"),
    ("Ich fahre einen Linienbus.", "wir haben uns ein Wohnmobil gekauft"),
    (
        "Je me lève à 3h du mat' alors sois bref.",
        "on a changé de meunier, maintenant c'est la Minoterie Giraud",
    ),
    # What friends tell of whom they mentioned
    ("My wife is a guard, early shifts.", "Imran started work again yesterday, so now my mum comes."),
    ("貯金は三百万円です。", "時給は千円にしました。それから融資が通りました。"),
    ("I lost my job as a baker in spring.", "Gonna keep at it, every single day!"),
    ("My brother Otto is a night porter.", "Otto carved us a stool with a fox on it."),
    ("Mein Nachbar Rudi ist Dachdecker.", "Rudi hat uns ein Vogelhaus gebaut, mit Hahn obendrauf."),
    ("Ma nièce Agathe étudie le son à Lyon.", "Agathe dit que je parle trop vite."),
    ("我在跟外公学做伞。", "外公听了肯定高兴。"),
    # News of another person or thing
    ("I live in Leeds.", "My friend Sole has moved to Vigo."),
    ("I have a dog named Rex.", "I've got a cat now as well."),
    ("We run a bakery in Ghent, me and my wife Lieve.", "I quit rye for now, we bake spelt instead"),
    ("I'm allergic to peanuts.", "I moved to York."),
    ("Vivo en Gijón.", "Mi amiga Sole se ha mudado a Vigo."),
    ("My landlord is Mr Haas.", "The rent is 950 now."),
    (
        "Unsere Tochter Ida ist am 3. Februar geboren.",
        "Wir sind nach Bonn gezogen, die Kita dort hat einen Platz.",
    ),
    ("I have a son called Tom.", "Tom turned 7 yesterday!"),
    # A private car is none that is driven for work
    ("I drive a taxi.", "We sold the car."),
    ("I drive a delivery truck for UPS.", "We bought a camper van, a Winnebago Solis."),
    ("I drive a bus for a living.", "Swapped the car for an e-bike."),
    ("Ich fahre einen Linienbus.", "Wir haben uns ein Wohnmobil gekauft."),
    ("Je conduis un bus à Lyon.", "On a vendu la voiture."),
    ("Conduzco un autobús en Gijón.", "Vendimos el coche."),
    ("我开公交车。", "我们买了一辆特斯拉。"),
    ("バスの運転手です。", "車を売りました。"),
    # News of one of several leaves who the others are
    (
        "Ich hab zwei Angestellte, die Selma und den Luki.",
        "Luki hat seine Prüfung bestanden!! Jetzt ist er Geselle.",
    ),
    ("Ich hab zwei Angestellte, die Selma und den Luki.", "Selma hat gekündigt. Sie geht nach Wien."),
    ("I flatshare with two lads, Ruaridh and Tomek.", "Tomek's moved out, we've got a new guy, Jonas."),
    ("J'ai deux employés, Selma et Luki.", "Luki a réussi son examen !! il est compagnon maintenant"),
    ("Comparto piso con dos chicos, Rubén y Tomek.", "Tomek se mudó, tenemos uno nuevo, Jonas."),
    ("Ich hab zwei Katzen, Mimi und Flo.", "Flo ist gestorben."),
    ("我有两只猫，咪咪和花花。", "花花去世了。"),
    ("猫が二匹います、ミミとハナ。", "ハナが亡くなりました。"),
    # Another way, and the trips of others
    ("We're flying to Lisbon in May.", "We're going to the pub instead."),
    ("We're flying to Lisbon in May.", "My sister is going to Rome instead."),
    ("Wir wollten im Februar nach Teneriffa.", "Wir fahren lieber nach Italien als nach Spanien."),
    ("Wir wollten im Februar nach Teneriffa.", "Wir gehen jetzt doch nach oben."),
    ("Queríamos ir a Cancún en enero.", "Al final vamos a comer en casa."),
    ("I'm going to uni in York.", "I'm going to Nando's tonight instead."),
    ("I'm going to be a dad.", "The pub is closed, so we're going to Hull instead."),
    ("We're flying to Japan in October.", "The shop is shut so I'm heading to Tesco instead."),
    ("Wir fliegen im Mai nach Japan.", "Ich fahre jetzt doch mit dem Bus nach Wien zur Arbeit."),
]


@pytest.mark.parametrize(("fact", "later"), UNTOUCHED)
def test_news_of_another_matter_or_person_ends_nothing(open_memory, clock, say, fact, later):
    memory = open_memory(clock=clock)
    say(memory, fact)
    say(memory, later)

    assert fact in contents(memory.entries())
    assert not memory.entries().pending()


@pytest.mark.parametrize(
    ("planned", "instead"),
    [
        ("We're flying to Lisbon in May.", "We're going to Rome instead."),
        ("Wir wollten im Februar nach Teneriffa.", "Wir fahren stattdessen nach Grado."),
        ("Wir fliegen im Februar nach Teneriffa.", "Stattdessen geht es nach Grado."),
        ("Queríamos ir a Cancún en enero.", "Al final vamos a Bariloche."),
        ("5月にローマに行く予定です。", "代わりにリスボンに行くことにしました。"),
    ],
)
def test_a_trip_somewhere_else_leaves_out_the_only_one_that_was_planned(
    open_memory, clock, say, planned, instead
):
    memory = open_memory(clock=clock)
    say(memory, planned)
    say(memory, instead)

    assert [staged.content for staged, *_ in memory.entries().pending()] == [planned]


def test_nothing_is_lost_and_a_person_is_asked(overtaken):
    assert COFFEE in contents(overtaken.entries())
    [(staged, operation, reason)] = overtaken.entries().pending()
    assert (operation, staged.content) == ("remove", COFFEE)
    assert reason == f"it is likely overtaken: the user said later: {ROOIBOS}"


def test_the_blocks_say_why_a_line_is_left_out(overtaken):
    left_out = {line.text: line.why for line in overtaken.preview().view.explain().left_out}

    assert left_out[COFFEE].startswith("likely overtaken by what the user said later")


def test_accepting_removes_the_earlier_statement(overtaken):
    [(staged, _, _)] = overtaken.entries().pending()
    overtaken.entries().accept(staged.id)

    assert COFFEE not in contents(overtaken.entries())


def test_rejecting_shows_it_again(overtaken):
    [(staged, _, _)] = overtaken.entries().pending()
    overtaken.entries().reject(staged.id)

    with overtaken.session() as session:
        assert COFFEE in session.system_prompt


def test_erasing_the_earlier_statement_leaves_the_later_one_and_its_conversation(overtaken):
    before = overtaken.entries().list()[0]
    earlier = next(one for one in before if one.content == COFFEE)

    overtaken.entries().erase(earlier.id)

    assert not overtaken.entries().pending()
    left = contents(overtaken.entries())
    assert [one.content for one in before if "rooibos" in one.content] == [
        one for one in left if "rooibos" in one
    ]
    assert not [one for one in left if "espressos" in one]


def test_what_is_said_again_holds_again(overtaken, say):
    say(overtaken, COFFEE)

    assert not overtaken.entries().pending()
    with overtaken.session() as session:
        assert COFFEE in session.system_prompt


def test_it_holds_again_once_the_later_statement_is_removed(overtaken):
    later = next(one for one in overtaken.entries().list(EntryFilter())[0] if "rooibos" in one.content)
    overtaken.entries().remove(later.id)

    assert not overtaken.entries().pending()
    with overtaken.session() as session:
        assert COFFEE in session.system_prompt


def test_the_past_may_still_be_asked_about(overtaken):
    with overtaken.session() as session:
        assert "espressos" in session.context("When did I drink espressos before noon?")


def test_what_was_said_in_the_same_conversation_is_not_overtaken(open_memory):
    memory = open_memory()
    with memory.session() as session:
        session.on_turn_end(COFFEE, "Noted.")
        session.on_turn_end(ROOIBOS, "All right.")

    assert not memory.entries().pending()


@pytest.mark.parametrize(
    ("fact", "request_"),
    [
        (
            "Ich esse für mein Leben gern Wurst, jeden Abend eine Scheibe Leberwurst aufs Brot.",
            "sortier mir das alphabetisch: Birne, Feige, Apfel, Quitte",
        ),
        ("Escribo poemas sin rima.", "ahora con rima"),
    ],
)
def test_a_request_with_its_material_overtakes_nothing(open_memory, clock, say, fact, request_):
    memory = open_memory(clock=clock)
    say(memory, fact)
    say(memory, request_)

    assert not memory.entries().pending()


@pytest.mark.parametrize(
    "fact",
    [
        "My setup: macbook m2, 27 inch dell monitor, kinesis keyboard.",
        "I'm on permanent nights on the stroke ward and have a daughter named Ida.",
    ],
)
def test_what_tells_something_else_besides_stays(open_memory, clock, say, fact):
    memory = open_memory(clock=clock)
    memory.entries(user="me").add(memory.entries(user="me").draft(fact, layer="L1", tier="user"))
    say(memory, "sold the dell, got a studio display")
    say(memory, "they finally let me come onto days!!")

    assert not memory.entries().pending()


def test_the_agents_note_of_it_goes_with_what_the_user_said(open_memory, clock, say):
    memory = open_memory(clock=clock)
    note = "The user has an oil boiler."
    with memory.session() as session:
        session.call_tool("add_memory", {"content": note, "target": "user"})
        session.on_turn_end("My oil boiler eats two thousand a year.", "Noted.")
    clock.pass_days(1)
    say(memory, "The heat pump is in, the old boiler went to the scrapyard.")

    assert {staged.content for staged, _, _ in memory.entries().pending()} == {
        note,
        "My oil boiler eats two thousand a year.",
    }
    with memory.session() as session:
        assert "heat pump" in session.system_prompt
        assert "oil boiler" not in session.system_prompt


@pytest.mark.parametrize(
    ("note", "stays"),
    [
        ("Der Chor des Nutzers probt dienstags um 19:30 Uhr im Gemeindehaus.", False),
        ("Der Nutzer holt dienstags seine Tochter Mia ab.", True),
    ],
)
def test_a_note_with_the_day_that_was_replaced_goes_too(open_memory, clock, say, note, stays):
    memory, said = open_memory(clock=clock), "Wir proben ja immer dienstags um halb acht im Gemeindehaus."
    with memory.session() as session:
        session.call_tool("add_memory", {"content": note})
        session.on_turn_end(said, "Noted.")
    clock.pass_days(30)
    say(memory, "Ab März proben wir donnerstags, weil der Tanzkurs den Saal braucht.")

    with memory.session() as session:
        assert (note in session.system_prompt) == stays


def test_a_change_may_be_told_in_two_sentences(open_memory, clock, say):
    memory = open_memory(clock=clock)
    say(memory, "We rent a flat above the bakery.")
    say(memory, "The landlord wanted it back for his son. So we have bought a little house by the canal.")

    with memory.session() as session:
        assert "little house" in session.system_prompt
        assert "flat above the bakery" not in session.system_prompt


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("I have two dogs, Pixel and Bruno.", "We adopted a third dog, Mango. She's a rescue from Setúbal."),
        (
            "Ich habe zwei Hunde, Pixel und Bruno.",
            "Wir haben einen dritten Hund, Mango. Sie kommt aus dem Heim.",
        ),
        (
            "J'ai deux chiens, Pixel et Bruno.",
            "On a adopté un troisième chien, Mango. Elle vient d'un refuge.",
        ),
        ("Tengo dos perros, Pixel y Bruno.", "Adoptamos un tercer perro, Mango. Viene de una protectora."),
    ],
)
def test_a_third_pet_ends_nothing_that_is_known_of_the_others(open_memory, clock, say, before, after):
    memory = open_memory(clock=clock)
    say(memory, before)
    say(memory, after)

    assert not memory.entries().pending()
    assert before in contents(memory.entries(), statuses=("active",))


def test_what_a_forgotten_statement_overtook_is_forgotten_with_it(overtaken, say):
    say(overtaken, "Please forget the rooibos.")

    tags = {staged.content: staged.tags for staged, *_ in overtaken.entries().pending()}
    assert tags[COFFEE] == ("to forget",)  # "likely overtaken" is shown when the past is asked about
