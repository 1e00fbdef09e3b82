"""Infers specs from generated documents, and holds the specs to the laws of inference.

Closed loop: the spec is accepted by `check --fail-on warning` and `fmt --check`, and `apply --strict` and `check --strict`
find no error in the samples, but for dates without a zone.
Coverage: the spec maps all leaves, but for members of envelopes, which its comment names, and values whose key occurs
once more in their object, which no spec can map. Same bytes: for the documents
in another order, in several files, with one thread and with several, and for all documents twice. Merge: `--merge` of a
spec with its own samples changes nothing. Some seeds draw documents of records, as an API gives them, some with maps and
keys that occur twice; the others draw any JSON at all, with names that are no identifiers and values of every kind under
one key.
"""
import json
import random
import subprocess
from collections import Counter

from ..shared import Failure

SEEDS = 400
NAMES = ["id", "name", "title", "user", "owner", "items", "tags", "created_at", "url", "status", "price", "data", "next",
         "userId", "parent", "type", "count", "code", "2024", "a.b", "@type", "first name", "é", "", "$ref", "x/y", "*",
         "[0]", "self", "nil", "true", "AND", "größe", "1", "0x", "items[]", "\"q\"", "'s'", "\\", "{}", "~0"]
TEXTS = ["", "a", "open", "closed", "2024-05-01", "2024-05-01T10:00:00Z", "31.12.2024", "01/02/2024", "13/02/2024",
         "https://x.org/a", "http://x.org/users/5", "6ba7b811-9dad-11d1-80b4-00c04fd430c8", "49.95", "007", "12", "true",
         "'", "\\", "\"", "\u2028", "\U0001f600", "Sun Aug 31 00:29:15 +0000 2014", "/Date(1314743355000)/", "x" * 80]


def run(program, *arguments, folder, wanted=(0,), text=None):
    done = subprocess.run([program, *arguments], cwd=folder, capture_output=True, timeout=60, input=text)
    if done.returncode not in wanted:
        raise Failure(f"rkmap {' '.join(arguments)}: exit {done.returncode}, {done.stderr.decode()[:1500]}")
    return done.stdout


class Pairs(list):
    """The members of an object, in which a key may occur twice."""


def check_strictly(program, folder):
    """Only dates without a zone, which `infer` reads as UTC, may be told."""
    report = subprocess.run(
        [program, "check", "--strict", "spec.json", "all.ndjson", "--report", "json"], cwd=folder, capture_output=True
    )
    codes = {finding["code"] for finding in json.loads(report.stdout)["findings"] if finding["severity"] == "error"}
    if codes - {"RK3046"} or bool(codes) != (report.returncode == 1):
        raise Failure(f"check --strict spec.json all.ndjson: exit {report.returncode}, {sorted(codes)}")


def text(value, draw):
    if isinstance(value, Pairs):
        return "{" + ", ".join(f"{json.dumps(key)}: {text(inner, draw)}" for key, inner in value) + "}"
    if isinstance(value, dict):
        return text(Pairs(value.items()), draw)
    if isinstance(value, list):
        return "[" + ", ".join(text(inner, draw) for inner in value) + "]"
    return json.dumps(value, ensure_ascii=draw.random() < 0.5)


def any_value(draw, depth):
    kind = draw.random()
    if depth > 3 or kind < 0.55:
        return draw.choice([None, True, False, 0, 1, -7, 2.5, 1e30, 10 ** 20, 1372701600, 1372701600000, draw.randrange(50),
                            draw.choice(TEXTS), draw.choice(TEXTS), draw.choice(TEXTS)])
    if kind < 0.75:
        return [any_value(draw, depth + 1) for _ in range(draw.randrange(4))]
    return {draw.choice(NAMES): any_value(draw, depth + 1) for _ in range(draw.randrange(6))}


class Records:
    """Documents of records that have the same members, most of the time."""

    def __init__(self, draw, repeats):
        self.draw = draw
        self.repeats = repeats
        self.kinds = [self.kind(depth=0) for _ in range(draw.randrange(1, 4))]

    def kind(self, depth):
        members = {}
        for name in self.draw.sample(NAMES, self.draw.randrange(2, 8)):
            choice = self.draw.random()
            if depth < 2 and choice < 0.08:
                inner = self.kind(depth + 1)
                members[name] = ("map", self.draw.choice([inner, [inner], ["integer"], "text", "integer"]))
            elif depth < 2 and choice < 0.2:
                members[name] = self.kind(depth + 1)
            elif depth < 2 and choice < 0.35:
                members[name] = [self.kind(depth + 1)]
            elif choice < 0.4:
                members[name] = [self.draw.choice(["integer", "text"])]
            else:
                members[name] = self.draw.choice(["integer", "text", "number", "boolean", "date", "key", "id"])
        return members

    def value(self, kind):
        draw = self.draw
        if draw.random() < 0.05:
            return None
        if isinstance(kind, tuple):
            return {str(draw.randrange(1, 400)): self.value(kind[1]) for _ in range(draw.randrange(4))}
        if isinstance(kind, dict):
            members = [(name, self.value(inner)) for name, inner in kind.items() if draw.random() > 0.1]
            if members and self.repeats and draw.random() < 0.05:
                name = draw.choice(members)[0]
                members.append((name, self.value(kind[draw.choice([name, name, draw.choice(list(kind))])])))
            return Pairs(members)
        if isinstance(kind, list):
            return [self.value(kind[0]) for _ in range(draw.randrange(4))]
        return {"integer": draw.randrange(1000), "text": draw.choice(TEXTS), "number": draw.randrange(100) / 4,
                "boolean": draw.random() < 0.5, "date": f"2024-05-{draw.randrange(1, 29):02}",
                "key": f"k{draw.randrange(30)}", "id": draw.randrange(10 ** 6)}[kind]

    def records(self, kind):
        return [record for record in (self.value(kind) for _ in range(self.draw.randrange(1, 30))) if record is not None]

    def document(self):
        if self.draw.random() < 0.4:
            return self.records(self.kinds[0])
        return {name: self.records(kind) for name, kind in zip(["users", "orders", "total"], self.kinds)}


def trial(program, seed, folder):
    draw = random.Random(seed)
    counts = Counter({"specs": 0, "samples without records": 0})
    if seed % 2:
        documents = [any_value(draw, 0) for _ in range(draw.randrange(1, 8))]
    else:
        made = Records(draw, repeats=seed % 8 == 0)
        documents = [made.document() for _ in range(draw.randrange(1, 5))]
    lines = [text(document, draw) for document in documents]
    (folder / "all.ndjson").write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    spec = run(program, "infer", "all.ndjson", folder=folder, wanted=(0, 1))
    if not spec:
        counts["samples without records"] += 1
        return counts
    (folder / "spec.json").write_bytes(spec)
    counts["specs"] += 1
    run(program, "fmt", "--check", "spec.json", folder=folder)
    run(program, "check", "--fail-on", "warning", "spec.json", folder=folder)
    run(program, "apply", "--strict", "spec.json", "all.ndjson", "-o", "/dev/null", "--to", "ndjson", folder=folder)
    check_strictly(program, folder)
    coverage = json.loads(run(program, "coverage", "--to", "json", "spec.json", "all.ndjson", folder=folder))
    left = [path["path"] for path in coverage["paths"] if path["state"] == "unmapped"]
    if left and seed % 8 and "not mapped: " not in spec.decode():
        raise Failure(f"the spec does not map {left}")
    if run(program, "infer", "all.ndjson", "--merge", "spec.json", folder=folder) != spec:
        raise Failure("--merge changes the spec of its own samples")
    plain = run(program, "infer", "all.ndjson", "--no-comments", folder=folder)
    if run(program, "infer", "all.ndjson", "all.ndjson", "-j", "1", "--no-comments", folder=folder) != plain:
        raise Failure("the documents twice give another spec")
    draw.shuffle(lines)
    middle = len(lines) // 2
    (folder / "a.ndjson").write_text("".join(line + "\n" for line in lines[:middle]), encoding="utf-8")
    (folder / "b.ndjson").write_text("".join(line + "\n" for line in lines[middle:]), encoding="utf-8")
    if run(program, "infer", "b.ndjson", "a.ndjson", "-j", "3", "--no-comments", folder=folder) != plain:
        raise Failure("another order gives another spec")
    return counts
