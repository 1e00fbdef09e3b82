"""No command ends with 70, by a signal or by being slow, whatever the spec and the documents.

Each seed draws a spec and some documents, and a second spec is inferred from the documents. Every document is a pair with
each of the two. All commands that map run over them: records in every form, checks, suites with snapshots, coverage,
explanations, differences, pages, and records written back. What they say is the matter of other oracles; here only the
exit status counts. The keys are those that programs stumble over: with combining marks, joiners and variation selectors
at the beginning, with the signs of key paths, pointers and pages, and empty ones. With --count 1000 there are 20,000
pairs.
"""
import json
import random
import subprocess

from ..shared import Failure, quoted

SEEDS = 50
DOCUMENTS = 10
# The statuses that cli.md lists.
STATUSES = range(0, 7)
PLAIN = ["id", "a", "b", "z", "kids", "kid", "type", "at", "price"]
ODD = ["\u0301", "\u200d", "\ufe0f", "\u0301\u0301", "a\u0301", "\u00e1", "", ".", "a.b", "[]", "[\"", "{}", "/", "~0", "<",
       "</script>", "\"", "'", "\\", "@type", "*", "x-1", "1", "\u093e", "\U000e0100", "#", "=", " ", "\r\n", "\u2028"]
TEXTS = ["", "x", "ok", "1", "007", " 7 ", "1e3", "true", "2024-05-01", "2024-05-01T10:00:00Z", "01/02/2024", "https://x.org/a",
         "\u0301", "\u0301x", "=1", "<b>", "it's \"x\"", "a\\", "\u200b", "\U0001f600"]
TYPES = ["string", "integer", "number", "decimal", "boolean", "date", "url", "uuid", "data", "any", "[string]", "set<integer>"]
OPERATORS = ["count", "first", "last", "keys", "values", "sum", "avg", "min", "max", "unionOfObjects", "distinctUnionOfArrays"]


class World:
    def __init__(self, seed):
        self.draw = random.Random(seed)
        count = self.draw.randrange(0, 4)
        self.names = PLAIN + self.draw.sample(ODD, count)
        self.ids = ["root", "kid", "other", "map"]

    def chance(self, probability):
        return self.draw.random() < probability

    # Documents

    def scalar(self):
        if self.chance(0.4):
            return self.draw.choice([0, 1, -1, 5, 9, 42, 2.5, 1e30, 10 ** 20, 1372701600])
        return self.draw.choice([None, True, False, *TEXTS])

    def value(self, depth):
        kind = self.draw.random()
        if depth == 0 or kind < 0.45:
            return self.scalar()
        if kind < 0.65:
            return [self.value(depth - 1) for _ in range(self.draw.randrange(4))]
        return self.object(depth - 1)

    def object(self, depth):
        made = {}
        for name in self.draw.sample(self.names, self.draw.randrange(0, len(self.names))):
            if name == "id" and self.chance(0.8):
                made[name] = self.draw.randrange(4)
            elif name == "kids" and depth and self.chance(0.7):
                made[name] = [self.object(depth - 1) for _ in range(self.draw.randrange(4))]
            elif name == "kid" and depth and self.chance(0.7):
                made[name] = self.object(depth - 1)
            else:
                made[name] = self.value(depth)
        return made

    def document(self):
        kind = self.draw.random()
        if kind < 0.5:
            return self.object(3)
        if kind < 0.85:
            return [self.object(2) for _ in range(self.draw.randrange(5))]
        if kind < 0.95:
            # Twenty texts of few values, and something else under the same key.
            name = self.draw.choice(self.names)
            return [{name: "ok"} for _ in range(20)] + [{name: self.value(1)}]
        return self.value(2)

    # The spec

    def key(self):
        name = self.draw.choice(self.names)
        is_plain = name.isascii() and name.replace("-", "").isalnum() and not name[0].isdigit()
        return name if is_plain and self.chance(0.9) else f"[{json.dumps(name)}]"

    def path(self):
        steps = self.key()
        while self.chance(0.25):
            key = self.draw.choice([self.key(), "[*]", "[0]", "[-1]", "*"])
            steps += key if key.startswith("[") else "." + key
        if self.chance(0.1):
            steps += ".@" + self.draw.choice(OPERATORS)
        if self.chance(0.1):
            steps = self.draw.choice(["@parent.", "@root.", "@document."]) + steps
        return steps

    def source(self):
        return self.draw.choice(["", "@key", "@metadata.file.name"]) if self.chance(0.15) else self.path()

    def predicate(self):
        operand = self.draw.choice(["z", "a", "kids.@count", "id", "price", "self", "@parent.id"])
        operator = self.draw.choice(["==", "!=", ">", "<=", "BEGINSWITH", "IN"])
        texts = [quoted("x"), quoted("\u0301")]
        value = {"IN": "{1, 'x', nil}", "BEGINSWITH": texts[1]}.get(operator) or self.draw.choice(["5", "1"])
        if operator in ("==", "!="):
            value = self.draw.choice(["5", "1", "nil", "YES", *texts])
        return f"{operand} {operator} {value}"

    def attribute(self, number):
        rule = {"from": self.source(), "to": self.draw.choice(["v", "x\u0301"]) + str(number)}
        if self.chance(0.15):
            rule["from"] = [rule["from"], self.key()]
        if self.chance(0.4):
            rule["type"] = self.draw.choice(TYPES)
        for word, choices in (("onMissing", ["absent", "null", "error"]), ("onNull", ["absent", "null", "error"]),
                              ("onError", ["absent", "null", "fail"])):
            if self.chance(0.1):
                rule[word] = self.draw.choice(choices)
        if self.chance(0.1):
            rule["required"] = True
        if self.chance(0.1):
            rule["hidden"] = True
        if self.chance(0.15):
            rule["validate"] = [{self.draw.choice(["if", "unless"]): "self == " + self.draw.choice(["1", "nil", quoted("x")]),
                                 "then": self.draw.choice(["reject", "fail", "null"])}]
        if self.chance(0.1):
            return {"to": rule["to"], "expression": self.draw.choice(["a + 1", "kids.@count", "id * price", f"({self.predicate()})"])}
        if self.chance(0.1):
            return {"to": rule["to"], "template": "x-{id}"}
        return rule

    def mapper(self, name):
        made = {"id": name, "target": name.capitalize()}
        if self.chance(0.35):
            made["when"] = self.predicate()
        has_id = name == "kid" or self.chance(0.6)
        id_rule = self.draw.choice(["id", {"from": "id", "to": "id", "type": "integer"}, {"from": "id", "to": "id", "type": "string"}])
        made["attributes"] = ([id_rule] if has_id else []) + [self.attribute(n) for n in range(self.draw.randrange(1, 5))]
        if has_id and self.chance(0.7):
            made["identification"] = ["id"]
        if name == "map":
            made["forceCollection"] = True
            if self.chance(0.7):
                made["keyAttribute"] = "k"
        if has_id and self.chance(0.15):
            made["scalarAs"] = "id"
        relations = []
        for number in range(self.draw.choice([0, 1, 2, 2, 3])):
            relations.append({"from": self.draw.choice(["kids", "kid", "kids[*].kid", self.path(), self.key()]),
                              "to": f"r{number}", "map-ref": self.draw.choice(self.ids[1:] + ["choice"])})
            if self.chance(0.3):
                relations[-1]["many"] = self.chance(0.5)
        if relations:
            made["relationships"] = relations
        if has_id and self.chance(0.2):
            made["connections"] = [{"to": "c0", "target": "Kid", "where": {"id": "id"}, **({"if": "id > 1"} if self.chance(0.5) else {})}]
        if has_id and self.chance(0.1):
            made["deletionPredicate"] = "id == 1"
        if has_id and self.chance(0.1):
            made["validate"] = [{"if": "id == 2", "then": "fail"}]
        if self.chance(0.1):
            made["drift"] = self.draw.choice(["report", "fail"])
        return made

    def spec(self):
        matchers = [{"predicate": self.predicate(), "map-ref": "kid"}, {"keyPath": "type", "expectValue": "x", "map-ref": "other"}]
        if self.chance(0.5):
            matchers.append({"keyPath": "id", "expectValues": [1, 2], "map-ref": "kid"})
        choice = {"id": "choice", "dynamic": True, "matchers": matchers}
        if self.chance(0.5):
            choice["default"] = self.draw.choice(["map", None])
        descriptors = [{"root-map-ref": self.draw.choice(["root", "root", "choice"])}]
        if self.chance(0.3):
            descriptors.append({"name": "kids", "keyPath": self.key(), "root-map-ref": "kid"})
        defaults = {"defaults": {"drift": self.draw.choice(["report", "fail"])}} if self.chance(0.3) else {}
        return {"version": 1, **defaults, "descriptors": descriptors, "mappers": [*map(self.mapper, self.ids), choice]}


def trial(program, seed, folder):
    world = World(seed)
    names = []
    lines = []
    for number in range(DOCUMENTS):
        document = world.document()
        names.append(f"d{number}.json")
        (folder / names[-1]).write_text(json.dumps(document, ensure_ascii=world.chance(0.5)), encoding="utf-8")
        lines.append(json.dumps(document))
    (folder / "all.ndjson").write_text("\n".join(lines) + "\n")
    (folder / "spec.json").write_text(json.dumps(world.spec()))
    pairs, runs = 0, 0
    specs = ["spec.json"]
    if run(program, folder, "infer", *names, "-o", "inferred.json") == 0:
        specs.append("inferred.json")
        run(program, folder, "infer", *names, "--enums", "--strict-required", "--names", "camelCase")
        run(program, folder, "infer", *names, "--explain")
    for spec in specs:
        pairs += DOCUMENTS
        for command in commands(spec, names):
            run(program, folder, *command)
            runs += 1
    return {"pairs": pairs, "commands": runs}


def commands(spec, names):
    skip = ["--on-error", "skip", "--max-errors", "100%"]
    suite = f"{spec}.suite.json"
    yield ["check", spec]
    yield ["check", "--drift", "fail", spec, *names]
    yield ["apply", spec, *names, "-o", f"{spec}.tables/", *skip]
    for form in ("json", "ndjson", "sql"):
        yield ["apply", spec, *names, "--to", form, *skip]
    yield ["apply", spec, *names, "-o", f"{spec}.db", *skip, "--rejects", f"{spec}.rejects"]
    yield ["apply", spec, *names, "-o", f"{spec}.db", *skip, "--dangling", "stub"]
    yield ["apply", spec, *names, "--to", "sql", "--dialect", "postgres", *skip]
    yield ["apply", spec, "all.ndjson", "--to", "json", "--unify", *skip]
    yield ["explain", spec, "all.ndjson"]
    yield ["explain", spec, names[0], "--to", "json"]
    yield ["report", spec, *names, "-o", f"{spec}.html"]
    yield ["coverage", spec, *names, "--to", "json", "--report", f"html={spec}.coverage.html"]
    yield ["diff", spec, names[0], names[1]]
    yield ["graph", spec, "--to", "html"]
    yield ["serialize", spec, names[0], "--onto", names[0], "--on-error", "skip"]
    yield ["test", suite, "--update"]
    yield ["test", suite, "--report", f"html={spec}.test.html"]


def run(program, folder, *arguments):
    if arguments[0] == "test":
        cases = [{"files": ["d*.json"], "snapshot": True}]
        spec = arguments[1].removesuffix(".suite.json")
        (folder / arguments[1]).write_text(json.dumps({"spec": spec, "cases": cases}))
    try:
        done = subprocess.run([program, *arguments], cwd=folder, capture_output=True, timeout=120)
    except subprocess.TimeoutExpired:
        raise Failure(f"rkmap {' '.join(arguments)}: does not end") from None
    if done.returncode not in STATUSES:
        raise Failure(f"rkmap {' '.join(arguments)}: exit {done.returncode}: {done.stderr.decode(errors='replace')[-600:]}")
    return done.returncode
