#!/usr/bin/env python3
"""Measures what the stages of a distributed run cost, and tells what that means for large volumes.

usage: cost.py [--bin PATH] [--mb N] [--write]

Without --write it measures on one core, with N MB (default 200) of tweets, and writes docs/cost.json. With --write it only writes the
tables of docs/scale.md, from docs/cost.json alone.
"""
import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COSTS = ROOT / "docs/cost.json"
DOCUMENT = ROOT / "docs/scale.md"
BEGIN, END = "<!-- costs: made by Tests/Recipes/cost.py --write -->", "<!-- end of costs -->"
SPECS = {"W1": ROOT / "specs/tweets.json", "W3": ROOT / "Tests/Benchmarks/w3.json"}
NAMES = {"W1": "a tweet in one record", "W3": "tweets, users, hashtags"}
# How busy a core may be on average.
LOAD = 0.7
GB = 1e9
VOLUMES = {"1 TB a day": 1e12, "1 PB a day": 1e15}


# Measuring


def timed(command, source, target):
    """Seconds of the processor that a command takes, from one file to another."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with open(source, "rb") as text, open(target, "wb") as out:
        subprocess.run(command, stdin=text, stdout=out, stderr=subprocess.DEVNULL, check=True, env=os.environ | {"LC_ALL": "C"})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def stage(command, source, target, rounds=3):
    seconds = min(timed([str(word) for word in command], source, target) for _ in range(rounds))
    size = source.stat().st_size
    rows = sum(1 for _ in open(source, "rb"))
    made = target.stat().st_size
    return {"secondsPerGB": round(seconds / size * GB, 3), "ratio": round(made / size, 4), "rowsPerSecond": round(rows / seconds)}


def measure(program, megabytes):
    folder = Path(tempfile.mkdtemp(prefix="rkmap-cost-"))
    costs = {"bytes": megabytes * 1_000_000, "load": LOAD, "specs": {}}
    try:
        maker = ROOT.parent / "shared/bench/make_inputs.py"
        twitter = ROOT.parent / "shared/data/api/twitter.json"
        words = [sys.executable, maker, folder, "--scale", str(megabytes / 500), "--only", "tweets.ndjson", "--twitter", twitter]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
        tweets = folder / "tweets.ndjson"
        for name, spec in SPECS.items():
            keyed, in_order, merged, packed = (folder / part for part in ("keyed", "sorted", "merged", "packed"))
            apply = [program, "apply", spec, "-", "--from", "ndjson", "--emit", "keyed", "-j", "1"]
            made = {"apply": stage(apply, tweets, keyed)}
            made["sort"] = stage(["sort", "--parallel=1", "-S", "1G", "-T", folder], keyed, in_order)
            made["merge"] = stage([program, "merge", spec], in_order, merged)
            made["zstd"] = stage(["zstd", "-q", "-3", "-c"], in_order, packed)
            database = folder / "made.db"

            def load():
                database.unlink(missing_ok=True)
                return timed([str(program), "load", str(spec), "-o", str(database)], in_order, folder / "none")

            seconds, size = min(load() for _ in range(2)), in_order.stat().st_size
            rows = sum(1 for _ in open(in_order, "rb"))
            made["load"] = {
                "secondsPerGB": round(seconds / size * GB, 3),
                "ratio": round(database.stat().st_size / size, 4),
                "rowsPerSecond": round(rows / seconds),
            }
            costs["specs"][name] = made
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    COSTS.write_text(json.dumps(costs, indent=2) + "\n", encoding="utf-8")


# The model


def model(stages, volume):
    """Cores, bytes and writers for a volume of input a day."""
    keyed = stages["apply"]["ratio"]
    # Each stage reads what the one before it wrote.
    read = {"apply": 1, "sort": keyed, "zstd": keyed, "merge": keyed, "load": keyed}
    cores = {name: volume * read[name] * stages[name]["secondsPerGB"] / GB / 86_400 / LOAD for name in read}
    shuffle, packed = volume * keyed, volume * keyed * stages["zstd"]["ratio"]
    return {"cores": cores, "shuffle": shuffle, "packed": packed, "gigabits": packed * 8 / 86_400 / 1e9, "writers": cores["load"]}


def size(count):
    for unit, factor in (("PB", 1e15), ("TB", 1e12), ("GB", 1e9)):
        if count >= factor:
            return f"{count / factor:.3g} {unit}"
    return f"{count / 1e6:.3g} MB"


def cores(count):
    return f"{count:.2g}" if count < 10 else f"{count:,.0f}"


def tables(costs):
    lines = [BEGIN, ""]
    lines += ["| spec | stage | s/GB of its input | bytes out per byte in | rows/s |", "|---|---|---:|---:|---:|"]
    for name, stages in costs["specs"].items():
        for number, (part, one) in enumerate(stages.items()):
            label = f"{name}, {NAMES[name]}" if number == 0 else ""
            lines.append(f"| {label} | {part} | {one['secondsPerGB']:.2f} | {one['ratio']:.2f} | {one['rowsPerSecond']:,} |")
    for title, volume in VOLUMES.items():
        lines += ["", f"{title}:", ""]
        names = list(costs["specs"])
        lines += ["| | " + " | ".join(names) + " |", "|---|" + "---:|" * len(names)]
        made = [model(costs["specs"][name], volume) for name in names]
        for part in ("apply", "sort", "merge", "load"):
            lines.append(f"| cores to {part} | " + " | ".join(cores(one["cores"][part]) for one in made) + " |")
        lines.append("| shuffled | " + " | ".join(size(one["shuffle"]) for one in made) + " |")
        lines.append("| shuffled, by zstd | " + " | ".join(size(one["packed"]) for one in made) + " |")
        lines.append("| network for that | " + " | ".join(f"{one['gigabits']:.2g} Gbit/s" for one in made) + " |")
    lines += [""] + words(costs) + ["", END]
    return "\n".join(lines)


def words(costs):
    """What the figures mean."""
    made = []
    for name, stages in costs["specs"].items():
        keyed = stages["apply"]["ratio"]
        around = keyed * (stages["sort"]["secondsPerGB"] + stages["merge"]["secondsPerGB"] + stages["zstd"]["secondsPerGB"])
        mapping = stages["apply"]["secondsPerGB"]
        most = 86_400 * LOAD / (keyed * stages["load"]["secondsPerGB"]) * GB
        outweighs = "costs more than" if around > mapping else "costs less than"
        made.append(
            f"- {name}: the keyed lines are {keyed:.2f} of the bytes read. To pack, sort and merge them {outweighs} mapping: "
            f"{around:.1f} against {mapping:.1f} seconds of a core for each GB of input. One `load` takes up to {size(most)} of input a day; "
            "beyond that, databases are sharded by key, one writer each, or the merged records stay files."
        )
    return made


def with_tables(document):
    costs = json.loads(COSTS.read_text(encoding="utf-8"))
    start, end = document.index(BEGIN), document.index(END) + len(END)
    return document[:start] + tables(costs) + document[end:]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default=str(ROOT / ".build/release/rkmap"))
    parser.add_argument("--mb", type=int, default=200)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    if not options.write:
        measure(Path(options.bin).resolve(), options.mb)
    DOCUMENT.write_text(with_tables(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
