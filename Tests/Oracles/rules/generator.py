"""Random specs of rules and key paths, with random documents: the spec as text, and a model of it for the reference."""
import json
import random

from ..shared import quoted
from .reference import Number, Object

NAMES = ["a", "b", "c", "d", "kids", "x-1", "x-2", "x-10", "p.q", "n\u00e9"]
POLICIES = {
    "onMissing": ["absent", "null", "default", "error"],
    "onNull": ["absent", "null", "default", "error"],
    "onError": ["absent", "null", "default", "fail"],
    "nullPath": ["missing", "null"],
    "emptyString": ["keep", "null"],
}
OPERATORS = ["count", "first", "last", "keys", "values", "sum", "avg", "min", "max"]
UNIONS = ["unionOfObjects", "unionOfArrays", "distinctUnionOfObjects", "distinctUnionOfArrays"]
TYPES = [None, None, None, "string", "integer"]


def json_text(value):
    if isinstance(value, Object):
        return "{" + ",".join(f"{json.dumps(k)}:{json_text(v)}" for k, v in value) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(json_text, value)) + "]"
    return str(value) if isinstance(value, Number) else json.dumps(value)


class World:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.keys = {}
        if self.chance(0.3):
            self.keys["caseInsensitive"] = True
        if self.chance(0.3):
            accented = "N\u00c9" if self.keys else "n\u00e9"
            self.keys["rename"] = self.pick([{"z": "a"}, {"a": "b", "b": "a"}, {accented: "c"}, {"x-1": "kids"}])
        self.defaults = self.policies(0.1)
        self.mappers = {"kid": self.mapper(False), "root": self.mapper(True)}

    def chance(self, probability):
        return self.random.random() < probability

    def pick(self, items):
        return self.random.choice(items)

    # The spec

    def policies(self, probability):
        made = {}
        for name, values in POLICIES.items():
            if self.chance(probability):
                made[name] = self.pick(values[:3] if self.chance(0.7) else values)
        return made

    def mapper(self, is_root):
        made = {"id": "root" if is_root else "kid", **self.policies(0.05)}
        made |= {"attributes": [], "relationships": [], "validate": []}
        if self.chance(0.3):
            made["when"] = self.predicate(self.of_representation, 2)
        count = self.random.randint(2, 6)
        plain = []
        for number in range(count):
            rule = self.attribute(f"{'r' if is_root else 'k'}{number}")
            made["attributes"].append(rule)
            if self.is_early(rule):
                plain.append(rule["to"])
        for rule in made["attributes"]:
            if self.is_early(rule) and self.chance(0.35):
                rule["validate"] = [self.check(plain) for _ in range(self.random.randint(1, 3))]
        if plain and self.chance(0.4):
            parts = [(self.pick(["-", "{}", "x "]), False), (self.pick(plain), True), ("/", False)]
            parts.append((self.pick(plain), True))
            rule = {"to": "t", "template": parts, **self.policies(0.1)}
            made["attributes"].insert(self.random.randint(0, count), rule)
        if is_root:
            for number in range(self.pick([0, 1, 1, 2])):
                path = self.path(True)
                made["relationships"].append({"from": path, "to": f"l{number}", "map-ref": "kid", **self.policies(0.08)})
        if plain and self.chance(0.25):
            test = self.predicate(self.of_record(plain), 1)
            made["validate"] = [{"word": self.pick(["if", "unless"]), "test": test, "then": "fail"}]
        if plain and self.chance(0.1):
            shown = [r["to"] for r in made["attributes"] if r["to"] in plain and not r.get("hidden")]
            if shown:
                test = (self.pick(["==", "!="]), ("name", self.pick(shown)), ("literal", self.pick(["x", True, None])))
                made["deletionPredicate"] = test
        return made

    def is_early(self, rule):
        return "template" not in rule and not any(len(path) > 1 for path in rule.get("from", []))

    def attribute(self, name):
        rule = {"to": name, **self.policies(0.08)}
        kind = self.random.random()
        if kind < 0.2:
            rule["expression"] = self.expression(self.of_representation, 2)
        elif kind < 0.25:
            rule["value"] = self.scalar()
        else:
            rule["from"] = [self.path(False) for _ in range(self.pick([1, 1, 1, 2]))]
        wanted = self.pick(TYPES)
        if wanted and "value" not in rule:
            rule["type"] = wanted
        if self.chance(0.15) and "value" not in rule:
            number = Number(self.random.randint(0, 9))
            rule["default"] = {None: self.scalar(), "integer": number, "string": "dflt"}[wanted]
        if self.chance(0.07) and "value" not in rule:
            rule["required"] = True
        if self.chance(0.1):
            rule["hidden"] = True
        return rule

    def check(self, plain):
        subject = self.of_record(plain, True)
        made = {"word": self.pick(["if", "unless"]), "test": self.predicate(subject, 1)}
        made["then"] = self.pick(["reject", "fail", "null", "set", "set"])
        if made["then"] == "set":
            made["value"] = self.scalar()
        return made

    # Key paths

    def path(self, leads_to_objects):
        steps = []
        for _ in range(self.pick([1, 1, 1, 2, 2, 3])):
            steps.append(self.step(steps))
        if self.chance(0.15):
            steps.append(("operator", self.pick(OPERATORS + UNIONS)))
            if steps[-1][1] not in ("count", "sum", "avg", "min", "max", "keys", "values") or self.chance(0.6):
                if self.chance(0.7) and steps[-1][1] != "count":
                    steps.append(self.step(steps))
        if leads_to_objects and self.chance(0.5):
            return [("key", "kids")]
        return steps

    def step(self, before):
        kind = self.random.random()
        if kind < 0.65:
            return ("key", self.pick(NAMES))
        if kind < 0.75:
            return ("index", self.pick([0, 1, -1, -2]))
        if kind < 0.87:
            return ("all", None)
        if kind < 0.94:
            return ("glob", self.pick(["x-*", "*s", "*-1*", "?*".replace("?", "k")]))
        return ("deep", self.pick(NAMES[:5]))

    def spelled(self, steps):
        text = ""
        for kind, argument in steps:
            dot = "." if text else ""
            if kind == "key":
                if all(c.isalnum() for c in argument) or (argument.startswith("x-") and not self.in_predicate):
                    text += dot + argument
                else:
                    text += f"[{json.dumps(argument)}]"
            elif kind == "index":
                text += f"[{argument}]"
            elif kind == "all":
                text += self.pick(["[*]", dot + "*"]) if not self.in_predicate else "[*]"
            elif kind == "glob":
                text += dot + argument
            elif kind == "deep":
                text += ".." + argument
            else:
                text += f"{dot}@{argument}"
        return text

    # Predicates and expressions

    def of_representation(self):
        while True:
            path = self.path(False)
            if not any(kind in ("glob", "deep") for kind, _ in path) and path[0][0] == "key":
                return ("path", path)

    def of_record(self, names, has_self=False):
        return lambda: ("self",) if has_self and self.chance(0.6) else ("name", self.pick(names))

    def expression(self, operand, depth):
        kind = self.random.random()
        if kind < 0.1:
            return ("condition", self.predicate(operand, 1))
        if kind < 0.2:
            return ("ternary", self.predicate(operand, 1), self.number(operand, depth - 1), operand())
        return self.number(operand, depth)

    def number(self, operand, depth):
        kind = self.random.random()
        if kind < 0.15:
            return ("literal", self.literal_number())
        if depth <= 0 or kind < 0.4:
            return operand()
        return (self.pick("+-*"), self.number(operand, depth - 1), self.number(operand, depth - 1))

    def predicate(self, operand, depth):
        kind = self.random.random()
        if depth and kind < 0.3:
            return (self.pick(["and", "or"]), self.predicate(operand, depth - 1), self.predicate(operand, depth - 1))
        if depth and kind < 0.4:
            return ("not", self.predicate(operand, depth - 1))
        if kind < 0.5:
            operator = self.pick(["==", "!=", "<", ">="])
            return (self.pick(["any", "all", "none"]), operand(), operator, self.literal(operator))
        if kind < 0.6:
            return ("in", operand(), [("literal", self.scalar()) for _ in range(3)])
        if kind < 0.7:
            operator = self.pick(["BEGINSWITH", "ENDSWITH", "CONTAINS"])
            return ("text", operand(), operator, self.pick(["x", "1", "\u00e9"]))
        operator = self.pick(["==", "!=", "<", "<=", ">", ">="])
        if kind < 0.85:
            return (operator, operand(), operand() if self.chance(0.3) else self.literal(operator))
        left = (self.pick("+-*"), operand(), self.number(operand, 1))
        return (operator, left, operand() if self.chance(0.5) else ("literal", self.literal_number()))

    def literal(self, operator):
        if operator in ("==", "!="):
            return ("literal", self.scalar())
        return ("literal", self.literal_number() if self.chance(0.6) else self.pick(["", "x", "1", "\u00e9"]))

    def literal_number(self):
        return Number(self.pick(["0", "1", "2", "3", "42", "1.5", "0.10", "1e2", "12345678901234567890.5"]))

    in_predicate = False

    def written(self, tree):
        self.in_predicate = True
        text = self.write(tree)
        self.in_predicate = False
        return text

    def write(self, tree):
        kind = tree[0]
        if kind == "literal":
            value = tree[1]
            return {None: "nil", True: "YES", False: "NO"}[value] if value is None or isinstance(value, bool) else (
                str(value) if isinstance(value, Number) else quoted(value))
        if kind == "self":
            return "SELF"
        if kind == "name":
            return tree[1]
        if kind == "path":
            return self.spelled(tree[1])
        if kind in ("and", "or"):
            return f"({self.write(tree[1])}) {kind.upper()} ({self.write(tree[2])})"
        if kind == "not":
            return f"NOT ({self.write(tree[1])})"
        if kind in ("any", "all", "none"):
            return f"{kind.upper()} {self.write(tree[1])} {tree[2]} {self.write(tree[3])}"
        if kind == "in":
            return f"{self.write(tree[1])} IN {{{', '.join(map(self.write, tree[2]))}}}"
        if kind == "text":
            return f"{self.write(tree[1])} {tree[2]} {quoted(tree[3])}"
        if kind == "condition":
            return f"({self.write(tree[1])})"
        if kind == "ternary":
            return f"TERNARY({', '.join(map(self.write, tree[1:]))})"
        return f"({self.write(tree[1])} {kind} {self.write(tree[2])})"

    def spec(self):
        made = {"root-map-ref": "root", "mappers": [self.shown(m) for m in self.mappers.values()]}
        if self.defaults:
            made["defaults"] = self.defaults
        if self.keys:
            made["keys"] = self.keys
        return made

    def shown(self, mapper):
        made = {k: v for k, v in mapper.items() if k not in ("attributes", "relationships", "validate")}
        for word in ("when", "deletionPredicate"):
            if word in made:
                made[word] = self.written(made[word])
        made["attributes"] = [self.shown_rule(rule) for rule in mapper["attributes"]]
        if mapper["relationships"]:
            made["relationships"] = [{**rule, "from": self.spelled(rule["from"])} for rule in mapper["relationships"]]
        if mapper["validate"]:
            made["validate"] = [self.shown_check(check) for check in mapper["validate"]]
        return made

    def shown_rule(self, rule):
        made = dict(rule)
        if "from" in rule:
            paths = [self.spelled(path) for path in rule["from"]]
            made["from"] = paths if len(paths) > 1 else paths[0]
        if "expression" in rule:
            made["expression"] = self.written(rule["expression"])
        if "template" in rule:
            made["template"] = "".join(
                "{" + part + "}" if is_name else part.replace("{", "{{").replace("}", "}}")
                for part, is_name in rule["template"])
        if "validate" in rule:
            made["validate"] = [self.shown_check(check) for check in rule["validate"]]
        return made

    def shown_check(self, check):
        made = {check["word"]: self.written(check["test"]), "then": check["then"]}
        if check["then"] == "set":
            made["value"] = check.get("value")
        return made

    # Documents

    def scalar(self):
        kind = self.random.random()
        if kind < 0.45:
            return Number(self.pick(["0", "1", "2", "3", "42", "-1", "1.5", "0.10", "1e2", "12345678901234567890.5"]))
        return self.pick([None, True, False, "", "x", "1", "x1", " 7 ", "\u00e9", "it's \"x\"", "z"])

    def value(self, depth):
        kind = self.random.random()
        if depth == 0 or kind < 0.4:
            return self.scalar()
        if kind < 0.7:
            return [self.value(depth - 1) for _ in range(self.random.randint(0, 3))]
        return self.object(depth - 1)

    def object(self, depth):
        made, names = Object(), set()
        for name in self.random.sample(NAMES + ["z"], self.random.randint(0, 7)):
            if self.keys.get("caseInsensitive") and self.chance(0.4):
                name = self.pick([name.upper(), name.title()])
            if name == "kids" and depth and self.chance(0.7):
                made.append((name, [self.object(depth - 1) for _ in range(self.random.randint(0, 3))]))
            else:
                made.append((name, self.value(depth)))
            if self.keys.get("caseInsensitive") and self.chance(0.05):
                made.append((name.swapcase(), self.value(depth)))
        return made

    def documents(self, count):
        return [self.object(3) for _ in range(count)]
