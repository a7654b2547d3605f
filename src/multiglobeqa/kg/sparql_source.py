"""A graph behind a SPARQL endpoint, fetched page by page."""

from __future__ import annotations

import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from hashlib import sha256
from http.client import HTTPException
from pathlib import Path

import pyarrow as pa
import pyoxigraph

from multiglobeqa import __version__
from multiglobeqa.errors import InputError
from multiglobeqa.kg.knowwheregraph_rdf import Blanks
from multiglobeqa.kg.knowwheregraph_terms import batches
from multiglobeqa.kg.rdf import as_triple

PAGE = 10_000  # triples; endpoints commonly cut answers off above
PAUSE = 0.5  # seconds between pages
_TIMEOUT = 120.0
_TRIES = 5

_NAMED = """
SELECT ?s ?p ?o WHERE {{
  ?s ?p ?o .
  FILTER(isIRI(?s) && !isBlank(?o) && STR(?s) > {after})
}} ORDER BY STR(?s) LIMIT {limit}
"""
# The labels of blank nodes hold within one answer only: all that is said of them comes in one.
_BLANK = """
SELECT ?s ?p ?o WHERE {{ ?s ?p ?o . FILTER(isBlank(?s) || isBlank(?o)) }} LIMIT {limit}
"""

Rows = list[pyoxigraph.Triple]


def is_endpoint(source: str) -> bool:
    """Tell whether a source is the address of an endpoint."""
    return source.startswith(("http://", "https://"))


def read_endpoint(
    address: str, folder: str | Path, *, page: int = PAGE, pause: float = PAUSE
) -> Iterator[pa.RecordBatch]:
    """Yield all triples of an endpoint's default graph, ordered by subject.

    The pages go by subject, not by offset, so that the last costs the endpoint no more than the
    first. Each is kept in a file as it comes: called again with the same folder, the crawl goes on
    where it stopped. One request at a time, a pause between two, and longer ones, or those that
    the endpoint asks for, when it is busy.

    Parameters
    ----------
    address : str
        Of the endpoint (SPARQL 1.1 Protocol).
    folder : path-like
        Where the pages are kept; made if missing.
    page : int
        Triples to ask for at once.
    pause : float
        Seconds between two requests.

    Yields
    ------
    pyarrow.RecordBatch
        Of the schema `TRIPLES`.

    Raises
    ------
    InputError
        When the endpoint does not answer, or not as one does.
    """
    crawl = _Crawl(address, Path(folder), page, pause)
    blanks = Blanks(kept=False, prefix=f"e{sha256(address.encode()).hexdigest()[:12]}")
    for rows in crawl.pages():
        yield from batches(as_triple(said, blanks.label) for said in rows)


def _subject(row: pyoxigraph.Triple) -> str:
    return str(getattr(row.subject, "value", ""))


class _Crawl:
    """The pages of one endpoint."""

    def __init__(self, address: str, folder: Path, page: int, pause: float) -> None:
        self._address = address
        self._folder = folder
        self._page = page
        self._pause = pause
        self._asked = False
        folder.mkdir(parents=True, exist_ok=True)

    def pages(self) -> Iterator[Rows]:
        yield self._blank()
        after, number, limit = "", 0, self._page
        while True:
            query = _NAMED.format(after=pyoxigraph.Literal(after), limit=limit)
            rows = self._answer(f"{number:06}", query, limit)
            # A full page may end in the middle of a subject: it comes again, whole, with the next.
            whole = rows
            if len(rows) >= limit:
                last = _subject(rows[-1])
                whole = [row for row in rows if _subject(row) != last]
                if not whole:  # one subject fills the page
                    self._file(f"{number:06}").unlink()
                    limit *= 4
                    continue
            yield whole
            if len(rows) < limit:
                return
            after, number, limit = _subject(whole[-1]), number + 1, self._page

    def _blank(self) -> Rows:
        limit = 10 * self._page
        rows = self._answer("blank", _BLANK.format(limit=limit), limit)
        if len(rows) >= limit:
            raise InputError(
                f"says more than {limit:,} things of blank nodes, which cannot be fetched in parts",
                source=self._address,
                remedy="Get the graph as a file.",
            )
        return rows

    def _file(self, name: str) -> Path:
        return self._folder / f"{name}.srj"

    def _answer(self, name: str, query: str, limit: int) -> Rows:
        file = self._file(name)
        if not file.is_file():
            content = self._ask(query)
            self._rows(content)  # only a whole answer is kept
            beside = file.with_suffix(".partial")
            beside.write_bytes(content)
            beside.replace(file)
        rows = self._rows(file.read_bytes())
        if len(rows) > limit:
            raise InputError(f"answers {len(rows)} rows to LIMIT {limit}", source=self._address)
        return rows

    def _rows(self, content: bytes) -> Rows:
        try:
            found = pyoxigraph.parse_query_results(
                content, format=pyoxigraph.QueryResultsFormat.JSON
            )
            if not isinstance(found, pyoxigraph.QuerySolutions):
                raise SyntaxError("no table")
            return [pyoxigraph.Triple(row["s"], row["p"], row["o"]) for row in found]
        except (SyntaxError, KeyError) as error:
            raise InputError(
                f"does not answer with SPARQL results in JSON ({error})", source=self._address
            ) from None

    def _ask(self, query: str) -> bytes:
        request = urllib.request.Request(
            self._address,
            data=urllib.parse.urlencode({"query": query}).encode(),
            headers={
                "Accept": "application/sparql-results+json",
                "User-Agent": f"multiglobeqa/{__version__}",
            },
        )
        wait = self._pause
        for attempt in range(_TRIES):
            if self._asked:
                time.sleep(wait)
            self._asked = True
            try:
                with urllib.request.urlopen(request, timeout=_TIMEOUT) as answer:
                    return bytes(answer.read())
            except urllib.error.HTTPError as error:
                trouble = f"answers {error.code} {error.reason}"
                if error.code != 429 and error.code < 500:
                    break
                asked = error.headers.get("Retry-After", "")
                wait = float(asked) if asked.isdecimal() else self._pause * 2 ** (attempt + 1)
            except (urllib.error.URLError, HTTPException, TimeoutError, OSError) as error:
                trouble = f"does not answer ({getattr(error, 'reason', error)})"
                wait = self._pause * 2 ** (attempt + 1)
        raise InputError(
            trouble,
            source=self._address,
            remedy="What was fetched is kept: run the same command again to go on.",
        )


__all__ = ["PAGE", "PAUSE", "is_endpoint", "read_endpoint"]
