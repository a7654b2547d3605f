"""The build over a real graph with lines and areas."""

import pytest

from multiglobeqa.build import build
from multiglobeqa.dataset import Dataset
from multiglobeqa.kg.osmh3kg import build_osmh3kg
from multiglobeqa.solve.verify import verify
from multiglobeqa.strata import Strata
from multiglobeqa.taxonomy import templates


@pytest.fixture(scope="module")
def dataset(shared_data, tmp_path_factory):
    folder = tmp_path_factory.mktemp("geometries")
    extract = shared_data / "osm" / "extracts" / "liechtenstein-2015-07.osm.pbf"
    build_osmh3kg([extract], folder / "kg", places=Strata())
    build([folder / "kg"], folder / "dataset", seed=1, per_cell=8)
    return Dataset(folder / "dataset")


@pytest.mark.shared_data
@pytest.mark.slow
def test_every_answer_is_proved(dataset):
    assert verify(dataset).ok
    for tally in dataset.manifest["tuples"]["osmh3kg"].values():
        assert tally["disagreed"] == 0


@pytest.mark.shared_data
@pytest.mark.slow
def test_every_template_is_asked(dataset):
    asked = {question.tid for question in dataset.questions()}
    assert asked == {template.tid for template in templates() if "osmh3kg" in template.graphs}
