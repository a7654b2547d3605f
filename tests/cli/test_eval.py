"""The command `eval`: what it prints where, its exit codes, interruption."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from multiglobeqa.score import read_results
from tests.evaluate import conftest
from tests.evaluate.conftest import (
    KINDS,
    dataset,
    number_in,
    question,
    right_answer,
    serve,
    write_dataset,
)

__all__ = ["dataset", "serve"]  # fixtures

OFFLINE = Path(conftest.__file__).parent / "offline"
RIGHT = '{"answer": 150, "refused": false}'


def start(*arguments, cwd):
    environment = {name: text for name, text in os.environ.items() if "INSPECT" not in name}
    return subprocess.Popen(
        [sys.executable, "-m", "multiglobeqa.cli.main", "eval", *map(str, arguments)],
        cwd=cwd,
        env=environment | {"HOME": str(cwd), "PYTHONPATH": str(OFFLINE)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run(*arguments, cwd):
    process = start(*arguments, cwd=cwd)
    out, err = process.communicate(timeout=250)
    return process.returncode, out, err


def test_json_is_all_of_standard_output(dataset, tmp_path, serve):
    server = serve(right_answer)
    code, out, err = run(
        *(dataset, "--model", "server/m", "--base-url", server.base_url, "--seed", 2),
        *("--limit", 4, "-o", tmp_path / "results", "--json"),
        cwd=tmp_path,
    )
    assert code == 0, err
    rates = {"EM": 1.0, "NE": 0.0, "Cov": 1.0, "EM_cov": 1.0, "FRR": 0.0}
    assert json.loads(out) == {"questions": 4, "rates": rates, "outcomes": {"correct": 4}}
    table, manifest = read_results(tmp_path / "results")
    assert (table.num_rows, manifest["seed"]) == (4, 2)
    assert not (tmp_path / "logs").exists()


def test_summary_for_people(dataset, tmp_path):
    code, out, err = run(
        *(dataset, "--model", "mockllm/model", "--limit", 3, "-o", tmp_path / "results"),
        cwd=tmp_path,
    )
    assert code == 0, err
    assert "FRR     100.0%" in out
    assert f"3 questions: 3 refused -> {tmp_path / 'results'}" in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--model", "nobody/x"), "model nobody/x: cannot be opened"),
        (("--model", "mockllm/model", "--tier", "T9"), "there is no tier 'T9'. Use one of T1."),
        (("--model", "mockllm/model", "--limit", "0"), "--limit"),
    ],
)
def test_bad_input_exits_2(dataset, tmp_path, arguments, said):
    code, out, err = run(dataset, *arguments, "-o", tmp_path / "results", cwd=tmp_path)
    assert (code, out) == (2, "")
    assert said in err


class Slow:
    """Answers right, `pace` seconds after the other; counts."""

    def __init__(self, pace):
        self.pace, self.asked, self.lock = pace, [], threading.Lock()

    def __call__(self, prompt):
        with self.lock:
            time.sleep(self.pace)
            self.asked.append(number_in(prompt))
        return RIGHT

    def wait_for(self, count):
        deadline = time.monotonic() + 120
        while len(self.asked) < count:
            assert time.monotonic() < deadline, "the command does not ask"
            time.sleep(0.02)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("signum", "code", "lost"), [(signal.SIGINT, 130, 3), (signal.SIGKILL, -9, 13)]
)
def test_interrupted_goes_on_where_it_stopped(tmp_path, serve, signum, code, lost):
    folder = write_dataset(tmp_path / "dataset", [question(n, KINDS[10]) for n in range(60)])
    slow = Slow(0.05)
    server = serve(slow)
    arguments = (folder, "--model", "server/m", "--base-url", server.base_url, "-o", "results")
    arguments += ("--max-connections", 2)
    process = start(*arguments, cwd=tmp_path)
    slow.wait_for(25)
    process.send_signal(signum)
    _, err = process.communicate(timeout=120)
    assert process.returncode == code, err
    results = tmp_path / "results"
    assert [path.name for path in results.iterdir() if path.name[0] != "."] == ["logs"]
    before = len(slow.asked)
    assert before < 60

    slow.pace = 0
    status, out, err = run(*arguments, "--json", cwd=tmp_path)
    assert status == 0, err
    assert json.loads(out)["outcomes"] == {"correct": 60}
    # Only what was under way, or not yet in the log, is asked twice.
    assert len(slow.asked) - 60 <= lost, (before, slow.asked)
    assert read_results(results)[0].num_rows == 60
