import pytest

from multiglobeqa.errors import InputError
from multiglobeqa.kg.model import ENTITIES
from multiglobeqa.kg.store import Store
from multiglobeqa.kg.worldkg import build_worldkg
from tests.kg.making import write_nodes

WKG = "http://www.worldkg.org/resource/"


def build(folder, name, numbers):
    nodes = [(n, 1, (n / 100, 50.0), {"amenity": "cafe", "name": f"Café {n}"}) for n in numbers]
    build_worldkg([write_nodes(folder / f"{name}.osm.pbf", nodes)], folder / name, threads=1)
    return folder / name


def test_one_snapshot(tmp_path):
    with Store(build(tmp_path, "one", range(1, 6)), threads=1, memory="500MB") as store:
        rows = store.connection.execute(
            "SELECT name, lon FROM entities WHERE id = ?", [WKG + "3"]
        ).fetchall()
        assert rows == [("Café 3", 0.03)]
        assert store.connection.execute("SELECT count(*) FROM triples").fetchone() == (30,)
        assert store.connection.execute("SELECT h3_cell(0, 0, 0)").fetchone() == (
            "8075fffffffffff",
        )
        assert [manifest["kg"] for manifest in store.manifests] == ["worldkg"]


def test_many_snapshots_are_one_graph(tmp_path):
    one, two = build(tmp_path, "one", range(1, 6)), build(tmp_path, "two", range(6, 9))
    with Store(one, two) as store:
        counts = store.connection.execute("SELECT count(*), count(DISTINCT id) FROM entities")
        assert counts.fetchone() == (8, 8)
        assert len(store.manifests) == 2


def test_names_stay_unique_over_snapshots_of_a_graph(tmp_path):
    one, two = build(tmp_path, "one", range(1, 6)), build(tmp_path, "two", range(6, 9))
    same = write_nodes(
        tmp_path / "same.osm.pbf",
        [(9, 1, (0.1, 50.0), {"amenity": "bar", "name": "CAFÉ  3"})],
    )
    build_worldkg([same], tmp_path / "same", threads=1)
    with Store(one, two, tmp_path / "same") as store:
        rows = dict(store.connection.execute("SELECT id, display_name FROM entities").fetchall())
        columns = [column[0] for column in store.connection.execute("FROM entities").description]
    assert rows == {WKG + str(n): None if n in (3, 9) else f"Café {n}" for n in range(1, 10)}
    assert columns == ENTITIES.names


def test_refuses_an_entity_that_is_there_twice(tmp_path):
    one, two = build(tmp_path, "one", range(1, 6)), build(tmp_path, "two", range(5, 9))
    with pytest.raises(InputError, match=f"share entities, <{WKG}5>"):
        Store(one, two)


def test_refuses_what_is_no_snapshot(tmp_path):
    with pytest.raises(InputError, match="no manifest"):
        Store(build(tmp_path, "one", [1]), tmp_path)
