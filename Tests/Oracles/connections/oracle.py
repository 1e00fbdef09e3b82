"""Connects the records of random documents by random specs, and holds them to what connections promise.

Each seed is a spec of people and companies with its documents, in one input or in several, with
and without --unify; what is written must be what an independent program in Python works out, as a dictionary by key path
and as lines.
"""
import json
import random
import subprocess

from ..shared import Failure
from .reference import Reference

SEEDS = 400

VALUES = [0, 1, 2, 3, "0", "1", "2", "a", "\u00e9 \"x\"", True, 1.5, {"a": [1, None]}]


def trial(program, seed, folder):
    chance = random.Random(seed)
    spec = make_spec(chance)
    documents = [make_document(chance, spec) for _ in range(chance.choice([1, 1, 2, 3]))]
    count = 0
    (folder / "spec.json").write_text(json.dumps(spec.tree))
    names = []
    for number, document in enumerate(documents):
        names.append(f"{number}.json")
        (folder / names[-1]).write_text(json.dumps(document, ensure_ascii=chance.random() < 0.3))
    for unifies in (False, True):
        reference = Reference(spec, documents, unifies)
        count += reference.connected
        command = [program, "apply", "spec.json", *names, "--quiet", "--to", "ndjson"] + ["--unify"] * unifies
        run = subprocess.run(command, cwd=folder, capture_output=True)
        if run.returncode not in (0, 1) or run.stderr:
            raise Failure(f"{run.returncode}: {run.stderr.decode()[:300]}")
        given = [read(line) for line in run.stdout.decode().splitlines()]
        wanted = [read(json.dumps(record)) for record in reference.records]
        for one, other in zip(given + [None], wanted + [None]):
            if one != other:
                raise Failure(f"{'--unify ' * unifies}\n  given  {one}\n  wanted {other}")
        if len(documents) == 1:
            command[command.index("ndjson")] = "json"
            run = subprocess.run(command + ["--pretty", "--ascii"], cwd=folder, capture_output=True)
            if read(run.stdout.decode()) != read(json.dumps(reference.sections)):
                raise Failure(f"{'--unify ' * unifies}--to json differs")
    return {"records connected": count}


def read(text):
    """A document with the order of its members, and numbers and booleans told apart."""
    return json.loads(text, object_pairs_hook=tuple, parse_int=lambda n: ("number", n), parse_float=lambda n: ("number", n))


class Spec:
    pass


def make_spec(chance):
    spec = Spec()
    spec.parts = chance.choice([1, 1, 2])
    spec.many = chance.choice([None, None, True, False])
    spec.condition = chance.random() < 0.3
    spec.only = chance.random() < 0.3
    spec.hidden = chance.random() < 0.5
    spec.identified = {kind for kind in "pc" if chance.random() < 0.6}
    spec.related = chance.random() < 0.5
    spec.inner = spec.related and chance.random() < 0.5
    spec.extended = chance.random() < 0.3
    keys = [f"k{part}" for part in range(spec.parts)]
    spec.keys = keys
    connection = {"to": "company", "target": "Company", "where": {key: f"c{key}" for key in keys}}
    if spec.condition:
        connection["if"] = "on == 1"
    if spec.only:
        connection["only"] = "size > 2"
    own = [{"from": key, "to": key, "hidden": spec.hidden} for key in keys]
    person = {"id": "p", "target": "Person", "attributes": ["n", "on", *own], "connections": [connection]}
    company = {"id": "c", "target": "Company", "attributes": ["size", "m", *[f"c{key}" for key in keys]]}
    if "p" in spec.identified:
        person["identification"] = "n"
    if "c" in spec.identified:
        company["identification"] = "m"
    if spec.related:
        person["relationships"] = [{"from": "friend", "to": "friend", "map-ref": "p"}]
        company["relationships"] = [{"from": "chief", "to": "chief", "map-ref": "p"}]
    if spec.inner:
        person["relationships"].append({"from": "firm", "to": "firm", "map-ref": "c"})
    targets = {}
    if spec.many is not None:
        targets["Person"] = {"properties": {"company": "[Company]" if spec.many else "Company"}}
    spec.tree = {
        "descriptors": [{"keyPath": "people", "root-map-ref": "p"}, {"keyPath": "firms", "root-map-ref": "c"}],
        "mappers": [person, company],
    }
    if spec.extended:
        company["target"] = "Firm"
        targets |= {"Company": {}, "Firm": {"extends": "Company"}}
    if targets:
        spec.tree["targets"] = targets
    return spec


def make_document(chance, spec):
    def key(is_listed):
        kind = chance.random()
        if is_listed and kind < 0.3:
            return [chance.choice(VALUES + [None]) for _ in range(chance.randint(0, 4))]
        return chance.choice(VALUES[:9]) if kind < 0.85 else None

    def person(depth=0):
        made = {"n": chance.randint(0, 5)}
        for name in spec.keys:
            if chance.random() < 0.85:
                made[name] = key(True)
        if chance.random() < 0.7:
            made["on"] = chance.choice([0, 1, 1, None])
        if depth < 3 and chance.random() < 0.3:
            made["friend"] = person(depth + 1)
        if depth < 3 and chance.random() < 0.3:
            made["firm"] = firm(depth + 1)
        return shuffled(made)

    def firm(depth=0):
        made = {"m": chance.choice([0, 1, 2, 3, 4, "4", 5, 6, 7, None])}
        for name in spec.keys:
            if chance.random() < 0.9:
                made[f"c{name}"] = key(False)
        if chance.random() < 0.8:
            made["size"] = chance.randint(0, 6)
        if depth < 3 and chance.random() < 0.3:
            made["chief"] = person(depth + 1)
        return shuffled(made)

    def shuffled(made):
        members = list(made.items())
        chance.shuffle(members)
        return dict(members)

    document = {
        "people": [person() for _ in range(chance.randint(1, 6))],
        "firms": [firm() for _ in range(chance.randint(1, 8))],
    }
    return shuffled(document)

