"""One run of a program: how long it took, of which processors, and the most memory that it had."""
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass

# What begins a process of its own begins with the memory of who began it: so a small one begins it, whose
# own 10 MB are the least that can be seen.
LAUNCHER = """
import json, os, sys, time
report, command = int(sys.argv[1]), sys.argv[2:]
start = time.monotonic()
child = os.posix_spawnp(command[0], command, os.environ, setsigdef=[13])
_, status, used = os.wait4(child, 0)
unit = 1e6 if sys.platform == "darwin" else 1e3
told = [os.waitstatus_to_exitcode(status), time.monotonic() - start, used.ru_utime + used.ru_stime, used.ru_maxrss / unit]
os.write(report, json.dumps(told).encode())
"""


@dataclass
class Run:
    """The exit status, the seconds on the clock and of processors, MB at the peak, and what went to stderr."""

    status: int
    seconds: float
    processors: float
    peak: float
    errors: str


def run(command, folder=".", feed=None, timeout=900, prefix=()):
    """Runs a command with the blocks of `feed` as its standard input; its output goes nowhere."""
    read, write = os.pipe()
    with tempfile.TemporaryFile() as errors:
        words = [*prefix, sys.executable, "-I", "-S", "-c", LAUNCHER, str(write), *map(str, command)]
        launched = subprocess.Popen(
            words,
            cwd=folder,
            pass_fds=[write],
            stdin=subprocess.PIPE if feed else subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=errors,
            start_new_session=True,
        )
        os.close(write)
        watch = threading.Timer(timeout, lambda: os.killpg(launched.pid, signal.SIGKILL))
        watch.start()
        if feed:
            pour(feed, launched.stdin)
        launched.wait()
        watch.cancel()
        told = os.read(read, 1000)
        os.close(read)
        size = errors.tell()
        errors.seek(max(0, size - 2000))
        said = errors.read().decode("utf-8", "replace")
    if not told:
        return Run(-9, timeout, timeout, float("inf"), "no end in time")
    return Run(*json.loads(told), said)


def pour(feed, pipe):
    try:
        for block in feed:
            pipe.write(block)
    except BrokenPipeError:
        pass
    finally:
        try:
            pipe.close()
        except BrokenPipeError:
            pass


def best(times, command, folder=".", feed=None, **options):
    """The run of least processor time among some; `feed` makes the blocks anew for each."""
    runs = []
    for _ in range(times):
        runs.append(run(command, folder, feed() if feed else None, **options))
        if runs[-1].status != 0:
            break
    return runs[-1] if runs[-1].status != 0 else min(runs, key=lambda one: one.processors)


def repeated(block, size):
    """A block so often that `size` bytes are reached."""
    for _ in range(-(-size // len(block))):
        yield block
