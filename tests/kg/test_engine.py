import duckdb
import pytest

from multiglobeqa.errors import InputError
from multiglobeqa.kg.engine import connect


def test_settings_hold(tmp_path):
    with connect(threads=1, memory="200MB", temp=tmp_path / "spill") as connection:
        settings = dict(
            connection.execute(
                "SELECT name, value FROM duckdb_settings() WHERE name IN "
                "('threads', 'temp_directory', 'autoinstall_known_extensions')"
            ).fetchall()
        )
    assert settings["threads"] == "1"
    assert settings["temp_directory"] == str(tmp_path / "spill")
    assert settings["autoinstall_known_extensions"] == "false"


def test_spatial_is_there_and_reads_longitude_first():
    with connect() as connection:
        assert connection.execute(
            "SELECT round(ST_Distance_Spheroid(ST_Point(24.94, 60.17), ST_Point(24.75, 59.44)))"
        ).fetchone() == (82025.0,)


@pytest.mark.parametrize("memory", ["lots", "-3GB", ""])
def test_refuses_no_memory_limit(memory):
    with pytest.raises(InputError, match="memory limit"):
        connect(memory=memory)


def test_refuses_no_threads():
    with pytest.raises(InputError, match="threads"):
        connect(threads=0)


def test_names_are_parameters_never_text():
    with connect() as connection:
        hostile = "x'); DROP TABLE t; --"
        connection.execute("CREATE TABLE t AS SELECT ? AS name", [hostile])
        assert connection.execute("FROM t WHERE name = ?", [hostile]).fetchall() == [(hostile,)]
        with pytest.raises(duckdb.Error):
            connection.execute("INSTALL httpfs")
