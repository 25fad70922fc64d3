"""The words of passwords, keys and codes in a language."""

from __future__ import annotations

from tiermem.values.frozen import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Credentials:
    """The words of passwords and keys: alternatives of a pattern that is not verbose, and hints.

    Attributes:
        names: Names of a credential.
        fills: Words that may stand between a verb and a value.
        loose: Names that are a credential's only before what looks like one.
        pin: Names of a PIN.
        of: Begin the words that follow a name: ``for`` the weather service.
        verbs: Stand between a name and its value.
        to: Stand there where the credential is changed.
        changing: Verbs of changing it.
        joins: Words that end what belongs to a name.
        code: Names that are credentials in code and configuration alone.
        login: Names of a user's name and password together.
        last: Stand before a name that follows its value: "with X as the password".
        codes: Names of short numbers that open or unlock something.
        locks: Things that such a number opens.
        opens: Stand between such a thing and its number.
        plain: With a code, words that make it one that opens nothing: the colour code of the door.
        turns: The two ways to turn a dial.
        networks: Names of a wireless network, which stand before its name and its password.
        users: Names of a user's name.
        seeds: Names of the secret of one-time passwords.
        recovery: Names of codes with which one gets in again.
        phrases: Names of a list of words that is a key.
        talk: Words after a name and a sign that are no value.
        modifiers: Names of the keys that are held down with another.
        measures: Units behind a number, which make it an amount and not a password.
        hints: In small letters, parts of the above without one of which a text has no credential of this language.
        spaced: True if spaces separate words.
    """

    names: str
    verbs: str
    to: str
    changing: str
    fills: str = ""
    loose: str = ""
    pin: str = ""
    of: str = ""
    joins: str = ""
    code: str = ""
    login: str = ""
    last: str = ""
    codes: str = ""
    locks: str = ""
    opens: str = ""
    plain: str = ""
    turns: str = ""
    networks: str = ""
    users: str = ""
    seeds: str = ""
    recovery: str = ""
    phrases: str = ""
    talk: str = ""
    modifiers: str = ""
    measures: str = ""
    hints: frozenset[str] = frozenset()
    spaced: bool = True
