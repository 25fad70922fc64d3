"""Embed documents without a vector, and queries."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from tiermem.engine.models.completion import Spending
from tiermem.errors import PluginError, StoreError
from tiermem.values import Spent, instant, local_now
from tiermem.values.frozen import asdict, dataclass

if TYPE_CHECKING:
    from tiermem.ports import Clock, Hooks
    from tiermem.store.contract import Progress, SearchFilter, Store, Unembedded, Vectors
    from tiermem.values import AgentSettings, EmbeddedKind, Embeddings, Reach, VectorIndex, VectorRows

BATCH = 32
"""Maximum texts per call."""
PATIENCE_MS = 60_000
"""Deadline of a call with documents, in milliseconds."""
Storing = Callable[[], AbstractContextManager[object]]
"""Returns the context in which the store is used."""
_PROBE = "Which model is this?"
"""Embedded to learn a model's name: `VectorSettings.model` may be ``local``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """The result of embedding documents that had no vector.

    Attributes:
        model: The model.
        embedded: Number of vectors made now.
        done: Number of documents with a vector.
        documents: Number of documents.
        failures: Why documents are left without a vector, each reason once.
    """

    model: str
    embedded: int
    done: int
    documents: int
    failures: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return all fields as plain data."""
        return asdict(self) | {"failures": list(self.failures)}


class _Made(NamedTuple):
    """A document's vector."""

    document: Unembedded
    vector: bytes
    dims: int


class Embedding:
    """Embed one agent's texts; the costs of an endpoint are charged to the user.

    Args:
        store: Keeps vectors and charges.
        hooks: The agent's plugins, with `embed`.
        settings: The model and the caps.
        clock: Decides which day a call is charged to.
    """

    def __init__(self, store: Store, hooks: Hooks, settings: AgentSettings, clock: Clock = local_now) -> None:
        self._store = store
        self._hooks = hooks
        self._settings = settings.vectors
        self._spending = Spending(store, settings)
        self._clock = clock
        self._owed: list[tuple[Spent, Reach]] = []
        self._lock = Lock()
        self.enabled = settings.vectors.enabled
        self._is_remote = ":" in settings.vectors.model

    @property
    def vectors(self) -> Vectors:
        """The stored vectors, searched as the settings say.

        Raises:
            StoreError: A requirement of the index is not installed, or does not run here.
        """
        return self._store.vectors(self._settings.index, self._open_index)

    def _open_index(self, rows: VectorRows) -> VectorIndex:
        """Open a plugin's index.

        Raises:
            StoreError: No plugin supplies it; the message says why.
        """
        name = self._settings.index
        answer = self._hooks.open_vector_index(name, rows)
        if answer.values:
            return answer.values[0]
        reasons = "; ".join(failure.problem for failure in answer.failures)
        raise StoreError(f"No plugin supplies the index '{name}' over vectors. {reasons}".rstrip())

    def check(self, reach: Reach) -> None:
        """Check that the user is below the caps of the day. A local model costs nothing.

        Raises:
            SpendingCap: One of them is reached.
            StoreError: The store cannot be used.
        """
        if self._is_remote:
            self._spending.check(reach, self._clock())

    def embed(
        self, texts: Sequence[str], kind: EmbeddedKind, reach: Reach, deadline_ms: int = PATIENCE_MS
    ) -> Embeddings:
        """Return the vectors of texts. The user of *reach* owes their cost until `settle` charges it.

        Raises:
            PluginError: No hook returned them in time; the message says why.
        """
        answer = self._hooks.embed(texts, kind, self._settings.model, deadline_ms)
        if answer.values:
            self._owe(answer.values[0], reach)
            return answer.values[0]
        if not answer.failures:
            problem = f"no hook embeds for vectors.model '{self._settings.model}'."
            raise PluginError("embed", problem)
        first = answer.failures[0]  # built-ins, which may know nothing of the model, are asked last
        raise PluginError(first.plugin, first.problem)

    def _owe(self, made: Embeddings, reach: Reach) -> None:
        if made.input_tokens > 0 or made.usd:
            spent = Spent(
                at=instant(self._clock()),
                purpose="embed",
                model=made.model,
                input_tokens=max(made.input_tokens, 0),
                usd=made.usd,
            )
            with self._lock:
                self._owed.append((spent, reach))

    def settle(self) -> None:
        """Charge the costs that are owed.

        Raises:
            StoreError: The store cannot be used; the costs are still owed.
        """
        with self._lock:
            owed, self._owed = self._owed, []
        if not owed:
            return
        try:
            with self._store.transaction(durable=False):
                for spent, reach in owed:
                    self._store.runs.charge(spent, reach)
        except StoreError:
            with self._lock:
                self._owed[:0] = owed
            raise

    def warm_up(self) -> None:
        """Load the model if necessary, so that the next question does not wait for it.

        If the model is unavailable, the recall that needs it reports that.
        """
        if self.enabled and self._settings.model == "local":
            self._hooks.embed((_PROBE,), "query", self._settings.model, PATIENCE_MS)

    def nearness(self, text: str, where: SearchFilter, reach: Reach) -> float:
        """Return the cosine of a text and its nearest document; -1 if there are no documents.

        Raises:
            PluginError: No hook embedded the text.
            SpendingCap: The user's cap of the day is reached.
            StoreError: The store cannot be used.
        """
        self.check(reach)
        query = self.embed((text,), "query", reach)
        self.settle()
        near = self.vectors.nearest(query.model, query.vectors[0], where, reach.ids, 1)
        return near[0].similarity if near else -1.0

    def fill(
        self,
        scopes: Sequence[int] | None,
        reach: Reach,
        *,
        batch: int = BATCH,
        progress: Progress | None = None,
        storing: Storing = nullcontext,
    ) -> Filled:
        """Embed documents without a vector of the model: entries first, then turns, the latest first.

        A text that fails by itself is left out. Vectors of other models are kept.

        Args:
            scopes: The owners; None for all.
            reach: The user who is charged.
            batch: Maximum texts per call.
            progress: Called after each batch with the number of documents with a vector, and of all.
            storing: The context in which the store is used, never while a hook runs. If it raises, the work ends.

        Raises:
            PluginError: The model cannot be asked.
            SpendingCap: The user's cap of the day is reached; earlier vectors are kept.
            StoreError: The store cannot be used.
        """
        with storing():
            self.check(reach)
        model = self.embed((_PROBE,), "document", reach).model
        failures: dict[str, None] = {}
        embedded = 0
        with storing():
            done, documents = self.vectors.progress(model, scopes)
        for rows in self._missing(model, scopes, reach, batch, storing):
            made = self._made(rows, model, reach, failures)
            with storing():
                embedded += self._put(model, made)
            if progress is not None:
                progress(min(done + embedded, documents), documents)
        with storing():
            done, documents = self.vectors.progress(model, scopes)
        return Filled(
            model=model, embedded=embedded, done=done, documents=documents, failures=tuple(failures)
        )

    def _missing(
        self,
        model: str,
        scopes: Sequence[int] | None,
        reach: Reach,
        batch: int,
        storing: Storing,
    ) -> Iterator[list[Unembedded]]:
        """Yield batches of documents without a vector of the model, until the user's cap is reached."""
        after: Unembedded | None = None
        while True:
            with storing():
                self.settle()
                rows = self.vectors.missing(model, scopes, batch, after=after)
                if rows:
                    self.check(reach)
            if not rows:
                return
            yield rows
            after = rows[-1]

    def _put(self, model: str, made: Sequence[_Made]) -> int:
        if not made:
            return 0
        return self.vectors.put(model, made[0].dims, [(one.document, one.vector) for one in made])

    def _made(
        self, rows: Sequence[Unembedded], model: str, reach: Reach, failures: dict[str, None]
    ) -> list[_Made]:
        """Return the vectors of a batch; if it fails, those of the texts that succeed one by one.

        Raises:
            PluginError: The first two texts fail alone too, or the only one: the texts are not the cause.
        """
        try:
            return self._of(rows, model, reach)
        except PluginError as error:
            if len(rows) == 1:
                failures[str(error)] = None
                return []
        made: list[_Made] = []
        for number, row in enumerate(rows):
            try:
                made += self._of([row], model, reach)
            except PluginError as error:
                if not made and number > 0:
                    raise
                failures[str(error)] = None
        return made

    def _of(self, rows: Sequence[Unembedded], model: str, reach: Reach) -> list[_Made]:
        answer = self.embed([row.text for row in rows], "document", reach)
        if answer.model != model:
            raise PluginError("embed", f"{model} was asked, and {answer.model} answered.")
        return [_Made(row, vector, answer.dims) for row, vector in zip(rows, answer.vectors, strict=True)]
