"""Leads one conversation through Copilot's SDK: a process of its own, because the SDK leaves its pipes open.

Arguments: the program, the address of the model, the store, the session's name, and what is said. Prints, as JSON,
the session's blocks, and what Copilot keeps as typed by the user.
"""

import asyncio
import json
import sys

from copilot import CopilotClient, RuntimeConnection

from tiermem import Memory
from tiermem.hosts.copilot import TierMem


async def lead(session, program, url, prompts):
    connection = RuntimeConnection.for_stdio(path=program)
    provider = {"type": "openai", "base_url": url, "api_key": "none"}
    options = await TierMem(session).options()
    async with (
        CopilotClient(connection=connection) as client,
        await client.create_session(model="fake", provider=provider, **options) as chat,
    ):
        for prompt in prompts:
            await chat.send_and_wait(prompt, timeout=120)
        events = await chat.get_events()
    return [
        event.data.content for event in events if event.type.value == "user.message" and not event.agent_id
    ]


def main(program, url, store, name, *prompts):
    with Memory.open(store=store) as memory, memory.session(name) as session:
        typed = asyncio.run(lead(session, program, url, prompts))
        print(json.dumps({"blocks": session.memory_prompt, "typed": typed}))


if __name__ == "__main__":
    main(*sys.argv[1:])
