"""Holds random predicates and expressions over random documents to what a slow program in Python makes of them.

Each seed is a spec of 120 predicates and expressions with 40 documents. Each text is evaluated over
the representation, predicates over the record, too, as rules of `validate`. What the language refuses for being the same
whatever the document is, is left out.
"""
import json
import random
import re
import subprocess
from collections import Counter
from decimal import Decimal

from ..shared import Failure
from . import reference
from .generator import NAMES, Generator

SEEDS = 100
TEXTS = 120
DOCUMENTS = 40
PLAIN = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]*[1-9])?")


class Spelled(Decimal):
    """A number that knows how it was written."""

    def __new__(cls, text):
        value = super().__new__(cls, text)
        value.text = text
        return value


def trial(program, seed, folder):
    counts = Counter()
    generator = Generator(random.Random(seed))
    documents = [generator.document() for _ in range(DOCUMENTS)]
    trees = []
    for number in range(TEXTS):
        is_predicate = number % 3 < 2
        tree = generator.predicate(3) if is_predicate else generator.number(3)
        trees.append((tree, generator.spell(tree)))
    (folder / "in.ndjson").write_text("".join(document + "\n" for document in documents), encoding="utf-8")
    output = apply(program, folder, trees)
    if len(output) != DOCUMENTS:
        raise Failure(f"{len(output)} records of {DOCUMENTS} documents")
    for document, record in zip(documents, output):
        evaluation = reference.Evaluation(json.loads(document, parse_float=Decimal, parse_int=Decimal))
        for number, (tree, text) in enumerate(trees):
            if tree is None:
                continue
            is_predicate = number % 3 < 2
            # A bare predicate is a boolean as well; so is what is asked of it in the record.
            wanted = evaluation.value(tree)
            compare(text, document, "expression", record, f"e{number}", wanted, tree)
            counts["answers"] += 1
            if is_predicate:
                counts["of them true"] += wanted
                if f"r{number}" in record and (record[f"r{number}"] is not None) != wanted:
                    raise Failure(f"{text}\n    of {document}: should be {wanted}, in the record it is not")
    return counts


def compare(text, document, place, record, name, wanted, tree):
    given = record.get(name, "missing") if name in record else "missing"
    if has_failed(wanted):
        # The policy of a failed conversion puts null there.
        is_right = name in record and record[name] is None
    elif wanted is None:
        is_right = name not in record
    else:
        is_right = name in record and record[name] is not None and is_same(record[name], wanted)
    if not is_right:
        raise Failure(f"{text}\n    of {document}: should be {wanted!r}, is {given!r}")
    # A number that is written down, with a sign or without, stays as it is; so does one that is found.
    made = tree[0] == "arithmetic" or tree[0] == "function" and tree[1] not in ("min", "max")
    if made and isinstance(given, Spelled) and (not PLAIN.fullmatch(given.text) or given.text == "-0"):
        raise Failure(f"{text}\n    of {document}: {given.text} is not plain")


def has_failed(value):
    """Whether a value, or an element of a list, could not be computed."""
    return value is reference.FAILED or isinstance(value, list) and any(has_failed(element) for element in value)


def is_same(given, wanted):
    """The same value and the same kind of value."""
    if isinstance(wanted, bool) or isinstance(given, bool):
        return given is wanted
    if isinstance(wanted, list):
        return isinstance(given, list) and len(given) == len(wanted) and all(map(is_same, given, wanted))
    if isinstance(wanted, dict):
        return isinstance(given, dict) and given.keys() == wanted.keys() and all(
            is_same(given[key], wanted[key]) for key in wanted
        )
    if reference.is_nil(wanted):
        return given is None
    return type(wanted) in type(given).__mro__ and given == wanted


def apply(program, folder, trees):
    """The records, without the texts that the spec is refused for, which become None."""
    while True:
        attributes = [{"from": name, "to": f"{name}"} for name in NAMES if name.isalnum()]
        attributes.append({"from": '["x y"]', "to": "x y"})
        for number, (tree, text) in enumerate(trees):
            if tree is None:
                continue
            attributes.append({"to": f"e{number}", "expression": text, "onError": "null"})
            if number % 3 < 2 and not re.search(r"SELF|@root|@document", text):
                rule = {"unless": text, "then": "null"}
                attributes.append({"to": f"r{number}", "value": True, "validate": [rule]})
        lines = [json.dumps(attribute) for attribute in attributes]
        head = '{"mappers": [{"id": "t", "onMissing": "absent", "attributes": ['
        (folder / "spec.json").write_text(head + "\n" + ",\n".join(lines) + "]}]}\n", encoding="utf-8")
        words = [program, "apply", "spec.json", "in.ndjson", "--to", "ndjson", "--quiet", "-o", "out.ndjson"]
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
        if done.returncode == 0:
            text = (folder / "out.ndjson").read_text(encoding="utf-8")
            return [json.loads(line, parse_float=Spelled, parse_int=Spelled) for line in text.split("\n") if line]
        checked = subprocess.run([program, "check", "spec.json"], cwd=folder, capture_output=True, text=True)
        errors = re.findall(r"error\[(RK\d+)\]: (.*)\n *--> spec.json:(\d+)", checked.stdout + checked.stderr)
        if not errors:
            raise Failure(f"exit status {done.returncode}: {done.stderr[:600]}{checked.stdout[:600]}")
        for code, message, line in errors:
            name = attributes[int(line) - 2]["to"]
            number = int(name[1:]) if name[0] in "er" and name[1:].isdigit() else None
            if code != "RK2050" or number is None or "expected" in message:
                raise Failure(f"{code} {message}: {lines[int(line) - 2]}")
            trees[number] = (None, "")
        if sum(tree is None for tree, _ in trees) > TEXTS / 2:
            raise Failure(f"more than half of the texts are refused: {checked.stdout}")

