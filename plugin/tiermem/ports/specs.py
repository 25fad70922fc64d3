"""The contract: every hook that a plugin can implement.

All hooks are synchronous. An implementation returns None if it has no result. Its function takes any
of the parameters listed here, by these names and without default values. Plugins run in the order of
loading: built-ins, installed plugins by name, then hook files as the YAML lists them.

There are four kinds of hooks:

* *collect*: every plugin is called, and all results are used in the order of plugins;
* *notify*: every plugin is called, and nothing is returned;
* *first result*: other plugins are called before the built-ins, and the first result that is not None wins;
* *checks*: each plugin sees the value as the plugins before it changed it, and the strictest result wins.
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
        Once per session, before its first prompt, and again after each compaction. The result stays
        frozen in between.

    Parameters:
        session: The session that starts.

    What the result means:
        All blocks of all plugins are shown, sorted by `Block.order`, then by name. Return equal blocks for
        an unchanged store, without clocks or counters, so that a host can keep the prompt cached.

    If it raises:
        The plugin's blocks are missing in this session; those of other plugins are present.
    """


def on_user_prompt(session: HookSession, prompt: str) -> RecallResult | Sequence[Passage] | None:
    """Collect passages that may matter for the user's message.

    When it is called:
        Once per message of the user, before the model sees it.

    Parameters:
        session: The session.
        prompt: The user's own words, without text that hosts or tiermem wrapped around them.

    What the result means:
        Passages for ``<memory-context>``. The passages of all plugins are sorted by their score, the chance
        from 0 to 1 that they matter, and cut to the budgets of ``recall:``. A `RecallResult` adds its terms and
        notes to the receipt.

    If it raises:
        The plugin's passages are missing from this message, and the receipt notes it. The same happens if a
        score is not from 0 to 1.
    """


def on_turn_end(session: HookSession, turns: Sequence[Turn]) -> None:
    """Handle a turn that just ended.

    When it is called:
        After each answer of the model, and for an interrupted turn.

    Parameters:
        session: The session.
        turns: The utterances of the turn, in the order they were said: usually the user's and the
            assistant's, with those of tools between them.

    What the result means:
        Nothing is returned.

    If it raises:
        This plugin's part for this turn is missing; the other plugins are still called.
    """


def on_pre_compact(session: HookSession, turns: Sequence[Turn]) -> None:
    """Save the turns that a compaction is about to drop.

    When it is called:
        Before a host shortens the conversation that the model sees.

    Parameters:
        session: The session.
        turns: The utterances that the compaction drops, in order.

    What the result means:
        Nothing is returned.

    If it raises:
        The compaction continues without this plugin's part.
    """


def on_session_end(session: HookSession, turns: Sequence[Turn]) -> Sequence[Observation] | None:
    """Collect the observations to remember from a session.

    When it is called:
        When the host reports the end of the session, which may happen late, twice or never. Turns that were
        not processed then come with the next call.

    Parameters:
        session: The session.
        turns: The turns of the journal that are not yet processed, in order; may be empty.

    What the result means:
        Observations, each of which may become an entry after it passes the write gate. The same turns
        must give the same observations, so that a second call changes nothing.

    If it raises:
        The plugin's observations are missing; those of other plugins are kept.
    """


def on_task_complete(session: HookSession, task: Task) -> None:
    """Handle a completed task.

    When it is called:
        After a task was completed and its working state is in the archive.

    Parameters:
        session: A session of the user with that task; a preview if a person's command completed it.
        task: The task as it was before, including its notes.

    What the result means:
        Nothing is returned.

    If it raises:
        The task is still completed, without this plugin's part.
    """


def on_tool_result(session: HookSession, result: ToolResult) -> Sequence[Observation] | None:
    """Collect observations from a tool's result or an attachment, for later questions.

    When it is called:
        When a host reports a result with `Session.on_tool_result`.

    Parameters:
        session: The session.
        result: The tool's name, the text, and its message, attachment and file.

    What the result means:
        Observations. They always keep the speaker ``tool``: they never count as the user's words, and
        never enter a block or the profile by themselves.

    If it raises:
        The plugin's observations are missing; those of other plugins are kept.
    """


# Learning


def complete(request: CompletionRequest) -> Completion | None:
    """Ask a generative model (first result).

    When it is called:
        From gap-fill with ``extractor: model`` and from the processor with ``by: model``, outside any
        transaction and never on the prompt path.

    Parameters:
        request: The question, the schema of its answer, and the remaining milliseconds.

    What the result means:
        The answer; None leaves the question to the next plugin. The answer is checked before it is used.

    If it raises:
        The next plugin is called. Without any answer nothing is lost: the input waits.
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
        The plugin's observations are missing; those of other extractors are kept. If it lets
        `errors.Unanswered` of `Session.complete` through, all of these turns wait for another call.
    """


def after_write(written: Sequence[Written]) -> None:
    """Handle written entries: for a copy elsewhere, a webhook, a metric.

    When it is called:
        After each committed write, with its changes; also for proposals that wait for approval, and for
        proposals that a person accepts or rejects. It is not called if a statement was already stored, for
        turns of the journal, for imports of JSON, or for erasing.

    Parameters:
        written: The entries as they are now, and as they were.

    What the result means:
        Nothing is returned.

    If it raises:
        The write is kept, without this plugin's part.
    """


def check_write(change: Change) -> Verdict | None:
    """Judge a write before it happens (a check).

    When it is called:
        For every write by tools, commands, imports and gap-fill, for texts before they enter the journal,
        and for entries before they enter a block (``load``). An entry that gets ``stage`` at loading is left
        out of the block. Never inside a transaction.

    Parameters:
        change: The write, with its content as redacted by the plugins before.

    What the result means:
        None and ``allow`` let it pass. ``redact`` replaces the content by `Verdict.content`.
        ``recall`` keeps the entry out of every block unless the user said it in this session. It is then
        recalled with its label. ``stage`` holds it until a person accepts it. ``refuse`` stops the write,
        and no further plugin is called. The strictest verdict wins: allow < redact < recall < stage < refuse.

    If it raises:
        The write is refused, and the reason names the plugin. The same happens if the plugin is too late, is
        switched off, or returns a wrong result. A failed check never means yes.
    """


# Recall and looks


def score_entries(asked: QueryContext, entries: Sequence[Candidate]) -> Signal | Sequence[Signal] | None:
    """Collect measures of candidates, for their ranking.

    When it is called:
        In every recall and search that found candidates, before they are ranked.

    Parameters:
        asked: The query of these candidates: its words and their weights, the names in it, the present.
        entries: The candidates (entries and turns of the journal), a few hundred at most.

    What the result means:
        Named factors per `Candidate.ref` multiply the odds that a candidate matters. Named values, one for
        each candidate in order, are weighed by the scorecard's table of that name. The receipt shows both.

    If it raises:
        The ranking omits this plugin's signals, and the receipt notes it.
    """


def embed(texts: Sequence[str], kind: EmbeddedKind, model: str, deadline_ms: int) -> Embeddings | None:
    """Return the vectors of texts (first result).

    When it is called:
        If ``vectors:`` is enabled: in a recall with its search text, and for entries and turns of the
        journal that have no vector yet. A search uses words alone.

    Parameters:
        texts: At least one; secrets are redacted.
        kind: ``query`` for the text of a search, ``document`` for a text to find; some models need it.
        model: The value of ``vectors.model`` in the YAML, ``local`` by default. A plugin with a single model may
            leave it out.
        deadline_ms: The remaining milliseconds. A later result is ignored.

    What the result means:
        A vector for each text, in order; None leaves them to the next plugin. Only vectors of the same
        `Embeddings.model` are compared.

    If it raises:
        The next plugin is called. Without any vectors recall uses words alone, and the receipt notes it.
        Documents get their vectors later.
    """


def open_vector_index(name: str, rows: VectorRows) -> VectorIndex | None:
    """Open an index over the stored vectors (first result).

    When it is called:
        If ``vectors:`` is enabled with an index other than ``numpy`` and ``sqlite-vec``: once per opened store,
        when vectors are first stored or searched.

    Parameters:
        name: The value of ``vectors.index`` in the YAML.
        rows: The table of vectors with texts and metadata, from which the index fills its copy.

    What the result means:
        An index; None leaves the name to the next plugin. The index's methods have no deadline of their own.
        An erasure calls its `forget`, and deletes ``rows.folder`` even if the plugin is not loaded.

    If it raises:
        Recall uses words alone, and the receipt gives the reason.
    """


def render_block(block: Block) -> str | None:
    """Render a block of the system prompt (first result).

    When it is called:
        For each block when a session starts.

    Parameters:
        block: The block.

    What the result means:
        The whole text that the model sees for this block; None leaves it to the next plugin.

    If it raises:
        The next plugin is called, and finally the built-in renderer.
    """


def render_passages(passages: Sequence[Passage]) -> str | None:
    """Render recalled passages (first result).

    When it is called:
        For each message of the user with recalled passages, after the budgets are applied.

    Parameters:
        passages: The passages to show, best first.

    What the result means:
        The text inside the ``<memory-context>`` fence; None leaves it to the next plugin. Tags of fences in it are
        escaped.

    If it raises:
        The next plugin is called, and finally the built-in renderer.
    """


# Tools


def suggest_tools(session: HookSession, prompt: str) -> Sequence[ToolSuggestion] | None:
    """Collect tools that the user's habits suggest.

    When it is called:
        When a host calls `Session.suggest_tools`, before the model sees a message.

    Parameters:
        session: The session.
        prompt: The user's own words.

    What the result means:
        Names of tools with a chance from 0 to 1 and the reason; a host may offer them first.

    If it raises:
        The plugin's suggestions are missing; those of other plugins are present.
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
        The plugin's tools are not offered; all other tools are.
    """


# Settings


def check_settings(settings: AgentSettings) -> Sequence[str] | None:
    """Collect problems of an agent's settings on this machine.

    When it is called:
        By ``tiermem validate``. It opens nothing, and must not use the network.

    Parameters:
        settings: The resolved settings of the YAML.

    What the result means:
        A sentence for each problem, with its solution. They are warnings: the YAML is still valid.

    If it raises:
        The plugin's warnings are missing; those of other plugins are present.
    """


HOOKS: Mapping[str, FunctionType] = {
    name: spec for name, spec in tuple(globals().items()) if isinstance(spec, FunctionType)
}
"""All hooks by name, in the order of the contract."""
