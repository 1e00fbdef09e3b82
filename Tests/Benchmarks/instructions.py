#!/usr/bin/env python3
"""Counts the instructions of each stage, and compares with what they were.

usage: instructions.py [--bin PATH] [--stages PATH] [--only tweets,people] [--update] [--jobs N]

Runs under callgrind, with the AVX2 kernel, over inputs that are made here: a whole one and its half. What
the whole takes more is the price of half the input, without start-up; a stage is what a run that ends with it
takes more than one that ends before. So counts repeat, on any machine with AVX2. A count that is more than 2 %
above instructions.json fails; --update writes that file anew, and `git diff` is the review.
"""
import argparse
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import inputs
import keys
import shapes

ROOT = Path(__file__).resolve().parents[2]
BASELINE = ROOT / "Tests/Benchmarks/instructions.json"
TOLERANCE = 0.02
# A stage that takes next to nothing may grow by so much of the whole run before it counts.
SLACK = 0.002
STAGES = ["read", "scan", "grammar", "map", "write"]
KERNEL = "avx2"
# Also the half of a document must be longer than what is looked at to find out that it is no NDJSON.
TWEETS = 6
PEOPLE = 8000
FILES = 400
RULES = 400
FAILING = ["--to", "ndjson", "--compact", "--strict", "--on-error", "skip", "--max-errors", "90%"]

# What is counted whole: the spec, the input, and the form of the output.
RUNS = {
    "w1": ("specs/tweets.json", "tweets", ["--to", "ndjson", "--compact"]),
    "w2": ("specs/tweets-rows.json", "tweets", ["--to", "csv"]),
    "w3": ("Tests/Benchmarks/w3.json", "tweets", ["--to", "sqlite"]),
    "w4": ("specs/people.json", "people", ["--to", "ndjson", "--compact"]),
    "w5": ("specs/tweets-document.json", "document", ["--to", "ndjson", "--compact"]),
    "w8": ("Tests/Benchmarks/w8.json", "people", ["--to", "ndjson", "--compact"]),
    "skip": ("specs/people.json", "failing", FAILING),
    "rejects": ("specs/people.json", "failing", [*FAILING, "--rejects", "rejects.out"]),
    "files": ("specs/people.json", "small", ["--to", "ndjson", "--compact"]),
}
# What is counted whole of shapes.py, whose halves take so many bytes.
SHAPES = {
    "exponents": "numbers exponent",
    "points": "points typed",
    "rows": "phones",
    "escapes": "deep csv",
    "variants": "variants map",
    "wide": "wide",
}
SHAPE_SIZE = 1_000_000
# What is counted whole of keys.py, with so many records.
KEYS = {
    "tables": ["--to", "sqlite"],
    "unify": ["--to", "ndjson", "--unify"],
    "connections": ["--to", "ndjson"],
}
KEY_COUNT = 20_000
# What is counted stage by stage.
STAGED = ["w1", "w4", "w8"]


def main():
    flags = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    flags.add_argument("--bin", default=".build/release/rkmap")
    flags.add_argument("--stages", default=".build/release/rkbench")
    flags.add_argument("--jobs", type=int, default=os.cpu_count())
    flags.add_argument("--only", default="", help="names that begin so, divided by commas")
    flags.add_argument("--update", action="store_true", help="write the counts as those to compare with")
    options = flags.parse_args()
    for tool in ("valgrind", "strip"):
        if not shutil.which(tool):
            sys.exit(f"instructions: {tool} is missing")
    counts = count_all(options)
    if not counts:
        sys.exit(f"instructions: no name begins with '{options.only}'")
    wanted = json.loads(BASELINE.read_text(encoding="utf-8")) if BASELINE.exists() else {}
    if options.update:
        # What was not asked for stays.
        kept = wanted if options.only else {}
        BASELINE.write_text(json.dumps({**kept, **counts}, indent=2) + "\n", encoding="utf-8")
        print(f"instructions: {len(counts)} counts are written to {BASELINE.relative_to(ROOT)}")
        return
    missing = [] if options.only else sorted(set(wanted) - set(counts))
    if missing:
        sys.exit(f"instructions: there are no counts any more of {', '.join(missing)}")
    worse = compare(counts, wanted)
    if worse:
        sys.exit(
            f"instructions: {len(worse)} of {len(counts)} are more than {TOLERANCE:.0%} above "
            f"Tests/Benchmarks/instructions.json: {', '.join(worse)}. If that is worth it, "
            "`make harness ONLY=instructions UPDATE=1` makes them the new baseline."
        )
    print(f"instructions: {len(counts)} counts, none more than {TOLERANCE:.0%} above the baseline")


def count_all(options):
    """The counts by their names, `w1` or `w1 scan`."""
    with tempfile.TemporaryDirectory(prefix="rkmap-instructions-") as folder:
        make_inputs(Path(folder))
        for name, program in (("rkmap", options.bin), ("rkbench", options.stages)):
            # Under one short name wherever they are, so that no path is longer than another day's. Valgrind does
            # not understand what this compiler writes for debuggers.
            subprocess.run(["strip", "--strip-debug", "-o", f"{folder}/{name}", str(ROOT / program)], check=True)
        works = list(commands(options.only))
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            done = pool.map(lambda work: count(work[1], Path(folder)), works)
            raw = dict(zip((key for key, _ in works), done))
    counts = {}
    for name, part in raw:
        if part == "whole":
            counts[name] = raw[name, "whole"] - raw[name, "half"]
        elif part == "alone":
            counts[name] = raw[name, "alone"]
    for name in STAGED:
        for stage, before in reversed(list(zip(STAGES[1:], STAGES))):
            if f"{name} {stage}" in counts:
                counts[f"{name} {stage}"] -= counts[f"{name} {before}"]
    return counts


def make_inputs(folder):
    for part, share in (("whole", 1), ("half", 2)):
        tweets = list(inputs.tweets(TWEETS // share))
        inputs.write_lines(folder / f"tweets.{part}", tweets)
        inputs.write_document(folder / f"document.{part}", "statuses", tweets)
        inputs.write_lines(folder / f"people.{part}", inputs.people(PEOPLE // share))
        inputs.write_lines(folder / f"failing.{part}", inputs.failing(PEOPLE // share))
        (folder / f"small.{part}").mkdir()
        inputs.write_documents(folder / f"small.{part}", FILES // share)
        spec = json.dumps(inputs.spec_of_rules(RULES // share))
        (folder / f"rules.{part}.json").write_text(spec, encoding="utf-8")
        for shape in SHAPES.values():
            source = shapes.WORKLOADS[shape][0]
            shapes.write_input(folder / f"{source}.{part}", source, SHAPE_SIZE * 2 // share)
        for kind in KEYS:
            keys.write_input(folder / f"keyed-{kind}.{part}", kind, KEY_COUNT // share, "")
    (folder / "small.json").write_text('{"a":1,"source_0_0":{"value":3}}\n', encoding="utf-8")
    (folder / "start.json").write_text('{"mappers":[{"id":"m","target":"T","attributes":["a"]}]}', encoding="utf-8")
    for shape in SHAPES.values():
        shapes.write_spec(folder, shape)
    for kind in KEYS:
        (folder / f"keyed-{kind}.json").write_text(json.dumps(keys.SPECS[kind]), encoding="utf-8")
    for spec, _, _ in RUNS.values():
        for file in (ROOT / spec).parent.glob("*.json"):
            shutil.copy(file, folder / file.name)


def commands(only):
    """What to run: a name and its part, and the words of the command."""
    apply = ["./rkmap", "apply"]
    kernel = ["--instruction-set", KERNEL, "-j", "1", "--quiet"]

    def is_wanted(name):
        return not only or any(name.startswith(prefix) for prefix in only.split(","))

    if is_wanted("start"):
        yield ("start", "alone"), [*apply, "start.json", "small.json", *kernel]
    if is_wanted("rules"):
        for part in ("whole", "half"):
            yield ("rules", part), [*apply, f"rules.{part}.json", "small.json", *kernel]
    runs = dict(RUNS)
    for name, shape in SHAPES.items():
        source, spec, form, _ = shapes.WORKLOADS[shape]
        runs[name] = (spec if isinstance(spec, Path) else shape.replace(" ", "-") + ".json", source, form)
    for name, form in KEYS.items():
        runs[name] = (f"keyed-{name}.json", f"keyed-{name}", form)
    for name, (spec, source, form) in runs.items():
        if not is_wanted(name):
            continue
        spec = Path(spec).name
        for part in ("whole", "half"):
            output = f"{name}.{part}." + ("db" if "sqlite" in form else "out")
            yield (name, part), [*apply, spec, f"{source}.{part}", *form, *kernel, "-o", output]
            if name in STAGED:
                for stage in STAGES:
                    words = ["./rkbench", "once", stage, spec, f"{source}.{part}", KERNEL]
                    yield (f"{name} {stage}", part), words


def count(command, folder):
    """The instructions of a command."""
    environment = {
        "PATH": os.environ.get("PATH", ""),
        "SWIFT_DETERMINISTIC_HASHING": "1",
        "SWIFT_BACKTRACE": "enable=no",
        # Below valgrind all processors look alike, but not all versions of the C library.
        "GLIBC_TUNABLES": "glibc.cpu.x86_non_temporal_threshold=0xc0000:glibc.cpu.x86_rep_movsb_threshold=0x800",
    }
    words = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command]
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True)
    told = re.search(r"Collected : (\d+)", done.stderr)
    # rkbench says what went wrong, and ends well.
    if done.returncode != 0 or not told or done.stdout.startswith("rkbench:"):
        sys.exit(f"instructions: '{' '.join(command)}' failed:\n{done.stderr[-2000:]}{done.stdout[-500:]}")
    return int(told[1])


def compare(counts, wanted):
    """Prints a table, and gives the names of what has become worse."""
    print(f"{'':14}{'instructions':>14}{'baseline':>14}")
    worse = []
    for name, number in sorted(counts.items()):
        before = wanted.get(name)
        if before is None:
            print(f"{name:14}{number:>14,}{'none':>14}")
            worse.append(name)
            continue
        slack = SLACK * abs(wanted.get(name.split()[0], 0)) if " " in name else 0
        is_worse = number > before + max(TOLERANCE * abs(before), slack)
        note = "  FAIL" if is_worse else ""
        print(f"{name:14}{number:>14,}{before:>14,}{(number - before) / max(abs(before), 1):>+9.1%}{note}")
        if is_worse:
            worse.append(name)
    return worse


if __name__ == "__main__":
    main()
