import pytest
from hypothesis import given
from hypothesis import strategies as st

from multiglobeqa.kg.bcp47 import language_tag, usual_case


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("en", "en"),
        ("PT-br", "pt-BR"),
        ("zh-hans", "zh-Hans"),
        ("zh-Hant-HK", "zh-Hant-HK"),
        ("sr-Latn", "sr-Latn"),
        ("be-tarask", "be-tarask"),
        ("zh_pinyin", "zh-Latn-pinyin"),
        ("ja_rm", "ja-Latn"),
        ("ja_kana", "ja-Hrkt"),
        ("ko_rm", "ko-Latn"),
        ("es-419", "es-419"),
        ("de-1996", "de-1996"),
        ("gsw", "gsw"),
        ("bat-smg", "bat-smg"),
        ("vi-Hani", "vi-Hani"),
    ],
)
def test_languages(text, tag):
    assert language_tag(text) == tag


@pytest.mark.parametrize(
    "text",
    [
        *("etymology", "signed", "left", "right", "prefix", "botanical", "pronunciation"),
        *("etymology:wikidata", "language", "full", "old", "alt", "ref", "xx", "qq", "e", ""),
        *("1", "en_US_x", "ru:word_stress", "kn:iso15919", "simple", "note", "source", "date"),
    ],
)
def test_no_languages(text):
    assert language_tag(text) is None


def test_other_text_keeps_its_case():
    assert usual_case("x-Private Use") == "x-Private Use"


@given(st.from_regex(r"[a-z]{2,3}(-[A-Za-z]{4})?(-[A-Za-z]{2})?(-[a-z0-9]{5,8})?", fullmatch=True))
def test_case_is_settled_once(tag):
    assert usual_case(usual_case(tag).lower()) == usual_case(tag)
    assert usual_case(tag).lower() == tag.lower()
