"""Rule files: read from the package, macros replaced, patterns compiled, once per process and language."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tiermem.plugins import InputError
from tiermem.plugins.text import languages
from tiermem_hooks.extraction.patterns import Pattern
from tiermem_hooks.extraction.rules import (
    CorrectionRules,
    DateRules,
    DeclineRules,
    LeaveRules,
    Limits,
    PronounRules,
    Rules,
    SentenceRules,
    StatementPattern,
    StatementRule,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

_FILE = "extraction.toml"
_MACRO = re.compile(r"\{([a-z_]+)\}")
_MACRO_DEPTH = 8
_CLAUSE_START = "{start}"
_ONE_WORD = r"\s*\S+\s*"


def load_rules(language: str = "en") -> Rules:
    """The rules of *language*, read once per process.

    Args:
        language: The code of a language that has an ``extraction.toml``.

    Raises:
        InputError: No rules are shipped for it; the message names those that are.
    """
    if language not in (available := available_languages()):
        raise InputError(
            f"no gap-fill rules for language {language!r}; there are rules for {', '.join(available)}"
        )
    return _load(language)


@lru_cache(maxsize=1)
def available_languages() -> tuple[str, ...]:
    """The codes of all languages with rules, sorted."""
    return tuple(code for code in languages.codes() if languages.data_file(code, _FILE))


@lru_cache(maxsize=16)
def _load(language: str) -> Rules:
    file = languages.data_file(language, _FILE)
    assert file is not None, language
    return parse_rules(file.read_text(encoding="utf-8"))


def parse_rules(text: str) -> Rules:
    """Rules from the text of a rule file.

    Raises:
        ValueError: It is not TOML, or a pattern does not compile (`tomllib.TOMLDecodeError`, `re.error`); those of
            statements are compiled when they are first looked for.
        KeyError: A table, key or macro is missing.
    """
    data = tomllib.loads(text)
    compiler = _Compiler(data["macros"])
    return Rules(
        language=data["language"],
        limits=Limits(**data["limits"] | {"content_chars": tuple(data["limits"]["content_chars"])}),
        sentences=_sentence_rules(data["sentences"], compiler),
        lead_ins=compiler(data["trim"]["lead_ins"]),
        lasting=compiler(data["trim"]["lasting"]),
        endings=compiler(data["trim"]["endings"]),
        leave=_leave_rules(data["leave"], compiler),
        decline=DeclineRules(**{name: compiler(source) for name, source in data["decline"].items()}),
        correction=_correction_rules(data["correction"], compiler),
        person=compiler(data["about"]["person"]),
        assistant_person=compiler(data["about"]["assistant_person"]),
        pronouns=_pronoun_rules(data["about"].get("pronouns"), compiler),
        elided=compiler.table(data["about"].get("elided", {})),
        empty=compiler(data["summary"]["empty"]),
        statements=tuple(_statement_rule(table, compiler) for table in data["statement"]),
        dates=_date_rules(data["dates"], compiler),
    )


class _Compiler:
    """Compiles patterns, macros replaced; list macros become alternations."""

    def __init__(self, macros: Mapping[str, str | list[str]]) -> None:
        self._macros = {
            name: value if isinstance(value, str) else "(?:" + "|".join(value).replace(" ", r"\ ") + ")"
            for name, value in macros.items()
        }

    def __call__(self, source: str) -> Pattern:
        return Pattern(lambda: self._replaced(source))

    def _replaced(self, source: str) -> str:
        for _ in range(_MACRO_DEPTH):
            source = _MACRO.sub(lambda match: self._macros[match[1]], source)
        return source

    def table(self, sources: Mapping[str, str]) -> dict[str, Pattern]:
        return {name: self(source) for name, source in sources.items()}


def _sentence_rules(data: Mapping[str, Any], compiler: _Compiler) -> SentenceRules:
    return SentenceRules(
        abbreviations=frozenset(data["abbreviations"]),
        sometimes=frozenset(data["sometimes"]),
        before_digit=frozenset(data["before_digit"]),
        words_of_a_letter=frozenset(data.get("words_of_a_letter", ())),
        goes_on=compiler(data["goes_on"]) if "goes_on" in data else None,
        pasted_after=compiler(data["pasted_after"]),
        fiction=compiler(data["fiction"]),
    )


def _leave_rules(data: Mapping[str, Any], compiler: _Compiler) -> LeaveRules:
    return LeaveRules(
        question=compiler(data["question"]),
        question_joint=compiler(data["question_joint"]),
        statement_joint=compiler(data["statement_joint"]) if "statement_joint" in data else None,
        clause_start=compiler(data["clause_start"]),
        clause_break=compiler(data["clause_break"]),
        clause_end=compiler(data["clause_end"]),
        sentence=compiler.table(data["sentence"]),
        clause=compiler.table(data["clause"]),
        before=compiler.table(data["before"]),
        own=compiler.table(data.get("own", {})),
    )


def _pronoun_rules(data: Mapping[str, Any] | None, compiler: _Compiler) -> PronounRules | None:
    if data is None:
        return None
    return PronounRules(
        pattern=compiler(data["pattern"]), verbs=data.get("verbs", {}), name=compiler(data["name"])
    )


def _correction_rules(data: Mapping[str, Any], compiler: _Compiler) -> CorrectionRules:
    patterns = {
        name: compiler(source)
        for name, source in data.items()
        if isinstance(source, str) and name not in ("template", "pointing")
    }
    return CorrectionRules(
        importance=data["importance"],
        confidence=data["confidence"],
        template=data["template"],
        pointing=data["pointing"],
        old_chars=data["old_chars"],
        denial=patterns["denial"],
        plain=patterns.get("plain") or compiler(_ONE_WORD),
        copula=patterns.get("copula"),
        instead=patterns["instead"],
        meant=patterns["meant"],
        contrast=tuple(map(compiler, data["contrast"])),
        elliptic=patterns["elliptic"],
        value=patterns["value"],
        empty_value=patterns["empty_value"],
        open_statement=patterns["open_statement"],
        open_name=patterns["open_name"],
        not_a_name=patterns["not_a_name"],
        tag_question=patterns["tag_question"],
        taken_back=patterns.get("taken_back"),
        negated=patterns.get("negated"),
        counter=patterns.get("counter"),
        within=patterns.get("within"),
        changed=patterns.get("changed"),
        differs=patterns.get("differs"),
        values=compiler.table(data["values"]),
    )


def _statement_rule(data: Mapping[str, Any], compiler: _Compiler) -> StatementRule:
    return StatementRule(
        name=data["name"],
        kind=data["kind"],
        patterns=tuple(
            StatementPattern(
                compiler(source.removeprefix(_CLAUSE_START)), at_clause=source.startswith(_CLAUSE_START)
            )
            for source in data["patterns"]
        ),
        unless=compiler(data["unless"]) if "unless" in data else None,
        tier=data.get("tier"),
        category=data.get("category"),
        subject=data.get("subject"),
        importance=data["importance"],
        confidence=data["confidence"],
        allows=frozenset(data.get("allows", ())),
        open=data.get("open", False),
    )


def _date_rules(data: Mapping[str, Any], compiler: _Compiler) -> DateRules:
    return DateRules(
        week_of=data["week_of"],
        leave=compiler(data["leave"]) if "leave" in data else None,
        next_week=compiler(data["next_week"]) if "next_week" in data else None,
        current=compiler.table(data.get("current", {})),  # type: ignore[arg-type]
    )
