"""Counts the coverage of random specs and documents once more, and compares with `rkmap coverage`.

Each seed is a spec of two mappers with key paths, a relationship and ignored keys, and some documents, in one file each and
in one stream. Every source path has to be counted as often, and as often mapped, as an independent program counts it;
the percentage has to follow; and reports of parts, put together, have to be the report of all.
"""
import json
import random
import subprocess

from ..shared import Failure

SEEDS = 200
DOCUMENTS = 8
REPEATS = 40
# Keys of all lengths, of which some differ only inside, and one is spelt as another one is escaped.
KEYS = ["a", "b", "c", "d e", "kids", "x.y", "seventh", "an eighth", "fifteen bytes k", "sixteen bytes ke", "seventeen bytes k",
        "a key of more than 16 bytes, one", "a key of more than 16 bytes. one", "a key of more than 16 bytes, two", "q\\b", "q\b",
        'a "quote', "\u00e9t\u00e9"]


def trial(program, seed, folder):
    chance = random.Random(seed)
    spec = make_spec(chance)
    (folder / "spec.json").write_text(json.dumps(spec))
    documents = [document(chance, spec) for _ in range(DOCUMENTS)]
    names = []
    for number, value in enumerate(documents):
        names.append(f"{number}.json")
        (folder / names[-1]).write_text(json.dumps(value, indent=chance.choice([None, 1])))
    (folder / "all.ndjson").write_text("".join(json.dumps(value) + "\n" for value in documents))
    # Enough lines that they are gone through in several steps, and in parallel.
    many = documents * REPEATS
    (folder / "many.ndjson").write_text("".join(json.dumps(value, ensure_ascii=False) + "\n" for value in many))
    wanted = count(spec, documents)
    whole = run(program, folder, *names)
    compare(json.loads(whole), wanted)
    compare(json.loads(run(program, folder, "all.ndjson")), wanted)
    often = {path: tuple(REPEATS * times for times in counts) for path, counts in wanted.items()}
    compare(json.loads(run(program, folder, "many.ndjson")), often)
    half = len(names) // 2
    for part, some in (("one", names[:half]), ("two", names[half:])):
        (folder / part).write_bytes(run(program, folder, *some))
    if run(program, folder, "--merge", "one", "two") != whole:
        raise Failure("parts put together are not the whole")
    return {"paths": len(wanted), "leaves": sum(leaves for leaves, _, _ in wanted.values())}


def make_spec(chance):
    def attributes(prefix):
        paths = {".".join(keys(chance)) for _ in range(chance.randint(1, 4))}
        return [{"from": path, "to": f"{prefix}{number}"} for number, path in enumerate(sorted(paths))]

    root = {"id": "root", "target": "Root", "attributes": attributes("r")}
    kid = {"id": "kid", "target": "Kid", "attributes": attributes("k")}
    if chance.random() < 0.6:
        root["relationships"] = [{"from": "kids", "to": "kids", "map-ref": "kid"}]
    for mapper in (root, kid):
        if chance.random() < 0.4:
            mapper["ignoreKeys"] = [chance.choice(["a", "b", "c"])]
    spec = {"mappers": [root, kid], "root-map-ref": "root"}
    if chance.random() < 0.5:
        spec["keyPath"] = "items"
    return spec


def keys(chance):
    plain = [chance.choice(["a", "b", "c"]) for _ in range(chance.choice([1, 1, 2, 3]))]
    return plain if chance.random() < 0.8 else plain[:1] + ['["x.y"]']


def document(chance, spec):
    items = [thing(chance, 3, True) for _ in range(chance.randint(1, 3))]
    if "keyPath" not in spec:
        return items if chance.random() < 0.5 else items[0]
    found = chance.choice([items, items, items[0], None, []])
    return {"items": found, "meta": thing(chance, 1, False)} if chance.random() < 0.9 else {"other": items}


def thing(chance, depth, has_kids):
    made = {"a": 1}
    for key in chance.sample(KEYS, chance.randint(1, 8)):
        if key == "kids":
            if has_kids:
                kids = [thing(chance, depth - 1, False) for _ in range(chance.randint(0, 2))]
                made[key] = chance.choice([kids, kids, thing(chance, depth - 1, False), None])
        else:
            made[key] = value(chance, depth - 1)
    return made


def value(chance, depth):
    kind = chance.random()
    if depth > 0 and kind < 0.3:
        return thing(chance, depth, False)
    if depth > 0 and kind < 0.45:
        return [value(chance, depth - 1) for _ in range(chance.randint(0, 3))]
    return chance.choice([None, True, 1.5, "text", {}, [], "", 0])


# The second count

class Marks:
    """Which values were read, or are ignored, by their identity."""

    def __init__(self):
        self.read, self.ignored = set(), set()


class Node:
    """A value with a place of its own, since equal values of Python may be one."""

    def __init__(self, value):
        self.is_object, self.is_array = isinstance(value, dict), isinstance(value, list)
        self.value = value
        self.members = {key: Node(one) for key, one in value.items()} if self.is_object else {}
        self.elements = [Node(one) for one in value] if self.is_array else []

    @property
    def is_nothing(self):
        return self.value is None or (self.is_object or self.is_array) and not self.value


def count(spec, documents):
    mappers = {mapper["id"]: mapper for mapper in spec["mappers"]}
    paths = {}
    for one in documents:
        node, marks = Node(one), Marks()
        found = node
        if "keyPath" in spec:
            found = node.members.get("items")
        if found is not None:
            if found.is_nothing:
                if "keyPath" in spec:
                    marks.read.add(id(found))
            else:
                for item in found.elements if found.is_array else [found]:
                    take(item, mappers["root"], mappers, marks)
        leaves(node, "", marks, False, False, paths)
    return paths


def take(node, mapper, mappers, marks):
    for attribute in mapper["attributes"]:
        read(node, split(attribute["from"]), marks, False)
    for relationship in mapper.get("relationships", []):
        read(node, [relationship["from"]], marks, True)
        kids = node.members.get(relationship["from"])
        if kids is not None and not kids.is_nothing:
            for kid in kids.elements if kids.is_array else [kids]:
                take(kid, mappers[relationship["map-ref"]], mappers, marks)
    for key in mapper.get("ignoreKeys", []):
        if key in node.members:
            marks.ignored.add(id(node.members[key]))


def split(path):
    return ["x.y" if part == '["x y"]' else part for part in path.replace('["x.y"]', '["x y"]').split(".")]


def read(node, keys, marks, is_of_empty):
    """What is null or empty on the way is read, and at the end the value, or of a relationship only what is null or empty."""
    if not keys:
        if not is_of_empty or node.is_nothing:
            marks.read.add(id(node))
    elif node.is_nothing:
        marks.read.add(id(node))
    elif node.is_array:
        for element in node.elements:
            read(element, keys, marks, is_of_empty)
    elif node.is_object and keys[0] in node.members:
        read(node.members[keys[0]], keys[1:], marks, is_of_empty)


def leaves(node, path, marks, is_read, is_ignored, paths):
    is_read, is_ignored = is_read or id(node) in marks.read, is_ignored or id(node) in marks.ignored
    if (node.is_object or node.is_array) and node.value:
        for key, member in node.members.items():
            leaves(member, step(path, key), marks, is_read, is_ignored, paths)
        for element in node.elements:
            leaves(element, path + "[]", marks, is_read, is_ignored, paths)
        return
    leaf, mapped, ignored = paths.get(path, (0, 0, 0))
    paths[path] = (leaf + 1, mapped + is_read, ignored + (is_ignored and not is_read))


def step(path, key):
    if all(one.isalnum() or one in "_-+$/" for one in key):
        return f"{path}.{key}" if path else key
    return f"{path}[{json.dumps(key)}]"


def compare(report, wanted):
    given = {path["path"]: (path["occurrences"], path["mapped"], path["state"]) for path in report["paths"]}
    for path in sorted(set(given) | set(wanted)):
        if path not in wanted or path not in given:
            raise Failure(f"the path {path!r} is {given.get(path, 'not there')}, and should be {wanted.get(path, 'not there')}")
        leaves, mapped, ignored = wanted[path]
        state = "mapped" if mapped else "unmapped" if leaves > ignored else "ignored"
        if given[path] != (leaves, mapped, state):
            raise Failure(f"the path {path!r} is {given[path]}, and should be {(leaves, mapped, state)}")
    counted = [path for path in given.values() if path[2] != "ignored"]
    mapped = sum(path[2] == "mapped" for path in counted)
    percent = mapped * 1000 // len(counted) / 10 if counted else None
    if report["summary"]["percent"] != percent:
        raise Failure(f"{report['summary']['percent']} %, and should be {percent}")


def run(program, folder, *arguments):
    command = [program, "coverage", "spec.json", *arguments, "--to", "json", "--quiet"]
    done = subprocess.run(command, cwd=folder, capture_output=True)
    if done.returncode not in (0, 1):
        raise Failure(f"{' '.join(arguments)}: exit {done.returncode}: {done.stderr.decode()[:400]}")
    return done.stdout
