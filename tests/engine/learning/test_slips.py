"""A message that admits a slip, in whatever words, puts right what was said; one that only sounds alike does not."""

import pytest
from tests.engine.opening import opened
from tests.stories import say

from tiermem import EntryFilter

SLIPS = [
    (
        "I take 75 micrograms of levothyroxine with breakfast.",
        "What else do they ask? I checked the box, it's 50 micrograms, must have been thinking of my late husband's",
        "I take 50 micrograms of levothyroxine with breakfast.",
    ),
    (
        "My allotment is plot 41 on the Fenwick Road site.",
        "draft a note to the committee about the tap, sign it plot 14 (i had the digits backwards before)",
        "My allotment is plot 14 on the Fenwick Road site.",
    ),
    ("My allotment is plot 41.", "sign it plot 14, I had the digits backwards", "My allotment is plot 14."),
    (
        "The viewing is at 12 Albert Terrace.",
        "draft a text to the agent, the viewing is at 21 Albert Terrace. i had the digits backwards",
        "The viewing is at 21 Albert Terrace.",
    ),
    (
        "Ma fille est en classe de 4e avec Mme Bernard.",
        "au fait j'avais mal lu la liste, ma fille a Mme Bertrand cette année",
        "Ma fille est en classe de 4e avec Mme Bertrand.",
    ),
]
NONE = [
    ("My reg is KX12 PLO.", "neighbour's reg is KX12 PLD and we've had two of his fines. who do i write to"),
    ("My son is 8.", "mixed up the salt and the sugar this morning, 8 pancakes in the bin"),
    ("My choir is on Wednesdays.", "joined a second choir, they sing on Tuesdays"),
    ("My sister is 34.", "my brother's girlfriend is 43, mum's not keen"),
    ("I run 5 km on Mondays.", "10 km on Sundays"),
    ("Ich wohne in der Lindenstraße 5.", "Der Paketbote hat die 7 mit der 5 verwechselt, typisch."),
]


@pytest.mark.parametrize(("told", "slip", "right"), SLIPS)
def test_a_slip_that_is_admitted_puts_the_value_right(tell, told, slip, right):
    known = tell(told, slip).known
    assert right in known
    assert told not in known


def test_what_only_sounds_like_a_slip_leaves_what_was_said(tell):
    assert {told: known for told, said in NONE if told not in (known := tell(told, said).known)} == {}


def test_what_a_slip_without_a_plain_value_means_waits_for_a_person(tell):
    told = "The dentist sees me on the first floor at Dr Hunter's."
    story = tell(told, "I had the names of my dentists muddled, the first floor is somebody else's")
    assert told not in story.shown()[0]


def test_a_slip_in_what_is_not_to_be_kept_puts_nothing_right(tell):
    told = "I take 75 micrograms of levothyroxine with breakfast."
    slip = (
        "I checked the box, it's 50 micrograms of levothyroxine, I misread it. Please don't keep any of this."
    )
    assert tell(told, slip).known == [told]


def test_without_a_journal_no_message_that_admits_a_slip_is_stored(tmp_path):
    told, slip, _ = SLIPS[0]
    with opened(tmp_path, journal={"enabled": False}) as memory:
        say(memory, told)
        say(memory, slip)
        assert memory.entries().list(EntryFilter(layers=("L1",)))[0]
    written = b"".join(file.read_bytes() for file in tmp_path.iterdir() if file.is_file())
    assert b"late husband" not in written


REQUESTS = [
    ("My son's shoe size is 31.", "list three rivers in Spain", "fat fingers, 32 not 31"),
    ("My son's shoe size is 31.", "write two haikus about snow", "typo, 32 not 31"),
    (
        "Die Schuhgröße meines Sohnes ist 31.",
        "nenne mir drei Flüsse in Spanien",
        "vertippt, 32 nicht 31",
    ),
    ("La pointure de mon fils est 31.", "donne-moi trois rivières d'Espagne", "faute de frappe, 32 pas 31"),
]


@pytest.mark.parametrize(("told", "asked", "slip"), REQUESTS)
def test_a_request_before_a_slip_is_no_statement(tell, told, asked, slip):
    assert tell(told, (asked, slip)).known == [told.replace("31", "32")]


@pytest.mark.parametrize(
    ("told", "slip", "right"),
    [
        ("dentist on thursday", "oops, friday", "Dentist on friday."),
        ("Zahnarzt am Donnerstag", "ups, Freitag", "Zahnarzt am Freitag."),
        ("dentiste jeudi", "oups, vendredi", "Dentiste vendredi."),
    ],
)
def test_a_note_before_a_slip_is_kept_as_put_right(tell, told, slip, right):
    assert right in tell((told, slip)).known


COLLOQUIAL = [
    ("my cat is 14", "no wait hes 15 not 14", ["My cat is 15."]),
    ("my cat Biscuit is 14", "no wait shes 15", ["My cat Biscuit is 15."]),
    ("my son ben is 4", "sorry hes 5", ["My son ben is 5."]),
    ("mein hund ist 9", "ne warte, 10", ["Mein hund ist 10."]),
    ("le client me doit 1200€", "nan attends c'est 1400 pas 1200", ["Le client me doit 1400€."]),
    ("mon chien a 9 ans", "nan il a 10 ans", ["Mon chien a 10 ans."]),
    ("mi perro tiene 9 años", "nah espera, 10", ["Mi perro tiene 10 años."]),
    ("my cat is 14", "no wait, my dog is 15 not 14", ["My cat is 14."]),
]


def test_a_no_as_people_write_it_puts_the_turn_before_right(tell):
    found = [(told, said, tell((told, said)).known) for told, said, _ in COLLOQUIAL]
    assert [one for one in found if one not in COLLOQUIAL] == []


APPOINTMENTS = [
    (
        "我4月17号下午3点要去看牙",
        "牙医说改到4月24号上午10点了",
        "我4月24号上午10点要去看牙。",
        "下午10点",
    ),
    ("zahnarzt am 15.4. um 15 uhr", "zahnarzt jetzt 22.4. um 9", "Zahnarzt am 22.4. um 9 uhr.", "15.4."),
    (
        "hab zahnarzt am 15.4. um 15 uhr",
        "zahnarzt hat verschoben, jetzt 22.4. um 9",
        "Hab zahnarzt am 22.4. um 9 uhr.",
        "15.4.",
    ),
]


@pytest.mark.parametrize(("told", "moved", "right", "mixed"), APPOINTMENTS)
def test_no_appointment_gets_the_new_hour_of_another_date(tell, told, moved, right, mixed):
    known = tell(told, moved).known
    assert right in known
    assert not any(mixed in one for one in known)


def test_a_diet_without_apostrophes_ends(tell):
    assert tell("i'm vegan", "im not vegan anymore").known == ["I'm not vegan anymore."]


def test_a_request_with_u_is_no_part_of_what_moved(tell):
    story = tell(
        "vet appointment is on april 14th at 3pm",
        "vet moved biscuits appt to the 16th, 10am now. can u redo the question list shorter",
    )
    assert story.known == ["Vet moved biscuits appt to the 16th, 10am now."]


@pytest.mark.parametrize(
    ("told", "ended", "left"),
    [
        ("i have a canon r6, love it", "sold my canon r6", ["Sold my canon r6."]),
        ("i have a canon r6, love tea", "sold my canon r6", ["I love tea.", "Sold my canon r6."]),
        (
            "ich hab eine canon r6, liebe sie",
            "ich hab meine canon r6 verkauft",
            ["Ich hab meine canon r6 verkauft."],
        ),
        ("j'ai un canon r6, je l'adore", "j'ai vendu mon canon r6", ["J'ai vendu mon canon r6."]),
    ],
)
def test_that_a_thing_is_liked_ends_with_it(tell, told, ended, left):
    assert tell(told, ended).known == left
