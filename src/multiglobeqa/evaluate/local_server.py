"""The process that serves the local model; `multiglobeqa.evaluate.local` starts and ends it.

llama.cpp sometimes waits for ever when its server is taken down within a process. In a process of
its own it ends with the process.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any


def main() -> None:
    """Serve until standard input ends, as it does when the process that started this one is gone.

    The arguments are one JSON object; the address, or the error, is printed as another.
    """
    wanted = json.loads(sys.argv[1])
    try:
        server = serve(wanted)
        said = {"address": server.listening_address}
    except RuntimeError as error:
        said = {"error": str(error)}
    print(json.dumps(said), flush=True)
    sys.stdin.read()
    os._exit(0)


def serve(wanted: dict[str, Any]) -> Any:
    """Return a server that listens."""
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = wanted["weights"]
    params.model_alias = {wanted["name"]}
    params.hostnames = [wanted["host"]]
    params.port = wanted["port"]
    params.n_ctx = wanted["context"]
    params.n_parallel = wanted["slots"]
    params.cache_ram_mib = 0
    params.verbosity = 0
    params.ui = False
    if wanted["threads"]:
        params.cpuparams.n_threads = params.cpuparams_batch.n_threads = wanted["threads"]
    return xllamacpp.Server(params)


if __name__ == "__main__":
    main()
