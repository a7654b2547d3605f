"""Work shared between processes that see this one's memory."""

from __future__ import annotations

import multiprocessing
import sys
import warnings
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from typing import TypeVar

Part = TypeVar("Part")
Result = TypeVar("Result")


def forked(task: Callable[[Part], Result], parts: Sequence[Part]) -> list[Result]:
    """Return what a task makes of each part, each in a process of its own.

    The processes are forked, so that they need not be given what the task refers to; where that
    is not safe (off Linux), or for a single part, the task is done here. What it returns must be
    picklable. The first exception of a task is raised here.
    """
    if len(parts) < 2 or not sys.platform.startswith("linux"):
        return [task(part) for part in parts]
    context = multiprocessing.get_context("fork")

    def work(part: Part, end: Connection) -> None:
        try:
            end.send((task(part), None))
        except Exception as error:
            end.send((None, error))
        finally:
            end.close()

    running = []
    for part in parts:
        here, there = context.Pipe(duplex=False)
        process = context.Process(target=work, args=(part, there), daemon=True)
        with warnings.catch_warnings():
            # Of a fork while threads run: those of Arrow, which the tasks do not use.
            warnings.simplefilter("ignore", DeprecationWarning)
            process.start()
        there.close()
        running.append((process, here))
    results, failure = [], None
    for process, here in running:
        try:
            result, error = here.recv()
        except EOFError:
            result, error = None, RuntimeError("a process was killed")
        process.join()
        results.append(result)
        failure = failure or error
    if failure:
        raise failure
    return results
