"""`multiglobeqa kg query`: SPARQL over a snapshot."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from multiglobeqa.kg.sparql import Result

_SHOWN = 1000


def query(  # noqa: PLR0917
    snapshots: Annotated[list[Path], typer.Argument(metavar="SNAPSHOT...", help="Snapshots.")],
    text: Annotated[str, typer.Argument(metavar="QUERY", help="SPARQL, or - for standard input.")],
    limit: Annotated[int, typer.Option(min=1, help="The most triples to load.")] = 2_000_000,
    seconds: Annotated[float, typer.Option(min=0, help="The time a query may take.")] = 60.0,
    memory: Annotated[str | None, typer.Option(help="The database's memory limit.")] = "2GB",
    as_json: Annotated[
        bool, typer.Option("--json", help="SPARQL results JSON; JSON-LD for graphs.")
    ] = False,
) -> None:
    """Ask snapshots in SPARQL, with GeoSPARQL's functions."""
    import sys

    from multiglobeqa.kg import sparql
    from multiglobeqa.kg.store import Store

    text = sys.stdin.read() if text == "-" else text
    sparql.check(text)
    with Store(*snapshots, memory=memory) as store:
        result = sparql.query(store, text, limit=limit, seconds=seconds)
    if as_json:
        typer.echo(_json(result))
    else:
        _show(result)
    for problem, count in result.problems.most_common(5):
        typer.echo(f"no value, {count:,} times: {problem}", err=True)


def _json(result: Result) -> str:
    import pyoxigraph as ox

    if result.triples is not None:
        document = ox.serialize(result.triples, format=ox.RdfFormat.JSON_LD)
        return (document or b"").decode()
    if result.rows is None:
        return json.dumps({"head": {}, "boolean": result.value})
    bindings = [
        {
            name: _described(term)
            for name, term in zip(result.variables, row, strict=True)
            if term is not None
        }
        for row in result.rows
    ]
    return json.dumps(
        {"head": {"vars": result.variables}, "results": {"bindings": bindings}},
        ensure_ascii=False,
    )


def _described(term: Any) -> dict[str, str]:
    """Return a term as the JSON format of SPARQL's results has it."""
    import pyoxigraph as ox

    if isinstance(term, ox.NamedNode):
        return {"type": "uri", "value": term.value}
    if isinstance(term, ox.BlankNode):
        return {"type": "bnode", "value": term.value}
    described = {"type": "literal", "value": term.value}
    if term.language:
        return described | {"xml:lang": term.language}
    if term.datatype.value != "http://www.w3.org/2001/XMLSchema#string":
        return described | {"datatype": term.datatype.value}
    return described


def _show(result: Result) -> None:
    import pyoxigraph as ox
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from multiglobeqa.kg.sparql import PREFIXES

    if result.triples is not None:
        said = "".join(map(str, result.triples))
        used = {prefix: space for prefix, space in PREFIXES.items() if f"<{space}" in said}
        document = ox.serialize(result.triples, format=ox.RdfFormat.TURTLE, prefixes=used)
        typer.echo((document or b"").decode(), nl=False)
        return
    if result.rows is None:
        typer.echo("true" if result.value else "false")
        return
    table = Table(box=None, header_style="bold")
    for name in result.variables:
        table.add_column(Text(name), overflow="fold")
    for row in result.rows[:_SHOWN]:
        # Text objects, and no control characters: names are other people's.
        table.add_row(*(Text(_short(term, PREFIXES)) for term in row))
    Console(highlight=False).print(table)
    more = len(result.rows) - _SHOWN
    rest = f"; {more:,} more are not shown: add a LIMIT, or use --json" if more > 0 else ""
    typer.echo(f"{len(result.rows):,} rows from {result.loaded:,} triples{rest}", err=True)


def _short(term: Any, prefixes: dict[str, str]) -> str:
    import pyoxigraph as ox

    if term is None:
        return ""
    if isinstance(term, ox.BlankNode):
        return f"_:{term.value}"
    if isinstance(term, ox.NamedNode):
        for prefix, space in prefixes.items():
            if term.value.startswith(space):
                return f"{prefix}:{term.value.removeprefix(space)}"
        return f"<{term.value}>"
    value = "".join(one if one.isprintable() or one == "\n" else "\ufffd" for one in term.value)
    return f"{value} @{term.language}" if term.language else value
