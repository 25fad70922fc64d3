"""Public data sets in the BEIR layout: ``python -m benchmarks.convert locomo|longmemeval|squad FILE FOLDER``.

One folder per user's memory: ``corpus.jsonl`` (``_id``, ``text``, ``metadata``: speaker, role, session, position,
date), ``queries.jsonl`` (``_id``, ``text``, ``metadata``: category), ``qrels/test.tsv``.
LoCoMo: locomo10.json of snap-research/locomo (CC BY-NC 4.0). LongMemEval: longmemeval_s.json of
xiaowu0162/LongMemEval (MIT). squad: any file in the SQuAD layout, such as CMRC 2018 (CC BY-SA 4.0).
BEAM is published in this layout already.
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


def longmemeval(path: Path) -> Iterator[DataSet]:
    """LongMemEval: one data set per question, with its own haystack; turns marked has_answer are the evidence."""
    for sample in json.loads(path.read_text(encoding="utf-8")):
        data = DataSet(sample["question_id"])
        sessions = zip(
            sample["haystack_session_ids"], sample["haystack_dates"], sample["haystack_sessions"], strict=True
        )
        for session, date, turns in sessions:
            said = datetime.strptime(re.sub(r"\s*\(\w+\)\s*", " ", date), "%Y/%m/%d %H:%M").replace(
                tzinfo=UTC
            )
            for position, turn in enumerate(turns):
                metadata = {"speaker": None, "role": turn["role"], "session": session, "position": position}
                document = f"{session}/{position}"
                data.corpus.append(
                    {
                        "_id": document,
                        "text": turn["content"],
                        "metadata": metadata | {"date": said.isoformat()},
                    }
                )
                if turn.get("has_answer"):
                    data.qrels.append(("q0", document))
        data.queries.append(
            {"_id": "q0", "text": sample["question"], "metadata": {"category": sample["question_type"]}}
        )
        if data.qrels:
            yield data


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


READERS = {"locomo": locomo, "longmemeval": longmemeval, "squad": squad}


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
