"""Scoring at full size: 46,060 questions in 17 languages, 783,020 predictions.

`python benchmarks/score.py` makes questions, names and predictions with a seeded generator,
scores them in a process of its own, and prints the seconds of each step and the peak of memory.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import h3
import pyarrow as pa
import pyarrow.parquet as pq
from s2geometry import S2CellId, S2LatLng

from multiglobeqa import score
from multiglobeqa.dataset import ALIASES, QUESTIONS, Entity, Question, read_parquet

LANGUAGES = [
    *("eng", "bul", "deu", "ell", "fra", "ita", "jpn", "kat", "por"),
    *("ron", "rus", "spa", "sqi", "tur", "urd", "vie", "zho"),
]
QUESTION_COUNT = 46_060
ENTITIES = 60_000
DIRECTIONS = [
    "north",
    "north-east",
    "east",
    "south-east",
    "south",
    "south-west",
    "west",
    "north-west",
]
ALPHABETS = ("abcdefghijklmnoprstuvz", "абвгдежзийклмнопрст", "αβγδεζηθικλμνξοπρστυ", "äöüéèáñçşğ")


# The share of each format among a thousand questions, and how to draw a gold answer.
def _cell(rng: Random) -> str:
    return h3.latlng_to_cell(rng.uniform(-60, 70), rng.uniform(-180, 180), 7)


def _token(rng: Random) -> str:
    place = S2LatLng.FromDegrees(rng.uniform(-60, 70), rng.uniform(-180, 180))
    return S2CellId(place).parent(12).ToToken()


def _box(rng: Random) -> dict[str, float]:
    west, south = rng.uniform(-170, 160), rng.uniform(-80, 70)
    return {
        "west": west,
        "south": south,
        "east": west + rng.uniform(0.1, 9),
        "north": south + rng.uniform(0.1, 9),
    }


def _ring(rng: Random) -> str:
    x, y, size = rng.uniform(-170, 160), rng.uniform(-70, 70), rng.uniform(0.1, 5)
    corners = [(0, 0), (1, 0.2), (1.2, 1), (0.5, 1.4), (-0.2, 0.9), (0, 0)]
    return (
        "POLYGON((" + ", ".join(f"{x + size * a:.5f} {y + size * b:.5f}" for a, b in corners) + "))"
    )


FORMATS: list[tuple[int, str, dict[str, Any], Callable[[Random], Any]]] = [
    (210, "boolean", {}, lambda rng: rng.random() < 0.5),
    (
        20,
        "boolean",
        {"values": ["true", "plausibly", "false"]},
        lambda rng: rng.choice(["true", "plausibly", "false"]),
    ),
    (60, "choice", {"values": DIRECTIONS}, lambda rng: rng.choice(DIRECTIONS)),
    (40, "cell", {"system": "h3", "resolution": 7}, _cell),
    (40, "cell", {"system": "s2", "resolution": 12}, _token),
    (
        20,
        "geohash",
        {"system": "geohash", "precision": 6},
        lambda rng: "".join(rng.choices("0123456789bcdefghjkmnpqrstuvwxyz", k=6)),
    ),
    (20, "composite", {"h3": 7, "s2": 12}, lambda rng: {"h3": _cell(rng), "s2": _token(rng)}),
    (140, "distance", {}, lambda rng: rng.lognormvariate(4, 2)),
    (20, "area", {}, lambda rng: rng.lognormvariate(6, 3)),
    (70, "count", {}, lambda rng: int(rng.lognormvariate(2, 1.5)) + 1),
    (30, "ratio", {}, lambda rng: rng.uniform(0.1, 3)),
    (
        60,
        "point",
        {"crs": "wgs84"},
        lambda rng: {"latitude": rng.uniform(-90, 90), "longitude": rng.uniform(-180, 180)},
    ),
    (
        10,
        "point",
        {"crs": "utm"},
        lambda rng: {
            "zone": f"{rng.randint(1, 60)}N",
            "easting": rng.uniform(2e5, 8e5),
            "northing": rng.uniform(1e5, 9e6),
        },
    ),
    (
        20,
        "polar",
        {},
        lambda rng: {"bearing": rng.uniform(0, 360), "distance": rng.lognormvariate(3, 1)},
    ),
    (28, "polygon", {"kind": "box"}, _box),
    (2, "polygon", {"kind": "polygon"}, _ring),
    (
        5,
        "date",
        {"precision": "day"},
        lambda rng: f"20{rng.randint(10, 24)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}",
    ),
    (125, "entity", {}, lambda rng: None),
    (80, "set", {}, lambda rng: None),
]


def nearby(value: Any, rng: Random) -> Any:
    """Return a value of the same form, often close to the given one."""
    if isinstance(value, bool):
        return rng.random() < 0.5
    if isinstance(value, float):
        return value * rng.uniform(0.9, 1.1)
    if isinstance(value, int):
        return max(0, value + rng.randint(-2, 2))
    if isinstance(value, dict):
        return {
            key: part + rng.uniform(-0.05, 0.05)
            if key in ("latitude", "longitude", "west", "south", "east", "north")
            else nearby(part, rng)
            for key, part in value.items()
        }
    return value


def make_names(rng: Random) -> dict[str, list[str]]:
    """Return names by entity, the first in Latin letters and unique."""
    names = {}
    for number in range(ENTITIES):
        word = "".join(rng.choices(ALPHABETS[0], k=rng.randint(4, 9)))
        others = [
            "".join(rng.choices(rng.choice(ALPHABETS), k=rng.randint(5, 9))).title()
            for _ in range(3)
        ]
        names[f"http://example.org/{number}"] = [
            f"{word.title()} {number}, {word[:3].title()}",
            *others,
        ]
    return names


def make_question(number: int, rng: Random, names: dict[str, list[str]]) -> Question:
    """Return a question with a gold answer."""
    shares, formats = [row[0] for row in FORMATS], [row[1:] for row in FORMATS]
    format_id, options, draw = rng.choices(formats, weights=shares)[0]
    ids = [f"http://example.org/{rng.randrange(ENTITIES)}" for _ in range(rng.randint(4, 30))]
    answer, answer_entities = draw(rng), ()
    if format_id == "entity":
        answer, answer_entities = names[ids[0]][0], (ids[0],)
    if format_id == "set":
        answer_entities = tuple(dict.fromkeys(ids[: rng.randint(1, 8)]))
        answer = [names[entity][0] for entity in answer_entities]
    premise = rng.random() > 0.078
    template = rng.randrange(129)
    return Question(
        question_id=f"{number:016x}",
        tid=f"T{template // 2}",
        sub_template=f"T{template // 2}.{template}",
        sfid="ABCDEFGHIJKLMN"[template % 14],
        kg=rng.choice(["worldkg", "osmh3kg", "knowwheregraph"]),
        question=f"What of {names[ids[1]][0]} and of {names[ids[2]][0]}, number {number}?",
        entities=(Entity("A", ids[1], names[ids[1]][0]), Entity("B", ids[2], names[ids[2]][0])),
        answer_format=format_id,
        answer_options=options,
        answer=answer if premise else None,
        acceptable=(answer,) if premise else (),
        answer_entities=answer_entities if premise else (),
        candidates=tuple(ids),
        premise_holds=premise,
        income_tier=rng.choice(["LIC", "LMC", "UMC", "HIC"]),
        density_tier=rng.choice(["low", "medium", "high"]),
        country="FIN",
    )


def make_answer(question: Question, names: dict[str, list[str]], rng: Random) -> tuple[Any, bool]:
    """Return a prediction: right, close, wrong, malformed or refused."""
    draw = rng.random()
    if draw < 0.12:
        return None, True
    if draw < 0.15:
        return "I am not sure", False
    gold = question.answer
    if gold is None or draw < 0.4:
        if question.answer_format == "entity":
            return names[rng.choice(question.candidates)][rng.randrange(4)], False
        if question.answer_format == "set":
            return [names[entity][rng.randrange(4)] for entity in question.candidates[1:6]], False
        draw_gold = next(
            row[3]
            for row in FORMATS
            if row[1:3] == (question.answer_format, question.answer_options)
        )
        return draw_gold(rng), False
    if question.answer_format == "entity":
        return names[question.answer_entities[0]][rng.randrange(4)].upper(), False
    if question.answer_format == "set":
        return [names[entity][rng.randrange(4)] for entity in question.answer_entities], False
    return (gold if draw < 0.5 else nearby(gold, rng)), False


def generate(folder: Path, questions: int, seed: int) -> None:
    """Write questions, names and predictions."""
    rng = Random(seed)
    names = make_names(rng)
    english = [make_question(number, rng, names) for number in range(questions)]
    rows = pa.Table.from_pylist([question.row() for question in english], schema=QUESTIONS)
    place = QUESTIONS.get_field_index("language")
    for language in LANGUAGES:
        spoken = rows.set_column(
            place, QUESTIONS.field(place), pa.repeat(language, len(rows)).cast(pa.string())
        )
        pq.write_table(spoken, folder / f"{language}.parquet")
    with (folder / "predictions.jsonl").open("w", encoding="utf-8") as stream:
        for language in LANGUAGES:
            for question in english:
                answer, refused = make_answer(question, names, rng)
                line = {
                    "question_id": question.question_id,
                    "language": language,
                    "answer": answer,
                    "refused": refused,
                }
                stream.write(json.dumps(line, ensure_ascii=False) + "\n")
    aliases = [
        {"entity": entity, "alias": alias, "kind": "alias" if place else "display"}
        for entity, given in names.items()
        for place, alias in enumerate(given)
    ]
    pq.write_table(pa.Table.from_pylist(aliases, schema=ALIASES), folder / "aliases.parquet")


def measure(folder: Path) -> dict[str, Any]:
    """Read and score what `generate` wrote; return the time of each step and the peak memory."""
    clocks = time.perf_counter, time.process_time
    steps, start = {}, [clock() for clock in clocks]

    def lap(step: str) -> None:
        """Note how long a step took: by the clock, and on the processor where others run too."""
        nonlocal start
        now = [clock() for clock in clocks]
        elapsed, busy = (round(b - a, 2) for a, b in zip(start, now, strict=True))
        steps[step], start = {"seconds": elapsed, "processor seconds": busy}, now

    spoken = pa.schema([QUESTIONS.field(name) for name in ("question_id", "language", "question")])
    tables = [
        read_parquet(folder / f"{language}.parquet", spoken if place else QUESTIONS)
        for place, language in enumerate(LANGUAGES)
    ]
    questions = pa.concat_tables(tables, promote_options="default")
    names = score.Names(read_parquet(folder / "aliases.parquet", ALIASES))
    lap("read questions and names")
    results = score.score_file(folder / "predictions.jsonl", questions, names=names)
    lap("read and score predictions")
    usage = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    total = sum(step["seconds"] for step in steps.values())
    return {
        "predictions": len(results),
        "steps": steps,
        "total seconds": round(total, 2),
        "answers per second": round(len(results) / steps["read and score predictions"]["seconds"]),
        "peak memory, MB": {
            "this process": usage[0].ru_maxrss // 1024,
            "the largest other, shared pages included": usage[1].ru_maxrss // 1024,
        },
        "outcomes": {
            row["values"]: row["counts"] for row in results["outcome"].value_counts().to_pylist()
        },
        "machine": f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, "
        f"Python {platform.python_version()}",
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=int, default=QUESTION_COUNT)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--folder", type=Path, help="where the data is, or shall be kept")
    parser.add_argument("--measure", action="store_true", help="only score what FOLDER holds")
    given = parser.parse_args()
    if given.measure:
        print(json.dumps(measure(given.folder), indent=2))
        return
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        generate(folder, given.questions, given.seed)
        # A process of its own: the generator's memory is not the scorer's.
        subprocess.run([sys.executable, __file__, "--measure", "--folder", str(folder)], check=True)


if __name__ == "__main__":
    main()
