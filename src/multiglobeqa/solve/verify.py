"""Verifying a dataset: every answer computed again from its gold triples."""

from __future__ import annotations

import json
import os
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import asdict, dataclass
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pyarrow as pa

from multiglobeqa.dataset import Dataset, Question, Triple
from multiglobeqa.solve.agreement import disagreement
from multiglobeqa.solve.reading import batches, cases
from multiglobeqa.solve.registry import solve
from multiglobeqa.solve.solution import Insufficient, MissingSolver

VERDICTS = (
    "agrees",
    "disagrees",
    "insufficient",  # the gold triples do not suffice
    "unsolved",  # there is no solver for the template
    "failed",  # the solver broke down
)

# A process takes longer to start than this many questions to verify.
WORTH_PROCESSES = 2000  # questions


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of computing the answer of a question again.

    Parameters
    ----------
    verdict : str
        One of `VERDICTS`.
    gold, solved : JSON value
        The two answers; None where there is none.
    reason : str, optional
        What is wrong; None where the answers agree.
    """

    question_id: str
    language: str
    sub_template: str
    question: str
    verdict: str
    gold: Any
    solved: Any = None
    reason: str | None = None

    @property
    def agrees(self) -> bool:
        """Whether the two answers agree."""
        return self.verdict == "agrees"


@dataclass(frozen=True, slots=True)
class Verification:
    """What came of verifying a dataset.

    Parameters
    ----------
    counts : dict
        For each sub-template, in order, the number of answers by verdict.
    findings : tuple of Finding
        Every answer that does not agree, ordered by sub-template, question and language.
    """

    counts: dict[str, dict[str, int]]
    findings: tuple[Finding, ...]

    @property
    def ok(self) -> bool:
        """Whether every answer agrees."""
        return not self.findings

    @property
    def totals(self) -> dict[str, int]:
        """The number of answers by verdict, over all sub-templates."""
        return {verdict: sum(row[verdict] for row in self.counts.values()) for verdict in VERDICTS}

    def as_json(self) -> dict[str, Any]:
        """Return the report as a JSON object."""
        totals = self.totals
        return {
            "ok": self.ok,
            "answers": sum(totals.values()),
            **totals,
            "by_sub_template": self.counts,
            "findings": [asdict(item) | {"gold": _json(item.gold)} for item in self.findings],
        }


def verify_question(question: Question, triples: Sequence[Triple]) -> Finding:
    """Compute the answer of a question from its gold triples and compare it with the gold answer.

    Never raises: whatever goes wrong with one question is its verdict.

    Examples
    --------
    >>> from multiglobeqa.dataset import Entity
    >>> lost = Question("1", "N1", "N1", "N", "atlas", "Where is Turku?",
    ...                 (Entity("entity_A", "http://a", "Turku"),), "point", None)
    >>> verify_question(lost, []).reason
    'no geometry of http://a is stated'
    """
    solved, reason = None, None
    try:
        solution = solve(question, triples)
        solved, reason = solution.value, disagreement(question, solution)
        verdict = "agrees" if reason is None else "disagrees"
    except Insufficient as error:
        verdict, reason = "insufficient", str(error)
    except MissingSolver as error:
        verdict, reason = "unsolved", str(error)
    except Exception as error:
        verdict, reason = "failed", f"{type(error).__name__}: {error}"
    return Finding(
        question.question_id,
        question.language,
        question.sub_template,
        question.question,
        verdict,
        question.answer,
        solved,
        reason,
    )


def verify(
    dataset: Dataset | str | Path,
    workers: int | None = None,
    *,
    advance: Callable[[int], None] | None = None,
) -> Verification:
    """Compute every answer of a dataset again, in all its languages and splits.

    Parameters
    ----------
    dataset : Dataset or path-like
    workers : int, optional
        The number of processes; by default as many as there are processors. The report does not
        depend on it.
    advance : callable, optional
        Called with the number of answers verified since the last call.

    Raises
    ------
    InputError
        When the dataset is damaged. What is wrong with a question is in the report instead.
    """
    if not isinstance(dataset, Dataset):
        dataset = Dataset(dataset)
    counts: dict[str, Counter[str]] = {}
    findings: list[Finding] = []
    for tally, bad in _outcomes(_all_batches(dataset), workers or os.cpu_count() or 1):
        for (sub_template, verdict), number in tally.items():
            counts.setdefault(sub_template, Counter())[verdict] += number
        findings += bad
        if advance:
            advance(tally.total())
    findings.sort(key=lambda finding: (finding.sub_template, finding.question_id, finding.language))
    return Verification(
        {name: {verdict: counts[name][verdict] for verdict in VERDICTS} for name in sorted(counts)},
        tuple(findings),
    )


def _json(gold: Any) -> Any:
    """Return a gold answer, as text where it is NaN or infinite and so is not JSON."""
    try:
        json.dumps(gold, allow_nan=False)
    except ValueError:
        return repr(gold)
    return gold


Batch = tuple[pa.Table, pa.Table]
Outcome = tuple[Counter[tuple[str, str]], list[Finding]]


def _all_batches(dataset: Dataset) -> Iterator[Batch]:
    for language in dataset.languages:
        for split in dataset.manifest["splits"]:
            yield from batches(dataset, language, split)


def _verify_batch(batch: Batch) -> Outcome:
    findings = [verify_question(question, triples) for question, triples in cases(*batch)]
    tally = Counter((finding.sub_template, finding.verdict) for finding in findings)
    return tally, [finding for finding in findings if not finding.agrees]


def _outcomes(stream: Iterator[Batch], workers: int) -> Iterator[Outcome]:
    """Verify batches in order, few of them under way at once, so that memory stays bounded."""
    head, questions = [], 0
    while questions < WORTH_PROCESSES and (batch := next(stream, None)):
        head.append(batch)
        questions += batch[0].num_rows
    stream = chain(head, stream)
    if workers == 1 or questions < WORTH_PROCESSES:
        yield from map(_verify_batch, stream)
        return
    # Spawned, not forked: this process may hold threads, of Arrow and of others.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        under_way: deque[Future[Outcome]] = deque()
        for batch in stream:
            under_way.append(pool.submit(_verify_packed, *map(_packed, batch)))
            if len(under_way) > 2 * workers:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()


def _verify_packed(questions: bytes, triples: bytes) -> Outcome:
    return _verify_batch((_unpacked(questions), _unpacked(triples)))


def _packed(table: pa.Table) -> bytes:
    """Return a table as bytes; pickling a slice would send the whole table along."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return sink.getvalue().to_pybytes()


def _unpacked(data: bytes) -> pa.Table:
    with pa.ipc.open_stream(data) as reader:
        return reader.read_all()
