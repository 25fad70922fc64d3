"""Personal data is kept, taken out or refused as the YAML says, and sensitive statements have a time of their own."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from tests.engine.opening import Ticking, contents, opened, raw
from tests.tables import each_row

from tiermem import EntryFilter
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
}
ORDINARY = """
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


@pytest.mark.feature("004-42")
def test_sensitive_statements_are_erased_when_their_own_time_is_over_and_others_stay(tmp_path):
    clock = Ticking()
    with opened(tmp_path, clock=clock, personal_data={"sensitive_days": 30}) as memory:
        with memory.session(id="s") as session:
            for text in (HEALTH, "The user likes hiking"):
                session.call_tool("add_memory", {"content": text, "target": "user"})
        (kept,) = memory.entries().list(EntryFilter(tags=("sensitive",)))[0]
        assert kept.tags == ("sensitive", "health")
        assert kept.valid_to[:10] == "2026-04-01"

        clock.now += timedelta(days=29)
        memory.maintenance.work()
        assert HEALTH in contents(memory.entries())

        clock.now += timedelta(days=2)
        memory.maintenance.work()
        assert contents(memory.entries(), statuses=(), layers=("L0", "L1")) == ["The user likes hiking"]
    assert b"asthma" not in raw(tmp_path)


def test_the_tag_of_a_check_cannot_be_given_by_an_agent(tmp_path):
    with opened(tmp_path, personal_data={"sensitive_days": 30}) as memory:
        with memory.session() as session:
            session.call_tool("add_memory", {"content": "Likes hiking a lot", "tags": ["sensitive"]})
        assert "sensitive" not in memory.entries().list()[0][0].tags
