"""A conversation of nine months with one agent, in many sessions, as LoCoMo's are."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from tests.clocks import Ticking

from tiermem import Memory

SESSIONS = (
    ("2026-03-02T09:10", None, (
        ("Hi! I'm Maya Lindqvist, I lead the platform team at Norrsken in Lisbon. Always answer in short sentences.",
         "Nice to meet you, Maya. Short it is."),
        ("My manager is Alec. He reads all our release notes before they go out.", "Good to know."),
        ("I have two dogs, Pixel and Bruno. Pixel is a greyhound.", "Lovely."),
        ("I'm allergic to peanuts, so keep that in mind when we plan the team lunch.", "I will."),
    )),
    ("2026-03-16T14:02", "billing", (
        ("In this project deploys go through the staging gate first. We deploy on Tuesdays.", "Understood."),
        ("We decided to move the invoice export to a nightly job.", "Makes sense."),
        ("From now on, please keep release notes to five bullets and put breaking changes first.",
         "Five bullets, breaking changes first."),
        ("The billing database is PostgreSQL 16 on the host db-billing-2.", "Noted."),
    )),
    ("2026-04-11T18:30", None, (
        ("I went hiking in Sintra with my sister Elin last weekend. She moved to Porto in January.",
         "How was it?"),
        ("Wonderful. I want to run the Lisbon half marathon in October.", "A good goal."),
        ("I'm learning Portuguese with a tutor called Joana, every Wednesday evening.", "Boa sorte!"),
    )),
    ("2026-05-20T08:45", "billing", (
        ("No, the billing release goes out on Thursday, not on Tuesday.", "Thursday, then."),
        ("Sarah is on the Platform team. She owns the invoice export.", "All right."),
        ("Never push to main on a Friday, please.", "Never on a Friday."),
    )),
    ("2026-06-30T21:15", None, (
        ("My sister Elin is getting married in September, in Stockholm. I'll give a speech.",
         "Congratulations!"),
        ("I prefer the window seat, and I'm vegetarian, so book accordingly.",
         "Window seat, vegetarian."),
        ("私は毎朝ジョギングをします。", "いいですね。"),
        ("Meine Lieblingsstadt ist übrigens Kopenhagen.", "Schön."),
    )),
    ("2026-08-08T10:00", "atlas", (
        ("Atlas is the new data catalogue. We use Go with tabs, and Terraform for the infrastructure.",
         "Noted."),
        ("The on-call phone of the Atlas team rotates on Mondays at ten.", "OK."),
        ("I turned 38 yesterday. Alec gave me a book about cartography.", "Happy birthday!"),
    )),
    ("2026-10-12T20:40", None, (
        ("I ran the half marathon in 1:52! My knee hurts, though.", "Impressive."),
        ("Elin's wedding was beautiful. My speech went well.", "I'm glad."),
        ("We adopted a third dog, Mango. She's a rescue from Setúbal.", "Welcome, Mango."),
    )),
)  # fmt: skip
"""Beginning, project, and pairs of what the user and the agent said."""
NOTES = (
    ("memory", "context", "tests", "Tests run with `make check`; the integration suite needs Docker.", ("ci",)),
    ("memory", "project", "staging", "Staging is refreshed from production at 02:00 UTC.", ("billing", "ops")),
    ("memory", "project", "feature flags", "Feature flags live in the repository, not in the database.", ()),
    ("user", "preference", "editor", "Uses Neovim and a split keyboard.", ()),
    ("user", "person", "home", "Lives in Alfama, Lisbon, with her partner Tomás.", ()),
)  # fmt: skip
"""Tier, category, subject, content and tags of what the agent stored by a tool."""

CAREFUL = "agents:\n  default:\n    tools:\n      - {type: memory, write_policy: approve}\n"


def fill(store: str) -> None:
    """Fill a store with the conversation, what a person wrote, and what waits."""
    clock = Ticking(datetime(2026, 3, 1, 8, tzinfo=UTC))
    with Memory.open(store=store, clock=clock) as memory:
        mine = memory.entries()
        for section, content in (
            ("Name and role", "Maya Lindqvist, lead of the platform team at Norrsken, Lisbon."),
            ("How we work", "Ask before you change anything that customers see."),
            ("How we work", "Say so when you are not sure."),
        ):
            mine.add(mine.draft(content, tier="identity", subject=section))
        for number, (at, project, turns) in enumerate(SESSIONS):
            clock.now = datetime.fromisoformat(at).replace(tzinfo=UTC)
            with memory.session(id=f"talk-{number + 1}", project=project) as session:
                session.system_prompt  # noqa: B018 it freezes the blocks, as a host does
                for user, agent in turns:
                    session.on_prompt(user)
                    session.on_turn_end(user, agent)
                if number == 0:
                    for tier, category, subject, content, tags in NOTES:
                        named = {"category": category, "subject": subject, "target": tier, "tags": list(tags)}
                        session.call_tool("add_memory", {"content": content, **named})
        for number, question in enumerate(
            (
                "Who is my manager?",
                "When does the billing release go out?",
                "What are my dogs called?",
                "When do we deploy billing?",
            )
        ):
            clock.now = datetime(2026, 10, 20 + number, 9, tzinfo=UTC)
            with memory.session(id=f"question-{number + 1}") as session:
                session.on_prompt(question)
        _changes(memory, clock)
        _waits(memory, clock)


def _changes(memory: Memory, clock: Ticking) -> None:
    """Change some entries as a person does, so that there is a history."""
    clock.now = datetime(2026, 11, 3, 12, tzinfo=UTC)
    mine = memory.entries()
    found = {entry.subject: entry for entry in mine.list()[0]}
    mine.update(
        found["tests"].id,
        mine.draft("Tests run with `make check`; the integration suite needs Docker and 4 GB of memory."),
    )
    mine.update(found["editor"].id, mine.draft("Uses Neovim, tmux and a split keyboard."))
    retired = mine.add(
        mine.draft("The office is on Rua Augusta.", tier="user", layer="L1", category="context")
    ).entry
    mine.remove(retired.id)
    mine.add(
        mine.draft(
            "Sarah works on the Platform team.", tier="user", layer="L1", category="person", subject="Sarah"
        )
    )
    mine.add(
        mine.draft("Alec is Maya's manager.", tier="user", layer="L1", category="person", subject="Alec")
    )


def _waits(memory: Memory, clock: Ticking) -> None:
    """Let a statement contradict what a person wrote, and something be asked to be forgotten."""
    clock.now = datetime(2026, 11, 20, 9, 14, tzinfo=UTC)
    with memory.session(id="talk-8") as session:
        session.on_turn_end("Sarah moved to the Design team last week.", "I see.")
        session.on_turn_end("Please forget that I have a half marathon to run.", "I will forget it.")


def propose(store: str, folder: Path) -> None:
    """Let the agent propose an addition, a change and a correction, under a policy by which they wait."""
    config = folder / "careful.yaml"
    config.write_text(CAREFUL, encoding="utf-8")
    clock = Ticking(datetime(2026, 11, 24, 16, 20, tzinfo=UTC))
    with Memory.open(config, store=store, clock=clock) as memory, memory.session(id="talk-9") as session:
        found = {entry.subject: entry.id for entry in memory.entries().list()[0]}
        said = "Staging is refreshed at 03:00 UTC now, and the flags moved into the database."
        session.on_turn_end(said, "I will note both.")
        session.call_tool(
            "add_memory", {"content": "The on-call runbook is in the wiki, under Atlas.", "target": "memory"}
        )
        staging = "Staging is refreshed from production at 03:00 UTC."
        session.call_tool("update_memory", {"id": found["staging"], "content": staging, "target": "memory"})
        flags = "Feature flags live in the database since November."
        session.call_tool(
            "correct_memory", {"id": found["feature flags"], "content": flags, "target": "memory"}
        )
