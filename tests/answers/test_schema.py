"""Schemas that both structured output and grammars can enforce, and that say what parses."""

import json
from types import SimpleNamespace

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from multiglobeqa.answers import FORMATS, FormatError, answer_schema, get_format
from tests.answers.test_properties import VALUES
from tests.answers.test_table12 import CASES

EVERY = {f"{case[0]} {json.dumps(case[1])}": (case[0], case[1], case[2]) for case in CASES}

# What OpenAI's structured output and llama.cpp both enforce.
KEYWORDS = {
    *("type", "properties", "required", "additionalProperties", "items", "enum", "anyOf"),
    *("pattern", "minimum", "maximum"),
}


def asked(form, options):
    return SimpleNamespace(answer_format=form, answer_options=options)


def parts(schema):
    yield schema
    for part in [*schema.get("properties", {}).values(), *schema.get("anyOf", [])]:
        yield from parts(part)
    if "items" in schema:
        yield from parts(schema["items"])


@pytest.mark.parametrize(("form", "options", "gold"), EVERY.values(), ids=EVERY)
@pytest.mark.parametrize("refusable", [True, False])
def test_structured_output_takes_it(form, options, gold, refusable):
    schema = answer_schema(asked(form, options), refusable)
    assert schema["type"] == "object"
    for part in parts(schema):
        assert set(part) <= KEYWORDS
        if part.get("type") == "object":
            assert part["additionalProperties"] is False
            assert part["required"] == list(part["properties"])
        if "pattern" in part:  # llama.cpp wants them anchored
            assert part["pattern"].startswith("^") and part["pattern"].endswith("$")


@pytest.mark.parametrize(("form", "options", "gold"), EVERY.values(), ids=EVERY)
def test_the_gold_and_a_refusal_fit(form, options, gold):
    schema = answer_schema(asked(form, options))
    jsonschema.validate({"answer": gold, "refused": False}, schema)
    jsonschema.validate({"answer": None, "refused": True}, schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"answer": gold}, schema)
    jsonschema.validate({"answer": gold}, answer_schema(asked(form, options), refusable=False))


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)


@pytest.mark.parametrize("form", FORMATS)
@settings(max_examples=50)
@given(st.data())
def test_what_does_not_fit_does_not_parse(form, data):
    """Parsing is strict: it takes nothing of another type than the schema's."""
    options, _ = VALUES[form]
    value = data.draw(ANYTHING)
    schema = get_format(form).schema(options)
    if not jsonschema.Draft202012Validator(schema).is_valid(value):
        spelling = isinstance(value, str) and schema.get("type") == "string"
        if not spelling:  # letter case and outer spaces of a code are forgiven
            with pytest.raises(FormatError):
                get_format(form).parse(value, options)


@pytest.mark.parametrize(("form", "options", "gold"), EVERY.values(), ids=EVERY)
def test_descriptions_tell_what_the_answer_depends_on(form, options, gold):
    told = get_format(form).describe(options)
    for name in ("resolution", "precision", "h3", "s2"):
        if options.get(name) is not None and name in options and form != "date":
            assert str(options[name]) in told
    for value in options.get("values", ()):
        assert f'"{value}"' in told
    units = {"distance": "kilometres", "area": "square kilometres", "polar": "degrees"}
    assert units.get(form, "") in told
    assert get_format("count").describe({}, "people") == "a whole number of people"
