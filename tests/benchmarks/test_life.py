"""The data of `benchmarks.life` are well formed, and the oracle passes every probe."""

import json
import re
from collections import Counter

import pytest
from benchmarks.life.__main__ import main
from benchmarks.life.measuring import run
from benchmarks.life.scenarios import KINDS, LANGUAGES, folded, read_apart, read_scenarios
from benchmarks.life.systems import BASELINES, open_tiermem

FRESH = tuple(read_apart("fresh"))
SCENARIOS = (*read_scenarios(), *FRESH)
DERIVED = re.compile(r"\d{4}-\d\d(-\d\d)?$")
"""A wording that nobody said: the date of "yesterday"."""


def test_every_scenario_has_a_name_of_its_own_and_sessions_before_its_probes():
    names = Counter(one.id for one in SCENARIOS)
    assert [name for name, number in names.items() if number > 1] == []
    starts = {one.id: [session.at for session in one.sessions] for one in SCENARIOS}
    assert [name for name, found in starts.items() if not found or found != sorted(found)] == []
    early = [one.id for one in SCENARIOS if any(probe.at <= starts[one.id][-1] for probe in one.probes)]
    assert early + [one.id for one in SCENARIOS if not one.probes] == []


def test_what_a_probe_wants_or_forbids_was_said_and_is_not_in_its_own_words():
    wrong = []
    for one in SCENARIOS:
        said = [folded(text) for session in one.sessions for text in texts(session)]
        wrong += [f"{one.id}: {flaw}" for probe in one.probes for flaw in flaws(probe, said)]
    assert wrong == []


def flaws(probe, said):
    """Yield what is wrong with the judgement of a probe."""
    told = [text for text in said if not any(old.is_in(text) for old in probe.forbid)]
    if not (probe.want or probe.forbid or probe.is_quiet):
        yield f"nothing is judged in {probe.prompt!r}"
    for statements, among in ((probe.want, told), (probe.forbid, said)):
        for one in statements:
            if any(DERIVED.match(wording) for wording in one.wordings):
                continue
            if not any(one.is_in(text) for text in among):
                yield f"never said, or in forbidden words: {' | '.join(one.wordings)}"
    for one in probe.want:
        if one.is_in(folded(probe.prompt)):
            yield f"the prompt has the answer: {' | '.join(one.wordings)}"


def texts(session):
    """Yield the user's messages and their sentences, and the arguments of tools as JSON."""
    for exchange in session.exchanges:
        yield exchange.user
        yield from re.split(r"(?<=[.!?。！？])\s*", exchange.user)
        for _, arguments in exchange.calls:
            yield json.dumps(dict(arguments), ensure_ascii=False)


def test_the_oracle_passes_every_probe_and_no_memory_none_that_wants_something():
    assert [one.scenario.id for one in run(SCENARIOS, BASELINES["oracle"]) if not one.has_passed] == []
    nothing = run(SCENARIOS, BASELINES["nothing"])
    assert [one.scenario.id for one in nothing if one.has_passed and one.probe.want] == []


def test_the_fresh_scenarios_are_of_every_kind_in_every_language_and_no_part_of_the_others():
    assert {(one.language, one.kind) for one in FRESH} == {(one, kind) for one in LANGUAGES for kind in KINDS}
    assert {one.split for one in FRESH} == {"fresh"}
    assert {one.split for one in read_scenarios()} == {"dev", "check"}


def test_a_fresh_scenario_without_a_known_kind_is_an_error(tmp_path):
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "everyday.txt").write_text("[sum]\n= 2026-01-01\n> 2 + 2?\n", encoding="utf-8")
    (tmp_path / "fresh").mkdir()
    (tmp_path / "fresh" / "en.txt").write_text("[weather/rain]\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"en: \[weather/rain\]"):
        list(read_apart("fresh", ("en",), data=tmp_path))


def test_tiermem_is_run_as_a_host_runs_it():
    told = next(one for one in SCENARIOS if one.id == "en/users/same-question")
    shown = [result.shown.text for result in run([told], open_tiermem)]
    assert "Oulu" in shown[0]
    assert "Turin" in shown[1]


def test_the_command_prints_totals_of_every_system(capsys):
    assert main(["--kinds", "quiet", "--language", "en", "--only", "/fresh", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found) == {"tiermem", *BASELINES}
    assert found["nothing"]["kinds"] == {"quiet": found["nothing"]["all"]}


def test_the_command_measures_the_fresh_scenarios_by_themselves(capsys):
    assert main(["--split", "fresh", "--kinds", "users", "--language", "de", "--no-baselines", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    probes = [probe for one in FRESH if (one.kind, one.language) == ("users", "de") for probe in one.probes]
    assert found["tiermem"]["all"]["probes"] == len(probes)
