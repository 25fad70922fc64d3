"""A Telegram Bot API on this machine: real HTTP, with the rules of the real one that a bot can break.

::

    with TelegramServer("1:token") as server:
        server.say("/memory", sender=12345)
        [reply] = server.replies(1)

A message is refused as Telegram refuses it: if it is empty or longer than 4,096 UTF-16 code units, or if an entity
begins or ends outside of it. An update is sent until the bot has confirmed it. After `flood`, the next message is put
off. A token other than the server's is unknown.
"""

from __future__ import annotations

import json
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from email.parser import BytesParser
from email.policy import HTTP
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl

LIMIT = 4096
LONGEST_POLL_S = 0.1


@dataclass(frozen=True)
class Sent:
    """A bot's message: a text with its entities, or a file with its caption."""

    chat: int
    text: str
    entities: tuple[dict[str, Any], ...] = ()
    options: dict[str, Any] | None = None
    file: tuple[str, bytes] | None = None

    @property
    def bold(self) -> list[str]:
        """The texts that are bold."""
        data = self.text.encode("utf-16-le")
        return [
            data[2 * one["offset"] : 2 * (one["offset"] + one["length"])].decode("utf-16-le")
            for one in self.entities
            if one["type"] == "bold"
        ]


class _Refused(Exception):
    def __init__(self, code: int, description: str, **parameters: Any) -> None:
        super().__init__(description)
        self.answer = {"ok": False, "error_code": code, "description": description}
        if parameters:
            self.answer["parameters"] = parameters


class TelegramServer:
    """The server; `url` is its address."""

    def __init__(self, token: str, name: str = "some_bot") -> None:
        self._token, self._name = token, name
        self._updates: list[dict[str, Any]] = []
        self._changed = threading.Condition()
        self._sent: list[Sent] = []
        self._number = 0
        self._flood_s: int | None = None
        self.polls = 0
        self.requests: list[str] = []
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                try:
                    result = server._answer(self.path, _fields(self.headers.get("Content-Type", ""), body))
                    status, answer = 200, {"ok": True, "result": result}
                except _Refused as refused:
                    status, answer = refused.answer["error_code"], refused.answer
                data = json.dumps(answer).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                with suppress(BrokenPipeError, ConnectionResetError):  # the bot ended while it waited
                    self.end_headers()
                    self.wfile.write(data)

            def log_message(self, *_: Any) -> None:
                pass

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.05})

    @property
    def url(self) -> str:
        """Its address, as a bot takes it."""
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    def __enter__(self) -> TelegramServer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def say(self, text: str, sender: int, *, chat: str = "private", kind: str = "message") -> None:
        """Let a Telegram user send a message to the bot, in a private chat or in a group."""
        with self._changed:
            self._number += 1
            entities = []
            if text.startswith("/"):
                entities = [{"type": "bot_command", "offset": 0, "length": len(text.split(maxsplit=1)[0])}]
            message = {
                "message_id": self._number,
                "date": int(time.time()),
                "chat": {"id": sender if chat == "private" else -100, "type": chat, "title": "A group"},
                "from": {"id": sender, "is_bot": False, "first_name": "Somebody"},
                "text": text,
                "entities": entities,
            }
            if kind == "edited_message":
                message["edit_date"] = message["date"]
            self._updates.append({"update_id": self._number, kind: message})
            self._changed.notify_all()

    def flood(self, seconds: int) -> None:
        """Put off the next message that the bot sends."""
        self._flood_s = seconds

    def replies(self, number: int, timeout_s: float = 30) -> list[Sent]:
        """Return what the bot sent, once there are so many messages; fail if they do not come."""
        with self._changed:
            came = self._changed.wait_for(lambda: len(self._sent) >= number, timeout_s)
            assert came, f"{len(self._sent)} of {number} messages came"
            return list(self._sent)

    def settled(self, timeout_s: float = 30) -> list[Sent]:
        """Return what the bot sent, once it has taken all updates and asks for more."""
        with self._changed:
            seen = self.polls
            came = self._changed.wait_for(lambda: not self._updates and self.polls > seen + 1, timeout_s)
            assert came, "the bot does not ask for updates"
            return list(self._sent)

    # -- the methods of the API ------------------------------------------------------------------

    def _answer(self, path: str, fields: dict[str, Any]) -> Any:
        begin, _, method = path.removeprefix("/bot").rpartition("/")
        self.requests.append(method)
        if begin != self._token:
            raise _Refused(401, "Unauthorized")
        methods = {
            "getMe": lambda _: {"id": 1, "is_bot": True, "first_name": "Bot", "username": self._name},
            "deleteWebhook": lambda _: True,
            "getUpdates": self._get_updates,
            "sendMessage": self._send_message,
            "sendDocument": self._send_document,
        }
        if method not in methods:
            raise _Refused(404, "Not Found")
        return methods[method](fields)

    def _get_updates(self, fields: dict[str, Any]) -> list[dict[str, Any]]:
        first = int(fields.get("offset", 0))
        wanted = json.loads(fields.get("allowed_updates", "[]"))
        with self._changed:
            self.polls += 1
            self._updates = [one for one in self._updates if one["update_id"] >= first]
            self._changed.notify_all()
            wait_s = min(float(fields.get("timeout", 0)), LONGEST_POLL_S)
            self._changed.wait_for(lambda: bool(self._updates), wait_s)
            return [one for one in self._updates if not wanted or set(wanted) & one.keys()]

    def _send_message(self, fields: dict[str, Any]) -> dict[str, Any]:
        text = fields.get("text", "")
        units = len(text.encode("utf-16-le")) // 2
        entities = tuple(json.loads(fields.get("entities", "[]")))
        if not text.strip():
            raise _Refused(400, "Bad Request: message text is empty")
        if units > LIMIT:
            raise _Refused(400, "Bad Request: message is too long")
        for one in entities:
            if not 0 <= one["offset"] < one["offset"] + one["length"] <= units:
                raise _Refused(400, "Bad Request: ENTITY_BOUNDS_INVALID")
        options = {
            name: value for name, value in fields.items() if name not in ("chat_id", "text", "entities")
        }
        return self._take(Sent(int(fields["chat_id"]), text, entities, options))

    def _send_document(self, fields: dict[str, Any]) -> dict[str, Any]:
        file = next((value for value in fields.values() if isinstance(value, tuple)), None)
        if file is None:
            raise _Refused(400, "Bad Request: there is no document in the request")
        return self._take(Sent(int(fields["chat_id"]), fields.get("caption", ""), file=file))

    def _take(self, sent: Sent) -> dict[str, Any]:
        if self._flood_s is not None:
            after, self._flood_s = self._flood_s, None
            raise _Refused(429, f"Too Many Requests: retry after {after}", retry_after=after)
        with self._changed:
            self._sent.append(sent)
            self._changed.notify_all()
        chat = {"id": sent.chat, "type": "private"}
        return {
            "message_id": 1000 + len(self._sent),
            "date": int(time.time()),
            "chat": chat,
            "text": sent.text,
        }


def _fields(content_type: str, body: bytes) -> dict[str, Any]:
    """Return the parameters of a request; a file is its name and bytes."""
    if not content_type.startswith("multipart/"):
        return dict(parse_qsl(body.decode(), keep_blank_values=True))
    message = BytesParser(policy=HTTP).parsebytes(f"Content-Type: {content_type}\r\n\r\n".encode() + body)
    found: dict[str, Any] = {}
    for part in message.iter_parts():
        name = part.get_param("name", header="content-disposition")
        data = part.get_payload(decode=True) or b""
        filename = part.get_filename()
        found[str(name)] = data.decode() if filename is None else (filename, data)
    return found
