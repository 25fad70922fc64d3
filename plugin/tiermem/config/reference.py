"""Write the configuration reference from the schema.

``python -m tiermem.config.reference > docs/configuration.md`` writes it.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from tiermem.config.schema_reader import definition, expected, schema_document

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_INTRODUCTION = """\
# Configuration

<!-- Written from agent-schema.json by: python -m tiermem.config.reference > docs/configuration.md -->

All settings are in one `type: memory` entry in an agent's YAML.
Every key has a default:

```yaml
# yaml-language-server: $schema=agent-schema.json
agents:
  my_agent:
    instruction: You are a helpful colleague.
    tools:
      - type: memory
```

[`config/default.yaml`](../config/default.yaml) shows every key with its default.
[`config/agents/`](../config/agents/) has agents that are ready to use.

Inside the `type: memory` entry an unknown key is an error.
Everything else in the file belongs to the host and is ignored.
An error gives the file, the line, the key, the expected value, and the nearest known key:

```
agent.yaml:6: agents.my_agent.tools[0].recall.topk: is not a key here. Did you mean 'top_k'?
```

`tiermem validate` lists all errors in the YAML and in everything it names (hook files, `disable`, prompts, the
store), and warns about missing extras.
With `--json` the first error is `error` and the others are its `further`.

The file must be UTF-8, and a key may occur only once in its mapping.
Paths in it are relative to the file itself.
A YAML with `hooks:` runs Python files, so it is code: load only files that you trust.
"""


def render_reference() -> str:
    """Return the page ``docs/configuration.md``."""
    schema = schema_document()
    entry = definition(schema, "MemoryEntry")
    groups = {key: part for key, part in entry["properties"].items() if "properties" in part}
    sections = [
        _INTRODUCTION,
        _section("The agent", definition(schema, "Agent")),
        _section("The `type: memory` entry", entry),
        *(_section(f"`{key}`", part) for key, part in groups.items()),
    ]
    return "\n".join(sections)


def _section(title: str, schema: Mapping[str, Any]) -> str:
    rows = "".join(f"| {' | '.join(row)} |\n" for row in _rows(schema))
    head = "| key | value | default | what it does | example |\n| --- | --- | --- | --- | --- |\n"
    return f"## {title}\n\n{schema['description']}\n\n{head}{rows}"


def _rows(schema: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    for key, part in schema["properties"].items():
        nested = "properties" in part
        default = f"[see below](#{key})" if nested else f"`{_inline(part['default'])}`"
        examples = ", ".join(f"`{_inline(example)}`" for example in part["examples"])
        yield f"`{key}`", expected(part), default, part["description"], examples


def _inline(value: Any) -> str:
    """Return a value on one line of YAML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_inline(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_inline, value)) + "]"
    return value if isinstance(value, str) and value else json.dumps(value)


if __name__ == "__main__":
    sys.stdout.write(render_reference())
