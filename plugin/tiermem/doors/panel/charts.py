"""The figures and plots of the Timeline: what each of them shows of the measures, and in which words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from tiermem.doors.panel.plots import Plot, Series, plot
from tiermem.doors.panel.showing import LAYER_WORDS

if TYPE_CHECKING:
    from tiermem.engine.measures import Counts, Measures, Point, Rate

Value: TypeAlias = "Callable[[Point], float | None]"
_BLOCKS: Mapping[str, str] = {
    "identity": "identity",
    "memory": "agent notes",
    "user": "user profile",
    "learned": "learned information",
    "narrative": "what goes on now",
    "scaffold": "what is known",
    "task": "task",
}
_RATES = (
    ("recall_hits", "Prompts that recalled something", "prompts with something to search for"),
    ("corrections", "Recalls that had to be corrected", "prompts with something to search for"),
    ("repeated_questions", "Questions whose answer was known", "questions the assistant asked"),
    ("utilisation", "Recalled and used in the answer", "passages shown"),
)
"""Rate, its title, and what it is a part of."""


@dataclass(frozen=True)
class Figure:
    """A measure of the whole time, in words.

    Attributes:
        id: Its name.
        title: Its title.
        value: The measure; "too few to say" where it says nothing.
        of: What it is a part of.
        is_known: True if there is a measure.
    """

    id: str
    title: str
    value: str
    of: str
    is_known: bool = True


@dataclass(frozen=True)
class Curve:
    """One measure of a chart.

    Attributes:
        name: Its name in the key and the table.
        value: Returns its value of a point; None where there is nothing to say.
        style: Its colour.
    """

    name: str
    value: Value
    style: int = 1


def _number(value: float) -> str:
    return f"{value:,.0f}"


@dataclass(frozen=True)
class Chart:
    """The content of a plot.

    Attributes:
        id: Its name.
        title: Its title.
        hint: What it shows.
        empty: What to say in the place of a drawing.
        now: Returns what it comes to, in words.
        curves: What is drawn.
        kind: Lines, or bars that stand on each other.
        shown: Returns a value as text; None for whole numbers.
        limit: A limit that is drawn as a line.
        least_top: The least that the scale reaches to.
    """

    id: str
    title: str
    hint: str
    empty: str
    now: Callable[[Measures], str]
    curves: Sequence[Curve]
    kind: Literal["lines", "bars"] = "lines"
    shown: Callable[[float], str] | None = None
    limit: float | None = None
    least_top: float = 1.0

    def drawn(self, measures: Measures) -> Plot:
        """Return its plot of some measures."""
        return plot(
            self.id,
            self.title,
            now=self.now(measures),
            hint=self.hint,
            starts=[point.start for point in measures.points],
            step=measures.step,
            series=[
                Series(one.name, [one.value(point) for point in measures.points], one.style)
                for one in self.curves
            ],
            kind=self.kind,
            shown=self.shown or _number,
            limit=self.limit,
            least_top=self.least_top,
            empty=self.empty,
        )


def figures(total: Counts) -> list[Figure]:
    """Return the figures of a time."""
    rates = total.rates
    found = [
        Figure(
            name,
            title,
            _share(rates[name]),
            f"{rates[name].part:,} of {rates[name].of:,} {of}",
            is_known=rates[name].share is not None,
        )
        for name, title, of in _RATES
    ]
    return [*found, _noticed(total), _cost(total)]


def _noticed(total: Counts) -> Figure:
    each = total.observations_per_session
    return Figure(
        "observations",
        "Noticed in each conversation",
        "too few to say" if each is None else f"{each:.1f} things",
        f"{total.observations:,} in {total.sessions:,} conversations",
        is_known=each is not None,
    )


def _cost(total: Counts) -> Figure:
    if total.usd:
        return Figure("cost", "Cost of models", f"${total.usd:,.2f}", f"{total.tokens:,} tokens of models")
    if total.tokens:
        return Figure("cost", "Cost of models", f"{total.tokens:,} tokens", "at no known price")
    return Figure("cost", "Cost of models", "nothing", "no model was asked")


def plots(measures: Measures) -> list[Plot]:
    """Return the plots of a time."""
    charts = (_GROWTH, _budgets(measures), *_OVER_TIME, _costs(measures))
    return [chart.drawn(measures) for chart in charts]


def _share(rate: Rate) -> str:
    return "too few to say" if rate.share is None else f"{100 * rate.share:.0f} %"


def _rate(name: str) -> Callable[[Measures], str]:
    return lambda measures: _share(measures.total.rates[name])


def _budgets(measures: Measures) -> Chart:
    """Return the chart of the blocks that had a budget in this time."""
    had = {name for point in measures.points for name in point.blocks}

    def filled(block: str) -> Value:
        return lambda point: float(point.blocks[block].percent) if block in point.blocks else None

    blocks = [name for name in _BLOCKS if name in had]
    return Chart(
        "budgets",
        "Budgets of the prompt",
        "How full each part of the prompt was when a conversation began. At 100 % something may be left out.",
        "No session asked for its prompt in this time. The curve shows how full each part of it was.",
        _fullest,
        [Curve(_BLOCKS[name], filled(name), style) for style, name in enumerate(blocks, 1)],
        shown=lambda value: f"{value:.0f} %",
        limit=100,
    )


def _fullest(measures: Measures) -> str:
    """Return the block that was the fullest lately."""
    latest = {name: usage.percent for point in measures.points for name, usage in point.blocks.items()}
    if not latest:
        return "no session"
    name = max(latest, key=lambda one: latest[one])
    return f"{_BLOCKS.get(name, name)} {latest[name]} %"


def _costs(measures: Measures) -> Chart:
    """Return the chart of dollars, or of tokens where no price is known."""
    usd, tokens = measures.total.usd, measures.total.tokens
    return Chart(
        "cost",
        "Cost of models",
        "What generative and embedding models were paid for.",
        "Nothing was spent: rules need no model.",
        lambda _: f"${usd:,.2f}" if usd else f"{tokens:,} tokens",
        [
            Curve("dollars", lambda point: point.counts.usd or None, 2)
            if usd
            else Curve("tokens", lambda point: point.counts.tokens or None, 2)
        ],
        kind="bars",
        shown=(lambda value: f"${value:,.2f}") if usd else None,
        least_top=0.01 if usd else 1.0,
    )


_GROWTH = Chart(
    "growth",
    "Memories",
    "How many are in use, by when the agent sees them.",
    "No memory yet. The curve shows how many there are, by when the agent sees them.",
    lambda measures: f"{sum(measures.points[-1].entries.values()):,}",
    (
        Curve(LAYER_WORDS["L0"][0], lambda point: point.entries["L0"], 1),
        Curve(LAYER_WORDS["L1"][0], lambda point: point.entries["L1"], 2),
        Curve(LAYER_WORDS["L2"][0], lambda point: point.entries["L2"], 3),
    ),
)
_OVER_TIME = (
    Chart(
        "recalls",
        "Recalls",
        "Prompts with something to search for, and whether they recalled anything.",
        "No prompt in this time. The bars show how many recalled something.",
        _rate("recall_hits"),
        (
            Curve("brought something", lambda point: point.counts.shown, 1),
            Curve("brought nothing", lambda point: point.counts.recalls - point.counts.shown, 4),
        ),
        kind="bars",
    ),
    Chart(
        "corrections",
        "Corrections",
        "Recalls that the user or the agent corrected afterwards. They should become fewer.",
        "No recall was corrected in this time.",
        _rate("corrections"),
        (Curve("recalls corrected", lambda point: point.counts.corrected, 5),),
    ),
    Chart(
        "repeated",
        "Repeated questions",
        "The assistant's latest questions, and whether memory had the answer. It should be almost none.",
        "The assistant asked nothing in this time, or no conversation is kept.",
        _rate("repeated_questions"),
        (
            Curve("answer was known", lambda point: point.counts.asked_again, 5),
            Curve("answer was new", lambda point: point.counts.questions - point.counts.asked_again, 4),
        ),
        kind="bars",
    ),
    Chart(
        "used",
        "Use of what was recalled",
        "Recalled passages whose words the answer has.",
        "No answer in this time had anything recalled.",
        _rate("utilisation"),
        (
            Curve("used", lambda point: point.counts.used, 1),
            Curve("not used", lambda point: point.counts.passages - point.counts.used, 4),
        ),
        kind="bars",
    ),
    Chart(
        "observations",
        "What was noticed",
        "Facts, preferences, decisions and corrections heard in conversations or found elsewhere.",
        "Nothing was noticed in this time.",
        lambda measures: f"{measures.total.observations:,}",
        (Curve("noticed", lambda point: point.counts.observations, 2),),
        kind="bars",
    ),
    Chart(
        "keys",
        "Facts of the profile",
        "Facts by name that the profile holds. The curve should flatten as the user is known.",
        "No facts yet: consolidation makes them of what is noticed.",
        lambda measures: f"{measures.points[-1].scaffold_keys:,}",
        (Curve("facts", lambda point: point.scaffold_keys or None, 3),),
    ),
)
