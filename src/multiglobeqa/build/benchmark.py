"""From snapshots to a dataset: draw, execute, select, prove and write."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from multiglobeqa.build.draw import draw_tuples
from multiglobeqa.build.execute import Answered, execute
from multiglobeqa.build.gold import gold_triples
from multiglobeqa.build.question import Writer
from multiglobeqa.build.release import Release, Tally, write_dataset
from multiglobeqa.build.select import FALSE_PREMISES, select, select_false_premises
from multiglobeqa.build.world import World, open_world
from multiglobeqa.errors import InputError
from multiglobeqa.kg.store import Store
from multiglobeqa.solve.verify import verify_question
from multiglobeqa.strata import Strata
from multiglobeqa.taxonomy import Template, templates

Progress = Callable[[str, int, int], None]


def build(
    snapshots: Sequence[str | Path],
    out: str | Path,
    *,
    seed: int = 0,
    per_cell: int = 30,
    false_premises: float = FALSE_PREMISES,
    languages: Sequence[str] = ("eng",),
    threads: int | None = None,
    memory: str | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Build a dataset from snapshots and write it to a folder.

    Parameters
    ----------
    snapshots : sequence of path-like
        Snapshot folders, of one graph or several.
    out : path-like
        The dataset folder; an earlier dataset there is replaced, whole or not at all.
    seed : int
        The same snapshots and seed give the same bytes; another seed gives other tuples.
    per_cell : int
        The quota of tuples for each sub-template, graph and stratum.
    false_premises : float
        The share of questions whose premise is false, 0 to below 1.
    languages : sequence of str
        ISO 639-3 codes.
    threads, memory : int, str, optional
        Limits for the queries; the result does not depend on them.
    progress : callable, optional
        Called with what is being done, the number of steps done and of all steps.

    Returns
    -------
    dict
        The manifest of the dataset.

    Raises
    ------
    InputError
        When a snapshot is no good, or no question can be made of what it holds.
    """
    if unknown := set(languages) - {"eng"}:
        raise InputError(
            f"there are no templates in {', '.join(sorted(unknown))}", remedy="Use --language eng."
        )
    if per_cell < 1:
        raise InputError(f"the quota per cell is {per_cell}; it must be at least 1")
    if not 0 <= false_premises < 1:
        raise InputError(f"the share of false premises is {false_premises}; it must be in [0, 1)")
    countries = Strata().countries()
    release = Release(seed=seed, per_cell=per_cell)
    with Store(*snapshots, threads=threads, memory=memory) as store:
        release.snapshots = store.manifests
        graphs = sorted({manifest["kg"] for manifest in store.manifests})
        own = {kg: [one for one in templates() if kg in one.graphs] for kg in graphs}
        done, steps = 0, sum(map(len, own.values()))
        for kg in graphs:

            def step(what: str, n: int, done: int = done) -> None:
                if progress:
                    progress(what, done + n, steps)

            world = open_world(store.connection, kg, countries)
            _build_graph(world, own[kg], release, false_premises, step)
            done += len(own[kg])
        if not release.questions:
            raise InputError(
                "no question can be made of these snapshots",
                source=", ".join(map(str, snapshots)),
                remedy="Look at `multiglobeqa kg info`: too few named places of known classes?",
            )
        return write_dataset(out, release, store)


def _build_graph(
    world: World,
    own: Sequence[Template],
    release: Release,
    false_premises: float,
    step: Callable[[str, int], None],
) -> None:
    tally = Tally()
    chosen: dict[str, list[Answered]] = {}
    false: list[Answered] = []
    for n, template in enumerate(own):
        step(f"{world.kg} {template.key}", n)
        answered = _answer(world, template, release, tally)
        chosen[template.key] = select(
            (one for one in answered if one.premise_holds), release.per_cell
        )
        false += [one for one in answered if not one.premise_holds]
    key_of = {sub.id: template.key for template in own for sub in template.sub_templates}
    holds = sum(map(len, chosen.values()))
    for one in select_false_premises(false, holds, false_premises, release.seed):
        chosen[key_of[one.sub_template]].append(one)
    for template in own:
        if chosen[template.key]:
            _prove(world, template, chosen[template.key], release, tally)
    release.tallies[world.kg] = tally


def _answer(world: World, template: Template, release: Release, tally: Tally) -> list[Answered]:
    answered: list[Answered] = []
    for perturbed in (False, True):
        if perturbed and not (template.premise and template.premise.draws):
            continue
        tuples = draw_tuples(
            world, template, per_cell=release.per_cell, seed=release.seed, perturbed=perturbed
        )
        for one in execute(world, template, tuples):
            tally.drawn[one.sub_template] += 1
            if one.reject:
                tally.rejected[one.sub_template, one.reject] += 1
            elif one.premise_holds or template.premise:
                answered.append(one)
    return answered


def _prove(
    world: World, template: Template, chosen: list[Answered], release: Release, tally: Tally
) -> None:
    """Turn tuples into questions, and keep those that the reference solver agrees with."""
    writer = Writer(world, template, chosen, release.seed)
    for one, (triples, candidates) in zip(
        chosen, gold_triples(world, template, chosen), strict=True
    ):
        question = writer.question(one, candidates)
        if verify_question(question, triples).agrees:
            release.add(question, triples)
        else:
            tally.disagreed[one.sub_template] += 1
