"""Personal data is kept, taken out or refused as the YAML says, and sensitive statements have a time of their own."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest
from tests.clocks import Ticking
from tests.engine.opening import contents, opened, raw
from tests.tables import each_row

from tiermem import EntryFilter
from tiermem.errors import InputError
from tiermem_hooks.personal_data import sensitive, without_personal_data

NAMING = {
    "Write to ana.ruiz@harbour.example about it": "ana.ruiz",
    "My phone number is 0151 23456789": "23456789",
    "Call +44 7700 900123 after six": "900123",
    "The office is at (212) 555-0147": "555-0147",
    "Mein Handy: 0170/1234567": "1234567",
    "我的手机是13812345678": "13812345678",
    "I was born on 12 April 1990": "1990",
    "Geburtsdatum: 03.11.1985": "1985",
    "née le 4 mars 1979": "1979",
    "生年月日は1988年5月3日です": "1988",
    "Passport number C01X00T47": "C01X00T47",
    "My SSN is 219-09-9999": "219-09-9999",
    "Steuer-ID 12345678911": "12345678911",
    "She lives at 12 Harbour View Road": "12 Harbour",
    "Wohnt in der Lindenstraße 14": "Lindenstraße 14",
    "Elle habite 8 rue des Lilas": "rue des Lilas",
    "Vive en calle Mayor 27": "Mayor 27",
    "Mi NIE es X1234567L": "X1234567L",
    "Su DNI: 12345678Z": "12345678Z",
    "The NINO is AB 12 34 56 C": "34 56",
    "身份证11010519491231002X": "11010519491231002X",
    "Mon portable : 06 12 34 56 78": "12 34",
    "Mi móvil 612 345 678": "345",
    "phone: 5550147": "5550147",
    "212-555-0147 is the office": "555-0147",
    "Post goes to 221 Baker Street": "Baker",
}
LIKE_NUMBERS = {
    "NIE of another letter": "Part X1234567A is sold out",
    "DNI of another letter": "Batch 12345678A is late",
    "a Chinese number of another check digit": "编号110105194912310021",
}
ORDINARY = """
Ich war nie vor 2020 in Wien.
Das kostet nie 100000 Euro.
El Nino 2015-2016 was strong.
The tin 20260304 build failed.
Clone git@github.com:acme/app.git first.
The app is mobile 2024 2025.
Cell 100 200 300 is empty.
Order 13812345678 was shipped.
They sold 800 600 1000 units.
Uses 12 Angry Men Drive as a codename.
We shipped 20,000 units in 2025.
Ticket 20260304 is closed.
The budget for 2026 is 1 200 000 EUR.
Call me on Monday at 10.
The phone is an iPhone 15 Pro.
Mobile 2026 is a conference in Lisbon.
Cell 12 of the sheet holds 400 500.
The tel command of 1999 is old.
Run pip install requests==2.31.0 with Python 3.12.
Use port 5432 and 6379 in staging.
The range is 100-200-3000.
Room 221 is on Baker's floor.
Our sprint 14 ends on 2026-03-20.
@ana reviewed pull request 4711.
Set user@host in the file.
The package @scope/name@1.2.3 is pinned.
The SSN column is nullable.
The nif package 1.0 is unused.
The build took 00:12:30.
ISBN 978-3-16-148410-0 is the book.
Die Firma hat nie 2024 Mitarbeiter gehabt.
Er hat nie 12 Stunden am Stück gearbeitet.
Das Handy von 2019 ist alt.
Der Ausweis läuft 2027 ab.
Sie tippt 400 Anschläge in der Minute.
Die Bestellung 4711-2026 ist da.
Das Meeting ist am 3. März um 10 Uhr.
Der Umweg 3 dauert länger.
Version 2.0.1 kommt im Mai 2026.
Die Straße ist 12 km lang.
Wir haben 3 Büros und 120 Leute.
Le portable de 2019 est lent.
Le rapport de 2025 compte 120 pages.
Il est né à Lyon.
La version 4.2 sort le 3 mars.
Le passeport est valable 10 ans.
Elle court 10 km chaque jour.
Le train 6607 part à 18 h 30.
Le budget est de 12 000 euros.
El NIE caduca en mayo.
El móvil de 2020 va lento.
La versión 3 sale el 4 de mayo.
Nació en Sevilla y vive en Madrid.
El tren 2024 sale a las 10:30.
El pedido 123456 llegó ayer.
Niega que costara 100000 euros.
手机在2024年买的。
会议在2026年3月4日上午10点。
版本3.12.4有1482个测试。
订单20260304已经发货。
端口是8080。
他的护照明年到期。
电话会议在10点开始。
会議は3月4日の10時です。
バージョン2.0は2026年に出ます。
注文番号は4711です。
パスポートは10年有効です。
電話は苦手です。
部屋は12階の1204号室です。
予算は120万円です。
The meeting is at 10:30 on 2026-03-04 in room 4021.
Version 3.12.4 of build 20260304 has 1,482 tests.
Order 4711 cost 1.249,00 EUR.
Prefers tabs, and 4 spaces in YAML.
The port is 8080 and the address 10.0.0.12.
Born in Porto, lives in Graz.
The passport office opens at 8.
The road is 12 km long.
The regex is \\d{3}-\\d{4}.
The commit is 7c211433f02071597741e6ff5a8ea34789abbf43.
""".strip().splitlines()
SENSITIVE = {
    "Was diagnosed with asthma in 2019": "health",
    "Ist seit März schwanger": "health",
    "Es alérgico a las nueces": "health",
    "她确诊糖尿病": "health",
    "Her mother has dementia": "health",
    "Meine Frau hat Zöliakie": "health",
    "父はペースメーカーを入れている": "health",
    "Is Catholic and prays daily": "belief",
    "Voted for the Greens": "politics",
    "Est membre d'un syndicat": "union",
    "同性愛者である": "sexuality",
    "Likes hiking and tea": "",
    "The build is green": "",
}


@each_row(("text", "part"), list(NAMING.items()))
def test_what_names_a_person_is_taken_out(text, part):
    clean = without_personal_data(text)
    assert part not in clean
    assert "[redacted: " in clean
    assert without_personal_data(clean) == clean


@each_row("text", list(LIKE_NUMBERS.values()))
def test_a_number_whose_check_digit_does_not_fit_stays(text):
    assert without_personal_data(text) == text


@each_row("text", ORDINARY)
def test_ordinary_numbers_and_places_stay(text):
    assert without_personal_data(text) == text


@each_row(("text", "kind"), list(SENSITIVE.items()))
def test_the_kind_of_a_sensitive_statement_is_known(text, kind):
    assert sensitive(text) == kind


MAIL = "The user's mail is ana.ruiz@harbour.example"
HEALTH = "The user was diagnosed with asthma"


def say(memory, text):
    with memory.session(id="s") as session:
        session.on_prompt(text)
        session.on_turn_end(text, "All right.")
        return session.call_tool("add_memory", {"content": text, "target": "user"})


def test_without_a_policy_everything_is_kept(tmp_path):
    with opened(tmp_path) as memory:
        say(memory, MAIL)
    assert b"ana.ruiz@harbour.example" in raw(tmp_path)


def test_redacting_leaves_no_byte_of_what_names_a_person(tmp_path):
    with opened(tmp_path, personal_data={"policy": "redact"}) as memory:
        say(memory, MAIL)
        assert contents(memory.entries(), layers=("L0", "L1")) == [
            "The user's mail is [redacted: e-mail address]"
        ]
    assert b"ana.ruiz" not in raw(tmp_path)


@pytest.mark.parametrize("text", [MAIL, HEALTH])
def test_refusing_stores_no_entry_and_says_why(tmp_path, text):
    with opened(tmp_path, personal_data={"policy": "refuse"}) as memory:
        reply = json.dumps(say(memory, text))
        assert "this agent does not keep" in reply
        assert memory.entries().list(EntryFilter(statuses=(), layers=("L0", "L1")))[1] == 0
    assert b"ana.ruiz" not in raw(tmp_path)


DAYS = {"personal_data": {"sensitive_days": 30}}
MARKED = EntryFilter(statuses=(), tag_prefix="sensitive:")


def pass_days(memory, clock, days):
    clock.pass_days(days)
    memory.maintenance.work()


def everything(memory):
    return contents(memory.entries(), statuses=(), layers=("L0", "L1", "L2"))


@pytest.mark.feature("004-42")
def test_sensitive_statements_are_erased_when_their_own_time_is_over_and_others_stay(tmp_path):
    clock = Ticking()
    with opened(tmp_path, clock=clock, **DAYS) as memory:
        with memory.session(id="s") as session:
            for text in (HEALTH, "The user likes hiking"):
                session.call_tool("add_memory", {"content": text, "target": "user"})
        (kept,) = memory.entries().list(MARKED)[0]
        assert kept.tags[0].startswith("sensitive:health:2026-04-01")
        assert kept.valid_to[:10] == "2026-04-01"

        pass_days(memory, clock, 29)
        assert HEALTH in contents(memory.entries())

        pass_days(memory, clock, 2)
        assert everything(memory) == ["The user likes hiking"]
    assert b"asthma" not in raw(tmp_path)


def test_what_was_said_of_a_statement_that_a_tool_wrote_is_erased_with_it(tmp_path):
    clock = Ticking()
    said = "I was diagnosed with asthma last year. I like hiking in the hills."
    with opened(tmp_path, clock=clock, **DAYS) as memory:
        with memory.session(id="s") as session:
            session.on_prompt(said)
            session.call_tool("add_memory", {"content": HEALTH, "target": "user"})
            session.on_turn_end(said, "All right.")
        assert b"asthma last year" in raw(tmp_path)
        pass_days(memory, clock, 31)
        (turn, _) = memory.erasing().turns("s")
        assert turn.content == "[erased] I like hiking in the hills."
    assert b"asthma" not in raw(tmp_path)


def removed(memory, entry):
    memory.entries().remove(entry.id)


def corrected(memory, entry):
    memory.entries().correct(entry.id, "The user likes hiking in the hills")


def moved(memory, entry):
    memory.scopes.move(entry.id, "house:default")


def rejected(memory, entry):
    memory.entries().reject(entry.id)


def restored(memory, entry):
    memory.entries().remove(entry.id)
    memory.entries().restore(entry.id)


def reworded(memory, entry):
    memory.entries().update(entry.id, memory.entries().draft("The user has something with the lungs"))


def left(memory, entry):
    pass


@pytest.mark.parametrize(
    ("policy", "happens"),
    [("allow", one) for one in (removed, corrected, moved, restored, reworded)]
    + [("approve", one) for one in (left, rejected)],
)
def test_a_sensitive_statement_is_erased_whatever_became_of_it_before(tmp_path, policy, happens):
    clock = Ticking()
    with opened(tmp_path, clock=clock, write_policy=policy, **DAYS) as memory:
        with memory.session(id="s") as session:
            session.call_tool("add_memory", {"content": HEALTH, "target": "user"})
        ((entry, *_), _) = memory.entries().list(MARKED)
        happens(memory, entry)
        pass_days(memory, clock, 29)
        assert b"asthma" in raw(tmp_path)
        pass_days(memory, clock, 2)
        assert not [one for one in everything(memory) if "asthma" in one]
    assert b"asthma" not in raw(tmp_path)


def test_a_correction_without_sensitive_data_is_kept_without_an_end(tmp_path):
    clock = Ticking()
    with opened(tmp_path, clock=clock, **DAYS) as memory:
        entries = memory.entries()
        wrong = entries.add(entries.draft(HEALTH, tier="user")).entry
        right = entries.correct(wrong.id, "The user likes hiking in the hills").entry
        assert (right.tags, right.valid_to) == ((), None)
        pass_days(memory, clock, 60)
        assert everything(memory) == ["The user likes hiking in the hills"]


def test_an_update_keeps_the_tags_and_the_end_of_the_first_sensitive_version(tmp_path):
    clock = Ticking()
    with opened(tmp_path, clock=clock, **DAYS) as memory:
        entries = memory.entries()
        entry = entries.add(entries.draft("The user likes hiking", tier="user", tags=("sport",))).entry
        first = entries.update(entry.id, entries.draft(HEALTH)).entry
        assert first.tags[0] == "sport"
        clock.pass_days(20)
        second = entries.update(entry.id, entries.draft(f"{HEALTH} in March")).entry
        assert (second.tags, second.valid_to) == (first.tags, first.valid_to)


def test_a_person_ends_a_sensitive_statement_earlier_but_not_later(tmp_path):
    with opened(tmp_path, clock=Ticking(), **DAYS) as memory:
        entries = memory.entries()
        entry = entries.add(entries.draft(HEALTH, tier="user", valid_to="2026-03-20")).entry
        assert entry.valid_to[:10] == "2026-03-20"
        later = entries.update(entry.id, entries.draft(f"{HEALTH} in March", valid_to="2027-01-01")).entry
        assert later.valid_to[:10] == "2026-04-01"


def test_the_mark_of_sensitive_data_cannot_be_written(tmp_path):
    mark = "sensitive:health:2026-03-03T00:00:00.000000Z"
    clock = Ticking()
    with opened(tmp_path, clock=clock, **DAYS) as memory:
        with memory.session() as session:
            session.call_tool("add_memory", {"content": "Likes hiking a lot", "tags": [mark]})
        entries = memory.entries()
        with pytest.raises(InputError, match="reserved"):
            entries.add(entries.draft("Likes rowing a lot", tags=(mark,)))
        with pytest.raises(InputError, match="reserved"):
            entries.update(entries.list()[0][0].id, entries.draft("Likes rowing a lot", tags=(mark,)))
        entries.add(entries.draft("The code opens gate four", tags=("sensitive",), valid_to="2026-03-20"))
        pass_days(memory, clock, 60)
        assert sorted(everything(memory)) == ["Likes hiking a lot", "The code opens gate four"]


def test_other_entries_expire_although_sensitive_ones_cannot_be_erased(tmp_path):
    clock = Ticking()
    with opened(tmp_path, clock=clock, **DAYS) as memory:
        entries = memory.entries()
        entries.add(entries.draft(HEALTH, tier="user"))
        entries.add(entries.draft("The gate is closed this week", tier="user", valid_to="2026-03-20"))
        with closing(sqlite3.connect(tmp_path / "memory.db", isolation_level=None)) as other:
            other.execute("ALTER TABLE recalled RENAME TO elsewhere")
            pass_days(memory, clock, 60)
            assert contents(entries) == []
            other.execute("ALTER TABLE elsewhere RENAME TO recalled")
        pass_days(memory, clock, 1)
        assert everything(memory) == ["The gate is closed this week"]
