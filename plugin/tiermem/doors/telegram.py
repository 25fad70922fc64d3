"""Answer ``/memory`` in Telegram: the extra ``telegram``.

::

    application.add_handler(memory_handler(memory, {12345: "maya"}))  # in a bot of your own
    run(memory, {12345: "maya"}, token)  # a bot that does nothing else

Each Telegram user is one user of the memory. Others get no answer, and nobody gets one in a group, where all would read
it.
"""

from __future__ import annotations

import asyncio
import logging
import warnings
from collections.abc import Callable, Coroutine, Iterator, Mapping
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from telegram import LinkPreviewOptions, MessageEntity
from telegram.constants import FileSizeLimit, MessageLimit
from telegram.error import InvalidToken, NetworkError, RetryAfter
from telegram.ext import Application, CommandHandler, MessageHandler, filters

from tiermem.doors.memory_command import Line, Reply, answer
from tiermem.errors import InputError, TiermemError
from tiermem.hosts.command.contract import SLASH_NAMES
from tiermem.support.lazy import logger
from tiermem.text import terminal

if TYPE_CHECKING:
    from telegram import Message, Update

    from tiermem.memory.memory import Memory
    from tiermem.values.words import UserId

_LOG = logger("tiermem")
LIMIT = int(MessageLimit.MAX_TEXT_LENGTH)
"""UTF-16 code units of a message, as Telegram counts."""
TRIES = 5
"""Times to send a message that Telegram asks to send later."""
_FAILED = "What is remembered cannot be read now. Please try again later."
_TOO_LARGE = "The export is too large for Telegram. 'tiermem export' writes it to a file."


class Piece(NamedTuple):
    """A message to send.

    Attributes:
        text: Plain text.
        bold: Start and length of each heading in it, in UTF-16 code units.
    """

    text: str
    bold: tuple[tuple[int, int], ...] = ()


def pieces(reply: Reply, limit: int = LIMIT) -> list[Piece]:
    """Return a reply as messages, split between entries. A heading stays with the entry below it."""
    done: list[Piece] = []
    text, bold = "", list[tuple[int, int]]()

    def end() -> None:
        nonlocal text, bold
        if text.strip():
            done.append(Piece(text.rstrip(), tuple(bold)))
        text, bold = "", []

    for line, needed in _sized(reply.lines, limit):
        if text and _units(text) + needed > limit:
            end()
        if text or line.text:
            if line.kind == "heading":
                bold.append((_units(text), _units(line.text)))
            text += f"{line.text}\n"
    end()
    return done


def _sized(lines: tuple[Line, ...], limit: int) -> Iterator[tuple[Line, int]]:
    """Yield each line as it is shown, in parts if it is too long, with the units that have to fit with it."""
    shown = [
        Line(part, line.kind)
        for line in lines
        for part in _parts(str(line) if line.kind == "entry" else line.text, limit)
    ]
    for place, line in enumerate(shown):
        below = shown[place + 1] if line.kind == "heading" and place + 1 < len(shown) else None
        both = _units(line.text) + (0 if below is None else 1 + _units(below.text))
        yield line, both if both <= limit else _units(line.text)


def _parts(text: str, limit: int) -> list[str]:
    """Cut a text into parts that fit a message."""
    found, size = [""], 0
    for character in text:
        size += _units(character)
        if size > limit:
            found.append("")
            size = _units(character)
        found[-1] += character
    return found


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def memory_handler(
    memory: Memory, users: Mapping[int, UserId], *, allow_anybody: bool = False
) -> CommandHandler[Any, Any]:
    """Return the handler of ``/memory`` in private chats.

    Args:
        memory: The memory.
        users: Telegram user id → user of the memory.
        allow_anybody: Answer all others too; each is the user ``telegram:ID``.
    """
    allowed = filters.UpdateType.MESSAGE & filters.ChatType.PRIVATE
    if not allow_anybody:
        allowed &= filters.User(list(users))

    async def handle(update: Update, _: Any) -> None:
        sender, message = update.effective_user, update.effective_message
        assert sender is not None
        assert message is not None
        user = users.get(sender.id, f"telegram:{sender.id}")
        reply = await asyncio.to_thread(_answer, memory, message.text or "", user)
        await _send(message, reply)

    return CommandHandler([name.removeprefix("/") for name in SLASH_NAMES], handle, filters=allowed)


def _answer(memory: Memory, text: str, user: UserId) -> Reply:
    try:
        return answer(memory, text, user)
    except TiermemError as error:
        _LOG.warning("/memory failed: %s", error)
        return Reply(lines=(Line(_FAILED),), done=False)
    finally:
        memory.release()


async def _send(message: Message, reply: Reply) -> None:
    if reply.document is not None:
        data = reply.document.text.encode()
        if len(data) <= FileSizeLimit.FILESIZE_UPLOAD:
            name, caption = reply.document.name, reply.lines[0].text
            await _patiently(partial(message.reply_document, data, filename=name, caption=caption))
            return
        reply = Reply(lines=(Line(_TOO_LARGE),), done=False)
    for piece in pieces(reply):
        await _patiently(partial(_send_piece, message, piece))


def _send_piece(message: Message, piece: Piece) -> Coroutine[Any, Any, Message]:
    """Send a message whose links show no preview: nothing is fetched from what is remembered."""
    return message.reply_text(
        piece.text,
        entities=[MessageEntity(MessageEntity.BOLD, start, length) for start, length in piece.bold],
        link_preview_options=LinkPreviewOptions(is_disabled=True),
    )


async def _patiently(send: Callable[[], Coroutine[Any, Any, object]]) -> None:
    """Send, waiting as long as Telegram asks to."""
    for _ in range(TRIES - 1):
        try:
            await send()
        except RetryAfter as error:
            await asyncio.sleep(_wait_s(error))
        else:
            return
    await send()


def _wait_s(error: RetryAfter) -> float:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns that a later version gives a timedelta
        after: object = error.retry_after
    return after.total_seconds() if isinstance(after, timedelta) else float(str(after))


def run(
    memory: Memory,
    users: Mapping[int, UserId],
    token: str,
    *,
    allow_anybody: bool = False,
    api: str | None = None,
    on_stranger: Callable[[int], None] = lambda _: None,
) -> None:
    """Run a bot that answers ``/memory``, until a signal ends it.

    Args:
        memory: See `memory_handler`.
        users: See `memory_handler`.
        token: The bot's token.
        allow_anybody: See `memory_handler`.
        api: The address of a Bot API server (default: Telegram's own).
        on_stranger: Called once with the id of each Telegram user who writes and is not allowed.

    Raises:
        InputError: The token is not valid, or the server cannot be reached when the bot starts.
    """
    _log_without(token)
    builder = Application.builder().token(token)
    if api is not None:
        builder = builder.base_url(f"{api.rstrip('/')}/bot").base_file_url(f"{api.rstrip('/')}/file/bot")
    application = builder.build()
    application.add_handler(memory_handler(memory, users, allow_anybody=allow_anybody))
    if not allow_anybody:
        application.add_handler(_strangers(users, on_stranger))
    try:
        application.run_polling(allowed_updates=["message"])
    except InvalidToken:
        raise InputError(
            "Telegram rejected the token. Copy the one that @BotFather gave for the bot."
        ) from None
    except NetworkError as error:
        raise InputError(f"Telegram cannot be reached: {str(error).replace(token, '…')}.") from None


def _log_without(token: str) -> None:
    """Log what the library reports as one line each, without the token, which it writes into some of them."""
    log = logging.getLogger("telegram")
    handler = logging.StreamHandler()
    handler.setFormatter(_Formatter(token))
    log.handlers, log.propagate = [handler], False


class _Formatter(logging.Formatter):
    def __init__(self, token: str) -> None:
        super().__init__("tiermem: %(message)s")
        self._token = token

    def format(self, record: logging.LogRecord) -> str:
        return terminal(super().format(record).replace(self._token, "…"))

    def formatException(self, ei: Any) -> str:  # noqa: N802 the standard library's name
        return f"{ei[0].__name__}: {ei[1]}"


def _strangers(users: Mapping[int, UserId], on_stranger: Callable[[int], None]) -> MessageHandler[Any, Any]:
    seen: set[int] = set()

    async def handle(update: Update, _: Any) -> None:
        sender = update.effective_user
        if sender is not None and sender.id not in seen and len(seen) < 1000:
            seen.add(sender.id)
            on_stranger(sender.id)

    return MessageHandler(filters.ChatType.PRIVATE & ~filters.User(list(users)), handle)
