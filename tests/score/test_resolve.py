"""Names of entities."""

import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from multiglobeqa.answers.names import fold
from multiglobeqa.dataset import ALIASES
from multiglobeqa.score import Names
from multiglobeqa.score.resolve import Unresolved

NAMES = Names.of(
    {
        "Q1": ["Springfield, Illinois", "Springfield"],
        "Q2": ["Springfield, Ohio", "Springfield"],
        "Q3": ["Malmö", "Malmo Kommun"],
        "Q4": ["Malmo"],  # a bar in another town
        "Q5": ["Marā"],
        "Q6": ["Mārā"],
        "Q7": ["Пловдив", "Plovdiv"],
        "Q8": ["Ниш"],
        "Q9": ["معمل"],
        "Q10": ["Al-Mjarash Photography", "معمل"],
    }
)


def test_context_makes_a_name_unique():
    assert NAMES.resolve("springfield") is None
    assert NAMES.resolve("springfield", {"Q2", "Q3"}) == "Q2"
    assert NAMES.resolve("springfield", {"Q1", "Q2"}) is None
    assert NAMES.resolve("SPRINGFIELD,  ohio") == "Q2"


def test_an_exact_name_is_never_another_entity():
    """Malmo is the bar's name, whoever else is spelt like that without accents."""
    assert NAMES.resolve("Malmo", {"Q3"}) == "Q4"
    assert NAMES.resolve("malmö", {"Q4"}) == "Q3"


def test_plain_spellings_count_when_they_are_unique():
    assert NAMES.resolve("Malmoe", {"Q3"}) == "Q3"
    assert NAMES.resolve("Mara", {"Q5"}) == "Q5"
    assert NAMES.resolve("Mara", {"Q5", "Q6"}) is None
    assert NAMES.resolve("Mara") is None
    assert NAMES.resolve("Malmoe") is None  # of whom is only told among the question's own
    assert NAMES.resolve("MARĀ", {"Q5", "Q6"}) == "Q5"


def test_alphabets():
    assert NAMES.resolve("PLOVDIV") == "Q7"
    assert NAMES.resolve("Plovdyv", {"Q7"}) == "Q7"
    assert NAMES.resolve("Niš", {"Q8"}) == "Q8"
    assert NAMES.resolve("Nish", {"Q8"}) == "Q8"


def test_a_displayed_name_stands_for_what_it_is_displayed_for():
    """Two candidates share a label in one language, and one of them is displayed by it."""
    assert NAMES.resolve("معمل", {"Q9", "Q10"}) == "Q9"
    assert NAMES.resolve("معمل", {"Q10"}) == "Q10"


def test_nothing_is_guessed():
    everything = frozenset(f"Q{number}" for number in range(1, 11))
    for name in ("", "Springfields", "Springfield Ohio State", "Malm", "Plowdiw", "Q", "Q11"):
        assert NAMES.resolve(name, everything) is None
    assert NAMES.resolve("Q7") == "Q7"  # an identifier is a name without doubt


def test_what_is_unresolved_equals_itself_alone():
    resolve = NAMES.resolver(frozenset({"Q1"}))
    assert resolve("Nowhere") == resolve(" nowhere ") == Unresolved("nowhere")
    assert resolve("Nowhere") != resolve("Elsewhere")
    assert resolve("Plovdiv") == "Q7"


def test_the_alias_table_of_a_dataset():
    rows = [
        {"entity": "a", "alias": "One", "language": "en", "kind": "label"},
        {"entity": "a", "alias": "Eins", "language": "de", "kind": "label"},
        {"entity": "a", "alias": "One, Town", "language": None, "kind": "display"},
        {"entity": "b", "alias": "One", "language": None, "kind": "alias"},
    ]
    names = Names(pa.Table.from_pylist(rows, schema=ALIASES))
    assert names.resolve("eins") == "a"
    assert names.resolve("One") is None
    assert names.resolve("One", {"b"}) == "b"
    assert "a" in names and "c" not in names


WORDS = st.lists(
    st.text(st.characters(codec="utf-8"), min_size=1, max_size=8).filter(str.strip),
    min_size=1,
    max_size=4,
)


@given(st.dictionaries(st.sampled_from("abcdefgh"), WORDS, min_size=2), st.data())
def test_two_entities_never_merge(names, data):
    """A name resolves only to an entity whose name it is, when no other in context has it."""
    names = {f"http://x/{entity}": given_ for entity, given_ in names.items()}
    store = Names.of(names)
    context = frozenset(data.draw(st.sets(st.sampled_from(sorted(names)))))
    entity = data.draw(st.sampled_from(sorted(names)))
    name = data.draw(st.sampled_from(names[entity]))
    found = store.resolve(name, context)
    owners = {other for other, given_ in names.items() if fold(name) in map(fold, given_)}
    assert found is None or found in owners
    if owners == {entity}:
        assert found == entity
