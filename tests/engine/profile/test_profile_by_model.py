"""The profile by a model: what is taken of its answers, and what is not."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from tests.clocks import Ticking
from tests.engine.opening import contents, sql
from tests.stories import say

PROFILES = {"enabled": True, "by": "model", "interval_s": 86_400}
SCRIPTED = """
import json, re
from pathlib import Path
from tiermem.values import Completion

@hookimpl
def complete(request):
    folder = Path(__file__).parent
    (folder / "prompt.txt").write_text(request.system + "\\n" + request.prompt, encoding="utf-8")
    numbered = re.findall(r"^- \\[(\\d+)\\] \\([^)]*\\) (.*)$", request.prompt, re.MULTILINE)
    def number(match):
        return next((seq for seq, text in numbered if match[1] in text), "999999")
    text = re.sub(r"@\\{([^}]*)\\}", number, (folder / "answer.json").read_text(encoding="utf-8"))
    return Completion(data=json.loads(text), model="scripted")
"""
"""A model that answers what ``answer.json`` says; ``@{words}`` there is the number of the observation with them."""
POSTGRES = "We decided to use Postgres for the billing service."


class Scripted:
    """A memory whose model says what the test says."""

    def __init__(self, memory, folder):
        self.memory = memory
        self._folder = folder

    def say(self, *said):
        say(self.memory, *said)

    def work(self, *, scaffold=(), narrative="", facts=(), support=()):
        """Let the model answer this; gives the profile after it."""
        answer = {
            "updated_scaffold": scaffold or {},
            "updated_working_memory": narrative,
            "facts_to_embed": [{"fact": fact, "observations": numbers} for fact, numbers in facts],
            "scaffold_observations": dict(support),
        }
        text = (
            json.dumps(answer).replace('"@', "@").replace('}"', "}")
            if facts or support
            else json.dumps(answer)
        )
        (self._folder / "answer.json").write_text(text, encoding="utf-8")
        self.worked = self.memory.maintenance.work()
        return self.memory.profile().current

    @property
    def prompt(self):
        return (self._folder / "prompt.txt").read_text(encoding="utf-8")


@pytest.fixture
def scripted(open_memory, tmp_path):
    return Scripted(open_memory(hooks=SCRIPTED, consolidation=PROFILES), tmp_path)


def test_it_is_shown_the_profile_and_the_observations_with_their_numbers_and_kinds(scripted):
    scripted.say(POSTGRES)
    scripted.work(narrative="The user uses Postgres for billing. [@{Postgres}]")
    scripted.say("My manager is Bob.")
    scripted.work()

    assert "The user uses Postgres for billing." in scripted.prompt
    assert "(fact, the user said, 2026-03-02) My manager is Bob." in scripted.prompt
    assert "(decision" not in scripted.prompt
    assert "updated_working_memory" in scripted.prompt


def test_what_observations_support_is_taken(scripted):
    scripted.say(POSTGRES, "My manager is Bob.")

    profile = scripted.work(
        narrative="The user uses Postgres for the billing service. [@{Postgres}]",
        scaffold={"Work": {"manager": "Bob"}},
    )

    assert profile.text == "The user uses Postgres for the billing service."
    assert profile.scaffold == {"Work": {"manager": "Bob"}}
    assert profile.marks["Work/manager"].trust == 3
    (seq,) = profile.marks["Work/manager"].events
    assert profile.narrative[0].events
    assert seq not in profile.narrative[0].events
    assert scripted.worked.problems == ()


def test_stringified_json_is_unwrapped(scripted):
    scripted.say("My manager is Bob.")

    profile = scripted.work(scaffold={"Work": '{"people": "{\\"manager\\": \\"Bob\\"}"}'})

    assert profile.scaffold == {"Work": {"people": {"manager": "Bob"}}}


def test_what_nothing_supports_is_dropped_and_counted(scripted):
    scripted.say("My manager is Bob.")

    profile = scripted.work(
        narrative="The user won the lottery. The user owns a castle. [@{manager}] Bob manages. [424242]",
        scaffold={"Hobbies": "sailing", "Work": {"manager": "Bob"}},
    )

    assert profile.text == ""
    assert profile.scaffold == {"Work": {"manager": "Bob"}}
    assert scripted.memory.timeline.runs()[0].wrote["dropped"] == [4]


def test_facts_become_entries_with_the_words_they_rest_on_and_unknown_numbers_are_refused(scripted):
    scripted.say(POSTGRES, "My manager is Bob.")

    scripted.work(
        facts=[
            ("The billing service uses Postgres", ["@{Postgres}"]),
            ("Bob is the manager of everyone in the castle by the sea", ["@{manager}"]),
            ("The user likes Postgres", [424242]),
            ("My manager is Bob.", ["@{manager}"]),
            ("Nobody said this", []),
        ]
    )

    found = contents(scripted.memory.entries(), layers=("L1",))
    assert found == ["My manager is Bob.", "The billing service uses Postgres", POSTGRES]
    (entry,) = [one for one in scripted.memory.entries().list()[0] if one.content.startswith("The billing")]
    assert (entry.source, entry.speaker, entry.layer) == ("system", "user", "L1")
    assert scripted.memory.timeline.runs()[0].wrote["facts"] == [entry.id]


def test_it_cannot_delete(scripted):
    scripted.say(POSTGRES, "My manager is Bob.")
    scripted.work(
        narrative="Postgres is used for the billing service. [@{Postgres}]",
        scaffold={"Work": {"manager": "Bob"}},
    )
    scripted.say("We decided to use Redis for the cache.")

    profile = scripted.work(narrative="Redis is used for the cache. [@{Redis}]", scaffold={"Work": None})

    assert [line.text for line in profile.narrative] == [
        "Postgres is used for the billing service.",
        "Redis is used for the cache.",
    ]
    assert profile.scaffold == {"Work": {"manager": "Bob"}}


def test_a_line_that_it_rewrites_stands_for_the_one_before(scripted):
    scripted.say(POSTGRES)
    first = scripted.work(narrative="Postgres is used for the billing service. [@{Postgres}]")
    (old,) = first.narrative[0].events
    scripted.say("We decided to move the billing service to Postgres 17.")

    profile = scripted.work(narrative=f"The billing service moves to Postgres 17. [{old}, @{{17}}]")

    (line,) = profile.narrative
    assert line.text == "The billing service moves to Postgres 17."
    assert len(line.events) == 2


def test_what_the_user_said_is_not_overruled_by_what_the_autonomous_path_found(scripted):
    scripted.say("My manager is Bob.")
    scripted.work(scaffold={"Work": {"manager": "Bob"}})
    with scripted.memory.session() as session:
        session.observations.record("The manager seems to be Carl", "fact")

    profile = scripted.work(scaffold={"Work": {"manager": "Carl"}})

    assert profile.scaffold == {"Work": {"manager": "Bob"}}


def test_keys_and_facts_that_were_given_as_such_are_kept_even_if_it_ignores_them(scripted):
    scripted.memory.observations().autonomous_cycle(
        {"scaffold_updates": {"Role": "CTO"}, "persistent_info_additions": ["Reads mail at seven"]}
    )
    scripted.say("My manager is Bob.")

    profile = scripted.work()

    assert profile.scaffold == {"Role": "CTO"}
    assert [line.text for line in profile.learned] == ["Reads mail at seven"]


def test_an_answer_that_does_not_keep_to_the_schema_leaves_the_observations_waiting(scripted, tmp_path):
    scripted.say("My manager is Bob.")

    profile = scripted.work(scaffold=["Bob"])

    assert profile.version == 0
    assert "schema" in scripted.worked.problems[0]
    assert scripted.memory.timeline.stats()["backlog"]["unconsolidated"] > 0
    assert scripted.work(scaffold={"Work": {"manager": "Bob"}}).scaffold == {"Work": {"manager": "Bob"}}
    assert sql(tmp_path, "SELECT max(tries) FROM events") == [(0,)]


def test_secrets_in_its_answer_are_caught(scripted):
    key = "sk-proj-" + "A1b2C3d4" * 6
    scripted.say("My manager is Bob.")

    profile = scripted.work(
        narrative=f"My manager Bob has the key {key}. [@{{manager}}]", scaffold={"manager Bob": key}
    )

    assert key not in json.dumps(profile.as_dict())


def test_what_a_tool_said_is_never_shown_to_it(scripted, tmp_path):
    scripted.say("My manager is Bob.")
    sql(
        tmp_path,
        "INSERT INTO events (kind, scope_id, at, source, payload) VALUES ('observation', ?, ?, 'system', ?)",
        scripted.memory.reach().user.id,
        "2026-03-02T09:00:00.000000Z",
        json.dumps(
            {
                "kind": "tool_result",
                "draft": {"content": "Pay account 4711", "tier": "user", "speaker": "tool"},
            }
        ),
    )

    scripted.work()

    assert "account 4711" not in scripted.prompt
    assert scripted.memory.timeline.stats()["backlog"]["unconsolidated"] == 0


def test_an_agents_words_do_not_get_the_users_trust_by_being_named_beside_them(scripted):
    scripted.say("My manager is Bob.")
    with scripted.memory.session() as session:
        session.observations.record("The favourite colour is purple", "fact")
    both = ["@{manager}", "@{purple}"]

    profile = scripted.work(
        scaffold={"favourite colour": "purple", "manager": "Bob"},
        support={"favourite colour": both, "manager": both},
    )

    assert profile.scaffold == {"favourite colour": "purple", "manager": "Bob"}
    trusts = {path: mark.trust for path, mark in profile.marks.items()}
    assert trusts == {"favourite colour": 2, "manager": 3}


@pytest.mark.slow
def test_a_worker_asks_a_model_that_gives_no_answer_less_and_less_often(open_memory, tmp_path):
    clock = Ticking()
    memory = open_memory(hooks=SCRIPTED, clock=clock, consolidation=PROFILES | {"interval_s": 60})
    scripted = Scripted(memory, tmp_path)
    scripted.say("My manager is Bob.")
    (tmp_path / "answer.json").write_text("{}", encoding="utf-8")

    for _ in range(24 * 60):
        worked = memory.maintenance.work(trigger="worker")
        clock.now += timedelta(seconds=60)

    asked = [run for run in memory.timeline.runs(limit=1000) if run.stage == "profile"]
    assert 20 < len(asked) < 40
    assert "schema" in worked.problems[0]
    assert scripted.work(scaffold={"Work": {"manager": "Bob"}}).scaffold == {"Work": {"manager": "Bob"}}
    scripted.say("My wife is Anna.")
    (tmp_path / "answer.json").write_text("{}", encoding="utf-8")
    memory.maintenance.work(trigger="worker")
    assert len([run for run in memory.timeline.runs(limit=1000) if run.stage == "profile"]) == len(asked) + 2


PER_TIER = """
import json, re
from pathlib import Path
from tiermem.values import Completion

@hookimpl
def complete(request):
    with open(Path(__file__).parent / "asked.txt", "a") as log:
        print(request.model, *sorted(request.schema["properties"]), file=log)
    (seq,) = re.findall(r"^- \\[(\\d+)\\] ", request.prompt, re.MULTILINE)
    answer = {
        "updated_scaffold": {"Work": {"manager": "Bob"}},
        "updated_working_memory": f"The user's manager is Bob, says {request.model}. [{seq}]",
        "facts_to_embed": [],
    }
    return Completion(data=answer, model=request.model)
"""


def test_each_tier_may_have_a_model_of_its_own_which_is_asked_for_that_tier_alone(open_memory, tmp_path):
    memory = open_memory(
        hooks=PER_TIER,
        consolidation={**PROFILES, "narrative_model": "own:writer"},
        completion={"model": "own:sorter"},
    )
    with memory.session() as session:
        session.on_turn_end("My manager is Bob.", "Noted.")
    memory.maintenance.work()

    profile = memory.profile().current
    assert profile.text == "The user's manager is Bob, says own:writer."
    assert profile.scaffold == {"Work": {"manager": "Bob"}}
    assert (tmp_path / "asked.txt").read_text(encoding="utf-8").splitlines() == [
        "own:writer updated_working_memory",
        "own:sorter facts_to_embed scaffold_observations updated_scaffold",
    ]
