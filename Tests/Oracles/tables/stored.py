"""Random specs with connections, predicates over stored rows and pruning, and what several runs of them come to.

The predicates are drawn as trees, which are written for the spec and asked here in Python: the reference shares nothing
with the program but the documents.
"""
import random

from ..shared import quoted

TOWNS = ["Bonn", "Ulm", "bonn", "B_nn", "50%", "it's", "", "7", "a\\b", "[x]"]
NUMBERS = [0, 1, 5, 7, -3, 2**53 + 1, 2**63 - 1]
DECIMALS = ["1.50", "7", "12.30"]


def kind(value):
    """What has an order: booleans are numbers."""
    return None if value is None else "text" if isinstance(value, str) else "number"


def is_like(text, pattern):
    if not pattern:
        return not text
    if pattern[0] == "*":
        return any(is_like(text[at:], pattern[1:]) for at in range(len(text) + 1))
    return bool(text) and pattern[0] in ("?", text[0]) and is_like(text[1:], pattern[1:])


class Predicate:
    """A text for the spec, and what it holds for."""

    def __init__(self, draw, names, depth=0):
        part = draw.random()
        if depth < 2 and part < 0.3:
            one, other = Predicate(draw, names, depth + 1), Predicate(draw, names, depth + 1)
            both = draw.random() < 0.5
            self.text = f"({one.text} {'AND' if both else 'OR'} {other.text})"
            self.holds = (lambda r: one.holds(r) and other.holds(r)) if both else (lambda r: one.holds(r) or other.holds(r))
        elif depth < 2 and part < 0.4:
            inner = Predicate(draw, names, depth + 1)
            self.text, self.holds = f"NOT ({inner.text})", lambda r: not inner.holds(r)
        else:
            self.compare(draw, draw.choice(names))

    def compare(self, draw, name):
        way = draw.choice(["==", "!=", "<", "<=", ">", ">=", "IN", "text", "like"])
        if way == "text":
            word, part = draw.choice(["CONTAINS", "BEGINSWITH", "ENDSWITH"]), draw.choice(["", "n", "B", "%", "'"])
            test = {"CONTAINS": lambda t: part in t, "BEGINSWITH": lambda t: t.startswith(part), "ENDSWITH": lambda t: t.endswith(part)}
            self.text = f"{name} {word} {quoted(part)}"
            self.holds = lambda r: isinstance(r.get(name), str) and test[word](r[name])
        elif way == "like":
            pattern = draw.choice(["*nn", "?_*", "*", "*%*", "[x]", "B?nn", ""])
            self.text = f"{name} LIKE {quoted(pattern)}"
            self.holds = lambda r: isinstance(r.get(name), str) and is_like(r[name], pattern)
        elif way == "IN":
            values = [self.constant(draw) for _ in range(draw.randint(0, 3))]
            self.text = f"{name} IN {{{', '.join(text for text, _ in values)}}}"
            self.holds = lambda r: any(self.equal(r.get(name), value) for _, value in values)
        else:
            text, value = self.constant(draw)
            if value is None and way not in ("==", "!="):
                way = "=="
            self.text = f"{name} {way} {text}"
            self.holds = {
                "==": lambda r: self.equal(r.get(name), value),
                "!=": lambda r: not self.equal(r.get(name), value),
                "<": lambda r: self.ordered(r.get(name), value) and r[name] < value,
                "<=": lambda r: self.ordered(r.get(name), value) and r[name] <= value,
                ">": lambda r: self.ordered(r.get(name), value) and r[name] > value,
                ">=": lambda r: self.ordered(r.get(name), value) and r[name] >= value,
            }[way]

    @staticmethod
    def constant(draw):
        part = draw.random()
        if part < 0.1:
            return "NIL", None
        if part < 0.2:
            value = draw.random() < 0.5
            return ("YES" if value else "NO"), int(value)
        if part < 0.5:
            value = draw.choice(NUMBERS)
            return str(value), value
        value = draw.choice(TOWNS + DECIMALS)
        return quoted(value), value

    @staticmethod
    def equal(one, other):
        return kind(one) == kind(other) and one == other

    @staticmethod
    def ordered(one, other):
        return kind(one) is not None and kind(one) == kind(other)


class StoredWorld:
    def __init__(self, seed):
        self.draw = draw = random.Random(seed * 104729)
        names = ["town", "n", "gone"]
        self.deletion = Predicate(draw, names) if draw.random() < 0.6 else None
        self.cat_deletion = Predicate(draw, ["name"]) if draw.random() < 0.3 else None
        self.prune = Predicate(draw, names) if draw.random() < 0.8 else None
        self.cat_prune = Predicate(draw, ["name", "id"]) if draw.random() < 0.5 else None
        self.dangling = draw.choice(["keep", "null", "null"])

    def spec(self):
        def rules(name, predicate):
            return {name: predicate.text} if predicate else {}

        types = [{"to": "id", "type": "integer"}, {"to": "town", "type": "string"}, {"to": "n", "type": "integer"}]
        types += [{"to": "gone", "type": "boolean"}, {"to": "price", "type": "decimal"}]
        keys = [{"to": "catID", "type": "integer", "hidden": True}, {"to": "catIDs", "hidden": True}]
        return {
            "descriptors": [
                {"keyPath": "humans", "root-map-ref": "h", "optional": True, **rules("prune", self.prune)},
                {"keyPath": "cats", "root-map-ref": "c", "optional": True, **rules("prune", self.cat_prune)},
            ],
            "targets": {"Human": {"properties": {"favourite": "Cat", "cats": "[Cat]"}}},
            "mappers": [
                {
                    "id": "h", "target": "Human", "identification": "id", "attributes": types + keys,
                    **rules("deletionPredicate", self.deletion),
                    "relationships": [{"from": "kids", "to": "kids", "map-ref": "k", "many": True}],
                    "connections": [
                        {"to": "favourite", "target": "Cat", "where": {"catID": "id"}},
                        {"to": "cats", "target": "Cat", "where": {"catIDs": "id"}},
                    ],
                },
                {"id": "k", "target": "Kid", "attributes": [{"from": "", "to": "name"}]},
                {
                    "id": "c", "target": "Cat", "identification": "id", **rules("deletionPredicate", self.cat_deletion),
                    "attributes": [{"to": "id", "type": "integer"}, {"to": "name", "type": "string"}],
                },
            ],
        }

    def document(self):
        draw, made = self.draw, {}

        def maybe(record, name, values):
            part = draw.random()
            if part > 0.25:
                record[name] = None if part < 0.35 else draw.choice(values)

        if draw.random() < 0.85:
            made["humans"] = []
            for _ in range(draw.randint(0, 8)):
                human = {"id": draw.randint(1, 12)}
                maybe(human, "town", TOWNS)
                maybe(human, "n", NUMBERS)
                maybe(human, "gone", [True, False, False])
                maybe(human, "price", DECIMALS)
                maybe(human, "catID", range(1, 6))
                if draw.random() < 0.5:
                    human["catIDs"] = draw.sample(range(1, 7), draw.randint(1, 3))
                if draw.random() < 0.4:
                    human["kids"] = [draw.choice("xyz") for _ in range(draw.randint(0, 3))]
                made["humans"].append(human)
        if draw.random() < 0.7:
            made["cats"] = []
            for _ in range(draw.randint(0, 4)):
                cat = {"id": draw.randint(1, 6)}
                maybe(cat, "name", TOWNS)
                made["cats"].append(cat)
        return made

    def limit(self):
        """As a flag, and which of so many stored rows may go."""
        most = self.draw.choice([0, 1, 2, 100])
        if self.draw.random() < 0.4:
            return str(most), lambda missing, stored: missing <= most
        share = self.draw.choice([0, 10, 50, 100])
        return f"{share}%", lambda missing, stored: missing * 100 <= share * stored


class StoredReference:
    """The rows of a database, as several runs leave them."""

    def __init__(self, world):
        self.world = world
        self.humans, self.cats = {}, {}

    def take(self, document, limit):
        """Says how many rows were pruned; nil where more would have been than may."""
        before = {"humans": set(self.humans), "cats": set(self.cats)}
        came = {"humans": set(), "cats": set()}
        for name in ("humans", "cats"):
            rows = getattr(self, name)
            for record in document.get(name, []):
                came[name].add(record["id"])
                row = rows.setdefault(record["id"], {"kids": [], "joined": []})
                for key in record.keys() - {"catID", "catIDs", "kids"}:
                    value = record[key]
                    row[key] = int(value) if isinstance(value, bool) else value
                if record.get("catID") is not None:
                    row["favourite_id"] = record["catID"]
                row["joined"] = record.get("catIDs", row["joined"])
                row["kids"] = record.get("kids", row["kids"])
        self.delete(self.humans, self.world.deletion, came["humans"])
        self.delete(self.cats, self.world.cat_deletion, came["cats"])
        pruned = self.prune(before, came, limit)
        if self.world.dangling == "null":
            for row in self.humans.values():
                if row.get("favourite_id") not in self.cats:
                    row["favourite_id"] = None
                row["joined"] = [key for key in row["joined"] if key in self.cats]
        return pruned

    @staticmethod
    def delete(rows, predicate, came):
        if predicate and came:
            for key in [key for key, row in rows.items() if predicate.holds(row)]:
                del rows[key]

    def prune(self, before, came, limit):
        wanted = []
        for name, predicate in (("humans", self.world.prune), ("cats", self.world.cat_prune)):
            if not predicate or not came[name]:
                continue
            scope = {key for key, row in getattr(self, name).items() if predicate.holds(row)}
            missing = scope - came[name]
            if not limit(len(missing), len(scope & before[name])):
                return None
            wanted += [(name, key) for key in missing]
        for name, key in wanted:
            del getattr(self, name)[key]
        return len(wanted)

    def tables(self):
        humans, kids, joined = [], [], []
        for key, row in self.humans.items():
            humans.append((key, *(row.get(name) for name in ("town", "n", "gone", "price", "favourite_id"))))
            kids += [(key, place, name) for place, name in enumerate(row["kids"])]
            joined += [(key, cat) for cat in row["joined"]]
        cats = [(key, row.get("name")) for key, row in self.cats.items()]
        return {"Human": sorted(humans, key=repr), "Kid": sorted(kids), "Human_cats": sorted(joined), "Cat": sorted(cats, key=repr)}


QUERIES = {
    "Human": "SELECT id, town, n, gone, price, favourite_id FROM Human",
    "Kid": "SELECT Human_id, position, name FROM Kid",
    "Human_cats": "SELECT Human_id, cats_id FROM Human_cats",
    "Cat": "SELECT id, name FROM Cat",
}
