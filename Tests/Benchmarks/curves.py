#!/usr/bin/env python3
"""How the time of a run grows: one panel a question, each with some curves, in docs/curves.svg and .json.

usage: curves.py [--bin PATH] [--only depth,rules] [--quick] [--times N] [--out DIR]

A point is the time of processors of the best of some runs, without what the run would take with next to no
input. The exponent of a curve is the slope of its last three points, both axes being logarithmic: 1 is
linear. Where it is more than that of n log n, and a tolerance, the script fails. Inputs are fed through pipes
or lie in .build/bench/curves while they are needed. --quick takes small ones, and writes nothing. --only measures
some panels; the others stay as they were.
"""
import argparse
import json
import math
import os
import random
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Optional

import chart
import inputs
import measured

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".build/bench/curves"
# How much steeper than n log n the end of a curve may be: caches end, too.
TOLERANCE = 0.25
# Shapes are repeated until an input has so many bytes, so that small ones can be measured.
BULK = 16_000_000
MB = 1_000_000
DEEP = ["--max-depth", "10000"]


@dataclass
class Work:
    """A run to measure: its arguments, its input, and how many of what is asked about it has."""

    arguments: list
    feed: Optional[Callable] = None
    count: int = 1
    # The same run with next to no input.
    idle: Optional[list] = None


@dataclass
class Curve:
    name: str
    work: Callable[[int], Work]


@dataclass
class Panel:
    key: str
    title: str
    unit: str
    places: list
    curves: list


def main():
    flags = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    flags.add_argument("--bin", default=".build/release/rkmap")
    flags.add_argument("--only", default="", help="panels by their keys, divided by commas")
    flags.add_argument("--quick", action="store_true")
    flags.add_argument("--times", type=int, default=3)
    flags.add_argument("--out", default="docs")
    options = flags.parse_args()
    program = str((ROOT / options.bin).resolve())
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    results, steep = [], []
    try:
        for panel in panels():
            if options.only and panel.key not in options.only.split(","):
                continue
            result = measure(panel, program, options)
            results.append(result)
            steep += [f"{panel.title}: {curve['name']}" for curve in result["curves"] if curve["exponent"] > curve["limit"]]
    finally:
        shutil.rmtree(FOLDER, ignore_errors=True)
    if not results:
        sys.exit(f"curves: there is no panel '{options.only}'")
    if steep:
        sys.exit(f"curves: steeper than n log n at the end: {'; '.join(steep)}")
    if not options.quick:
        folder = ROOT / options.out
        if options.only:
            known = {panel["key"]: panel for panel in json.loads((folder / "curves.json").read_text(encoding="utf-8"))["panels"]}
            known |= {panel["key"]: panel for panel in results}
            results = [known[panel.key] for panel in panels() if panel.key in known]
        note = "seconds of processors, best of some runs; both axes are logarithmic; dashed: n log n from the middle on"
        text = json.dumps({"note": note, "panels": results}, indent=1, ensure_ascii=False)
        (folder / "curves.json").write_text(text + "\n", encoding="utf-8")
        (folder / "curves.svg").write_text(chart.svg(results, note), encoding="utf-8")
    print(f"curves: {sum(len(panel['curves']) for panel in results)} curves, none steeper than n log n at the end")


def measure(panel, program, options):
    """The points of a panel's curves, in seconds."""
    places = panel.places[:-2] if options.quick else panel.places
    curves = []
    for curve in panel.curves:
        points = []
        for place in places:
            points.append((place, time(curve.work(place), program, options.times)))
            print(f"{panel.key}, {curve.name}: {place:,} {points[-1][1]:.3g} s", flush=True)
        exponent, limit = slope(points), slope([(x, chart.log_linear(x, panel.unit)) for x, _ in points])
        print(f"{panel.key}, {curve.name}: exponent {exponent:.2f}, n log n has {limit:.2f}", flush=True)
        curves.append({"name": curve.name, "exponent": round(exponent, 3), "limit": round(limit + TOLERANCE, 3), "points": points})
    return {"key": panel.key, "title": panel.title, "unit": panel.unit, "curves": curves}


def time(work, program, times):
    """The seconds for one of what the work has several of."""
    taken = spent(work.arguments, work.feed, program, times)
    if work.idle:
        taken -= spent(work.idle, work.feed, program, times)
    # Less than what a clock tells apart is that.
    return float(f"{max(taken, 1e-4) / work.count:.4g}")


def spent(arguments, feed, program, times):
    for output in FOLDER.glob("output*"):
        output.unlink()
    least = math.inf
    for _ in range(times):
        for output in FOLDER.glob("output*"):
            output.unlink()
        done = measured.run([program, *arguments], FOLDER, feed() if feed else None)
        if done.status != 0:
            sys.exit(f"curves: 'rkmap {' '.join(map(str, arguments))}' ended with status {done.status}:\n{done.errors}")
        least = min(least, done.processors)
        # What takes long is not repeated.
        if least > 5:
            break
    return least


def slope(points):
    """The slope of the last three points, both axes being logarithmic."""
    last = [(math.log(x), math.log(y)) for x, y in points[-3:]]
    if len(last) < 2:
        return 0
    x0, y0 = (sum(values) / len(last) for values in zip(*last))
    return sum((x - x0) * (y - y0) for x, y in last) / sum((x - x0) ** 2 for x, _ in last)


# MARK: what is asked


def panels():
    decades = lambda first, last: [10**power for power in range(first, last + 1)]
    return [
        Panel("input", "Input", "MB", [4**power for power in range(7)], [
            Curve("lines", lines_of_tweets),
            Curve("one document", document_of_tweets),
        ]),
        Panel("keys", "Keys of an object", "keys", decades(1, 6), [
            Curve("that nothing maps", unwanted_keys),
            Curve("as data, a record each", keys_as_data),
            Curve("one key again and again", equal_keys),
        ]),
        Panel("depth", "Depth of nesting", "levels", [10, 30, 100, 300, 1000, 3000, 10_000], [
            Curve("arrays that nothing maps", deep_arrays),
            Curve("records in records", deep_records),
        ]),
        Panel("rules", "Rules of a spec, compiled", "rules", [30, 100, 300, 1000, 3000, 10_000], [
            Curve("ten a mapper", rules_of_mappers),
            Curve("all in one mapper", rules_of_one_mapper),
        ]),
        Panel("specs", "Parts of a spec, compiled", "parts", [30, 100, 300, 1000, 3000, 10_000], [
            Curve("placeholders of a template", placeholders),
            Curve("templates, each made of the next", chained_templates),
            Curve("mappers, each related to the next", chained_mappers),
            Curve("files, each included", included_files),
            Curve("matchers", compiled_matchers),
            Curve("descriptors with paths, checked", checked_descriptors),
            Curve("relationships, checked", checked_relationships),
        ]),
        Panel("matchers", "Matchers of a dynamic mapper, for a record", "matchers", decades(1, 4), [
            Curve("values", matchers),
            Curve("predicates", predicates),
        ]),
        Panel("identity", "Records with identity", "records", decades(4, 7), [
            Curve("into SQLite, random keys", stored_records),
            Curve("into SQLite, keys in order", ordered_records),
            Curve("--unify, random keys", unified_records),
        ]),
        Panel("patterns", "Patterns that no text matches", "bytes of the text", [10_000, 30_000, 100_000, 300_000, 1_000_000], [
            Curve("(a+)+c", hostile("(a+)+c")),
            Curve("(?:a|aa)+c", hostile("(?:a|aa)+c")),
            Curve("(?:a*?)*?c", hostile("(?:a*?)*?c")),
            Curve("(?:a?){30}a{30}c", hostile("(?:a?){30}a{30}c")),
        ]),
        Panel("findings", "Findings of a run", "findings", decades(2, 6), [
            Curve("of one kind", equal_findings),
            Curve("each another, all shown", different_findings),
        ]),
    ]


def spec(name, mapper, *others, **members):
    """Writes a spec of a mapper, with others that it refers to."""
    first = {"id": "root", "target": "Root", **mapper}
    text = json.dumps({"root-map-ref": "root", "mappers": [first, *others], **members})
    (FOLDER / f"{name}.json").write_text(text, encoding="utf-8")
    return f"{name}.json"


def apply(spec, *arguments):
    return ["apply", spec, *arguments, "-j", "1", "--quiet"]


def lines(spec, document, *arguments):
    """Documents of a shape, a line each, until there are enough bytes, and the run that maps them."""
    line = document + b"\n"
    count = max(1, BULK // len(line))
    path = FOLDER / "lines.ndjson"
    with open(path, "wb") as file:
        for _ in range(count):
            file.write(line)
    (FOLDER / "empty.ndjson").write_bytes(b"")
    flags = ["--to", "ndjson", "-o", "/dev/null", *arguments]
    return Work(apply(spec, "lines.ndjson", *flags), None, count, apply(spec, "empty.ndjson", *flags))


def lines_of_tweets(place):
    block = b"".join(line + b"\n" for line in inputs.tweets(2))
    flags = ["--from", "ndjson", "--to", "ndjson"]
    return Work(apply(ROOT / "specs/tweets.json", *flags), lambda: measured.repeated(block, place * MB))


def document_of_tweets(place):
    block = b"".join(line + b"," for line in inputs.tweets(2))

    def feed():
        yield b'{"statuses":['
        yield from measured.repeated(block, place * MB)
        yield b"{}]}\n"

    flags = ["--from", "json", "--to", "ndjson", "--on-error", "skip", "--max-errors", "1"]
    return Work(apply(ROOT / "specs/tweets-document.json", *flags), feed)


def unwanted_keys(count):
    members = b",".join(b'"key%d":%d' % (number, number) for number in range(count))
    return lines(spec("keys", {"attributes": ["first", "last"]}), b'{"first":1,%b,"last":2}' % members)


def keys_as_data(count):
    members = b",".join(b'"key%d":{"value":%d}' % (number, number) for number in range(count))
    mapper = {"keyAttribute": "key", "forceCollection": True, "attributes": [{"from": "(key).value", "to": "value"}]}
    return lines(spec("data", mapper), b"{%b}" % members)


def equal_keys(count):
    return lines(spec("keys", {"attributes": ["first", "last"]}), b'{"first":1,%b"last":2}' % (b'"last":3,' * count))


def deep_arrays(depth):
    document = b'{"first":1,"deep":%b%b}' % (b"[" * (depth - 1), b"]" * (depth - 1))
    return lines(spec("keys", {"attributes": ["first", "last"]}), document, *DEEP)


def deep_records(depth):
    mapper = {"attributes": ["id"], "relationships": [{"from": "child", "to": "child", "map-ref": "root", "many": False}]}
    document = b'{"id":1,"child":' * (depth - 1) + b'{"id":2}' + b"}" * (depth - 1)
    return lines(spec("deep", mapper), document, *DEEP)


def compiled(made):
    (FOLDER / "rules.json").write_text(json.dumps(made), encoding="utf-8")
    (FOLDER / "small.json").write_text('{"source_0_0":{"value":3}}', encoding="utf-8")
    spec("none", {"attributes": ["source_0_0"]})
    return Work(apply("rules.json", "small.json"), idle=apply("none.json", "small.json"))


def rules_of_mappers(count):
    return compiled(inputs.spec_of_rules(count))


def rules_of_one_mapper(count):
    rules = [{"from": f"source_0_{number}", "to": f"property{number}"} for number in range(count)]
    return compiled({"mappers": [{"id": "one", "target": "One", "attributes": rules}]})


def placeholders(count):
    template = "".join(f"{{source_0_0}}-{number}" for number in range(count))
    return compiled({"mappers": [{"id": "one", "attributes": ["source_0_0", {"to": "text", "template": template}]}]})


def chained_templates(count):
    rules = [{"to": f"text{number}", "template": f"{{text{number + 1}}}"} for number in range(count)]
    rules.append({"from": "source_0_0.value", "to": f"text{count}"})
    return compiled({"mappers": [{"id": "one", "attributes": rules}]})


def row_of_mappers(count, **more):
    mappers = [
        {"id": f"mapper{number}", "attributes": ["source_0_0"], "relationships": [
            {"from": "next", "to": "next", "map-ref": f"mapper{number + 1}", **more},
        ]}
        for number in range(count)
    ]
    return {"root-map-ref": "mapper0", "mappers": [*mappers, {"id": f"mapper{count}", "attributes": ["x"]}]}


def chained_mappers(count):
    return compiled(row_of_mappers(count))


def included_files(count):
    for number in range(count):
        mapper = {"id": f"part{number}", "attributes": ["x"]}
        (FOLDER / f"part{number}.json").write_text(json.dumps({"mappers": [mapper]}), encoding="utf-8")
    files = [f"part{number}.json" for number in range(count)]
    return compiled({"include": files, "root-map-ref": "one", "mappers": [{"id": "one", "attributes": ["source_0_0"]}]})


def compiled_matchers(count):
    chosen = [{"predicate": f"type == 'type {number}'", "map-ref": f"mapper{number}"} for number in range(count)]
    mappers = [{"id": f"mapper{number}", "attributes": ["source_0_0"]} for number in range(count)]
    root = {"id": "root", "dynamic": True, "matchers": chosen, "default": "mapper0"}
    return compiled({"root-map-ref": "root", "mappers": [root, *mappers]})


def hostile(pattern):
    def work(count):
        made = spec("pattern", {"attributes": [{"to": "x", "transform": [f"replace:/{pattern}/-/"]}]})
        (FOLDER / "value.json").write_text(json.dumps({"x": "a" * count + "b"}), encoding="utf-8")
        (FOLDER / "short.json").write_text('{"x":"b"}', encoding="utf-8")
        return Work(apply(made, "value.json", "-o", "output.json"), idle=apply(made, "short.json", "-o", "output.json"))

    return work


def checked(made):
    work = compiled(made)
    work.arguments, work.idle = ["check", "rules.json", "--quiet"], ["check", "none.json", "--quiet"]
    return work


def checked_descriptors(count):
    rules = [{"path": f"/shops/:shop/part{number}", "root-map-ref": "one"} for number in range(count)]
    return checked({"descriptors": rules, "mappers": [{"id": "one", "attributes": ["x"]}]})


def checked_relationships(count):
    rules = [{"from": f"part{number}", "to": f"part{number}", "map-ref": "part", "many": True} for number in range(count)]
    one = {"id": "one", "identification": "id", "attributes": ["id"], "relationships": rules}
    part = {"id": "part", "identification": "id", "attributes": ["id"]}
    return checked({"root-map-ref": "one", "mappers": [one, part]})


def matchers(count, choose=lambda number: {"keyPath": "type", "expectValue": f"type {number}"}):
    chosen = [{**choose(number), "map-ref": "one"} for number in range(count)]
    one = {"id": "one", "target": "One", "attributes": ["id"]}
    text = json.dumps({"root-map-ref": "root", "mappers": [{"id": "root", "dynamic": True, "matchers": chosen}, one]})
    (FOLDER / "matchers.json").write_text(text, encoding="utf-8")
    chance = random.Random(1)
    # As many comparisons for each number of matchers, as if they were tried one after the other.
    records = max(1000, 20_000_000 // (count + 100))
    with open(FOLDER / "matched.ndjson", "w", encoding="utf-8") as file:
        for number in range(records):
            file.write(f'{{"id":{number},"type":"type {int(chance.random() * count)}"}}\n')
    (FOLDER / "empty.ndjson").write_bytes(b"")
    flags = ["--to", "ndjson", "-o", "/dev/null"]
    return Work(apply("matchers.json", "matched.ndjson", *flags), None, records, apply("matchers.json", "empty.ndjson", *flags))


def predicates(count):
    return matchers(count, lambda number: {"predicate": f"type == 'type {number}'"})


def identified(count, key, *flags):
    mapper = {"identification": "id", "attributes": [{"to": "id", "type": "integer"}, {"to": "name", "type": "string"}]}
    with open(FOLDER / "records.ndjson", "wb", buffering=MB) as file:
        for number in range(count):
            file.write(b'{"id":%d,"name":"name %d"}\n' % (key(number), number))
    (FOLDER / "empty.ndjson").write_bytes(b"")
    named = spec("identified", mapper)
    return Work(apply(named, "records.ndjson", *flags), idle=apply(named, "empty.ndjson", *flags))


def random_key():
    chance = random.Random(1)
    return lambda number: chance.getrandbits(48)


def stored_records(count):
    return identified(count, random_key(), "-o", "output.db")


def ordered_records(count):
    return identified(count, lambda number: number, "-o", "output.db")


def unified_records(count):
    return identified(count, random_key(), "--unify", "--to", "ndjson", "-o", "/dev/null")


def findings(count, line, mapper, *flags):
    with open(FOLDER / "findings.ndjson", "wb", buffering=MB) as file:
        for number in range(count):
            file.write(line(number))
    named = spec("findings", {"attributes": ["id", {"to": "number", "type": "integer"}], **mapper})
    words = ["apply", named, "findings.ndjson", "-j", "1", "--to", "ndjson", "-o", "/dev/null", *flags]
    idle = [word if word != "findings.ndjson" else "empty.ndjson" for word in words]
    (FOLDER / "empty.ndjson").write_bytes(b"")
    return Work(words, idle=idle)


def equal_findings(count):
    return findings(count, lambda number: b'{"id":%d,"number":"no"}\n' % number, {"onError": "null"})


def different_findings(count):
    line = lambda number: b'{"id":%d,"number":1,"key%d":2}\n' % (number, number)
    return findings(count, line, {"unknown": "report"}, "--max-report", "10000000")


if __name__ == "__main__":
    main()
