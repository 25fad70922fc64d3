"""The contract: every hook that a plugin can implement.

All hooks are synchronous. An implementation returns None where it has nothing to say. Its function
names any of the parameters listed here, by these names and without default values. Plugins run in
the order of loading: built-ins, installed plugins by name, then hook files as the YAML lists them.

Four kinds of hooks:

* *collect*: every plugin is asked, all answers are used, in the order of plugins;
* *notify*: every plugin is told, nothing is returned;
* *first result*: other plugins are asked before the built-ins; the first answer that is not None wins;
* *checks*: each plugin sees what the ones before it made of the value; the strictest answer wins.
"""

from __future__ import annotations

from types import FunctionType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tiermem.ports.context import HookSession, QueryContext
    from tiermem.values import (
        AgentSettings,
        Block,
        Candidate,
        Change,
        Completion,
        CompletionRequest,
        EmbeddedKind,
        Embeddings,
        Observation,
        Passage,
        RecallResult,
        Signal,
        Task,
        Tool,
        ToolResult,
        ToolSuggestion,
        Turn,
        VectorIndex,
        VectorRows,
        Verdict,
        Written,
    )


# The life of a session


def on_session_start(session: HookSession) -> Sequence[Block] | None:
    """Collect the sections of the system prompt.

    When it is called:
        Once per session, before its first prompt, and again after a compaction. The result is
        frozen in between.

    Parameters:
        session: The session that starts.

    What the result means:
        All blocks of all plugins are shown, sorted by `Block.order`, then by name. For an unchanged
        store return equal blocks, so that a host can keep the prompt cached: no clock, no counters.

    If it raises:
        The plugin's blocks are missing in this session; those of the others are there.
    """


def on_user_prompt(session: HookSession, prompt: str) -> RecallResult | Sequence[Passage] | None:
    """Collect what may matter for the user's message.

    When it is called:
        Once per message of the user, before the model sees it.

    Parameters:
        session: The session.
        prompt: The user's own words, without what hosts or tiermem wrapped around them.

    What the result means:
        Passages for ``<memory-context>``. The passages of all plugins are put in the order of their
        score, the chance from 0 to 1 that they matter, and cut to the budgets of ``recall:``. A `RecallResult`
        adds its terms and notes to the receipt.

    If it raises:
        The plugin's passages are missing from this message; the receipt notes it. So it is where a score is not
        from 0 to 1.
    """


def on_turn_end(session: HookSession, turns: Sequence[Turn]) -> None:
    """Take note of a turn that just ended.

    When it is called:
        After each answer of the model, and for a turn that was broken off.

    Parameters:
        session: The session.
        turns: The utterances of the turn, in the order they were said: usually the user's and the
            assistant's, with those of tools between them.

    What the result means:
        Nothing is returned.

    If it raises:
        This plugin did not do its part for this turn; the others do theirs.
    """


def on_pre_compact(session: HookSession, turns: Sequence[Turn]) -> None:
    """Save what a compaction is about to drop.

    When it is called:
        Before a host shortens the conversation that the model sees.

    Parameters:
        session: The session.
        turns: The utterances that will be dropped, in order.

    What the result means:
        Nothing is returned.

    If it raises:
        The compaction goes on; this plugin did not save its part.
    """


def on_session_end(session: HookSession, turns: Sequence[Turn]) -> Sequence[Observation] | None:
    """Collect what should be remembered of a session.

    When it is called:
        When the host reports the end of the session: late, twice or never. Turns that were not worked
        through then come with the next call.

    Parameters:
        session: The session.
        turns: The turns of the journal that were not yet worked through, in order; may be empty.

    What the result means:
        Observations, each of which may become an entry once it passed the write gate. The same turns
        must give the same observations, so that a second call changes nothing.

    If it raises:
        The plugin's observations are missing; those of the others are kept.
    """


def on_task_complete(session: HookSession, task: Task) -> None:
    """Take note of a task that is done.

    When it is called:
        After a task was completed and its working state is in the archive.

    Parameters:
        session: A session of the user with that task; a preview where a person's command completed it.
        task: The task as it was before, its notes included.

    What the result means:
        Nothing is returned.

    If it raises:
        The task is done all the same; this plugin did not do its part.
    """


def on_tool_result(session: HookSession, result: ToolResult) -> Sequence[Observation] | None:
    """Collect what a tool's result or an attachment holds, for later questions.

    When it is called:
        When a host reports a result with `Session.on_tool_result`.

    Parameters:
        session: The session.
        result: The tool's name, the text, and which message, attachment and file it is from.

    What the result means:
        Observations. Whatever they claim, they keep the speaker ``tool``: nothing of them is the user's word, and
        none of them reaches a block or the profile by itself.

    If it raises:
        The plugin's observations are missing; those of the others are kept.
    """


# Learning


def complete(request: CompletionRequest) -> Completion | None:
    """Ask a generative model (first result).

    When it is called:
        From gap-fill with ``extractor: model`` and from the processor with ``by: model``, outside of any
        transaction and never on the prompt path.

    Parameters:
        request: The question, the schema of its answer, and the milliseconds that are left.

    What the result means:
        The answer; None leaves the question to the next plugin. It is checked before anything of it is used.

    If it raises:
        The next plugin is asked. Without any answer nothing is lost: what was to be read waits.
    """


def extract_observations(session: HookSession, turns: Sequence[Turn]) -> Sequence[Observation] | None:
    """Collect statements of the user that no tool wrote down.

    When it is called:
        From gap-fill, at the end of a session, when ``gap_fill:`` is enabled.

    Parameters:
        session: The session.
        turns: The turns to look through, in order.

    What the result means:
        Observations, each with the `Turn.ref` of the turn that supports it as evidence.

    If it raises:
        The plugin's observations are missing; those of the other extractors are kept. Where it lets
        `errors.Unanswered` of `Session.complete` through, all of these turns wait, to be handed over again.
    """


def after_write(written: Sequence[Written]) -> None:
    """Take note of entries that were written: for a copy elsewhere, a webhook, a metric.

    When it is called:
        After each write was committed, with what it changed; also for proposals that wait for approval, and for
        what a person accepts or rejects. Nothing is called where a statement was stored already, and none for
        turns of the journal, for imports of JSON and for erasing.

    Parameters:
        written: The entries as they are now, and as they were.

    What the result means:
        Nothing is returned.

    If it raises:
        What was written stays; this plugin did not do its part.
    """


def check_write(change: Change) -> Verdict | None:
    """Judge a write before it happens (a check).

    When it is called:
        For every write on every way in, tools, commands, imports and gap-fill, for texts on their way
        into the journal, and for entries on their way into a block (``load``): one that is to be staged
        then is left out of it. Never inside a transaction.

    Parameters:
        change: The write, its content as the plugins before redacted it.

    What the result means:
        None and ``allow`` let it pass. ``redact`` replaces the content by `Verdict.content`.
        ``recall`` keeps the entry out of every block, unless the user said it in this session: it is
        recalled with its label. ``stage`` keeps it back until a person accepts it. ``refuse`` stops the
        write, and no further plugin is asked. The strictest verdict wins: allow < redact < recall < stage
        < refuse.

    If it raises:
        The write is refused and the reason names the plugin. The same holds when it is too late, is
        switched off, or returns what is not allowed: a check that cannot speak does not mean yes.
    """


# Recall and looks


def score_entries(asked: QueryContext, entries: Sequence[Candidate]) -> Signal | Sequence[Signal] | None:
    """Collect what can be measured of candidates, for their ranking.

    When it is called:
        In every recall and search that found candidates, before they are ranked.

    Parameters:
        asked: The query in front of its candidates: its words and their weights, who is named, the present.
        entries: The candidates, entries and turns of the journal, a few hundred at most.

    What the result means:
        Named factors per `Candidate.ref` multiply the odds that a candidate matters. Named values, one for
        each candidate in order, are worth what the scorecard's table of that name says. The receipt
        shows both.

    If it raises:
        The ranking does without this plugin's signals; the receipt notes it.
    """


def embed(texts: Sequence[str], kind: EmbeddedKind, model: str, deadline_ms: int) -> Embeddings | None:
    """Give the vectors of texts (first result).

    When it is called:
        Where ``vectors:`` is enabled: in a recall with the words searched for, and for entries and turns of the
        journal that have no vector yet. A search goes by words alone.

    Parameters:
        texts: At least one; secrets are redacted.
        kind: ``query`` for what is searched for, ``document`` for what is searched, as some models want to know.
        model: What ``vectors.model`` in the YAML says, ``local`` by default. A plugin that makes vectors
            with one model only may leave it out.
        deadline_ms: The milliseconds that are left; what comes later is not waited for.

    What the result means:
        A vector for each text, in order; None leaves them to the next plugin. Only vectors of the same
        `Embeddings.model` are compared.

    If it raises:
        The next plugin is asked. Without any vectors recall goes by words alone, and the receipt notes it;
        documents get theirs at another time.
    """


def open_vector_index(name: str, rows: VectorRows) -> VectorIndex | None:
    """Open an index over the stored vectors (first result).

    When it is called:
        Where ``vectors:`` is enabled with an index that is neither ``numpy`` nor ``sqlite-vec``, once per opened
        store, when vectors are first stored or searched.

    Parameters:
        name: What ``vectors.index`` in the YAML says.
        rows: The table of vectors with texts and metadata, from which the index fills its copy.

    What the result means:
        An index, whose methods are called without a deadline of their own; None leaves the name to the next plugin.
        An erasure calls its `forget`, and deletes ``rows.folder`` even where the plugin is not loaded.

    If it raises:
        Recall goes by words alone, and the receipt says why.
    """


def render_block(block: Block) -> str | None:
    """Give a block of the system prompt another look (first result).

    When it is called:
        For each block when a session starts.

    Parameters:
        block: The block.

    What the result means:
        The whole text that the model sees for this block; None leaves it to the next plugin.

    If it raises:
        The next plugin is asked, and in the end the built-in look.
    """


def render_passages(passages: Sequence[Passage]) -> str | None:
    """Give recalled passages another look (first result).

    When it is called:
        For each message of the user with something recalled, after the budgets were kept.

    Parameters:
        passages: The passages to show, best first.

    What the result means:
        The text inside the ``<memory-context>`` fence, tags of fences escaped; None leaves it to the next plugin.

    If it raises:
        The next plugin is asked, and in the end the built-in look.
    """


# Tools


def suggest_tools(session: HookSession, prompt: str) -> Sequence[ToolSuggestion] | None:
    """Collect tools that the user's habits point to.

    When it is called:
        Where a host asks: `Session.suggest_tools`, before the model sees a message.

    Parameters:
        session: The session.
        prompt: The user's own words.

    What the result means:
        Names of tools with a chance from 0 to 1 and the reason; a host may offer them first.

    If it raises:
        The plugin's suggestions are missing; those of the others are there.
    """


def register_tools() -> Sequence[Tool] | None:
    """Collect more tools for the model.

    When it is called:
        Once, when an agent's durable memory is opened.

    Parameters:
        None.

    What the result means:
        The tools are offered beside those of tiermem, in the order of plugins.

    If it raises:
        The plugin's tools are not offered; all others are.
    """


# Settings


def check_settings(settings: AgentSettings) -> Sequence[str] | None:
    """Collect what of an agent's settings will not work on this machine.

    When it is called:
        By ``tiermem validate``. Nothing is opened, and the network is not to be used.

    Parameters:
        settings: What the YAML says, resolved.

    What the result means:
        A sentence for each problem, with the way out. They are warnings: the YAML is valid all the same.

    If it raises:
        The plugin's warnings are missing; those of the others are there.
    """


HOOKS: Mapping[str, FunctionType] = {
    name: spec for name, spec in tuple(globals().items()) if isinstance(spec, FunctionType)
}
"""Every hook by name, in the order of the contract."""
