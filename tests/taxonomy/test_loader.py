import re
import shutil
from importlib import resources
from pathlib import Path

import pytest

from multiglobeqa.errors import InputError
from multiglobeqa.taxonomy import read_template, templates

FOLDER = Path(str(resources.files("multiglobeqa.taxonomy"))) / "B_containment"


@pytest.fixture
def copied(tmp_path):
    """Return a copy of a good template, to be spoilt."""
    for file in FOLDER.glob("B2*"):
        shutil.copy(file, tmp_path)
    return tmp_path / "B2.toml"


def spoil(file, pattern, replacement):
    text, count = re.subn(pattern, replacement, file.read_text(), count=1)
    assert count == 1
    file.write_text(text)


def test_templates_come_in_the_order_of_the_paper():
    tids = [template.tid for template in templates()]
    assert tids == sorted(tids, key=lambda tid: (tid[0], int(tid[1:])))
    assert {tid[0] for tid in tids} >= set("ABFHJLMN")


def test_sub_templates_are_named_after_their_template():
    # One sub-template may be asked in different ways of different graphs.
    asked = [
        (sub.id, graph)
        for template in templates()
        for sub in template.sub_templates
        for graph in template.graphs
    ]
    assert len(asked) == len(set(asked))
    for template in templates():
        for sub in template.sub_templates:
            assert sub.id.partition(".")[0] == template.tid


def test_a_good_copy_is_read(copied):
    assert read_template(copied, sfid="B").tid == "B2"


@pytest.mark.parametrize(
    ("pattern", "replacement", "message"),
    [
        ('tid = "B2"', 'tid = "B9"', "Say 'B2'"),
        ("tid", "= tid", "is not TOML"),
        ('measure = "geodesic"', 'measure = "imperial"', "Input should be"),
        (r"km of \{entity_B\}\?\",", 'km of {entity_C}?",', "no such placeholder: entity_C"),
        (r"\{class_A:many\} are within", "things are within", "lacks class_A"),
        ("definition = ", "definitoin = ", "Field required|Extra inputs"),
        (r'\[draws.class_A\]\ndraw = "class_near"\nof = "entity_B"',
         '[draws.class_A]\ndraw = "class_near"\nof = "entity_C"', "not drawn before it"),
        (r'\nid = "B2"', '\nid = "C2"', "does not begin with B2"),
        (r'draw = "places"', 'draw = "choice"\nchoices = [1]', "must be `places` or `containers`"),
    ],
)  # fmt: skip
def test_a_bad_template_says_what_is_wrong(copied, pattern, replacement, message):
    spoil(copied, pattern, replacement)
    with pytest.raises(InputError, match=message) as caught:
        read_template(copied, sfid="B")
    assert "B2.toml" in str(caught.value)


def test_a_template_needs_its_queries(copied):
    copied.with_name("B2.gold.sql").unlink()
    with pytest.raises(InputError, match=r"lacks its query B2\.gold\.sql"):
        read_template(copied, sfid="B")


def test_text_of_several_lines_is_one_line():
    for template in templates():
        for text in (template.definition, template.convention or ""):
            assert "\n" not in text
