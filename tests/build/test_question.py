import pytest

from multiglobeqa.build.question import with_article


@pytest.mark.parametrize(
    ("name", "spoken"),
    [
        ("The Bahamas", "the Bahamas"),
        ("Democratic Republic of the Congo", "the Democratic Republic of the Congo"),
        ("United Arab Emirates", "the United Arab Emirates"),
        ("South Georgia and the South Sandwich Islands",) * 2,
        ("Iceland", "Iceland"),
        ("Georgia", "Georgia"),
    ],
)
def test_countries_get_their_article(name, spoken):
    assert with_article(name) == spoken
