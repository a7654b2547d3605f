"""The report as a reader gets it: whole, escaped, self-contained, the same every time."""

import csv
import json
import re
from html.parser import HTMLParser

import pytest

from multiglobeqa.errors import InputError
from multiglobeqa.report import write_report
from multiglobeqa.score.results import write_results

from .conftest import LONG, QUOTES, RIGHT_TO_LEFT, SCRIPT, results

VOID = {"meta", "br", "wbr"}


class Reader(HTMLParser):
    """Checks that elements nest, and keeps what a browser would act on."""

    def __init__(self, source):
        super().__init__(convert_charrefs=True)
        self.open, self.tags, self.attributes, self.words = [], [], [], {}
        self.feed(source)
        self.close()
        assert self.open == []

    def handle_starttag(self, name, attributes):
        self.tags.append(name)
        self.attributes += [(name, *pair) for pair in attributes]
        if name not in VOID:
            self.open.append(name)

    def handle_endtag(self, name):
        assert self.open.pop() == name

    def handle_data(self, data):
        where = self.open[-1] if self.open else None
        self.words[where] = self.words.get(where, "") + data


def write(folders, path):
    return write_report(folders, path).read_text("utf-8")


@pytest.fixture(scope="module")
def report(folders, tmp_path_factory):
    return write_report(folders, tmp_path_factory.mktemp("report") / "out").parent


@pytest.fixture(scope="module")
def source(report):
    return (report / "index.html").read_text("utf-8")


@pytest.fixture(scope="module")
def reader(source):
    return Reader(source)


def test_only_our_own_script_and_no_hostile_element(reader):
    assert reader.tags.count("script") == 1
    assert "alert" not in reader.words["script"]
    assert "img" not in reader.tags
    assert not [attribute for attribute in reader.attributes if attribute[1].startswith("on")]


def test_hostile_names_are_shown_as_they_are(reader):
    shown = reader.words["bdi"] + reader.words["p"]
    assert SCRIPT in shown
    assert RIGHT_TO_LEFT in shown
    assert QUOTES in shown
    assert LONG in shown
    assert "Nul\ufffd \ufffd[31m \ufffd" in shown


def test_nothing_is_fetched(reader, source):
    loaded = [
        value
        for tag, name, value in reader.attributes
        if name in ("src", "srcset", "data", "action", "poster", "background", "style")
        or (name == "href" and not value.startswith("#"))
    ]
    assert loaded == ["report.json", "headline.csv", "outcomes.csv", "breakdown.csv"]
    assert "http://" not in source.replace(SCRIPT, "")
    assert "https://" not in source


def test_a_browser_is_told_to_run_nothing_else(reader):
    (policy,) = (v for t, n, v in reader.attributes if t == "meta" and "default-src" in (v or ""))
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy


def test_tables_are_accessible(reader):
    assert reader.tags.count("caption") == reader.tags.count("table")
    assert "scope" in {name for tag, name, _ in reader.attributes if tag == "th"}
    labelled = [v for t, n, v in reader.attributes if t == "svg" and n == "role"]
    assert labelled.count("img") >= 4
    assert ("html", "lang", "en") in reader.attributes
    ids = [value for _, name, value in reader.attributes if name == "id"]
    assert len(ids) == len(set(ids))
    anchors = {v[1:] for t, n, v in reader.attributes if n == "href" and v.startswith("#")}
    assert anchors <= set(ids)


def test_json_holds_the_numbers(report):
    document = json.loads((report / "report.json").read_text("utf-8"))
    assert (document["format"], document["format_version"]) == ("multiglobeqa-report", 1)
    hostile, solver = document["runs"]
    assert hostile["model"] == f"local/{SCRIPT}"
    assert hostile["seeds"] == 2
    rows = results("solver", tier="T3a", share=0.9).to_pylist()
    holds = [row for row in rows if row["premise_holds"]]
    assert solver["metrics"]["em"]["value"] == pytest.approx(
        sum(row["em"] for row in holds) / len(holds)
    )
    assert sum(solver["outcomes"].values()) == len(holds)
    low, value, high = (solver["metrics"]["em"][name] for name in ("low", "value", "high"))
    assert low < value < high


def test_groups_add_up_to_the_whole(report):
    document = json.loads((report / "report.json").read_text("utf-8"))
    assert document["questions"] == 120  # 8 of them with a false premise
    dimensions = {one["id"]: one["groups"] for one in document["breakdowns"]}
    assert list(dimensions) == ["sfid", "answer_format", "kg", "country", "sub_template"]
    for name in ("sfid", "answer_format", "kg", "sub_template"):
        assert sum(group["questions"] for group in dimensions[name]) == 112
    for index, run in enumerate(document["runs"]):
        parts = [group["em"][index] for group in dimensions["sfid"]]
        total = sum(part["value"] * part["n"] for part in parts) / sum(part["n"] for part in parts)
        assert total == pytest.approx(run["metrics"]["em"]["value"])


def test_csv_holds_the_same_numbers(report):
    document = json.loads((report / "report.json").read_text("utf-8"))
    with (report / "headline.csv").open(encoding="utf-8", newline="") as stream:
        rows = {(row["model"], row["metric"]): row for row in csv.DictReader(stream)}
    for run in document["runs"]:
        for name, estimate in run["metrics"].items():
            row = rows[run["model"], name]
            assert float(row["value"]) == pytest.approx(estimate["value"], abs=1e-6)


def test_numbers_of_the_page_are_those_of_the_json(report, source):
    document = json.loads((report / "report.json").read_text("utf-8"))
    for run in document["runs"]:
        em = run["metrics"]["em"]
        assert (
            f"{100 * em['value']:.1f}<small>{100 * em['low']:.1f}–{100 * em['high']:.1f}" in source
        )


def test_same_results_same_bytes(folders, tmp_path, report):
    write_report(folders, tmp_path / "again")
    names = {path.name for path in report.iterdir()}
    assert names == {"index.html", "report.json", "headline.csv", "outcomes.csv", "breakdown.csv"}
    for name in names:
        assert (tmp_path / "again" / name).read_bytes() == (report / name).read_bytes()


def test_one_run_reads_well(folder, tmp_path):
    source = write([folder], tmp_path / "out")
    Reader(source)
    assert "How model answered 120 questions" in source
    assert "best of those" not in source


def test_results_without_strata_country_or_false_premises(tmp_path):
    rows = [
        row | {"country": None, "income_tier": None, "density_tier": None}
        for row in results(size=40).to_pylist()
        if row["premise_holds"] and row["outcome"] != "correct"
    ]
    table = results().from_pylist(rows, schema=results().schema)
    write_results(tmp_path / "in", table, {})
    Reader(write([tmp_path / "in"], tmp_path / "out"))


def test_only_false_premises(tmp_path):
    rows = [row for row in results().to_pylist() if not row["premise_holds"]]
    table = results().from_pylist(rows, schema=results().schema)
    write_results(tmp_path / "in", table, {})
    Reader(write([tmp_path / "in"], tmp_path / "out"))


def test_an_earlier_report_is_replaced_and_nothing_else(folder, tmp_path):
    write_report([folder], tmp_path / "out")
    (tmp_path / "out" / "stale.txt").write_text("old")
    write_report([folder], tmp_path / "out")
    assert not (tmp_path / "out" / "stale.txt").exists()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("mine")
    with pytest.raises(InputError, match="not an earlier output"):
        write_report([folder], tmp_path / "mine")
    assert (tmp_path / "mine" / "thesis.txt").read_text() == "mine"


def test_no_results_folder(tmp_path):
    with pytest.raises(InputError, match="is not a results folder"):
        write_report([tmp_path], tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_newer_version(folder, tmp_path):
    newer = tmp_path / "newer"
    write_results(newer, results(), {})
    manifest = json.loads((newer / "manifest.json").read_text())
    (newer / "manifest.json").write_text(json.dumps(manifest | {"format_version": 99}))
    with pytest.raises(InputError, match="format version 99"):
        write_report([folder, newer], tmp_path / "out")


def test_empty_results(tmp_path):
    write_results(tmp_path / "empty", results(size=0), {})
    with pytest.raises(InputError, match="holds no results"):
        write_report([tmp_path / "empty"], tmp_path / "out")


def test_the_same_run_twice(folder, tmp_path):
    with pytest.raises(InputError, match=r"answered more than once by 'model' \(T1, eng, seed 0\)"):
        write_report([folder, folder], tmp_path / "out")


def test_size_does_not_depend_on_the_number_of_questions(tmp_path):
    sizes = []
    for size in (200, 2000):
        write_results(tmp_path / f"in{size}", results(size=size), {})
        sizes.append(len(write([tmp_path / f"in{size}"], tmp_path / f"out{size}")))
    assert sizes[1] < 1.2 * sizes[0]
    assert re.search(r"answered 2,000 questions", (tmp_path / "out2000/index.html").read_text())
