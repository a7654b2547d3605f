"""Yes and no, sides and directions in a text."""

from __future__ import annotations

from multiglobeqa.answers.format import FormatError, Options
from multiglobeqa.answers.free.words import Words


def read_truth(text: str, words: Words, options: Options) -> tuple[bool | str, str]:
    """Return what a text begins with: yes or no, or something between where that is a value.

    Words further on are not looked at: "it is not true" says no, and "true" would be found in it.
    """
    said = words.truth.at_start(text)
    if said is None:
        raise FormatError("the text does not begin with yes or no")
    if values := options.get("values"):
        if said not in values:
            raise FormatError(f"{said!r} is not one of the values")
        return said, "word"
    if said == "plausibly":
        raise FormatError("the text says neither yes nor no")
    return said == "true", "word"


def read_choice(text: str, words: Words, options: Options) -> tuple[str, str]:
    """Return the one of the values that a text names, in the language's words or as it is."""
    values = list(options["values"])
    exact = {value.casefold(): value for value in values}
    if text.casefold() in exact:
        return exact[text.casefold()], "value"
    named = [name for name in dict.fromkeys(words.choices.find(text)) if name in values]
    if len(named) != 1:
        told = " and ".join(named) or "none"
        raise FormatError(f"the text names not one of the values, but {told}")
    return named[0], "word"
