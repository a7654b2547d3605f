"""`multiglobeqa kg`: knowledge graphs as snapshots."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

if TYPE_CHECKING:
    from multiglobeqa.kg.snapshot import Snapshot

app = typer.Typer(no_args_is_help=True, help="Build, inspect and export knowledge graphs.")


class Builder(NamedTuple):
    """Where the function is that builds a graph, or None while no release has it."""

    graph: str
    module: str | None
    function: str | None


BUILDERS = {
    builder.graph: builder
    for builder in (
        Builder("worldkg", "multiglobeqa.kg.worldkg", "build_worldkg"),
        Builder("atlas", "multiglobeqa.kg.atlas", "build_atlas"),
        Builder("knowwheregraph", "multiglobeqa.kg.knowwheregraph", "build_knowwheregraph"),
        Builder("osmh3kg", "multiglobeqa.kg.osmh3kg", "build_osmh3kg"),
    )
}


@app.command()
def build(
    graph: Annotated[str, typer.Argument(help="worldkg or atlas.")],
    sources: Annotated[
        list[Path] | None, typer.Argument(help="The files to build it from.")
    ] = None,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The snapshot folder to write.")
    ] = ...,  # type: ignore[assignment]
    threads: Annotated[
        int | None, typer.Option(min=1, help="Threads; the snapshot is the same.")
    ] = None,
    memory: Annotated[str, typer.Option(help="The database's memory limit.")] = "2GB",
) -> None:
    """Build a snapshot from source files."""
    from importlib import import_module

    from multiglobeqa.kg.snapshot import open_snapshot
    from multiglobeqa.strata import Strata

    builder = BUILDERS.get(graph)
    if builder is None or builder.module is None or builder.function is None:
        available = ", ".join(one.graph for one in BUILDERS.values() if one.module)
        wrong = "is not available in this release" if builder else "is not a known graph"
        raise typer.BadParameter(f"{graph!r} {wrong}; available: {available}.", param_hint="GRAPH")
    make = getattr(import_module(builder.module), builder.function)
    make(sources or [], output, places=Strata(), threads=threads, memory=memory)
    typer.echo(_summary(open_snapshot(output)))


@app.command()
def info(
    snapshot: Annotated[Path, typer.Argument(help="A snapshot folder.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Tell what a snapshot holds."""
    from multiglobeqa.kg.snapshot import open_snapshot

    opened = open_snapshot(snapshot)
    typer.echo(json.dumps(opened.manifest, ensure_ascii=False) if as_json else _summary(opened))


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


def _summary(snapshot: Snapshot) -> str:
    manifest: dict[str, Any] = snapshot.manifest
    counts = manifest["counts"]
    classes = sorted(counts.get("classes", {}).items(), key=lambda item: (-item[1], item[0]))
    lines = [
        f"{snapshot.path}: {manifest['kg']}, {counts['entities']:,} entities of "
        f"{len(classes)} classes, {counts['triples']:,} triples",
        *(f"  {count:>10,}  {iri}" for iri, count in classes[:10]),
        f"  from {len(manifest['sources'])} files:",
        *(
            f"    {source['name']} ({source['bytes']:,} bytes; {source['licence']})"
            for source in manifest["sources"][:10]
        ),
    ]
    if len(manifest["sources"]) > 10:
        lines.append("    ...")
    return "\n".join(lines)
