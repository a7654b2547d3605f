"""`multiglobeqa kg`: knowledge graphs as snapshots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from multiglobeqa.cli import kg_info, kg_lookup, kg_map, kg_query

app = typer.Typer(no_args_is_help=True, help="Build, inspect and export knowledge graphs.")
kg_lookup.register(app)
app.command()(kg_info.info)
app.command()(kg_query.query)
app.command("map")(kg_map.draw)


class Builder(NamedTuple):
    """Where the function is that builds a graph, and what it can do beyond what all can."""

    module: str
    function: str
    can: frozenset[str] = frozenset()


BUILDERS = {
    "worldkg": Builder(
        "multiglobeqa.kg.worldkg", "build_worldkg", frozenset({"unnamed", "progress"})
    ),
    "osmh3kg": Builder("multiglobeqa.kg.osmh3kg", "build_osmh3kg"),
    "knowwheregraph": Builder("multiglobeqa.kg.knowwheregraph", "build_knowwheregraph"),
    "atlas": Builder("multiglobeqa.kg.atlas", "build_atlas"),
}


@app.command()
def build(  # noqa: PLR0917
    graph: Annotated[str, typer.Argument(help=f"One of {', '.join(BUILDERS)}.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The snapshot folder to write.")],
    sources: Annotated[
        list[str] | None,
        typer.Argument(help="Its source files; for knowwheregraph also a SPARQL endpoint."),
    ] = None,
    threads: Annotated[
        int | None, typer.Option(min=1, help="Threads; the snapshot is the same.")
    ] = None,
    memory: Annotated[str, typer.Option(help="The database's memory limit.")] = "2GB",
    unnamed: Annotated[
        bool, typer.Option(help="worldkg: keep the triples of tagged nodes without a name, too.")
    ] = False,
) -> None:
    """Build a snapshot from source files."""
    from importlib import import_module

    from multiglobeqa.cli.progress import steps
    from multiglobeqa.kg.snapshot import open_snapshot
    from multiglobeqa.strata import Strata

    if graph not in BUILDERS:
        available = ", ".join(BUILDERS)
        raise typer.BadParameter(
            f"{graph!r} is no graph; available: {available}.", param_hint="GRAPH"
        )
    builder = BUILDERS[graph]
    options: dict[str, Any] = {}
    if unnamed:
        if "unnamed" not in builder.can:
            raise typer.BadParameter(f"{graph} has no such nodes.", param_hint="--unnamed")
        options["unnamed"] = True
    make = getattr(import_module(builder.module), builder.function)
    with steps(f"Building {graph}") as progress:
        if "progress" in builder.can:
            options["progress"] = progress
        make(sources or [], output, places=Strata(), threads=threads, memory=memory, **options)
    typer.echo(kg_info.summary(open_snapshot(output)), err=True)


@app.command()
def export(
    snapshot: Annotated[Path, typer.Argument(help="A snapshot folder.")],
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The .nt or .nt.gz file to write.")
    ],
) -> None:
    """Write a snapshot's triples as N-Triples."""
    from multiglobeqa.kg.rdf import write_triples
    from multiglobeqa.kg.snapshot import open_snapshot

    count = write_triples(open_snapshot(snapshot), output)
    typer.echo(f"{count:,} triples -> {output}", err=True)
