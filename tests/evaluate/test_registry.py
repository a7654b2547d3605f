"""Inspect's own command line finds the task, with no network at all."""

import os
import subprocess
import sys
from pathlib import Path

from inspect_ai.log import read_eval_log

from multiglobeqa.evaluate.run import evaluate
from tests.evaluate.conftest import KINDS, RUNS_INSPECT, mock, right_answer

pytestmark = RUNS_INSPECT
OFFLINE = Path(__file__).parent / "offline"


def inspect(*arguments, cwd):
    environment = {name: text for name, text in os.environ.items() if "INSPECT" not in name}
    environment |= {"PYTHONPATH": str(OFFLINE), "HOME": str(cwd)}
    return subprocess.run(
        [sys.executable, "-m", "inspect_ai", *map(str, arguments)],
        check=False,
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        timeout=250,
    )


def test_entry_point_offline_then_results_without_asking(dataset, tmp_path, serve):
    server = serve(right_answer)
    logs = tmp_path / "results" / "logs"
    (tmp_path / "here").symlink_to(dataset)
    done = inspect(
        *("eval", "multiglobeqa/t1", "-T", "dataset=here", "-T", "seed=3"),
        *("--model", "server/m", "--model-base-url", server.base_url),
        *("--log-dir", logs, "--display", "plain"),
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr + done.stdout
    (path,) = logs.glob("*.eval")
    log = read_eval_log(path)
    assert log.status == "success"
    metrics = {name: metric.value for name, metric in log.results.scores[0].metrics.items()}
    assert metrics == {"EM": 1, "NE": 0, "Cov": 1, "EM_cov": 1, "FRR": 0, "NRR": 1}
    assert not (tmp_path / "logs").exists()

    asked = len(server.requests)
    table = evaluate(dataset, tmp_path / "results", "server/m", base_url=server.base_url, seed=3)
    assert table["em"].to_pylist() == [1] * (len(KINDS) + 1)
    assert len(server.requests) == asked


def test_the_guard_of_these_tests_guards(tmp_path):
    code = "import socket; socket.create_connection(('example.org', 80))"
    environment = os.environ | {"PYTHONPATH": str(OFFLINE)}
    done = subprocess.run([sys.executable, "-c", code], check=False, env=environment)
    assert done.returncode == 99


def test_logs_can_be_scored_again_by_inspect(dataset, tmp_path):
    evaluate(dataset, tmp_path / "results", mock(lambda _: "?"), limit=3)
    (path,) = (tmp_path / "results" / "logs").glob("*.eval")
    done = inspect(
        *("score", path, "--scorer", "multiglobeqa/table12", "-S", f"dataset={dataset}"),
        *("--action", "overwrite", "--overwrite", "--display", "none"),
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr + done.stdout
    assert read_eval_log(path).results.scores[0].metrics["EM"].value == 0
