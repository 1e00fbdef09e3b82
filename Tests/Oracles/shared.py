"""What several oracles need: checks that are counted, seeds that are tried in parallel, and JSON with its numbers as they
are written."""
import json
import multiprocessing
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from fractions import Fraction
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / ".build" / "oracles"
# How many failures are shown.
SHOWN = 30


class Failure(Exception):
    """Why a seed fails."""


class Number(str):
    """A number as it is written."""

    @property
    def value(self):
        return Fraction(self)


def numbers_as_written(text, **more):
    return json.loads(text, parse_int=Number, parse_float=Number, **more)


def json_text(value):
    """Compact JSON with numbers as they are written."""
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, dict):
        return "{" + ",".join(f"{json_text(key)}:{json_text(member)}" for key, member in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(json_text, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def quoted(text):
    """A text as a constant of a predicate."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


class Checks:
    """What is as it should be, and what is not."""

    def __init__(self):
        self.passed, self.failed = 0, 0

    def check(self, title, is_sound, *details):
        if is_sound:
            self.passed += 1
            return
        self.failed += 1
        if self.failed <= SHOWN:
            print("\n    ".join([f"NOT AS IT SHOULD BE  {title}", *(str(detail)[:600] for detail in details)]), flush=True)

    def outcome(self):
        """Whether all is well, and a line that says so."""
        return self.passed > 0 and not self.failed, f"{self.passed} as they should be, {self.failed} not"


def try_seeds(oracle, name, options):
    """Tries an oracle's seeds in parallel; whether all hold, and a line that says so.

    `oracle.trial(program, seed, folder)` gives what it has counted, what proves that it was done at all first.
    """
    count = options.count or oracle.SEEDS
    work = [(oracle.trial, options.bin, seed, name, options.keep) for seed in range(options.seed, options.seed + count)]
    failed, done = 0, Counter()
    with multiprocessing.Pool(options.jobs) as pool:
        for seed, reason, counts in pool.imap(try_seed, work):
            done.update(counts)
            if reason:
                failed += 1
                if failed <= SHOWN:
                    print(f"seed {seed}: {reason}\n    Tests/Oracles/run {name} --seed {seed} --count 1 --keep", flush=True)
    counted = ", ".join(f"{number} {what}" for what, number in done.items())
    is_good = not failed and any(list(done.values())[:1])
    return is_good, f"{count - failed} of {count} seeds hold, {counted or 'nothing done'}"


def try_seed(work):
    trial, program, seed, name, keeps = work
    memory = "/dev/shm" if os.path.isdir("/dev/shm") else None
    folder = Path(tempfile.mkdtemp(prefix=f"rkmap-{name}-{seed}-", dir=memory))
    reason, counts = None, {}
    try:
        counts = trial(program, seed, folder)
    except Failure as failure:
        reason = str(failure)
    if reason and keeps:
        reason += f"\n    files: {folder}"
    else:
        shutil.rmtree(folder, ignore_errors=True)
    return seed, reason, counts


def difference(given, wanted):
    """The first rows that are not in both."""
    extra = [row for row in given if row not in wanted]
    missing = [row for row in wanted if row not in given]
    return f"there is {str(extra[:1])[:300]}, and there should be {str(missing[:1])[:300]} ({len(given)} rows, {len(wanted)} wanted)"


def enter_environment(requirements):
    """Goes on in a Python that has these packages."""
    place = WORK / "python"
    python, stamp = place / "bin" / "python3", place / "installed"
    wanted = f"{sys.version}\n{requirements.read_text()}"
    if not stamp.exists() or stamp.read_text() != wanted:
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(place)], check=True)
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", "-r", str(requirements)], check=True)
        stamp.write_text(wanted)
    if Path(sys.prefix).resolve() != place.resolve():
        os.execv(str(python), [str(python), *sys.argv])
