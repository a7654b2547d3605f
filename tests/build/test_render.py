from hypothesis import given
from hypothesis import strategies as st

from multiglobeqa.build.render import render


def test_fills_names_classes_and_numbers():
    text = render(
        "Which {class_A:many} are within {value} km of {entity_B} ({class_A:one})?",
        {"entity_B": "Siren"},
        {"value": 5.0, "class_A": {"singular": "pharmacy", "plural": "pharmacies"}},
    )
    assert text == "Which pharmacies are within 5 km of Siren (pharmacy)?"


@given(st.text(max_size=500), st.text(max_size=500))
def test_a_name_is_never_read_as_a_placeholder(first, second):
    text = render("{entity_A}|{entity_B}", {"entity_A": first, "entity_B": second}, {})
    assert text == f"{first}|{second}"
