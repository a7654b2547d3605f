"""The command `serve-local`: it answers until it is interrupted."""

import json
import os
import signal
import subprocess
import sys
import urllib.request

import pytest


def start(*arguments):
    return subprocess.Popen(
        [sys.executable, "-u", "-m", "multiglobeqa.cli.main", "serve-local", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"COLUMNS": "200"},
        text=True,
    )


@pytest.mark.slow
@pytest.mark.parametrize("signum", [signal.SIGINT, signal.SIGTERM])
def test_serves_until_interrupted(signum):
    with start() as process:
        first, _, command, last = (process.stdout.readline() for _ in range(4))
        address = first.split()[-1]
        assert first.startswith("SmolLM2-135M-Instruct answers at http://127.0.0.1:")
        assert f"--model server/SmolLM2-135M-Instruct --base-url {address}" in command
        assert "Ctrl-C" in last
        body = {"messages": [{"role": "user", "content": "Hello"}], "max_tokens": 4}
        request = urllib.request.Request(
            f"{address}/chat/completions",
            json.dumps(body).encode(),
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=120) as answer:
            assert json.load(answer)["choices"][0]["message"]["content"]
        process.send_signal(signum)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (0, ""), err
    assert err.strip() == "stopped"


def test_a_port_that_is_taken_exits_2():
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with start("--port", str(port)) as process:
            out, err = process.communicate(timeout=120)
    assert (process.returncode, out) == (2, "")
    assert f"error: 127.0.0.1:{port}: cannot be listened at" in err
