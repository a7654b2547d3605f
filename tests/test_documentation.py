"""What is there is documented."""

import re
from pathlib import Path

import pytest
import typer

from multiglobeqa import dataset
from multiglobeqa.cli.main import app
from multiglobeqa.kg import model
from multiglobeqa.score.results import OUTCOMES, RESULTS

ROOT = Path(__file__).resolve().parents[1]
FORMATS = (ROOT / "docs" / "formats.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("section", "schema"),
    [
        ("Snapshot", model.ENTITIES),
        ("Snapshot", model.TRIPLES),
        ("Dataset", dataset.QUESTIONS),
        ("Dataset", dataset.TRIPLES),
        ("Dataset", dataset.ALIASES),
        ("Results", RESULTS),
    ],
)
def test_every_column_is_documented(section, schema):
    (text,) = re.findall(rf"^## {section}$(.*?)(?=^## |\Z)", FORMATS, re.DOTALL | re.MULTILINE)
    named = set(re.findall(r"`(\w+)`", text))
    assert set(schema.names) <= named


def test_every_outcome_is_documented():
    assert set(OUTCOMES) <= set(re.findall(r"`(\w+)`", FORMATS))


def commands(group, path=()):
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, (*path, name))
        else:
            yield (*path, name)


def test_every_command_is_in_the_docs():
    texts = [file.read_text("utf-8") for file in (ROOT / "README.md", *ROOT.glob("docs/*.md"))]
    text = "\n".join(texts)
    for path in commands(typer.main.get_command(app)):
        assert re.search(rf"\b{' '.join(path)}\b", text), f"multiglobeqa {' '.join(path)}"


def test_links_in_the_docs_lead_somewhere():
    for file in (ROOT / "README.md", *ROOT.glob("docs/*.md")):
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", file.read_text("utf-8")):
            assert (file.parent / target).exists(), f"{file.name} links to {target}"
