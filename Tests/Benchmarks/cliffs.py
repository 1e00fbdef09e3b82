#!/usr/bin/env python3
"""Times workloads that used to be slow beside their kind, with Python and msgspec as the peer.

usage: cliffs.py [--bin PATH] [--rounds N] [--only rejects,files]

`rejects`: 400,000 small records of which four in five fail, left out alone, and written to a file of their own.
`files`: 10,000 files of 2 kB, on one core and on two. Makes the inputs, checks that what is written is equal to the
peer's, and times all in turns; works in .build/bench.
"""
import argparse
import json
import os
import shutil
import statistics
import sys
from pathlib import Path

import inputs
from run import PEERS, install_peers, on_one_core, scratch_file

ROOT = Path(__file__).resolve().parents[2]
RECORDS = 400_000
FILES = 10_000
PEER = ROOT / "Tests/Benchmarks/cliff_peer.py"


def main():
    flags = argparse.ArgumentParser()
    flags.add_argument("--bin", default=".build/release/rkmap")
    flags.add_argument("--rounds", type=int, default=7)
    flags.add_argument("--only", default="rejects,files")
    options = flags.parse_args()
    os.chdir(ROOT)
    folder = ROOT / ".build" / "bench"
    folder.mkdir(parents=True, exist_ok=True)
    bench = Bench(options, folder)
    for name in options.only.split(","):
        getattr(bench, name)()
    for place in (bench.output, bench.kept):
        place.unlink(missing_ok=True)


class Bench:
    def __init__(self, options, folder):
        self.options = options
        self.folder = folder
        self.output = scratch_file()
        self.kept = self.output.with_suffix(".rejects")
        self.python = install_peers(folder / "python", PEERS)

    def rejects(self):
        source = self.folder / "failing.ndjson"
        if not source.exists():
            inputs.write_lines(source, inputs.failing(RECORDS))
        flags = ["--to", "ndjson", "--strict", "--on-error", "skip", "--max-errors", "90%", "--quiet", "-j", "1"]
        skip = [self.options.bin, "apply", "specs/people.json", str(source), *flags, "-o", str(self.output)]
        keep = [*skip, "--rejects", str(self.kept)]
        peer = [self.python, str(PEER), "rejects", str(source), str(self.output), str(self.kept)]
        self.compare(keep, peer, [self.output, self.kept])
        medians = self.times([("left out", skip, True), ("written", keep, True), ("msgspec", peer, True)])
        size = source.stat().st_size
        print(f"\nrejects: {RECORDS} records, four in five fail")
        for name, seconds in medians.items():
            print(f"  {name:12}{size / seconds / 1e6:8.0f} MB/s")
        one = (medians["written"] - medians["left out"]) / (RECORDS * 4 // 5) * 1e6
        print(f"  written: {medians['left out'] / medians['written']:.2f} of left out, {one:.2f} us a record more")

    def files(self):
        source = self.folder / "small"
        if not (source / f"{FILES}.json").exists():
            shutil.rmtree(source, ignore_errors=True)
            source.mkdir()
            inputs.write_documents(source, FILES)
        apply = [self.options.bin, "apply", "specs/people.json", str(source), "--to", "ndjson", "--quiet"]
        apply += ["-o", str(self.output), "-j"]
        peer = [self.python, str(PEER), "files", str(source), str(self.output)]
        self.compare([*apply, "1"], peer, [self.output])
        medians = self.times(
            [("one core", [*apply, "1"], True), ("two cores", [*apply, "2"], False), ("msgspec", peer, True)]
        )
        print(f"\nfiles: {FILES} of 2 kB")
        for name, seconds in medians.items():
            print(f"  {name:12}{seconds / FILES * 1e6:8.1f} us a file")
        print(f"  two cores: {medians['one core'] / medians['two cores']:.2f} times as fast as one")

    def compare(self, own, peer, places):
        """Both write the same; but for the reasons of what failed, whose words are rkmap's."""
        texts = []
        for command in (own, peer):
            on_one_core(command)
            texts.append([[plain(line) for line in place.open(encoding="utf-8")] for place in places])
        if texts[0] != texts[1]:
            sys.exit(f"cliffs: the output of {' '.join(own)} is not what the reference says")

    def times(self, works):
        """The median seconds of each, run in turns."""
        seconds = {name: [] for name, _, _ in works}
        for _ in range(self.options.rounds):
            for name, command, is_pinned in works:
                seconds[name].append(on_one_core(command, is_pinned=is_pinned)[0])
        return {name: statistics.median(runs) for name, runs in seconds.items()}


def plain(line):
    value = json.loads(line)
    value.pop("$error", None)
    return value


if __name__ == "__main__":
    main()
