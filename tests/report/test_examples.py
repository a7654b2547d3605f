"""The questions shown are few, varied, and the same whatever the order of the rows."""

import pyarrow as pa

from multiglobeqa.report.examples import choose_examples

from .conftest import results

RUNS = {("one", "T1", "eng"): 0, ("two", "T2", "eng"): 1}


def table(size=200):
    return pa.concat_tables(
        [
            results("one", "T1", seeds=(1, 0), size=size),
            results("two", "T2", size=size, share=0.9),
        ]
    )


def test_thirty_questions_each_with_the_reply_of_every_run():
    examples = choose_examples(table(), RUNS)
    assert len(examples) == len({example.question_id for example in examples}) == 30
    assert {tuple(reply.run for reply in example.replies) for example in examples} == {(0, 1)}


def test_outcomes_and_spatial_functions_are_all_shown():
    examples = choose_examples(table(), RUNS)
    outcomes = [reply.outcome for example in examples for reply in example.replies]
    assert all(
        outcomes.count(name) >= 7 for name in ("correct", "wrong", "refused", "format_error")
    )
    assert {example.sfid for example in examples} == {"A", "B", "F", "J", "N"}


def test_the_first_seed_is_shown():
    rows = {
        row["question_id"]: row["outcome"]
        for row in results("one", "T1", seeds=(0,), size=200).to_pylist()
    }
    for example in choose_examples(table(), RUNS):
        assert example.replies[0].outcome == rows[example.question_id]


def test_the_order_of_the_rows_does_not_matter():
    rows = table()
    reverse = rows.take(list(reversed(range(rows.num_rows))))
    assert choose_examples(rows, RUNS) == choose_examples(reverse, RUNS)


def test_few_questions_are_all_shown():
    assert len(choose_examples(table(size=4), RUNS)) == 4
    assert choose_examples(table(size=0), RUNS) == ()
