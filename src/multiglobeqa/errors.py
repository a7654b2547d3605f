"""The errors that a user can mend."""

from __future__ import annotations


class InputError(Exception):
    """Bad input: one message that names the file, the place in it and the remedy.

    The command line prints it and exits with 2.

    Parameters
    ----------
    message : str
        What is wrong, as a sentence.
    source : str or path-like, optional
        The file or folder that is wrong.
    place : str, optional
        Where in it: a line, a column, a byte.
    remedy : str, optional
        What to do about it.

    Examples
    --------
    >>> print(InputError("is empty", source="a.osm.pbf", remedy="Download it again."))
    a.osm.pbf: is empty. Download it again.
    """

    def __init__(
        self,
        message: str,
        *,
        source: object = None,
        place: str | None = None,
        remedy: str | None = None,
    ) -> None:
        self.message = message
        self.source = None if source is None else str(source)
        self.place = place
        self.remedy = remedy
        super().__init__(str(self))

    def __str__(self) -> str:
        where = ", ".join(part for part in (self.source, self.place) if part)
        text = f"{where}: {self.message}" if where else self.message
        text = text.rstrip(".") + "."
        return f"{text} {self.remedy}" if self.remedy else text


class CheckFailed(Exception):
    """A check ran to its end and found something wrong; the command line exits with 1."""
