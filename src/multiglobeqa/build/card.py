"""The dataset card: what a reader, and `datasets.load_dataset`, find in the folder's README.md."""

from __future__ import annotations

import json
from typing import Any

STRATA_LICENCES = (
    ("Country polygons", "Natural Earth 10m", "public domain"),
    ("Income tiers", "World Bank FY2026", "CC BY 4.0"),
    ("Population density", "GPW v4.11, CIESIN, Columbia University", "CC BY 4.0"),
)


def dataset_card(manifest: dict[str, Any]) -> str:
    """Return the card of a dataset, from its manifest alone."""
    counts = manifest["counts"]
    configs = [
        {
            "config_name": language,
            "data_files": [
                {"split": split, "path": f"questions/{language}/{split}.parquet"}
                for split in manifest["splits"]
            ],
        }
        for language in manifest["languages"]
    ]
    configs[0]["default"] = True
    configs.append({"config_name": "gold_triples", "data_files": "gold_triples/*.parquet"})
    configs.append({"config_name": "aliases", "data_files": "aliases.parquet"})
    head: dict[str, Any] = {
        "pretty_name": "MultiGlobeQA",
        "task_categories": ["question-answering"],
        "language": ["en"],
        "tags": ["geospatial", "knowledge-graph"],
        "configs": configs,
    }
    # JSON is YAML, and needs no library to be right.
    lines = ["---", *(f"{key}: {json.dumps(value)}" for key, value in head.items()), "---", ""]
    lines += [
        "# A MultiGlobeQA dataset",
        "",
        f"{counts['questions']:,} questions over {', '.join(_graphs(manifest))}, from "
        f"{counts['sub_templates']} sub-templates in {counts['countries']} countries and "
        f"territories; {counts['false_premises']:,} of them have a false premise, to be refused.",
        "Every answer was computed by executing a query over the whole knowledge graph, and again "
        "from the question's gold triples alone by an independent solver; only agreement is kept.",
        "",
        "## Questions by income and density tier",
        "",
        *_strata(counts["by_stratum"]),
        "",
        "## Questions by spatial function and graph",
        "",
        *_functions(counts["by_kg_and_sfid"], _graphs(manifest)),
        "",
        "## Questions by answer format",
        "",
        "| format | questions |",
        "|---|---:|",
        *(f"| {name} | {count:,} |" for name, count in counts["by_answer_format"].items()),
        "",
        "## Sources and licences",
        "",
        "| what | source | licence |",
        "|---|---|---|",
        *_sources(manifest),
        *(f"| {what} | {source} | {licence} |" for what, source, licence in STRATA_LICENCES),
        "",
    ]
    return "\n".join(lines)


def _graphs(manifest: dict[str, Any]) -> list[str]:
    return sorted({source["kg"] for source in manifest["sources"]})


def _strata(by_stratum: dict[str, int]) -> list[str]:
    densities = ("low", "medium", "high")
    lines = ["| income tier | low | medium | high | all |", "|---|---:|---:|---:|---:|"]
    for income in ("HIC", "UMC", "LMC", "LIC"):
        row = [by_stratum.get(f"{income}/{density}", 0) for density in densities]
        lines.append(f"| {income} | " + " | ".join(f"{n:,}" for n in [*row, sum(row)]) + " |")
    return lines


def _functions(cells: dict[str, int], graphs: list[str]) -> list[str]:
    functions = sorted({cell.rpartition("/")[2] for cell in cells})
    lines = [f"| function | {' | '.join(graphs)} |", "|---|" + "---:|" * len(graphs)]
    for function in functions:
        row = [cells.get(f"{graph}/{function}", 0) for graph in graphs]
        lines.append(f"| {function} | " + " | ".join(f"{n:,}" if n else "–" for n in row) + " |")
    return lines


def _sources(manifest: dict[str, Any]) -> list[str]:
    rows = {
        (snapshot["kg"], str(source.get("name", "")), str(source.get("licence", "")))
        for snapshot in manifest["sources"]
        for source in snapshot.get("sources", [])
    }
    return [f"| {kg} | {_cell(name)} | {_cell(licence)} |" for kg, name, licence in sorted(rows)]


def _cell(text: str) -> str:
    """Return text that cannot break out of a table's cell."""
    return " ".join(text.replace("|", "\\|").replace("<", "&lt;").split())
