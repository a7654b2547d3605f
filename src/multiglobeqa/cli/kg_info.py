"""`multiglobeqa kg info`: what a snapshot holds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from multiglobeqa.kg.figures import Figures, Spread
    from multiglobeqa.kg.snapshot import Snapshot

_SHOWN = 10


def info(
    snapshot: Annotated[Path, typer.Argument(help="A snapshot folder.")],
    brief: Annotated[
        bool, typer.Option("--brief", help="Only what the manifest says; reads no triple.")
    ] = False,
    memory: Annotated[str, typer.Option(help="The database's memory limit.")] = "2GB",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Tell what a snapshot holds: its sources, figures, strata and countries."""
    from dataclasses import asdict

    from multiglobeqa.kg.figures import figures, spread
    from multiglobeqa.kg.snapshot import open_snapshot
    from multiglobeqa.kg.store import Store

    opened = open_snapshot(snapshot)
    if brief:
        typer.echo(json.dumps(opened.manifest, ensure_ascii=False) if as_json else summary(opened))
        return
    with Store(snapshot, memory=memory) as store:
        counted, lying = figures(store), spread(store)
    if as_json:
        document = opened.manifest | {"figures": asdict(counted), "spread": asdict(lying)}
        typer.echo(json.dumps(document, ensure_ascii=False))
    else:
        typer.echo("\n".join([summary(opened), "", *_figures(counted), "", *_spread(lying)]))


def summary(snapshot: Snapshot) -> str:
    """Return what a snapshot's manifest says, as lines of text."""
    manifest: dict[str, Any] = snapshot.manifest
    counts = manifest["counts"]
    classes = sorted(counts.get("classes", {}).items(), key=lambda item: (-item[1], item[0]))
    lines = [
        f"{snapshot.path}: {manifest['kg']}, {counts['entities']:,} entities of "
        f"{len(classes)} classes, {counts['triples']:,} triples",
        *(f"  {count:>10,}  {iri}" for iri, count in classes[:_SHOWN]),
        f"  from {len(manifest['sources'])} files:",
        *(
            f"    {source['name']} ({source['bytes']:,} bytes; {source['licence']})"
            for source in manifest["sources"][:_SHOWN]
        ),
    ]
    if len(manifest["sources"]) > _SHOWN:
        lines.append("    ...")
    return "\n".join(lines)


def _figures(counted: Figures) -> list[str]:
    rows = [
        ("node types", f"{counted.node_types:,}"),
        ("nodes", f"{counted.nodes:,}"),
        ("geographic nodes", f"{counted.geographic_nodes:,}"),
        ("leaves", f"{counted.leaves:,}"),
        ("predicates", f"{counted.predicates:,}"),
        ("edges", f"{counted.edges:,}"),
        ("out-degree", _degree(counted.mean_out_degree, counted.max_out_degree)),
        ("in-degree", _degree(counted.mean_in_degree, counted.max_in_degree)),
    ]
    return [f"{name:<18}{value}" for name, value in rows]


def _degree(mean: float | None, largest: int) -> str:
    return "none" if mean is None else f"mean {mean:.2f}, max {largest:,}"


def _spread(lying: Spread) -> list[str]:
    densities = ("low", "medium", "high")
    lines = ["entities by stratum" + "".join(f"{name:>12}" for name in densities)]
    for income, row in lying.strata.items():
        lines.append(f"  {income:<17}" + "".join(f"{row.get(name, 0):>12,}" for name in densities))
    lines.append(f"  {'none':<17}{lying.no_stratum:>12,}")
    lines.append(f"entities by country ({len(lying.countries)})")
    first = list(lying.countries.items())[:_SHOWN]
    lines += [f"  {iso3:<17}{count:>12,}" for iso3, count in first]
    rest = sum(lying.countries.values()) - sum(count for _, count in first)
    if rest:
        lines.append(f"  {'others':<17}{rest:>12,}")
    lines.append(f"  {'none':<17}{lying.no_country:>12,}")
    return lines
