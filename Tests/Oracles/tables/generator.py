"""Random specs, and random documents for them that contradict each other nowhere.

A world of records is made first: for each key of each identified target what it is, once and for all. Documents then
show parts of it: a record may come often, whole or in part, at the top or inside others, but what is said of it is
always the same. Records without identity belong to the one that has them, and always come whole.
"""
import random

from ..shared import Number

TEXTS = ["", "a", "it's", 'a "b"', "x\ny", "Zo\u00eb", "\u6f22\u5b57", "\U0001f600", "NULL", "1,2;3", "42", " 7 ", "--", "\\", "a\tb"]
TYPES = ["integer", "string", "decimal", "boolean", "number", "date", "[integer]", None]
KEY_KINDS = [["integer"], ["string"], [None], ["integer", "string"], ["string", "string"], ["integer", "integer", "string"]]


class Target:
    def __init__(self, name):
        self.name = name
        self.keys = []
        self.attributes = []
        self.relationships = []
        # A scalar may stand for a record; records are members of an object, by their keys.
        self.takes_scalars = False
        self.is_keyed = False

    @property
    def is_identified(self):
        return bool(self.keys)


class Attribute:
    def __init__(self, name, source, kind, default=None):
        self.name, self.source, self.kind, self.default = name, source, kind, default


class Relationship:
    def __init__(self, name, source, target, many):
        self.name, self.source, self.target, self.many = name, source, target, many


class World:
    """A spec with its records."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.targets = self.make_targets()
        self.roots = [target for target in self.targets if target.is_identified]
        self.records = {target.name: self.make_keys(target) for target in self.roots}
        for target in self.roots:
            for key in list(self.records[target.name]):
                self.fill(target, self.records[target.name][key])

    # Specs

    def make_targets(self):
        r = self.random
        count = r.randint(1, 6)
        targets = [Target(f"T{number}") for number in range(count)]
        for number, target in enumerate(targets):
            if number == 0 or r.random() < 0.55:
                kinds = r.choice(KEY_KINDS)
                target.keys = [Attribute(f"k{part}", f"K{part}", kind) for part, kind in enumerate(kinds)]
            for part in range(r.randint(1, 4)):
                kind = r.choice(TYPES)
                default = 7 if kind == "integer" and target.keys and r.random() < 0.3 else None
                target.attributes.append(Attribute(f"a{part}", f"A{part}", kind, default))
        for number, target in enumerate(targets):
            # Only to those behind, so that records end; and to the own target, if that has keys.
            choices = targets[number + 1:] + ([target] if target.is_identified else [])
            for part in range(r.randint(0, 3)):
                if not choices:
                    break
                other = r.choice(choices)
                many = r.choice([True, True, False, False, None] if other.is_identified and target.is_identified else [True, False])
                if not other.is_identified and not many and other.relationships:
                    many = True
                target.relationships.append(Relationship(f"r{part}", f"R{part}", other, many))
        for target in targets:
            # What is flattened into its owner has no relationships of its own here.
            for one in target.relationships:
                if not one.target.is_identified and not one.many and one.target.relationships:
                    one.many = True
        referred = {one.target.name for target in targets for one in target.relationships}
        for target in targets:
            if len(target.keys) == 1:
                # A scalar is taken for its attribute alone, without defaults: what comes first would decide.
                has_default = any(rule.default is not None for rule in target.attributes)
                target.takes_scalars = r.random() < 0.4 and not has_default
                has_type = target.keys[0].kind is not None
                target.is_keyed = has_type and target.name not in referred and r.random() < 0.3
        return targets

    def spec(self):
        r = random.Random(self.random.random())
        mappers, targets = [], {}
        for target in self.targets:
            rules = []
            for rule in target.keys + target.attributes:
                is_key = target.is_keyed and rule in target.keys
                made = {"from": f"({rule.name})" if is_key else rule.source, "to": rule.name}
                if rule.kind:
                    made["type"] = rule.kind
                if rule.default is not None:
                    made["default"] = rule.default
                rules.append(made)
            relationships = []
            for one in target.relationships:
                made = {"from": one.source, "to": one.name, "map-ref": one.target.name}
                if one.many is not None:
                    made["many"] = one.many
                relationships.append(made)
            mapper = {"id": target.name, "target": target.name, "attributes": rules}
            if relationships:
                mapper["relationships"] = relationships
            if target.is_keyed:
                mapper |= {"keyAttribute": target.keys[0].name, "forceCollection": True}
            if target.takes_scalars and not target.is_keyed:
                mapper["scalarAs"] = target.keys[0].name
            if target.keys:
                mapper["identification"] = [key.name for key in target.keys]
                if r.random() < 0.4:
                    name = r.choice(target.attributes).name
                    targets[target.name] = {"properties": {name: "any"}, "indexes": [[name]]}
            mappers.append(mapper)
        descriptors = [{"name": t.name, "keyPath": t.name, "root-map-ref": t.name, "optional": True} for t in self.roots]
        spec = {"descriptors": descriptors, "mappers": mappers}
        if targets:
            spec["targets"] = targets
        return spec

    # Records

    def make_keys(self, target):
        records = {}
        for _ in range(self.random.randint(1, 6)):
            key = tuple(self.key_part(part.kind) for part in target.keys)
            records[key] = {"key": key}
        return records

    def key_part(self, kind):
        r = self.random
        if kind == "integer":
            return r.choice([r.randint(-3, 12), r.randint(-2**63, 2**63 - 1)])
        if kind == "string":
            return r.choice(TEXTS + ["b", "c", "d"])
        return r.randint(0, 20)

    def fill(self, target, record):
        r = self.random
        record["attributes"] = {rule.name: self.value(rule.kind) for rule in target.attributes}
        record["relationships"] = {}
        for one in target.relationships:
            record["relationships"][one.name] = self.related(one)

    def related(self, one):
        r = self.random
        many = one.many if one.many is not None else r.random() < 0.5
        if r.random() < 0.1:
            return None
        if not many:
            return self.member(one.target)
        return [self.member(one.target) for _ in range(r.choice([0, 1, 1, 2, 3, 5]))]

    def member(self, target):
        if target.is_identified:
            return self.random.choice(list(self.records[target.name].values()))
        record = {}
        self.fill(target, record)
        return record

    def value(self, kind):
        r = self.random
        if r.random() < 0.1:
            return None
        if kind == "integer":
            return r.choice([r.randint(-9, 9), r.randint(-2**63, 2**63 - 1)])
        if kind == "string":
            return r.choice(TEXTS)
        if kind == "decimal":
            return Number(r.choice(["0.10", "12.30", "-5", "100000000000000000000.5", "0"]))
        if kind == "boolean":
            return r.random() < 0.5
        if kind == "number":
            return Number(r.choice(["1", "-2", "0.5", "1.25", "9223372036854775807", "69726278940360707123456", "0.10"]))
        if kind == "date":
            return r.choice(["2011-07-04T12:00:00Z", "1999-12-31T23:59:59Z", "2024-02-29T00:00:00Z"])
        if kind == "[integer]":
            return [r.randint(0, 9) for _ in range(r.randint(0, 3))]
        return r.choice([True, False, Number("42"), "42", Number("0.5"), Number("1e400"), {"x": [1, None]}, [], r.choice(TEXTS)])

    # Documents

    def documents(self):
        r = self.random
        made = []
        for _ in range(r.randint(1, 12)):
            document = {}
            for target in r.sample(self.roots, r.randint(1, len(self.roots))):
                records = list(self.records[target.name].values())
                chosen = [r.choice(records) for _ in range(r.randint(1, 4))]
                shown = [self.show(target, record, 0) for record in chosen]
                if target.is_keyed:
                    source = target.keys[0].source
                    shown = {str(one[source]): {k: v for k, v in one.items() if k != source} for one in shown}
                document[target.name] = shown
            made.append(document)
        return made

    def show(self, target, record, depth):
        r = self.random
        is_partial = target.is_identified
        if depth > 0 and target.takes_scalars and r.random() < 0.3:
            return record["key"][0]
        shown = {}
        for rule, part in zip(target.keys, record.get("key", ())):
            shown[rule.source] = part
        for rule in target.attributes:
            if not is_partial or r.random() < 0.7:
                shown[rule.source] = record["attributes"][rule.name]
        for one in target.relationships:
            # What has no identity always comes whole; the rest must end somewhere.
            if is_partial and (depth > 3 or r.random() < 0.4):
                continue
            related = record["relationships"][one.name]
            if isinstance(related, list):
                shown[one.source] = [self.show(one.target, member, depth + 1) for member in related]
            else:
                shown[one.source] = None if related is None else self.show(one.target, related, depth + 1)
        return shown
