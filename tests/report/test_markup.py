"""Whatever text goes in, only the elements that were asked for come out."""

from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from multiglobeqa.report.markup import Markup, foreign, join, tag, text


class Reader(HTMLParser):
    """A second opinion: what a parser finds in the markup."""

    def __init__(self, source):
        super().__init__(convert_charrefs=True)
        self.tags, self.attributes, self.data = [], [], ""
        self.feed(source)
        self.close()

    def handle_starttag(self, name, attributes):
        self.tags.append(name)
        self.attributes += attributes

    def handle_data(self, data):
        self.data += data


# The reader takes "\r" as written; browsers turn it into "\n". Neither is of interest here.
readable = st.text(
    st.characters(exclude_categories=["Cc", "Cs"], exclude_characters="\ufffe\uffff")
)


@given(readable, readable)
def test_text_and_attributes_come_back_as_they_went_in(words, title):
    reader = Reader(tag("p", words, title=title))
    assert reader.tags == ["p"]
    assert reader.attributes == [("title", title)]
    assert reader.data == words


@given(st.text(st.characters(exclude_categories=[])))
def test_any_text_makes_encodable_markup_without_elements(words):
    source = text(words)
    source.encode("utf-8")
    assert "<" not in source
    assert not any(ord(character) < 32 and character not in "\t\n\r" for character in source)


def test_script_is_text():
    reader = Reader(tag("td", "</td><script>alert(1)</script>"))
    assert reader.tags == ["td"]
    assert reader.data == "</td><script>alert(1)</script>"


def test_joined_markup_loses_its_trust():
    """Only `join` keeps markup: a plain concatenation is escaped, visibly, never trusted."""
    both = tag("b", "a") + "<i>"
    assert not isinstance(both, Markup)
    assert text(both) == "&lt;b&gt;a&lt;/b&gt;&lt;i&gt;"


def test_children():
    assert join("a", None, 1, (tag("br"), ["<"])) == "a1<br>&lt;"


def test_attributes():
    assert tag("td", data_value=None, hidden=False) == "<td></td>"
    assert tag("td", class_="a b", aria_hidden="true", tabindex=0, open=True) == (
        '<td class="a b" aria-hidden="true" tabindex="0" open></td>'
    )
    assert tag("rect", x=1) == '<rect x="1"></rect>'


def test_foreign_text_is_isolated():
    assert foreign("\u202eabc") == "<bdi>\u202eabc</bdi>"
