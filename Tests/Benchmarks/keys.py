#!/usr/bin/env python3
"""Times what finds records again by their keys, in random order, with Python, msgspec and sqlite3 as the peers.

usage: keys.py [--bin PATH] [--records N] [--rounds N] [--only rows,tables,unify,connections]

`rows`: a table that is new, and the same rows in another order into it. `tables`: the same for records of two tables, also
a tenth of them. `unify`: each record twice, other members each time. `connections`: records that name another one by its
key. Makes the inputs, checks that the peers make the same, and times all in turns; works in .build/bench/keys.
"""
import argparse
import json
import multiprocessing
import os
import random
import sqlite3
import statistics
import sys
from pathlib import Path

from run import PEERS, install_peers, on_one_core, scratch_file

ROOT = Path(__file__).resolve().parents[2]
PEER = ROOT / "Tests/Benchmarks/keys_peer.py"


def mapper(name, *attributes, **more):
    key = {"to": "id", "type": "integer"}
    return {"id": name.lower(), "target": name, "identification": "id", "attributes": [key, *attributes], **more}


OWNER = mapper("Owner", "name")
SPECS = {
    "rows": {"mappers": [mapper("Item", "name", "n")]},
    "tables": {
        "root-map-ref": "item",
        "mappers": [
            mapper("Item", "name", relationships=[{"from": "owner", "to": "owner", "map-ref": "owner", "many": False}]),
            OWNER,
        ],
    },
    "unify": {"mappers": [mapper("Item", "name", "n")]},
    "connections": {
        "descriptors": [{"keyPath": "items", "root-map-ref": "item"}, {"keyPath": "owners", "root-map-ref": "owner"}],
        "mappers": [
            mapper(
                "Item",
                "name",
                {"from": "ownerId", "to": "ownerId", "type": "integer", "hidden": True},
                connections=[{"to": "owner", "target": "Owner", "where": {"ownerId": "id"}}],
            ),
            OWNER,
        ],
    },
}


def write_input(path, kind, count, order):
    chance = random.Random(f"{kind} {count}")
    keys = list(range(count))
    chance.shuffle(keys)
    with path.open("w", encoding="utf-8") as file:
        if kind == "rows":
            file.writelines(f'{{"id":{key},"name":"item number {key}","n":{key % 97}}}\n' for key in keys)
        elif kind == "tables":
            owner = '{{"id":{0},"name":"item number {0}","owner":{{"id":{1},"name":"owner {1}"}}}}\n'
            file.writelines(owner.format(key, chance.randrange(10**9)) for key in keys)
        elif kind == "unify":
            keys = keys[: count // 2]
            file.writelines(f'{{"id":{key},"name":"item number {key}"}}\n' for key in keys)
            chance.shuffle(keys)
            file.writelines(f'{{"id":{key},"n":{key % 97}}}\n' for key in keys)
        else:
            items = (f'{{"id":{key},"name":"item {key}","ownerId":{chance.randrange(count)}}}' for key in range(count))
            owners = (f'{{"id":{key},"name":"owner {key}"}}' for key in keys)
            file.write('{"items":[' + ",\n".join(items) + '],"owners":[' + ",\n".join(owners) + "]}")
    if order:
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        random.Random(order).shuffle(lines)
        path.write_text("".join(lines), encoding="utf-8")


def apart(work, *arguments):
    """Works in another process: the peak of a command counts the memory of the one that starts it."""
    process = multiprocessing.Process(target=work, args=arguments)
    process.start()
    process.join()
    if process.exitcode:
        sys.exit(process.exitcode)


class Bench:
    def __init__(self, options):
        self.options = options
        self.folder = ROOT / ".build/bench/keys"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.python = install_peers(ROOT / ".build/bench/python", PEERS)
        self.output = scratch_file()
        self.other = self.output.with_suffix(".peer")

    def input(self, kind, count, order=""):
        path = self.folder / f"{kind}{order}-{count}"
        if not path.exists():
            apart(write_input, path, kind, count, order)
        return path

    def own(self, kind, source):
        spec = self.folder / f"{kind}.json"
        spec.write_text(json.dumps(SPECS[kind]), encoding="utf-8")
        form = ["--to", "ndjson"] if kind in ("unify", "connections") else ["--to", "sqlite"]
        form += ["--unify"] if kind == "unify" else []
        return [self.options.bin, "apply", str(spec), str(source), *form, "--quiet", "-j", "1", "-o", str(self.output)]

    def peer(self, kind, source):
        return [self.python, str(PEER), kind, str(source), str(self.other)]

    def clear(self):
        for place in (self.output, self.other):
            for path in place.parent.glob(place.name + "*"):
                path.unlink()

    def tables(self):
        self.databases("tables", self.options.records // 10)
        self.databases("tables", self.options.records)

    def rows(self):
        self.databases("rows", self.options.records)

    def databases(self, kind, count):
        seconds, peaks = {}, {}
        orders = {"first run": "", "second run": "-shuffled"}
        for _ in range(self.options.rounds):
            self.clear()
            for run, order in orders.items():
                source = self.input(kind, count, order)
                for name, command in (("rkmap", self.own(kind, source)), ("python", self.peer(kind, source))):
                    wall, peak = on_one_core(command)[:2]
                    seconds.setdefault((run, name), []).append(wall)
                    peaks[run, name] = peak
            apart(self.compare, kind, content)
        self.report(kind, count, seconds, peaks)

    def unify(self):
        self.texts("unify")

    def connections(self):
        self.texts("connections")

    def texts(self, kind):
        seconds, peaks = {}, {}
        source = self.input(kind, self.options.records)
        for _ in range(self.options.rounds):
            self.clear()
            for name, command in (("rkmap", self.own(kind, source)), ("python", self.peer(kind, source))):
                wall, peak = on_one_core(command)[:2]
                seconds.setdefault(("run", name), []).append(wall)
                peaks["run", name] = peak
            apart(self.compare, kind, records)
        self.report(kind, self.options.records, seconds, peaks)

    def compare(self, kind, contents):
        if contents(self.output) != contents(self.other):
            sys.exit(f"keys: what is written of {kind} is not what the peer writes")

    def report(self, kind, count, seconds, peaks):
        print(f"\n{kind}: {count} records")
        for (run, name), walls in seconds.items():
            wall = statistics.median(walls)
            print(f"  {run:11}{name:7}{wall:7.2f} s {wall / count * 1e6:6.2f} us a record {peaks[run, name]:5.0f} MB")
    

def content(path):
    """The rows of all tables, without what rkmap keeps for itself."""
    with sqlite3.connect(path) as database:
        names = [name for (name,) in database.execute("select name from sqlite_master where type = 'table' order by 1")]
        return {name: sorted(database.execute(f'select * from "{name}"')) for name in names if not name.startswith("_")}


def records(path):
    return sorted(json.dumps(json.loads(line)) for line in path.open(encoding="utf-8"))


def main():
    flags = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    flags.add_argument("--bin", default=".build/release/rkmap")
    flags.add_argument("--records", type=int, default=1_000_000)
    flags.add_argument("--rounds", type=int, default=3)
    flags.add_argument("--only", default="rows,tables,unify,connections")
    options = flags.parse_args()
    os.chdir(ROOT)
    bench = Bench(options)
    for name in options.only.split(","):
        getattr(bench, name)()
    bench.clear()


if __name__ == "__main__":
    main()
