"""Specs of rules that can be turned round, each with a document."""
import base64
import json
import random
import urllib.parse

from ..shared import Number, json_text

KEYS = ["a", "b", "name", "a.b", "x y", "é", "@k", "0", "list", "q\"r", "tab\t", ""]


def text(source):
    alphabet = ["a", "b", " ", ",", "#", "é", "\U0001f600", "\"", "\\", "\n", "<", "&", "1", "%"]
    return "".join(source.choice(alphabet) for _ in range(source.randrange(1, 7)))


def number(source):
    return Number(source.choice(["0", "-0", "1", "1.50", "2e3", "-7", "12345678901234567890123", "0.1"]))


def scalar(source):
    return source.choice([text, number, lambda _: True, lambda _: False, lambda _: None])(source)


def anything(source, depth=2):
    if depth == 0 or source.random() < 0.6:
        return scalar(source)
    if source.random() < 0.5:
        return [anything(source, depth - 1) for _ in range(source.randrange(3))]
    return {key: anything(source, depth - 1) for key in source.sample(KEYS, source.randrange(3))}


def day(source):
    return f"{source.randrange(1, 29)}/{source.randrange(1, 13)}/{source.randrange(1970, 2030)}"


def instant(source):
    return f"{source.randrange(1970, 2030)}-0{source.randrange(1, 10)}-1{source.randrange(10)}T0{source.randrange(10)}:00:0{source.randrange(10)}"


# How a rule says it, what its values are in a document in the spelling that is written, and whether it is exact.
KINDS = [
    ({}, anything, True),
    ({"type": "string"}, text, True),
    ({"type": "integer"}, lambda source: Number(source.randrange(-1000, 1000)), True),
    ({"type": "number"}, number, True),
    ({"type": "boolean"}, lambda source: source.random() < 0.5, True),
    ({"type": "decimal"}, lambda source: source.choice(["1.50", "0", "-12345678901234567890.10"]), True),
    ({"type": "date", "format": "d/M/yyyy"}, day, True),
    ({"type": "date", "format": ["d/M/yyyy", "iso8601"]}, lambda source: instant(source) + source.choice(["Z", ".5Z", ".123456Z"]), True),
    ({"type": "date", "format": "yyyy-MM-dd'T'HH:mm:ss", "timeZone": "Europe/Berlin"}, instant, False),
    ({"type": "date", "format": "epochMillis"}, lambda source: Number(source.randrange(10**12)), True),
    ({"type": "date"}, lambda source: instant(source) + source.choice(["Z", "+02:00", ".50-05:00"]), False),
    ({"type": "[date]", "format": "d/M/yyyy"}, lambda source: [day(source) for _ in range(source.randrange(3))], True),
    ({"type": "set<string>"}, lambda source: [text(source) for _ in range(source.randrange(4))], False),
    ({"type": "[integer]"}, lambda source: [Number(source.randrange(9)) for _ in range(source.randrange(3))], True),
    ({"map": {"1": "one", "x": "other", "true": "yes", "é": 5}}, lambda source: source.choice([Number("1"), "x", True, "é"]), True),
    ({"transform": "prefix:#"}, text, True),
    ({"transform": ["suffix: kg", "prefix:<"]}, text, True),
    ({"transform": "split:,"}, text, True),
    ({"transform": "urlEncode"}, text, True),
    ({"transform": "base64Encode"}, text, True),
    ({"transform": "toJSON"}, lambda source: {"k": text(source)}, True),
    ({"transform": "trim"}, text, False),
    ({"transform": "collapse"}, text, False),
    ({"transform": ["trim", "prefix:-", "urlEncode"]}, text, False),
    ({"transform": "removePrefix:a"}, text, False),
    ({"transform": "removeSuffix:b"}, text, False),
    ({"transform": "htmlUnescape"}, lambda source: source.choice(["&lt;b&gt;", "&eacute;", "a&b", "\"'"]), False),
    ({"transform": "urlDecode"}, lambda source: urllib.parse.quote(text(source)), False),
    ({"transform": "base64Decode"}, lambda source: base64.b64encode(text(source).encode()).decode(), False),
    ({"transform": "json"}, lambda source: source.choice(['{"a": [1.0]}', "5", '"x"', "[]", " true "]), False),
    ({"transform": "join:-"}, lambda source: [text(source) for _ in range(source.randrange(4))], False),
    ({"transform": "sort"}, lambda source: [Number(source.randrange(9)) for _ in range(4)], False),
    ({"transform": "unique"}, lambda source: [Number(source.randrange(3)) for _ in range(4)], False),
    ({"type": "any"}, anything, True),
]


def component(key):
    return '["' + key.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t") + '"]'


class Representation(dict):
    """What a mapper makes a record of: members that no rule reads do no harm in it."""


class Spec:
    def __init__(self, source):
        # Values are drawn apart, so that there are other values in the same places.
        self.source, self.values, self.is_exact, self.count = source, source, True, 0
        self.mappers, self.makers, self.collections, self.identified = [], {}, {}, set()
        root = self.choice() if source.random() < 0.2 else self.mapper(depth=2)
        self.path = source.sample(["data", "a.b", "items"], source.randrange(3))
        self.spec = {"keyPath": "".join(component(key) for key in self.path), "root-map-ref": root, "mappers": self.mappers}
        if not self.path:
            del self.spec["keyPath"]
        self.root, self.renames = root, {}
        # Keys that are data are renamed as well, which is another matter.
        if source.random() < 0.3 and not any(self.collections.values()):
            self.renames = {key: key + "_" for key in source.sample(["a", "b", "name", "list", "data"], 2)}
            self.spec["keys"] = {"rename": {key: name for name, key in self.renames.items()}}
        self.document = self.another()

    def another(self):
        """A document."""
        return self.renamed(self.wrapped(self.several(self.root)))

    def twins(self):
        """Two documents of the same records and members, with other values."""
        state = self.source.getstate()
        self.values = random.Random(1)
        first = self.another()
        self.source.setstate(state)
        self.values = random.Random(2)
        second = self.another()
        self.values = self.source
        return first, second

    def wrapped(self, value):
        for key in reversed(self.path):
            value = {key: value}
        return value

    def stream(self):
        """Documents of one record each."""
        count = self.source.randrange(1, 6)
        for number in self.source.sample(range(8), count):
            made = self.makers[self.root]()
            if self.root in self.identified:
                made["id"] = Number(number)
            if self.collections.get(self.root):
                made = {made[0]: made[1]}
            yield self.renamed(self.wrapped(made))

    def renamed(self, value):
        """A document with the keys that are read as those of the spec."""
        if isinstance(value, list):
            return [self.renamed(element) for element in value]
        if isinstance(value, dict):
            return type(value)((self.renames.get(key, key), self.renamed(member)) for key, member in value.items())
        return value

    def several(self, name):
        count = self.source.randrange(1, 5)
        made = [self.makers[name]() for _ in range(count)]
        self.count += count
        if name in self.identified:
            for one, number in zip(made, self.source.sample(range(8), count)):
                one["id"] = Number(number)
        if self.collections.get(name):
            return dict(made)
        return made

    # MARK: Mappers

    def mapper(self, depth, extra=None, may_be_keyed=True):
        source, name = self.source, f"m{len(self.mappers)}"
        mapper = {"id": name, "target": "T" + name[1:], "attributes": [], "relationships": []}
        self.mappers.append(mapper)
        places, rules = self.places(), []
        for number in range(source.randrange(1, 6)):
            place, (members, value, is_exact) = next(places), source.choice(KINDS)
            self.is_exact = self.is_exact and is_exact
            rule = {"from": "".join(place), "to": f"t{number}", **members}
            mapper["attributes"].append(rule)
            rules.append((place, value))
        if extra:
            mapper["attributes"].insert(0, {"from": "kind", "to": "kind"})
        for number in range(source.randrange(3) if depth else 0):
            child = self.choice() if source.random() < 0.3 else self.mapper(depth - 1)
            place, is_many = next(places), source.random() < 0.5
            mapper["relationships"].append({"from": "".join(place), "to": f"r{number}", "map-ref": child, "many": is_many})
            rules.append((place, (lambda child, is_many: lambda _: self.related(child, is_many))(child, is_many)))
        is_keyed = may_be_keyed and not extra and source.random() < 0.2
        is_identified = not is_keyed and not extra and source.random() < 0.3
        if is_identified:
            mapper["attributes"].append({"from": "id", "to": "id", "type": "integer"})
            mapper["identification"] = "id"
            self.identified.add(name)
        if is_keyed:
            mapper |= {"keyAttribute": "key", "forceCollection": True}
        self.collections[name] = is_keyed

        def make():
            made = Representation(kind=extra) if extra else Representation()
            is_empty = True
            for place, value in rules:
                if source.random() < 0.8 or is_empty and place == rules[-1][0]:
                    put(made, place, None if source.random() < 0.1 and "[0]" not in place else value(self.values))
                    is_empty = False
            if is_identified:
                made["id"] = Number(source.randrange(8))
            return (text(source) + str(source.randrange(10**6)), made) if is_keyed else made

        self.makers[name] = make
        return name

    def related(self, child, is_many):
        if is_many:
            return self.several(child)
        self.count += 1
        made = self.makers[child]()
        return {made[0]: made[1]} if self.collections.get(child) else made

    def choice(self):
        """A dynamic mapper of two others."""
        kinds = ["cat", "dog"]
        names = [self.mapper(0, extra=kind) for kind in kinds]
        name = f"m{len(self.mappers)}"
        self.mappers.append({"id": name, "dynamic": True, "matchers": [{"keyPath": "kind", "valueMap": dict(zip(kinds, names))}]})
        self.makers[name] = lambda: self.makers[self.source.choice(names)]()
        self.collections[name] = False
        return name

    def places(self):
        """Key paths of which none lies in another."""
        source, number = self.source, 0
        while True:
            kind, number = source.random(), number + 1
            key = component(source.choice(KEYS) + str(number))
            if kind < 0.6:
                yield (key,)
            elif kind < 0.9:
                yield (component("deep"), key)
            else:
                yield (component("list" + str(number)), "[0]")


def put(made, place, value):
    """Puts a value where some components of a key path lead."""
    for component, following in zip(place, place[1:] + (None,)):
        if component == "[0]":
            made.append(value)
            return
        key = json.loads(component[1:-1])
        if following is None:
            made[key] = value
        else:
            made = made.setdefault(key, [] if following == "[0]" else {})


class Untidy:
    """A document as somebody else would write it: with white space, escapes, and members that no rule reads."""

    def __init__(self, source, value):
        self.source, self.pieces, self.length, self.values = source, [], 0, []
        self.space()
        self.write(value)

    @property
    def text(self):
        return "".join(self.pieces)

    def add(self, piece):
        self.pieces.append(piece)
        self.length += len(piece.encode())

    def space(self):
        self.add(self.source.choice(["", "", "", " ", "\n  ", "\t", "\r\n"]))

    def write(self, value):
        start = self.length
        if isinstance(value, dict):
            members = list(value.items())
            if isinstance(value, Representation) and self.source.random() < 0.5:
                members.insert(self.source.randrange(len(members) + 1), ("unread", [Number("1.0"), {"x": "/"}]))
            self.list("{}", members, self.member)
        elif isinstance(value, list):
            self.list("[]", value, self.write)
        elif isinstance(value, str) and not isinstance(value, Number):
            self.string(value)
        else:
            self.add(json_text(value))
        self.values.append((start, self.length))

    def list(self, brackets, elements, write):
        self.add(brackets[0])
        for number, element in enumerate(elements):
            if number > 0:
                self.add(",")
            self.space()
            write(element)
            self.space()
        self.add(brackets[1])

    def member(self, member):
        self.string(member[0])
        self.space()
        self.add(":")
        self.space()
        self.write(member[1])

    def string(self, value):
        if self.source.random() < 0.2:
            return self.add(json.dumps(value))
        self.add("".join("\\/" if piece == "/" else piece for piece in json_text(value)))
