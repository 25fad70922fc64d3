"""An MCP server with one tool, whose results hosts tell their hooks: its answers are fixed."""

import json
import sys

TOLD = "Order 4711 of the kettle was sent from the depot in Bremen."
"""The result of its tool ``order``."""
_TOOL = {
    "name": "order",
    "description": "Look up an order.",
    "inputSchema": {"type": "object", "properties": {}},
}
_ANSWERS = {
    "initialize": {
        "protocolVersion": "2025-06-18",
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "shop", "version": "1"},
    },
    "tools/list": {"tools": [_TOOL]},
    "tools/call": {"content": [{"type": "text", "text": TOLD}]},
}

if __name__ == "__main__":
    for line in sys.stdin:
        asked = json.loads(line)
        if "id" in asked:
            result = _ANSWERS.get(asked["method"])
            said = (
                {"result": result} if result else {"error": {"code": -32601, "message": "Method not found"}}
            )
            print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], **said}), flush=True)
