import pytest

from multiglobeqa.strata import Strata


@pytest.fixture(scope="session")
def strata():
    return Strata()
