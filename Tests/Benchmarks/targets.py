#!/usr/bin/env python3
"""Measures what docs/performance.md states, and writes its tables.

usage: targets.py [--bin PATH] [--stages PATH] [--shared DIR] [--limit-program DIR] [--rounds N]
                  [--only w1,w4,cores] [--update]

Each workload is run for each instruction set of the machine, pinned to one core, in turns with the limit program,
whose three binaries l512.L, lavx2.L and lsse.L are called as `PROGRAM w1 INPUT OUTPUT`; without them there are speeds
but no ratios to it. Then the same on two cores, the start-up, and the time of each stage. Medians; ratios are those of
medians of runs in turns. --update writes the tables into docs/performance.md.
"""
import argparse
import filecmp
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import measured
import run as bench

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/performance.md"
LIMITS = {"avx512": "l512.L", "avx2": "lavx2.L", "sse2": "lsse.L"}
NAMES = {"avx512": "AVX-512", "avx2": "AVX2", "sse2": "SSE2"}
TO = {"w2": ["--to", "csv"], "w3": ["--to", "sqlite"], "w7": ["--to", "sqlite"]}
LINES = ["--to", "ndjson", "--compact"]
# What a workload is, what is wanted of it, and of what that is a multiple.
WORKLOADS = {
    "w1": ("tweets to NDJSON", "≥ 1.0", "L"),
    "w2": ("tweets to CSV", "≥ 1.0", "L"),
    "w3": ("tweets to SQLite", "≥ 1.0", "L"),
    "w4": ("small records, a date, a decimal", "≥ 1.2", "L"),
    "w5": ("one document of 500 MB", "≥ 0.97", "W1"),
    "w6": ("start-up", "≤ 3", "/bin/true"),
    "w7": ("a catalogue to SQLite", "≥ 0.95", "L"),
    "w8": ("W4 and predicate, rule, value map, transform", "≥ 0.8", "W4"),
}
PARALLEL = ["w1", "w2", "w4", "w5"]
STAGED = ["w1", "w4", "w8"]
STAGES = ["read", "scan", "grammar", "map", "write"]


def main():
    flags = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    flags.add_argument("--bin", default=".build/release/rkmap")
    flags.add_argument("--stages", default=".build/release/rkbench")
    flags.add_argument("--shared", default="../shared")
    flags.add_argument("--limit-program", default="", help="a folder with l512.L, lavx2.L and lsse.L")
    flags.add_argument("--rounds", type=int, default=7)
    flags.add_argument("--scale", type=float, default=1.0)
    flags.add_argument("--only", default=",".join([*WORKLOADS, "cores", "stages"]))
    flags.add_argument("--update", action="store_true", help="write the tables into docs/performance.md")
    options = flags.parse_args()
    os.chdir(ROOT)
    with tempfile.TemporaryDirectory() as folder:
        # As it is installed: what a linker has just written lies in memory in the smallest of pieces.
        options.bin = shutil.copy(options.bin, folder)
        tables = Measurement(options).tables()
    for name, text in tables.items():
        print(f"\n{text}")
        if options.update:
            replace(name, text)


class Measurement:
    def __init__(self, options):
        self.options = options
        self.only = options.only.split(",")
        material = Path(options.shared).resolve() / "bench"
        self.inputs = ROOT / ".build/bench" / f"inputs-{options.scale:g}"
        bench.make_inputs(material, self.inputs, options.scale)
        self.output = bench.scratch_file()
        self.cores = sorted(os.sched_getaffinity(0))
        told = subprocess.run([options.bin, "--version"], capture_output=True, text=True, check=True).stdout
        sets = re.search("instruction sets: (.*)", told)[1].split(", ")
        self.kernels = [kernel for kernel in LIMITS if kernel in sets]

    def tables(self):
        tables = {}
        if any(name in WORKLOADS for name in self.only):
            tables["targets"] = self.targets()
        if "cores" in self.only:
            tables["cores"] = self.two_cores()
        if "stages" in self.only:
            tables["stages"] = self.stages()
        self.output.unlink(missing_ok=True)
        return tables

    # One core

    def targets(self):
        rows = []
        for name, (what, goal, of) in WORKLOADS.items():
            if name not in self.only:
                continue
            cells = [self.cell(name, kernel, of) for kernel in self.kernels]
            peak = self.peak(name)
            rows.append(f"| {name.upper()} {what} | {goal} × {of} | {' | '.join(cells)} | {peak:.0f} MB |")
            print(rows[-1], flush=True)
        head = " | ".join(NAMES[kernel] for kernel in self.kernels)
        line = "|---" * (4 + len(self.kernels) - 1) + "|"
        return "\n".join([f"| | goal | {head} | memory |", line, *rows])

    def cell(self, name, kernel, of):
        """`0.98: 1650 MB/s`: the ratio to what the goal speaks of, and the speed."""
        commands = {"own": self.command(name, kernel)}
        if of == "L" and self.options.limit_program:
            program = Path(self.options.limit_program) / LIMITS[kernel]
            commands["other"] = [str(program.resolve()), name, str(self.source(name)), str(self.output)]
        elif of in ("W1", "W4"):
            commands["other"] = self.command(of.lower(), kernel)
        elif of == "/bin/true":
            commands["other"] = ["/bin/true"]
        is_short = name in bench.SHORT
        times = self.in_turns(commands, self.options.rounds * (15 if is_short else 1))
        own = times["own"]
        size = self.source(name).stat().st_size
        speed = f"{own * 1000:.2f} ms" if is_short else f"{size / own / 1e6:.0f} MB/s"
        if "other" not in times:
            return speed
        if of == "/bin/true":
            return f"**{own / times['other']:.1f}**: {speed} to {times['other'] * 1000:.2f}"
        # Of speeds: another input has another size.
        other = times["other"] / (self.source(of.lower()).stat().st_size if of != "L" else size)
        return f"**{other / (own / size):.2f}**: {speed}"

    def in_turns(self, commands, rounds, cores=1):
        """The median seconds of some commands, which take turns on the last cores."""
        times = {name: [] for name in commands}
        mine = os.sched_getaffinity(0)
        os.sched_setaffinity(0, self.cores[-cores:])
        try:
            for _ in range(rounds):
                for name, command in commands.items():
                    self.output.unlink(missing_ok=True)
                    times[name].append(seconds(command))
        finally:
            os.sched_setaffinity(0, mine)
        return {name: statistics.median(taken) for name, taken in times.items()}

    def peak(self, name):
        self.output.unlink(missing_ok=True)
        command = self.command(name, self.kernels[0])
        done = measured.run(command)
        if done.status != 0:
            sys.exit(f"targets: '{' '.join(command)}' ended with status {done.status}: {done.errors}")
        return done.peak

    def source(self, name):
        return self.inputs / bench.WORKLOADS[name][0]

    def command(self, name, kernel, jobs="1", output=None):
        source, spec = bench.WORKLOADS[name]
        words = [self.options.bin, "apply", spec, str(self.inputs / source), *TO.get(name, LINES), "--quiet"]
        return [*words, "--instruction-set", kernel, "-j", jobs, "-o", str(output or self.output)]

    # Several cores

    def two_cores(self):
        """How much two cores bring, and by the costs of one how many would be the last that help."""
        rows = ["| | one core | two cores | ratio | out / in | 4 | 8 | 16 | no gain beyond |", "|---" * 9 + "|"]
        delivery = self.delivery()
        for name in PARALLEL:
            if not self.is_same(name):
                sys.exit(f"targets: {name} writes other bytes on two cores")
            kernel = self.kernels[0]
            commands = {jobs: self.command(name, kernel, jobs) for jobs in ("1", "2")}
            commands["nowhere"] = self.command(name, kernel, "1", "/dev/null")
            times = self.in_turns(commands, self.options.rounds, cores=2)
            size = self.source(name).stat().st_size
            share = self.written(name, kernel) / size
            # What workers do side by side, and what is done in turns, in nanoseconds a byte of the input.
            alone = share * delivery
            together = times["nowhere"] / size * 1e9
            model = [gain(together, alone, workers) for workers in (4, 8, 16)]
            ratio = f"**{times['1'] / times['2']:.2f}**"
            rows.append(
                f"| {name.upper()} | {size / times['1'] / 1e6:.0f} MB/s | {size / times['2'] / 1e6:.0f} MB/s | {ratio} "
                f"| {share:.2f} | {' | '.join(f'{factor:.1f}' for factor in model)} | {(together + alone) / alone:.0f} |"
            )
            print(rows[-1], flush=True)
        rows.append("")
        rows.append(f"A byte that is written costs {delivery:.2f} ns of `write(2)` into memory.")
        return "\n".join(rows)

    def is_same(self, name):
        """Two workers write the same bytes as one."""
        other = self.output.with_suffix(".two")
        for jobs, output in (("1", self.output), ("2", other)):
            output.unlink(missing_ok=True)
            subprocess.run(self.command(name, self.kernels[0], jobs, output), check=True)
        is_same = filecmp.cmp(self.output, other, shallow=False)
        other.unlink()
        return is_same

    def written(self, name, kernel):
        self.output.unlink(missing_ok=True)
        subprocess.run(self.command(name, kernel), check=True)
        return self.output.stat().st_size

    def delivery(self):
        """Nanoseconds for a byte that is written to where the outputs go."""
        block = bytes(1 << 20)
        times = []
        for _ in range(self.options.rounds):
            self.output.unlink(missing_ok=True)
            with open(self.output, "wb", buffering=0) as file:
                start = time.perf_counter()
                for _ in range(100):
                    file.write(block)
                times.append((time.perf_counter() - start) / (100 << 20) * 1e9)
        return statistics.median(times)

    # Stages

    def stages(self):
        """Nanoseconds a byte of each stage, as rkbench measures them."""
        rows = [f"| | instructions | {' | '.join(STAGES)} | all |", "|---" * (3 + len(STAGES)) + "|"]
        for name in STAGED:
            spec = bench.WORKLOADS[name][1]
            words = [self.options.stages, spec, str(self.source(name)), str(self.options.rounds)]
            words = ["taskset", "-c", str(self.cores[-1]), *words]
            told = subprocess.run(words, capture_output=True, text=True, check=True).stdout
            kernel, speeds = None, {}
            for line in told.splitlines():
                if not line.startswith(" "):
                    kernel = line.strip()
                elif kernel in self.kernels:
                    stage, speed = line.split("\t")[:2]
                    speeds[kernel, stage.strip()] = float(speed.split()[0])
            for kernel in self.kernels:
                costs = [f"{1 / speeds[kernel, stage]:.3f}" if speeds[kernel, stage] < 100 else "0" for stage in [*STAGES, "all"]]
                rows.append(f"| {name.upper()} | {NAMES[kernel]} | {' | '.join(costs)} |")
        return "\n".join(rows)


def gain(together, alone, workers):
    """How many times as fast so many workers are: what is done in turns bounds what is done side by side."""
    return (together + alone) / max((together + alone) / workers, alone)


def seconds(command):
    """How long a process takes, from its start to its end."""
    start = time.perf_counter()
    child = os.posix_spawnp(command[0], command, os.environ)
    _, status = os.waitpid(child, 0)
    taken = time.perf_counter() - start
    if status != 0:
        sys.exit(f"targets: '{' '.join(command)}' ended with status {os.waitstatus_to_exitcode(status)}")
    return taken


def replace(name, text):
    """Puts a table into the page, between its marks."""
    page = PAGE.read_text(encoding="utf-8")
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
    before, _, rest = page.partition(begin)
    _, _, after = rest.partition(end)
    if not after:
        sys.exit(f"targets: the page has no place for {name}")
    PAGE.write_text(before + begin + "\n" + text + "\n\n" + end + after, encoding="utf-8")


if __name__ == "__main__":
    main()
