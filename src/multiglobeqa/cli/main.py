"""The command `multiglobeqa`."""

from __future__ import annotations

import sys

import typer
from rich.console import Console

from multiglobeqa.cli import (
    build,
    dataset,
    demo,
    evaluate,
    kg,
    report,
    score,
    serve,
    strata,
    taxonomy,
    verify,
)
from multiglobeqa.errors import CheckFailed, InputError

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Build, verify, run and analyse a geospatial-reasoning benchmark for language models.",
)

app.add_typer(kg.app, name="kg")
app.add_typer(strata.app, name="strata")
app.add_typer(taxonomy.app, name="taxonomy")
app.command()(build.build)
app.add_typer(dataset.app, name="dataset")
app.command()(verify.verify)
app.command()(score.score)
app.command("eval")(evaluate.evaluate)
app.command()(report.report)
app.command()(serve.serve_local)
app.command()(demo.demo)


def main() -> None:
    """Run the command line; exit 0 good, 1 a check failed, 2 bad input or usage."""
    stderr = Console(stderr=True, soft_wrap=True, highlight=False, markup=False)
    try:
        app()
    except InputError as error:
        stderr.print(f"error: {error}", style="red")
        sys.exit(2)
    except CheckFailed as error:
        stderr.print(f"failed: {error}", style="red")
        sys.exit(1)
    except KeyboardInterrupt:
        stderr.print("interrupted")
        sys.exit(130)


if __name__ == "__main__":
    main()
