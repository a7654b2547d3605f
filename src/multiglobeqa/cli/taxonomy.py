"""`multiglobeqa taxonomy`: the templates."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

app = typer.Typer(no_args_is_help=True, help="List and check the templates.")


@app.command("list")
def list_templates(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """List the templates with their sub-templates, formats and graphs."""
    from collections import Counter

    from multiglobeqa.taxonomy import templates

    found = templates()
    if as_json:
        entries: list[dict[str, Any]] = [
            {
                "tid": template.tid,
                "sfid": template.sfid,
                "name": template.name,
                "template": template.template,
                "graphs": template.graphs,
                "sub_templates": [
                    {
                        "id": sub.id,
                        "answer_format": template.answer_of(sub).format,
                        "variants": template.variants_of(sub),
                        "false_premise": template.premise is not None,
                    }
                    for sub in template.sub_templates
                ],
            }
            for template in found
        ]
        pairs = [(template, sub) for template in found for sub in template.sub_templates]
        # A sub-template that is asked in another way of other graphs counts once.
        once = {sub.id: (template, sub) for template, sub in reversed(pairs)}.values()
        counts = {
            "templates": len({template.tid for template in found}),
            "sub_templates": len(once),
            "variants": sum(len(template.variants_of(sub)) for template, sub in once),
            "false_premises": sum(template.premise is not None for template, _ in once),
            "by_sfid": Counter(template.sfid for template, _ in once),
            "by_answer_format": Counter(template.answer_of(sub).format for template, sub in once),
            "by_graph": Counter(graph for template, _ in pairs for graph in template.graphs),
        }
        print(json.dumps({"counts": counts, "templates": entries}, indent=2, ensure_ascii=False))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table("TID", "name", "sub", "variants", "answer", "graphs", box=None)
    for template in found:
        table.add_row(
            template.tid,
            template.name,
            str(len(template.sub_templates)),
            str(sum(len(template.variants_of(sub)) for sub in template.sub_templates)),
            " ".join(
                dict.fromkeys(template.answer_of(sub).format for sub in template.sub_templates)
            ),
            " ".join(template.graphs),
        )
    Console().print(table)


@app.command()
def check() -> None:
    """Check that every template is complete: files, queries, solver, answer format."""
    from multiglobeqa.build.check import check_templates
    from multiglobeqa.errors import CheckFailed

    problems = check_templates()
    for problem in problems:
        typer.echo(problem)
    if problems:
        raise CheckFailed(f"{len(problems)} problems in the templates")
    typer.echo("The templates are complete.")
