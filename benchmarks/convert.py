"""Public data sets in the BEIR layout: ``python -m benchmarks.convert KIND FILE FOLDER``.

KIND: beam, locomo, longmemeval, observations (LoCoMo's, as entries), squad.

One folder per user's memory: ``corpus.jsonl`` (``_id``, ``text``, ``metadata``: speaker, role, session, position,
date; layer and subject make it an entry), ``queries.jsonl`` (``_id``, ``text``, ``metadata``: category),
``qrels/test.tsv``.
LoCoMo: locomo10.json of snap-research/locomo (CC BY-NC 4.0). LongMemEval: longmemeval_s.json of
xiaowu0162/LongMemEval (MIT). squad: any file in the SQuAD layout, such as CMRC 2018 (CC BY-SA 4.0).
beam: the folder chats/100K (or 500K, 1M) of mohammadtavakoli78/BEAM (CC BY-SA 4.0); the 10M chats are laid
out otherwise.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

LOCOMO_CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}


@dataclass
class DataSet:
    """One user's memory and the questions to it."""

    name: str
    corpus: list[dict[str, Any]] = field(default_factory=list)
    queries: list[dict[str, Any]] = field(default_factory=list)
    qrels: list[tuple[str, str]] = field(default_factory=list)

    def write(self, folder: Path) -> None:
        """Write the three files under *folder* / name."""
        place = folder / self.name
        (place / "qrels").mkdir(parents=True, exist_ok=True)
        for name, rows in (("corpus", self.corpus), ("queries", self.queries)):
            lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
            (place / f"{name}.jsonl").write_text(lines, encoding="utf-8")
        lines = "".join(f"{query}\t{document}\t1\n" for query, document in self.qrels)
        (place / "qrels" / "test.tsv").write_text(f"query-id\tcorpus-id\tscore\n{lines}", encoding="utf-8")


def locomo(path: Path) -> Iterator[DataSet]:
    """LoCoMo: one data set per conversation, a document per turn; questions without evidence are left out."""
    for sample in json.loads(path.read_text(encoding="utf-8")):
        data, talk = DataSet(sample["sample_id"]), sample["conversation"]
        numbers = sorted(int(key.split("_")[1]) for key in talk if re.fullmatch(r"session_\d+", key))
        for number in numbers:
            date = datetime.strptime(talk[f"session_{number}_date_time"], "%I:%M %p on %d %B, %Y").replace(
                tzinfo=UTC
            )
            for position, turn in enumerate(talk[f"session_{number}"]):
                is_user = turn["speaker"] == talk["speaker_a"]
                caption = f" [image: {turn['blip_caption']}]" if turn.get("blip_caption") else ""
                metadata = {
                    "speaker": turn["speaker"],
                    "role": "user" if is_user else "assistant",
                    "session": str(number),
                    "position": position,
                    "date": date.isoformat(),
                }
                data.corpus.append(
                    {"_id": turn["dia_id"], "text": turn["text"] + caption, "metadata": metadata}
                )
        known = {row["_id"] for row in data.corpus}
        for place, question in enumerate(sample["qa"]):
            evidence = known & set(re.findall(r"D\d+:\d+", " ".join(question["evidence"])))
            if evidence:
                category = LOCOMO_CATEGORIES[question["category"]]
                data.queries.append(
                    {"_id": f"q{place}", "text": question["question"], "metadata": {"category": category}}
                )
                data.qrels += [(f"q{place}", document) for document in sorted(evidence)]
        yield data


def observations(path: Path) -> Iterator[DataSet]:
    """LoCoMo's observations as L1 entries: what was noted of each session, with the questions on the same turns."""
    for sample, talk in zip(json.loads(path.read_text(encoding="utf-8")), locomo(path), strict=True):
        data, dates = DataSet(talk.name), {row["_id"]: row["metadata"] for row in talk.corpus}
        noted: dict[str, list[str]] = {}
        for key, by_speaker in sample["observation"].items():
            number = key.split("_")[1]
            rows = [(name, text, turn) for name, notes in by_speaker.items() for text, turn in notes]
            for position, (name, text, turns) in enumerate(rows):
                sources = [one for one in re.findall(r"D\d+:\d+", str(turns)) if one in dates]
                if not sources:
                    continue
                identity = f"O{number}:{position}"
                metadata = {"layer": "L1", "subject": name, "session": number, "position": position}
                metadata["date"] = dates[sources[0]]["date"]
                data.corpus.append({"_id": identity, "text": text, "metadata": metadata})
                for one in sources:
                    noted.setdefault(one, []).append(identity)
        for query in talk.queries:
            evidence = {
                note for own, turn in talk.qrels if own == query["_id"] for note in noted.get(turn, ())
            }
            if evidence:
                data.queries.append(query)
                data.qrels += [(query["_id"], note) for note in sorted(evidence)]
        yield data


def longmemeval(path: Path) -> Iterator[DataSet]:
    """LongMemEval: one data set per question, with its own haystack, sessions by date.

    Turns marked has_answer are the evidence, or all user turns of the answer's sessions where none is marked.
    Questions that end in _abs have no answer and are left out, as in the authors' own retrieval figures.
    """
    for sample in json.loads(path.read_text(encoding="utf-8")):
        if sample["question_id"].endswith("_abs"):
            continue
        data = DataSet(sample["question_id"])
        haystack = zip(
            sample["haystack_session_ids"], sample["haystack_dates"], sample["haystack_sessions"], strict=True
        )
        said_in = sorted(
            ((_longmemeval_date(date), name, turns) for name, date, turns in haystack), key=_first
        )
        marked, spoken = [], []
        for number, (said, name, turns) in enumerate(said_in, start=1):
            for position, turn in enumerate(turns):
                document = f"{number}/{position}"
                metadata = {"speaker": None, "role": turn["role"], "session": str(number)}
                metadata |= {"position": position, "date": said}
                data.corpus.append({"_id": document, "text": turn["content"], "metadata": metadata})
                if turn.get("has_answer"):
                    marked.append(document)
                if name in sample["answer_session_ids"] and turn["role"] == "user":
                    spoken.append(document)
        asked = {"category": sample["question_type"], "answer": str(sample["answer"])}
        if sample.get("question_date"):
            asked["date"] = _longmemeval_date(sample["question_date"])
        data.queries.append({"_id": "q0", "text": sample["question"], "metadata": asked})
        data.qrels += [("q0", document) for document in marked or spoken]
        if data.qrels:
            yield data


def _longmemeval_date(date: str) -> str:
    """From 2023/05/20 (Sat) 02:21."""
    day = re.sub(r"\s*\(\w+\)\s*", " ", date).strip()
    return datetime.strptime(day, "%Y/%m/%d %H:%M").replace(tzinfo=UTC).isoformat()


def _first(item: tuple[str, Any, Any]) -> str:
    return item[0]


def beam(path: Path) -> Iterator[DataSet]:
    """BEAM: a folder of chats such as chats/100K, one data set per chat, a session per batch.

    Questions without messages that hold the evidence (abstention) are left out.
    """
    for chat in sorted(path.glob("*/chat.json"), key=lambda file: file.parent.name.zfill(6)):
        folder = chat.parent
        data = DataSet(f"{path.name}_{folder.name}")
        for batch in json.loads(chat.read_text(encoding="utf-8")):
            for position, turn in enumerate(batch["turns"]):
                for message in turn:
                    metadata = {
                        "speaker": None,
                        "role": message["role"],
                        "session": str(batch["batch_number"]),
                    }
                    metadata |= {"position": position, "date": _beam_date(message.get("time_anchor"))}
                    # Each main question ends in its place in the plan: "->-> 1,2".
                    text = re.sub(r"\s*->->.*\Z", "", message["content"], flags=re.DOTALL)
                    data.corpus.append({"_id": str(message["id"]), "text": text, "metadata": metadata})
        questions = folder / "probing_questions" / "probing_questions.json"
        known = {row["_id"] for row in data.corpus}
        for category, asked in json.loads(questions.read_text(encoding="utf-8")).items():
            for question in asked:
                evidence = known & {str(number) for number in _numbers(question.get("source_chat_ids"))}
                if evidence:
                    name = f"q{len(data.queries)}"
                    data.queries.append(
                        {"_id": name, "text": question["question"], "metadata": {"category": category}}
                    )
                    data.qrels += [(name, document) for document in sorted(evidence, key=int)]
        yield data


def _beam_date(anchor: str | None) -> str | None:
    """From March-15-2024."""
    return datetime.strptime(anchor, "%B-%d-%Y").replace(tzinfo=UTC).isoformat() if anchor else None


def _numbers(found: Any) -> Iterator[int]:
    """Yield the integers in a list, or in the lists of a mapping, however deep."""
    if isinstance(found, int):
        yield found
    elif isinstance(found, (list, dict)):
        for item in found.values() if isinstance(found, dict) else found:
            yield from _numbers(item)


def squad(path: Path) -> Iterator[DataSet]:
    """SQuAD layout: one data set, a document per paragraph, a session per article."""
    data = DataSet(path.stem)
    for article_number, article in enumerate(json.loads(path.read_text(encoding="utf-8"))["data"]):
        for position, paragraph in enumerate(article["paragraphs"]):
            document = f"{article_number}-{position}"
            metadata = {"speaker": None, "role": "user", "session": str(article_number), "position": position}
            data.corpus.append(
                {"_id": document, "text": paragraph["context"], "metadata": metadata | {"date": None}}
            )
            for question in paragraph["qas"]:
                data.queries.append(
                    {"_id": question["id"], "text": question["question"], "metadata": {"category": "squad"}}
                )
                data.qrels.append((question["id"], document))
    yield data


READERS = {
    "beam": beam,
    "locomo": locomo,
    "longmemeval": longmemeval,
    "observations": observations,
    "squad": squad,
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kind", choices=sorted(READERS))
    parser.add_argument("file", type=Path)
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    found: Iterable[DataSet] = READERS[options.kind](options.file)
    for data in found:
        data.write(options.folder)
        print(f"{data.name}: {len(data.corpus)} documents, {len(data.queries)} queries")


if __name__ == "__main__":
    main()
