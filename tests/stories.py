"""Stories: what a user says in some sessions, and what is known of it in the next one.

A turn is what the user says, or a pair of it and the assistant's answer. A session is one such text or a sequence of
turns, and a story some sessions, each a day after the one before::

    tell = Stories(memory, clock)
    story = tell("My viva is on 3 March.", ("Any tips?", "no wait, the 4th"))
    assert story.known == ["My viva is on 4th March."]

The fixture `tell` of the engine's tests is one, in a memory with default settings.
"""

from tiermem import EntryFilter

ANSWER = "Noted."


def say(memory, *turns, clock=None, prompted=False, **session):
    """Have one session in which the user says this, and return it.

    Args:
        memory: Where.
        turns: Texts, or pairs of a text and its answer.
        clock: Moves on a day after the session.
        prompted: True if each text is a prompt before, as in a host.
        session: Arguments of `Memory.session`.
    """
    with memory.session(**session) as opened:
        for turn in turns:
            text, answer = (turn, ANSWER) if isinstance(turn, str) else turn
            if prompted:
                opened.on_prompt(text)
            opened.on_turn_end(text, answer)
    if clock:
        clock.pass_days(1)
    return opened


class Stories:
    """Tells stories in one memory, each of a user of its own, who knows nothing of the others."""

    def __init__(self, memory, clock=None):
        self._memory, self._clock, self._told = memory, clock, 0

    def __call__(self, *sessions, **session):
        """Tell a story; *session* are arguments of `say`."""
        self._told += 1
        story = Story(self._memory, f"user-{self._told}")
        for turns in sessions:
            turns = [turns] if isinstance(turns, str) else turns  # noqa: PLW2901
            say(self._memory, *turns, clock=self._clock, user=story.user, **session)
        return story


class Story:
    """A story that was told."""

    def __init__(self, memory, user):
        self._memory, self.user = memory, user

    @property
    def known(self):
        """The statements of the user that are in use, sorted."""
        entries, _ = self._memory.entries(self.user).list(EntryFilter(layers=("L0", "L1")))
        return sorted(entry.content for entry in entries)

    @property
    def waiting(self):
        """The statements that wait for a decision."""
        return [staged.content for staged, *_ in self._memory.entries(self.user).pending()]

    def shown(self, asked="Hello!"):
        """Return the learned information of a new session, and what is recalled for a prompt."""
        with self._memory.session(user=self.user) as session:
            _, _, learned = session.system_prompt.partition("LEARNED INFORMATION")
            return learned, session.on_prompt(asked).removesuffix(asked)
