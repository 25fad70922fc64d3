"""Run a Telegram bot that answers /memory: ``telegram``."""

from __future__ import annotations

import os
from argparse import ArgumentParser, ArgumentTypeError
from typing import TYPE_CHECKING

from tiermem.errors import InputError
from tiermem.support.resources import install_command

if TYPE_CHECKING:
    from tiermem.doors.cli.call import Call

TOKEN = "TIERMEM_TELEGRAM_TOKEN"  # noqa: S105 the name of the variable
"""The variable with the bot's token: other people on the machine can read the arguments of a command."""


def flags_telegram(parser: ArgumentParser) -> None:
    """Add the flags."""
    parser.epilog = f"The bot's token, which @BotFather gives, is read from {TOKEN}."
    parser.add_argument(
        "--allow",
        action="append",
        default=[],
        metavar="ID=USER",
        type=_allowed,
        help="answer the Telegram user with this number, as this user of tiermem; may be repeated",
    )
    parser.add_argument(
        "--allow-anybody",
        action="store_true",
        help="answer all others too, each as the user telegram:ID",
    )
    parser.add_argument("--api", metavar="URL", help="the address of a Bot API server of your own")


def _allowed(text: str) -> tuple[int, str]:
    number, _, user = text.partition("=")
    if not (number.isascii() and number.isdigit() and user.strip()):
        raise ArgumentTypeError(f"{text!r} is not ID=USER, as 12345=maya")
    return int(number), user


def run_telegram(call: Call) -> int:
    """Run the bot."""
    options = call.options
    users = dict(options.allow)
    if len(users) < len(options.allow):
        raise InputError("One Telegram user has one user of the memory: name each --allow number once.")
    try:
        from tiermem.doors import telegram
    except ModuleNotFoundError as error:
        if error.name != "telegram":
            raise
        raise InputError(
            f"A Telegram bot needs the extra 'telegram', which is not installed: {install_command('telegram')}."
        ) from None
    token = os.environ.get(TOKEN)
    if not token:
        raise InputError(f"{TOKEN} is not set. @BotFather in Telegram makes a bot and gives its token.")
    if not (users or options.allow_anybody):
        call.output.note("Nobody is allowed yet. Write to the bot to see your number here.")
    telegram.run(
        call.memory,
        users,
        token,
        allow_anybody=options.allow_anybody,
        api=options.api,
        on_stranger=lambda number: call.output.note(
            f"Telegram user {number} wrote and got no answer. --allow {number}=USER allows it."
        ),
    )
    return 0
