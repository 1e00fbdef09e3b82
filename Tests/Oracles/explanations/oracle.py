"""Replays what `rkmap explain` tells of random documents, mapped by random specs of rules and key paths.

Each seed is a spec and some documents, as for the oracle of rules. Every cell of the output must be explained, with the
value that it has there; each step must begin with what the one before it has left, and the last one must leave the
value; what was found must stand where it is said to; and asked for the place of a value, the program must name its cell.
Of records that come more than once, a database must hold what is told under `merge`.
"""
import json
import random
import subprocess

from ..rules.generator import World, json_text
from ..rules.oracle import tree
from ..shared import Failure, numbers_as_written
from ..shared import json_text as compact
from . import merging

SEEDS = 300
DOCUMENTS = 12
ASKED = 3
REASONS = {"unmapped", "ignored", "unmatched", "declined", "read", "failed", "rejected"}


def trial(program, seed, folder):
    world = World(seed)
    spec, source = folder / "spec.json", folder / "input.ndjson"
    spec.write_text(json_text(tree(world.spec())), encoding="utf-8")
    lines = [json_text(document) for document in world.documents(DOCUMENTS)]
    source.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    records = [numbers_as_written(line) for line in run(program, "apply", spec, source, "--to", "ndjson", *SKIPPING)]
    cells = [numbers_as_written(line) for line in run(program, "explain", spec, source, "--to", "ndjson")]
    wanted = {}
    for number, record in enumerate(records):
        collect(record, f"/{number}", wanted)
    given = {}
    for cell in cells:
        pointer = cell.get("outputs", {}).get("json")
        if pointer is not None:
            given[pointer] = cell["value"]
        replay(cell, lines)
    if given != wanted:
        pointers = sorted(p for p in set(given) | set(wanted) if given.get(p, "-") != wanted.get(p, "-"))
        one = pointers[0]
        raise Failure(f"the cell {one} is explained as {given.get(one, 'none')}, and is {wanted.get(one, 'none')}")
    chance = random.Random(seed)
    asked = [cell for cell in cells if place(cell)]
    for cell in chance.sample(asked, min(ASKED, len(asked))):
        ask(program, spec, source, cell)
    lost = sum(lose(program, spec, source, lines, chance) for _ in range(ASKED))
    merged = merging.compare(program, seed, folder, run)
    return {"cells": len(cells), "asked": min(ASKED, len(asked)), "leaves that went nowhere": lost, "merged cells": merged}


SKIPPING = ["--quiet", "--on-error", "skip", "--max-errors", "100%"]


def run(program, *arguments, statuses=(0, 1)):
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)
    if done.returncode not in statuses:
        raise Failure(f"{' '.join(map(str, arguments))}: exit {done.returncode}: {done.stderr[:400]}")
    return done.stdout.splitlines()


def collect(record, pointer, cells):
    """The members of a record that are no related records: l0 and l1 are, by the names that the generator gives."""
    for name, value in record.items():
        at = f"{pointer}/{name}"
        if name in ("l0", "l1"):
            for number, kid in enumerate(value if isinstance(value, list) else [value]):
                if isinstance(kid, dict):
                    collect(kid, f"{at}/{number}" if isinstance(value, list) else at, cells)
        else:
            cells[at] = value


def replay(cell, lines):
    """Every step begins with what the one before has left, and what was found stands where it is said to."""
    title = f"{cell['target']}.{cell['attribute']}"
    missing = object()
    value = missing
    begun = False
    for step in cell["steps"]:
        if step["step"] in ("descriptor", "relationship", "matcher", "mapper"):
            continue
        if begun and "in" in step and step["in"] != value:
            raise Failure(f"{title}: {step} does not begin with {value!r}")
        if not begun and step["step"] not in ("key", "source", "constant", "expression", "template"):
            raise Failure(f"{title}: the first step is {step}")
        begun = True
        if step["step"] == "source" and "line" in step:
            stand(step, lines, title)
        if step.get("failed"):
            continue
        value = step.get("out", missing)
    if value is missing and "value" in cell or value is not missing and cell.get("value", missing) != value:
        raise Failure(f"{title}: the steps end with {value!r}, and the cell is {cell.get('value', 'absent')!r}: {cell}")


def stand(step, lines, title):
    line = lines[int(step["line"]) - 1]
    rest = line.encode()[int(step["column"]) - 1:].decode()
    found, _ = DECODER.raw_decode(rest)
    at = follow(numbers_as_written(line), step["pointer"])
    if found != at:
        raise Failure(f"{title}: line {step['line']}, column {step['column']} has {found}, and {step['pointer']} {at}")
    # Where a path spreads, the place is that of the array or object.
    if step["out"] != at and not isinstance(at, (list, dict)):
        raise Failure(f"{title}: {step['pointer']} is {at}, and not {step['out']}")


DECODER = json.JSONDecoder(parse_int=lambda text: numbers_as_written(text), parse_float=lambda text: numbers_as_written(text))


def follow(value, pointer):
    for part in pointer.split("/")[1:]:
        part = part.replace("~1", "/").replace("~0", "~")
        value = value[int(part)] if isinstance(value, list) else value[part]
    return value


def place(cell):
    """The place of what was found; the generator's documents have keys that occur twice, of which the last counts."""
    found = [step for step in cell["steps"] if step["step"] == "source" and "line" in step]
    return found[0] if found else None


def ask(program, spec, source, cell):
    at = place(cell)
    arguments = ["explain", spec, source, "--at", at["pointer"], "--document", at["document"], "--to", "json"]
    given = numbers_as_written("".join(run(program, *arguments, statuses=(0,))))
    if compact(cell) not in [compact(other) for other in given["cells"]]:
        names = [f"{other['target']}.{other['attribute']}" for other in given["cells"]]
        raise Failure(f"--at {at['pointer']} --document {at['document']} names {names}, not {compact(cell)[:300]}")


def lose(program, spec, source, lines, chance):
    """Asks for a whole document: what went nowhere has a reason."""
    number = chance.randrange(len(lines))
    arguments = ["explain", spec, source, "--at", "", "--document", number + 1, "--to", "json"]
    given = numbers_as_written("".join(run(program, *arguments, statuses=(0,))))
    for leaf in given.get("nowhere", []):
        if leaf["reason"] not in REASONS:
            raise Failure(f"document {number + 1}: {leaf}")
        if leaf["reason"] in ("read", "declined", "failed", "rejected") and "rule" not in leaf:
            raise Failure(f"document {number + 1}: no rule in {leaf}")
    return len(given.get("nowhere", []))
