"""Spellings of names."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiglobeqa.answers.names import fold, spellings

TEXT = st.text(st.characters(codec="utf-8"), max_size=30)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Zürich", "zu\u0308rich"),
        ("ＴＯＫＹＯ", "tokyo"),
        ("STRASSE", "Straße"),
        ("ΑΘΉΝΑΣ", "αθήνας"),
        ("a \u3000 b\t", "A\u00a0b"),
        ("ﬁeld", "Field"),
    ],
)
def test_folded_alike(one, other):
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Malmö", "Malmo"), ("か", "が"), ("Бий", "Бии"), ("Ona", "Oña")]
)
def test_folded_apart(one, other):
    assert fold(one) != fold(other)


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("Malmö", {"malmo", "malmoe"}),
        ("Saint-Étienne", {"saint etienne"}),
        ("L’Aquila", {"laquila"}),
        ("Łódź", {"lodz"}),
        ("İstanbul", {"istanbul"}),
        ("Đà Nẵng", {"da nang"}),
        ("Москва", {"москва", "moskva"}),
        ("Київ", {"kyiv"}),
        ("Пловдив", {"plovdiv"}),
        ("Ниш", {"nis"}),
        ("Θεσσαλονίκη", {"thessaloniki"}),
        ("Εύβοια", {"evvoia"}),
        ("Μπαλί", {"bali"}),
        ("თბილისი", {"tbilisi"}),
        ("東京 タワー", {"東京タワー"}),
        ("كَابُل", {"كابل"}),
    ],
)
def test_plain_spellings(name, plain):
    assert plain <= spellings(fold(name))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("か", "が"),
        ("ハハ", "パパ"),
        ("Ona", "Oma"),
        ("Bath", "Baths"),
        ("中山", "中川"),
        ("کا", "کی"),
    ],
)
def test_other_letters_are_other_names(one, other):
    assert not spellings(fold(one)) & spellings(fold(other))


@given(TEXT)
def test_folding_is_final_and_ignores_the_normal_form(name):
    once = fold(name)
    assert fold(once) == once
    assert {fold(unicodedata.normalize(form, name)) for form in ("NFC", "NFD")} == {once}


@given(TEXT)
def test_spellings_never_fail(name):
    assert all(isinstance(spelling, str) for spelling in spellings(fold(name)))
