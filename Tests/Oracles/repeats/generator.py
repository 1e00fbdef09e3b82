"""Draws specs with identities, and documents in which records come more than once, in several spellings."""
import copy
import json
import random

from ..shared import Number
from .reference import MOMENTS, inside

# Values, each in several spellings.
NUMBERS = [[Number(one) for one in spellings.split()] for spellings in (
    "1 1.0 1e0 10e-1", "2 2.0 0.2e1", "0 -0 0.0 0e5", "-0.5 -5e-1 -0.50", "9007199254740993", "9007199254740992 9007199254740992.0")]
WHOLE = [one + [f" {one[0]} "] for one in NUMBERS if "-0.5" not in one]
TEXTS = [["a"], ["b"], ["1", "1"], ["1.0"], ["\u00e9 \"x\"\\\n"], [""]]
OBJECTS = [[{"x": Number("1"), "y": ["a"]}, {"y": ["a"], "x": Number("1.0")}], [{"x": None}], [{}], [[Number("1")], [Number("1.0")]], [[]]]
POOLS = {
    None: NUMBERS + TEXTS + OBJECTS + [[True], [False]],
    "integer": WHOLE + [["yes", True]],
    "number": NUMBERS + [["2", " 2.0"]],
    "decimal": NUMBERS + [["2", "2.00"]],
    "string": TEXTS + [[Number("1.0"), "1.0"], [Number("1"), "1"], [True, "true"]],
    "boolean": [[True, "yes", Number("1"), "T"], [False, "no", "0"]],
    "uuid": [["6ba7b810-9dad-11d1-80b4-00c04fd430c8", "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"], ["6ba7b811-9dad-11d1-80b4-00c04fd430c8"]],
    **{kind: [spellings for _, spellings in values] for kind, values in MOMENTS.items()},
}
LISTS = ["[integer]", "[date]", "[string]", "[[number]]", "set<string>", "set<number>", "set<date>", "orderedSet<string>"]
# The kinds that a key may have.
KEYS = [None, "integer", "string", "number", "decimal", "uuid", "date", "day"]
# What no value of a kind is spelt like.
UNFIT = {"integer": "x", "number": "x", "decimal": {"a": 1}, "string": {"a": 1}, "boolean": "maybe", "date": "soon", "day": "2024-05-01T10:00:00Z",
         "local": "2024-05-01", "[integer]": ["x"]}


class World:
    def __init__(self, seed):
        self.draw = random.Random(seed)
        self.targets = [self.target(number) for number in range(self.draw.randint(1, 3))]
        self.mappers = [self.mapper(number, "") for number in range(len(self.targets))]
        if self.chance(0.4):
            self.mappers.append(self.mapper(0, "b"))

    def chance(self, probability):
        return self.draw.random() < probability

    # The spec

    def target(self, number):
        """The kinds of a target's members, its keys, and where its relationships lead."""
        draw, letter = self.draw, "ABC"[number]
        keys = [f"{letter}k{place}" for place in range(draw.choice([1, 1, 1, 2] if number == 0 else [0, 1, 1, 2]))]
        kinds = {name: draw.choice(KEYS) for name in keys}
        for place in range(draw.randint(1, 5)):
            kinds[f"{letter}{place}"] = draw.choice(list(POOLS) + LISTS)
        revision = None
        if keys and self.chance(0.35):
            revision = f"{letter}r"
            kinds[revision] = draw.choice(["integer", "number", "date", "day", "local"])
        return {"name": f"T{letter}", "keys": keys, "kinds": kinds, "revision": revision}

    def mapper(self, number, suffix):
        draw, target = self.draw, self.targets[number]
        rules = []
        for name, kind in target["kinds"].items():
            if suffix and name not in target["keys"] + [target["revision"]] and self.chance(0.4):
                continue
            rules.append({"from": name, "to": name, **({"type": kind} if kind else {})})
            if name not in target["keys"]:
                self.vary(rules[-1], kind)
        if suffix:
            draw.shuffle(rules)
        if self.chance(0.1):
            rules.append({"to": f"{'ABC'[number]}c", "value": draw.choice([suffix, Number("1"), None, Number("1.0")])})
        made = {"id": "abc"[number] + suffix, "target": target["name"], "attributes": rules}
        if target["keys"]:
            made["identification"] = target["keys"]
        if target["revision"]:
            made["modification"] = target["revision"]
            made["mapRelationshipsIfUnmodified"] = True
        if self.chance(0.4):
            made["onRepeat"] = draw.choice(["report", "report", "last", "fail"])
        relations = []
        for other in range(number if target["keys"] else number + 1, len(self.targets)):
            for many in (False, True):
                if self.chance(0.45 if other > number else 0.1):
                    source = "" if other > number and self.chance(0.1) else f"{'abc'[number]}_{other}_{many}"
                    relations.append({"from": source, "to": f"r{other}{many:d}", "map-ref": "abc"[other], "many": many})
                    if many and self.chance(0.5):
                        relations[-1]["assignmentPolicy"] = "union" if other == 1 else "set"
        if relations:
            made["relationships"] = relations
        return made

    def vary(self, rule, kind):
        if rule["to"][1:] == "r":
            return
        if self.chance(0.15) and rule["to"][1:] != "0":
            rule["hidden"] = True
        if self.chance(0.25) and kind in POOLS:
            rule["default"] = self.draw.choice(POOLS[kind][:2])[0]
        for name, words in (("onMissing", ["absent", "null", "default"]),
                            ("onNull", ["null", "absent", "default"]), ("onError", ["absent", "null", "default"])):
            if self.chance(0.12):
                rule[name] = self.draw.choice(words)

    def spec(self):
        made = {"defaults": {"onRepeat": self.draw.choice(["last", "fail", "report"])}} if self.chance(0.25) else {}
        self.roots = [("", "a")]
        if len(self.mappers) > 1 and self.chance(0.5):
            ids = self.draw.sample([one["id"] for one in self.mappers], self.draw.randint(1, len(self.mappers)))
            self.roots = [(f"list{place}", name) for place, name in enumerate(ids)]
        if self.chance(0.15):
            made["dateOutput"] = self.draw.choice(["epoch", "iso8601"])
        for rule in (rule for mapper in self.mappers for rule in mapper["attributes"] if made.get("dateOutput") == "epoch"):
            # A default is written as it is.
            if rule.get("type") == "date" and "default" in rule:
                rule["default"] = next(one for _, spellings in MOMENTS["date"] if rule["default"] in spellings for one in spellings
                                       if isinstance(one, Number))
        if "fail" not in json.dumps([made, self.mappers]) and self.chance(0.5):
            for mapper in self.mappers:
                mapper.pop("mapRelationshipsIfUnmodified", None)
        made["descriptors"] = [{"root-map-ref": name, **({"keyPath": path, "optional": True} if path else {})} for path, name in self.roots]
        return {**made, "mappers": self.mappers}

    # The documents

    def value(self, kind):
        if self.chance(0.04) and kind in UNFIT:
            return UNFIT[kind]
        if kind in POOLS:
            pool = POOLS[kind]
            return self.draw.choice(pool[0] if self.chance(0.7) else self.draw.choice(pool))
        return [None if self.chance(0.05) else self.value(inside(kind)) for _ in range(self.draw.randrange(4))]

    def object(self, mapper, depth=0):
        target = next(one for one in self.targets if one["name"] == mapper["target"])
        made = {}
        for name, kind in target["kinds"].items():
            is_key = name in target["keys"]
            chance = self.draw.random()
            if chance < (0.03 if is_key else 0.2):
                continue
            made[name] = None if chance < (0.05 if is_key else 0.27) else self.key(kind) if is_key else self.value(kind)
        for rule in mapper.get("relationships", []):
            other = next(one for one in self.mappers if one["id"] == rule["map-ref"])
            if not rule["from"]:
                made.update(self.object(other, depth + 1))
                continue
            if depth > 3 or self.chance(0.25):
                continue
            if self.chance(0.1):
                made[rule["from"]] = None
            elif rule["many"] and self.chance(0.9):
                made[rule["from"]] = [None if self.chance(0.05) else self.object(other, depth + 1) for _ in range(self.draw.choice([0, 1, 1, 2, 3]))]
            else:
                made[rule["from"]] = self.object(other, depth + 1)
        return made

    def key(self, kind):
        if kind is None:
            return self.draw.choice([Number("1"), "1", Number("2"), "2"])
        return self.draw.choice(self.draw.choice([one for one in POOLS[kind] if one != [""] and True not in one][:3]))

    def document(self, count):
        made = {}
        for path, name in self.roots:
            mapper = next(one for one in self.mappers if one["id"] == name)
            records = [self.object(mapper) for _ in range(self.draw.randint(1, count))]
            if self.chance(0.3):
                # The same again, with another spelling of its texts.
                records.append(copy.deepcopy(self.draw.choice(records)))
            if not path:
                return records
            made[path] = records
        return made


class Text:
    """Documents as JSON, each on a line of its own or not, and where their objects begin."""

    def __init__(self, name, documents, is_flat, draw):
        self.name, self.documents, self.is_flat, self.draw = name, documents, is_flat, draw
        self.parts, self.places = [], {}
        self.line, self.column = 1, 1
        for document in documents:
            self.add(document, 0)
            self.put("\n")

    def place(self, value):
        return (self.name, *self.places[id(value)])

    def put(self, text):
        self.parts.append(text)
        self.column += len(text.encode())
        if text == "\n":
            self.line, self.column = self.line + 1, 1

    def add(self, value, depth):
        if isinstance(value, dict):
            self.places[id(value)] = (self.line, self.column)
            self.add_all("{}", list(value.items()), depth)
        elif isinstance(value, list):
            self.add_all("[]", [(None, one) for one in value], depth)
        elif isinstance(value, Number):
            self.put(str(value))
        else:
            text = json.dumps(value, ensure_ascii=False)
            # Another spelling of the same text.
            self.put(text.replace("a", "\\u0061") if isinstance(value, str) and self.draw.random() < 0.2 else text)

    def add_all(self, signs, members, depth):
        self.put(signs[0])
        for place, (name, one) in enumerate(members):
            if place:
                self.put(",")
            if not self.is_flat and isinstance(one, (dict, list)):
                self.put("\n")
            if name is not None:
                self.put(json.dumps(name) + ": ")
            self.add(one, depth + 1)
        self.put(signs[1])
