"""The build as a whole, over a small made-up world."""

import json
import shutil
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from hashlib import sha256

import pyarrow.parquet as pq
import pytest
from pyproj import Geod

from multiglobeqa.build import build
from multiglobeqa.dataset import Dataset
from multiglobeqa.errors import InputError
from multiglobeqa.solve.verify import verify
from multiglobeqa.taxonomy import templates
from tests.build.conftest import HOSTILE

GEOD = Geod(ellps="WGS84")


@pytest.fixture(scope="module")
def dataset(snapshot, tmp_path_factory):
    folder = tmp_path_factory.mktemp("datasets") / "made"
    build([snapshot], folder, seed=3, per_cell=6, threads=2)
    return Dataset(folder)


def digests(folder):
    return {
        str(file.relative_to(folder)): sha256(file.read_bytes()).hexdigest()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


def test_every_sub_template_is_asked(dataset):
    asked = {question.sub_template for question in dataset.questions()}
    assert asked == {
        sub.id
        for template in templates()
        if "worldkg" in template.graphs
        for sub in template.sub_templates
    }


def test_no_question_is_asked_twice(dataset):
    questions = dataset.questions()
    keys = Counter((question.question, json.dumps(question.answer)) for question in questions)
    assert max(keys.values()) == 1
    assert len({question.question_id for question in questions}) == len(questions)


def test_every_answer_is_proved(dataset):
    assert verify(dataset).ok


def test_quotas_are_kept(dataset):
    cells = Counter(
        (question.sub_template, question.income_tier, question.density_tier)
        for question in dataset.questions()
        if question.premise_holds
    )
    assert max(cells.values()) <= 6


def test_false_premises_name_what_fails(dataset):
    false = [question for question in dataset.questions() if not question.premise_holds]
    share = len(false) / len(dataset.questions())
    assert share == pytest.approx(0.078, abs=0.002)
    for question in false:
        assert question.answer is None
        assert question.premise
        premise = question.premise
        for name in HOSTILE:
            premise = premise.replace(name, "")
        assert "{" not in premise


def test_names_stand_in_the_text(dataset):
    for question in dataset.questions():
        for entity in question.entities:
            assert entity.name.casefold() in question.question.casefold()


def test_hostile_names_pass_unharmed(dataset):
    text = "\n".join(question.question for question in dataset.questions())
    named = set(dataset.aliases().column("alias").to_pylist())
    for name in HOSTILE:
        assert name in named
    assert any(name in text for name in HOSTILE)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_bytes_whatever_the_threads(dataset, snapshot, tmp_path):
    build([snapshot], tmp_path / "again", seed=3, per_cell=6, threads=1)
    assert digests(tmp_path / "again") == digests(dataset.path)


def test_another_seed_gives_other_tuples(dataset, snapshot, tmp_path):
    build([snapshot], tmp_path / "other", seed=4, per_cell=6)
    one = {question.question_id for question in dataset.questions()}
    other = {question.question_id for question in Dataset(tmp_path / "other").questions()}
    assert len(one & other) < 0.5 * len(one)


def test_gold_triples_are_the_graphs_own(dataset, snapshot):
    graph = pq.read_table(snapshot / "triples").select(["subject", "predicate", "object"])
    known = set(zip(*(column.to_pylist() for column in graph.columns), strict=True))
    derived = {
        "http://www.w3.org/2004/02/skos/core#prefLabel",
        "http://www.opengis.net/ont/geosparql#sfWithin",
    }
    gold = dataset.gold_triples.select(["subject", "predicate", "object"])
    stated = set(zip(*(column.to_pylist() for column in gold.columns), strict=True))
    # Countries are Natural Earth's, with Wikidata's names for them.
    countries = {iri for iri in (triple[0] for triple in stated) if "wikidata.org/entity/Q" in iri}
    outlines = {o for s, p, o in stated if s in countries and p.endswith("spatialObject")}
    assert len(outlines) > 2
    for triple in stated:
        assert triple[0] in countries | outlines or triple[1] in derived or triple in known


def test_a_world_of_nothing_makes_no_questions(tmp_path):
    from multiglobeqa.kg.worldkg import build_worldkg

    file = tmp_path / "one.osm"
    file.write_text(
        '<osm version="0.6"><node id="1" version="1" lon="0" lat="0">'
        '<tag k="name" v="Buoy"/><tag k="place" v="locality"/></node></osm>'
    )
    build_worldkg([file], tmp_path / "kg")
    with pytest.raises(InputError, match="no question can be made"):
        build([tmp_path / "kg"], tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ({"languages": ["xxx"]}, "no templates in xxx"),
        ({"per_cell": 0}, "at least 1"),
        ({"false_premises": 1.0}, "must be in"),
    ],
)
def test_bad_settings_are_refused(snapshot, tmp_path, setting, message):
    with pytest.raises(InputError, match=message):
        build([snapshot], tmp_path / "out", **setting)


@pytest.mark.slow
def test_datasets_opens_it(dataset, tmp_path):
    datasets = pytest.importorskip("datasets")
    loaded = datasets.load_dataset(str(dataset.path), "eng", split="large", cache_dir=str(tmp_path))
    assert loaded.num_rows == len(dataset.questions())
    assert set(loaded.column_names) >= {"question_id", "question", "answer"}


def members(entities, question, role, km):
    """Return the ids of the class's members within a distance, looking at the whole graph."""
    centre = entities[question.entity(role).id]
    wanted = question.parameters["class_A"]["id"]
    left_out = {entity.id for entity in question.entities}
    return {
        iri: GEOD.inv(centre["lon"], centre["lat"], one["lon"], one["lat"])[2] / 1000
        for iri, one in entities.items()
        if one["class"] == wanted
        and iri not in left_out
        and GEOD.inv(centre["lon"], centre["lat"], one["lon"], one["lat"])[2] / 1000 <= km
    }


def test_no_member_is_missed(dataset, snapshot):
    """The solver sees the gold triples alone; here every member of the graph is looked at."""
    table = pq.read_table(snapshot / "entities", columns=["id", "class", "lon", "lat"])
    entities = {row["id"]: row for row in table.to_pylist()}
    seen = Counter()
    for question in dataset.questions():
        tid, value = question.tid, question.parameters.get("value")
        if tid == "B1":
            assert question.answer == len(members(entities, question, "entity_B", value))
        elif tid == "B2":
            assert set(question.answer_entities) == set(
                members(entities, question, "entity_B", value)
            )
        elif tid == "L4":
            near = members(entities, question, "entity_B", 20_000)
            limit = 1.1 * min(near.values())
            assert set(question.answer_entities) == {iri for iri, km in near.items() if km <= limit}
        elif tid == "F4":
            c = entities[question.entity("entity_C").id]
            axis = "lat" if question.parameters["direction"] in ("north", "south") else "lon"
            sign = 1 if question.parameters["direction"] in ("north", "east") else -1
            assert set(question.answer_entities) == {
                iri
                for iri in members(entities, question, "entity_B", value)
                if sign * (entities[iri][axis] - c[axis]) > 0
            }
        else:
            continue
        seen[tid] += 1
    assert set(seen) == {"B1", "B2", "F4", "L4"}


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [1.0, 4.0])
def test_killed_midway_it_leaves_the_old_dataset(dataset, snapshot, tmp_path, seconds):
    out = tmp_path / "dataset"
    shutil.copytree(dataset.path, out)
    before = digests(out)
    arguments = ["build", snapshot, "-o", out, "--seed", "9", "--per-cell", "6"]
    command = [sys.executable, "-m", "multiglobeqa.cli.main", *map(str, arguments)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with suppress(subprocess.TimeoutExpired):
        process.wait(seconds)
    process.kill()
    process.wait()
    assert digests(out) == before
    assert verify(Dataset(out)).ok
