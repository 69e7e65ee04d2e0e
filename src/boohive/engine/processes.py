"""Worker processes that end with the work: when it is left early, and when the process that started them dies."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection

__all__ = ["max_processes", "worker_processes"]

FOR_EACH_PROCESSOR = 4


def max_processes() -> int:
    """How many threads or processes may be asked for: more only slow each other down."""
    return FOR_EACH_PROCESSOR * (os.cpu_count() or 1)


@contextmanager
def worker_processes(count: int) -> Iterator[ProcessPoolExecutor]:
    """An executor whose processes are ended at once, in the middle of their work, when the block is left."""
    reader, writer = multiprocessing.Pipe(duplex=False)
    pool = ProcessPoolExecutor(count, initializer=_end_with, initargs=(reader, writer))
    try:
        yield pool
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        writer.close()
        reader.close()


def _end_with(reader: Connection, writer: Connection) -> None:
    """Runs first in each worker. Nothing is ever sent: the pipe ends when its last writing end is closed.

    Ctrl+C is for the parent alone, which then closes the pipe.
    """
    writer.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_wait_for_the_end, args=(reader,), daemon=True).start()


def _wait_for_the_end(reader: Connection) -> None:
    with suppress(EOFError, OSError):
        reader.recv_bytes()
    os._exit(0)
