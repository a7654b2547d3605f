"""Results and questions made up for tests."""

import pyarrow as pa

from multiglobeqa.dataset import Entity, Question
from multiglobeqa.score import RESULTS

_DEFAULTS = {
    "language": "eng",
    "tier": "T1",
    "model": "m",
    "seed": 0,
    "tid": "A1",
    "sub_template": "A1",
    "sfid": "A",
    "kg": "atlas",
    "answer_format": "distance",
    "modality": "text",
    "premise_holds": True,
    "question": "?",
    "outcome": "correct",
    "em": 0,
    "ne": 1.0,
}


def results(rows):
    """Return a table of results; each row tells what differs from an ordinary one."""
    full = []
    for place, row in enumerate(rows):
        made = _DEFAULTS | {"question_id": f"q{place:05}", "tuple_id": f"t{place:05}"} | row
        if "outcome" in row and "em" not in row:
            right = row["outcome"] == ("correct" if made["premise_holds"] else "refused")
            made |= {"em": int(right)} | ({} if "ne" in row else {"ne": 1.0 - right})
        full.append(made)
    return pa.Table.from_pylist(full, schema=RESULTS)


def outcomes(counts, **common):
    """Return a table with so many rows of each outcome."""
    return results(
        [common | {"outcome": outcome} for outcome, count in counts.items() for _ in range(count)]
    )


def question(number=0, answer_format="distance", answer=100.0, **others):
    """Return a question."""
    entities = others.pop("entities", (f"e{number}",))
    return Question(
        question_id=f"q{number:05}",
        tid=others.pop("tid", "A1"),
        sub_template=others.pop("sub_template", "A1"),
        sfid=others.pop("sfid", "A"),
        kg=others.pop("kg", "atlas"),
        question=others.pop("text", f"Question {number}?"),
        entities=tuple(Entity("A", entity, entity) for entity in entities),
        answer_format=answer_format,
        answer=answer,
        acceptable=others.pop("acceptable", () if answer is None else (answer,)),
        premise_holds=answer is not None,
        **others,
    )
