#!/usr/bin/env python3
"""Compares rkmap with other tools, whole processes on one core, and times its stages.

usage: run.py [--bin PATH] [--stages PATH] [--shared DIR] [--scale N] [--rounds N] [--only w1,w4,growth]

Makes the inputs, installs the peers at fixed versions beside them, checks on a tenth of the data
that every tool's output is equal to the reference, then times the tools in turns and prints for
each the median speed, its ratio to rkmap's, and its peak memory (of which the first 12 MB or so are this
script's own, from before the tool began). `growth` loads 10^5 and 10^6 records into a database, by several
kinds of keys, then connects as many to one another, and prints how much longer the million takes. Works in .build/bench.
"""
import argparse
import json
import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import time
from pathlib import Path

import people

PEERS = ["msgspec==0.22.0", "duckdb==2.0.0", "orjson==3.13.0"]
# The extension that writes SQLite's files comes for other versions only.
DATABASE_PEERS = ["duckdb==1.5.5", "duckdb-extension-sqlite-scanner==1.5.5"]
SYSTEM_PACKAGES = ["gojq", "jq", "python3-venv", "sqlite3"]
WORKLOADS = {
    "w1": ("tweets.ndjson", "specs/tweets.json"),
    "w2": ("tweets.ndjson", "specs/tweets-rows.json"),
    "w3": ("tweets.ndjson", "Tests/Benchmarks/w3.json"),
    "w4": ("people.ndjson", "specs/people.json"),
    "w5": ("tweets_doc.json", "specs/tweets-document.json"),
    "w6": ("articles.json", "specs/articles-flat.json"),
    "w7": ("citm_catalog.json", "Tests/Benchmarks/w7.json"),
    "w8": ("people.ndjson", "Tests/Benchmarks/w8.json"),
}
DATABASES = ("w3", "w7")
# Too short for a speed.
SHORT = ("w6", "w7")
# MB that rkmap may take at most.
MEMORY = {"w3": 96}
# What rkmap does less of the same input; the ratio behind it is w8's speed to w4's.
PLAIN_PEOPLE = "rkmap, as w4"
# How much longer ten times the records may take.
GROWTH = 12
# The most bytes that a record which is held for its connections takes beside its own.
HELD = 100
ROOT = Path(__file__).resolve().parents[2]


def main():
    flags = argparse.ArgumentParser()
    flags.add_argument("--bin", default=".build/release/rkmap")
    flags.add_argument("--stages", default="")
    flags.add_argument("--shared", default="../shared")
    flags.add_argument("--scale", type=float, default=1.0)
    flags.add_argument("--rounds", type=int, default=5)
    flags.add_argument("--only", default=",".join([*WORKLOADS, "growth"]))
    options = flags.parse_args()
    os.chdir(ROOT)
    material = Path(options.shared).resolve() / "bench"
    if not material.is_dir():
        sys.exit(f"bench: {material} is missing; --shared tells where the benchmarks' material is")
    bench = Bench(options, material)
    for name in options.only.split(","):
        if name == "growth":
            bench.grow()
            bench.connect()
        else:
            bench.run(name)
    bench.output.unlink(missing_ok=True)
    if options.stages:
        for name in ("w1", "w4"):
            source, spec = WORKLOADS[name]
            print(f"\n{name}: the stages of rkmap, each alone (rkbench)", flush=True)
            on_one_core([options.stages, spec, str(bench.inputs / source), str(options.rounds)])
        print("\ndates, each form alone (rkbench)", flush=True)
        on_one_core([options.stages, "dates", str(options.rounds)])
    if bench.wrong:
        sys.exit(f"bench: {'; '.join(bench.wrong)}")


class Bench:
    def __init__(self, options, material):
        self.options = options
        self.scripts = material / "peers"
        self.folder = ROOT / ".build" / "bench"
        self.inputs = self.folder / f"inputs-{options.scale:g}"
        self.samples = self.folder / "samples"
        self.output = scratch_file()
        # What is told at the end, when all is measured.
        self.wrong = []
        make_inputs(material, self.inputs, options.scale)
        make_inputs(material, self.samples, options.scale / 10)
        self.python = install_peers(self.folder / "python", PEERS)
        self.database_python = install_peers(self.folder / "database-python", DATABASE_PEERS)

    def tools(self, workload):
        """The tools to compare: name, command with IN and OUT to be filled in, environment."""
        spec = WORKLOADS[workload][1]
        if workload in DATABASES:
            return self.database_tools(workload, spec)
        form = ["csv"] if workload == "w2" else ["ndjson", "--compact"]
        apply = [self.options.bin, "apply", spec, "IN", "--to", *form, "-o", "OUT"]
        tools = [("rkmap", apply, {})]
        if workload == "w8":
            plain = [WORKLOADS["w4"][1] if word == spec else word for word in apply]
            return tools + [(PLAIN_PEOPLE, plain, {})]
        sets = Path("/proc/cpuinfo").read_text() if Path("/proc/cpuinfo").exists() else ""
        if "avx512vbmi" in sets:
            tools.append(("rkmap, AVX2", apply + ["--instruction-set", "avx2"], {}))
        jq = [str(self.scripts / "jq.sh"), workload, "IN", "OUT"]
        if workload != "w6":
            msgspec = [self.python, str(self.scripts / "py_msgspec.py"), workload, "IN", "OUT"]
            duckdb = [self.python, str(self.scripts / "py_duckdb.py"), workload, "IN", "OUT"]
            orjson = [self.python, str(self.scripts / "py_orjson.py"), workload, "IN", "OUT"]
            if workload != "w2":
                tools.append(("msgspec, raw", msgspec, {"RAW": "1"}))
            tools += [
                ("msgspec", msgspec, {}),
                ("duckdb", duckdb, {}),
                ("orjson", orjson, {}),
            ]
        return tools + [("gojq", jq, {"JQ": "gojq"}), ("jq", jq, {"JQ": "jq"})]

    def database_tools(self, workload, spec):
        apply = [self.options.bin, "apply", spec, "IN", "--to", "sqlite", "--quiet", "-o", "OUT"]
        duckdb = [self.database_python, str(self.scripts / "py_duckdb.py"), workload, "IN", "OUT"]
        tools = [
            ("rkmap", apply, {}),
            (TWO_CORES, apply, {}),
            ("duckdb", duckdb, {}),
            ("sqlite3 shell", [str(self.scripts / "sqlite_shell.sh"), workload, "IN", "OUT"], {}),
        ]
        if workload == "w3":
            script = self.scripts / "py_msgspec.py"
            tools.insert(3, ("msgspec", [self.python, str(script), workload, "IN", "OUT"], {}))
        return tools

    def run(self, workload):
        source = WORKLOADS[workload][0]
        tools = [tool for tool in self.tools(workload)]
        print(f"\n{workload}: {source}", flush=True)
        for name, command, environment in tools:
            self.check(workload, name, command, environment)
        size = (self.inputs / source).stat().st_size
        is_short = workload in SHORT
        times = {name: [] for name, _, _ in tools}
        peaks = {}
        for number in range(self.options.rounds * (20 if is_short else 1)):
            for name, command, environment in tools:
                # The slow ones are measured less often: their spread is small beside the distance.
                if name in ("gojq", "jq", "orjson", "sqlite3 shell") and not is_short and number > 0:
                    continue
                words = self.fill(command, self.inputs / source)
                # A database that is there would be changed instead of made.
                self.output.unlink(missing_ok=True)
                seconds, peak = on_one_core(words, environment, is_pinned=name != TWO_CORES)
                times[name].append(seconds)
                peaks[name] = max(peaks.get(name, 0), peak)
        own = statistics.median(times["rkmap"])
        for name, _, _ in tools:
            seconds = statistics.median(times[name])
            speed = f"{seconds * 1000:9.2f} ms" if is_short else f"{size / seconds / 1e6:8.0f} MB/s"
            ratio = seconds / own
            print(f"  {name:16}{speed}  rkmap is {ratio:6.2f} times as fast  {peaks[name]:6.0f} MB", flush=True)
        if peaks["rkmap"] > MEMORY.get(workload, peaks["rkmap"]):
            sys.exit(f"bench: rkmap takes more than {MEMORY[workload]} MB")

    def grow(self):
        """Loads records with identity, ten times as many, by keys of several kinds and orders."""
        print("\ngrowth: records with identity into a database, 10^5 and 10^6", flush=True)
        for kind in KEYS:
            times = []
            for count in (100_000, 1_000_000):
                source = self.folder / f"growth-{kind}-{count}.ndjson"
                if not source.exists():
                    write_readings(source, kind, count)
                apply = [self.options.bin, "apply", "Tests/Benchmarks/scale.json", "IN", "--to", "sqlite", "--quiet", "-o", "OUT"]
                words = self.fill(apply, source)
                # Into a new database, and the same once more over what is there.
                runs = []
                for _ in range(self.options.rounds):
                    self.output.unlink(missing_ok=True)
                    first = on_one_core(words)[0]
                    runs.append((first, on_one_core(words)[0]))
                times.append([statistics.median(column) for column in zip(*runs)])
            for number, name in enumerate(("new", "again")):
                few, many = times[0][number], times[1][number]
                print(f"  {kind + ', ' + name:22}{few:7.3f} s {many:7.3f} s  {many / few:5.1f} times as long", flush=True)
                if many / few > GROWTH:
                    self.wrong.append(f"{kind}, {name}: more than {GROWTH} times as long")

    def connect(self):
        """Connects records to one another by keys, ten times as many: all of them are held."""
        print("\ngrowth: records with connections, 10^5 and 10^6", flush=True)
        seconds, peaks, sizes = [], [], []
        for count in (100_000, 1_000_000):
            source = self.folder / f"growth-connections-{count}.ndjson"
            if not source.exists():
                write_members(source, count)
            words = self.fill([self.options.bin, "apply", "Tests/Benchmarks/connections.json", "IN", "--quiet", "-o", "OUT"], source)
            runs = [on_one_core(words) for _ in range(self.options.rounds)]
            seconds.append(statistics.median(run[0] for run in runs))
            peaks.append(max(run[1] for run in runs))
            sizes.append(source.stat().st_size)
        ratio = seconds[1] / seconds[0]
        held = (peaks[1] - peaks[0]) * 1e6 / 900_000
        own = (sizes[1] - sizes[0]) / 900_000
        print(f"  {'connections':22}{seconds[0]:7.3f} s {seconds[1]:7.3f} s  {ratio:5.1f} times as long", flush=True)
        print(f"  {held:.0f} bytes a record, {held - own:.0f} beside its {own:.0f} bytes of input", flush=True)
        if ratio > GROWTH:
            self.wrong.append(f"connections: more than {GROWTH} times as long")
        if held - own > HELD:
            sys.exit(f"bench: a record with a connection takes more than {HELD} bytes beside its own")

    def check(self, workload, name, command, environment):
        sample = self.samples / WORKLOADS[workload][0]
        self.output.unlink(missing_ok=True)
        on_one_core(self.fill(command, sample), environment, is_pinned=name != TWO_CORES)
        if workload == "w6":
            # The reference of this one is a script of its own.
            reference = [self.python, str(self.scripts / "w6_json.py"), str(sample)]
            wanted = subprocess.run(reference, check=True, capture_output=True, text=True).stdout
            given = self.output.read_text(encoding="utf-8")
            lines = [[json.loads(line) for line in text.splitlines()] for text in (wanted, given)]
            verdict = "same" if lines[0] == lines[1] else "DIFFERENT"
        elif workload == "w8" and name != PLAIN_PEOPLE:
            verdict = "same" if people.is_chosen(sample, self.output) else "DIFFERENT"
        else:
            if name == PLAIN_PEOPLE:
                workload = "w4"
            script = str(self.scripts / "check.py")
            judge = [self.python, script, workload, str(sample), str(self.output)]
            verdict = subprocess.run(judge, check=True, capture_output=True, text=True).stdout.strip()
        print(f"  {name:16}{verdict}", flush=True)
        if verdict != "same":
            what = f"the output of {name} for {workload} is not what the reference says"
            # A peer that does less, or other things, is not to be compared with.
            self.wrong.append(what)
            if name.startswith("rkmap"):
                sys.exit(f"bench: {what}")

    def fill(self, command, source):
        places = {"IN": str(source), "OUT": str(self.output)}
        return [places.get(word, word) for word in command]


def make_inputs(material, folder, scale):
    """The inputs of all workloads in a folder, unless they are there."""
    data = material.parent / "data" / "api"
    files = ",".join(source for source, _ in WORKLOADS.values() if not (data / source).exists())
    if not (folder / "done").exists():
        make = [sys.executable, str(material / "make_inputs.py"), str(folder)]
        make += ["--twitter", str(data / "twitter.json"), "--scale", str(scale), "--only", files]
        subprocess.run(make, check=True)
        (folder / "done").touch()
    for source, _ in WORKLOADS.values():
        if (data / source).exists() and not (folder / source).exists():
            shutil.copy(data / source, folder)


def scratch_file():
    """Where outputs go: memory, so that no disk is measured."""
    folder = Path("/dev/shm") if Path("/dev/shm").is_dir() else ROOT / ".build" / "bench"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"rkmap-bench-{os.getpid()}.ndjson"


def install_peers(folder, peers):
    """A Python with the peers at their versions, and the system's tools."""
    subprocess.run([str(ROOT / ".ci" / "packages"), *SYSTEM_PACKAGES], check=True)
    python = folder / "bin" / "python3"
    stamp = folder / "peers"
    if not stamp.exists() or stamp.read_text() != repr(peers):
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", *peers], check=True)
        stamp.write_text(repr(peers))
    return str(python)


# Kinds of keys, in the order that they come in.
KEYS = {
    "ordered numbers": lambda number, chance: number,
    "random numbers": lambda number, chance: chance.getrandbits(62),
    "random texts": lambda number, chance: f"{chance.getrandbits(96):024x}",
}


def write_readings(path, kind, count):
    chance = random.Random(1)
    with open(path, "w", encoding="utf-8") as file:
        for number in range(count):
            key = json.dumps(KEYS[kind](number, chance))
            file.write(f'{{"id":{key},"station":"station {number % 977}","value":{number % 1000}.5}}\n')


def write_members(path, count):
    chance = random.Random(1)
    with open(path, "w", encoding="utf-8") as file:
        for number in range(count):
            leader = chance.randrange(count)
            file.write(f'{{"id":{number},"name":"member {number % 977}","leader":{leader}}}\n')


TWO_CORES = "rkmap, two cores"


def on_one_core(command, environment=None, is_pinned=True):
    """Runs a command pinned to one core; the seconds it took and its peak memory in MB."""
    core = max(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None

    def pin():
        # Python ignores SIGPIPE; a tool under measurement should not inherit that.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        if core is not None and is_pinned:
            os.sched_setaffinity(0, {core})

    program = shutil.which(command[0]) or command[0]
    start = time.perf_counter()
    pid = os.fork()
    if pid == 0:
        try:
            pin()
            os.execve(program, command, {**os.environ, **(environment or {})})
        finally:
            os._exit(127)
    _, status, usage = os.wait4(pid, 0)
    seconds = time.perf_counter() - start
    if status != 0:
        sys.exit(f"bench: '{' '.join(command)}' ended with status {os.waitstatus_to_exitcode(status)}")
    # On macOS the unit of ru_maxrss is a byte, elsewhere 1024 of them.
    return seconds, usage.ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)


if __name__ == "__main__":
    main()
