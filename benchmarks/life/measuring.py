"""Run scenarios through a memory, and count the probes that pass."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.life.scenarios import KINDS, LANGUAGES, Probe, Scenario, Statement, folded
from benchmarks.life.systems import Opener, Shown

_SAID_ON = re.compile(r"· \d{4}-\d\d-\d\d ·")


@dataclass(frozen=True, slots=True)
class Result:
    """A probe, the text that was shown for it, and the reasons why it failed: none if it passed."""

    scenario: Scenario
    probe: Probe
    shown: Shown
    missing: tuple[Statement, ...]
    forbidden: tuple[Statement, ...]
    is_loud: bool

    @property
    def has_passed(self) -> bool:
        """True if all that was wanted was shown, and nothing that was forbidden."""
        return not (self.missing or self.forbidden or self.is_loud)


def judged(scenario: Scenario, probe: Probe, shown: Shown) -> Result:
    """Compare the text shown with what a probe wants.

    Forbidden is forbidden: a superseded statement counts as shown wherever it stands, also beside the newer one. The
    data forbid a statement ("live in Lyon") and not its value, which the newer one may name ("moved from Lyon"). A
    forbidden day may stand in front of a line, as the day on which that was said.
    """
    text = folded(shown.text)
    statements = folded(_SAID_ON.sub("·", shown.text))
    return Result(
        scenario,
        probe,
        shown,
        missing=tuple(one for one in probe.want if not one.is_in(text)),
        forbidden=tuple(one for one in probe.forbid if one.is_in(statements)),
        is_loud=probe.is_quiet and bool(shown.context.strip()),
    )


def run(scenarios: Iterable[Scenario], opened: Opener) -> Iterator[Result]:
    """Yield the result of each probe, each scenario in a memory of its own."""
    for scenario in scenarios:
        with opened() as system:
            for session in scenario.sessions:
                system.live(session)
            for probe in scenario.probes:
                yield judged(scenario, probe, system.show(probe))


def totals(results: Sequence[Result]) -> dict[str, Any]:
    """Return counts of probes: all, by kind, by language, and by both, and the characters shown on average."""
    return {
        "all": _counts(results),
        "kinds": _by(results, KINDS, lambda one: one.scenario.kind),
        "languages": _by(results, LANGUAGES, lambda one: one.scenario.language),
        "kinds by language": {
            kind: _by([one for one in results if one.scenario.kind == kind], LANGUAGES, _language)
            for kind in KINDS
        },
    }


def _language(result: Result) -> str:
    return result.scenario.language


def _by(results: Sequence[Result], names: Iterable[str], group: Callable[[Result], str]) -> dict[str, Any]:
    groups = {name: [one for one in results if group(one) == name] for name in names}
    return {name: _counts(held) for name, held in groups.items() if held}


def _counts(results: Sequence[Result]) -> dict[str, Any]:
    number = max(1, len(results))
    return {
        "probes": len(results),
        "passed": sum(one.has_passed for one in results),
        "missing": sum(bool(one.missing) for one in results),
        "forbidden": sum(bool(one.forbidden or one.is_loud) for one in results),
        "block characters": round(sum(len(one.shown.blocks) for one in results) / number),
        "context characters": round(sum(len(one.shown.context) for one in results) / number),
    }


def table(found: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """Yield the lines of the tables: each system's share of probes passed by kind and language, then the details."""
    names = list(found)
    first = found[names[0]]
    yield f"| % of probes passed | probes | {' | '.join(names)} |"
    yield f"| --- | ---: |{' ---: |' * len(names)}"
    for group, titles in (("kinds", KINDS), ("languages", {one: one for one in LANGUAGES})):
        for key, counts in first[group].items():
            shares = " | ".join(_share(found[name][group][key]) for name in names)
            yield f"| {titles[key]} | {counts['probes']} | {shares} |"
    shares = " | ".join(f"**{_share(found[name]['all'])}**" for name in names)
    yield f"| **all** | {first['all']['probes']} | {shares} |"
    for column in ("block characters", "context characters"):
        yield f"| {column} | | {' | '.join(str(found[name]['all'][column]) for name in names)} |"
    yield from ("", f"{names[0]}: passed of probes; wanted but missing; forbidden but shown; characters.", "")
    languages = list(first["languages"])
    yield f"| kind | {' | '.join(languages)} | all | missing | forbidden | blocks | context |"
    yield f"| --- |{' ---: |' * (len(languages) + 5)}"
    for kind, counts in first["kinds"].items():
        row = first["kinds by language"][kind]
        cells = " | ".join(_of(row.get(one)) for one in languages)
        yield f"| {KINDS[kind]} | {cells} | {_rest(counts)} |"
    cells = " | ".join(_of(first["languages"][one]) for one in languages)
    yield f"| all | {cells} | {_rest(first['all'])} |"


def _share(counts: Mapping[str, int]) -> str:
    return f"{100 * counts['passed'] / counts['probes']:.0f}"


def _of(counts: Mapping[str, int] | None) -> str:
    return f"{counts['passed']}/{counts['probes']}" if counts else ""


def _rest(counts: Mapping[str, int]) -> str:
    numbers = ("missing", "forbidden", "block characters", "context characters")
    return " | ".join([_of(counts), *(str(counts[name]) for name in numbers)])


def explained(result: Result) -> Iterator[str]:
    """Yield lines that say why a probe failed, and what was shown."""
    probe = result.probe
    project = f" @{probe.project}" if probe.project else ""
    yield f"### {result.scenario.id}: {probe.at:%Y-%m-%d} {probe.user}{project} | {probe.prompt}"
    yield from (f"missing: {' | '.join(one.wordings)}" for one in result.missing)
    yield from (f"forbidden: {' | '.join(one.wordings)}" for one in result.forbidden)
    if result.is_loud:
        yield "forbidden: any context"
    for session in result.scenario.sessions:
        yield f"  = {session.at:%Y-%m-%d} {session.user}{f' @{session.project}' if session.project else ''}"
        for exchange in session.exchanges:
            yield f"  > {exchange.user}"
            yield from (f"  ! {name} {arguments}" for name, arguments in exchange.calls)
    yield "shown:"
    yield from (f"  {line}" for line in result.shown.text.splitlines())
    yield ""
