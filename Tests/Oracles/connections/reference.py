"""What a spec of people and companies makes of documents: an independent account of connections and of --unify."""
import json


class Record:
    def __init__(self, kind):
        self.kind = kind
        self.values = {}
        self.related = {}
        # "absent", "none", "empty" or "asked"; and whether a list is meant.
        self.state = "absent"
        self.is_list = False
        self.holders = []

    def all(self):
        yield self
        for other in self.related.values():
            if other is not None:
                yield from other.all()


class Reference:
    def __init__(self, spec, documents, unifies):
        self.spec = spec
        self.connected = 0
        self.attributes = {"p": ["n", "on", *spec.keys], "c": ["size", "m", *[f"c{key}" for key in spec.keys]]}
        self.relationships = {"p": ["friend"] * spec.related + ["firm"] * spec.inner, "c": ["chief"] * spec.related}
        roots = []
        for number, document in enumerate(documents):
            for name, kind in (("people", "p"), ("firms", "c")):
                roots += [(name, self.map(kind, source)) for source in document[name]]
        if unifies:
            roots = self.unify(roots)
        # In the order of the run: a record, then what is related to it.
        self.run = [record for _, root in roots for record in root.all()]
        for _, root in roots:
            self.hold(root, [])
        self.first, self.whole = {}, {}
        for record in self.run:
            key = self.identity(record)
            if key is not None:
                self.first.setdefault(key, record)
        for key, first in self.first.items():
            same = [record for record in self.run if self.identity(record) == key]
            self.whole[id(first)] = self.merge(same)
        made = [(name, self.write(root, True)) for name, root in roots]
        self.records = [record for _, record in made]
        self.sections = {name: [record for of, record in made if of == name] for name in ("people", "firms")}

    # Mapping

    def map(self, kind, source):
        record = Record(kind)
        record.values = {name: source[name] for name in self.attributes[kind] if name in source}
        for name in self.relationships[kind]:
            if name in source:
                record.related[name] = self.map("c" if name == "firm" else "p", source[name])
        if kind == "p":
            keys = [record.values.get(key) for key in self.spec.keys]
            record.is_list = self.spec.many is True or self.spec.many is None and any(isinstance(key, list) for key in keys)
            if self.spec.condition and not is_one(record.values.get("on")):
                record.state = "empty" if record.is_list else "none"
            elif any(key is not None for key in keys):
                record.state = "asked"
        return record

    def hold(self, record, holders):
        record.holders = holders
        for other in record.related.values():
            self.hold(other, holders + [record])

    # Identity

    def identity(self, record):
        if record.kind not in self.spec.identified:
            return None
        value = record.values.get("n" if record.kind == "p" else "m")
        return None if value is None else (record.kind, text(value))

    def unify(self, roots):
        places, groups = {}, []
        for name, root in roots:
            key = self.identity(root)
            if key is not None and key in places:
                groups[places[key]][1].append(root)
                continue
            if key is not None:
                places[key] = len(groups)
            groups.append((name, [root]))
        return [(name, self.merge(group)) for name, group in groups]

    def merge(self, records):
        if len(records) == 1:
            return records[0]
        made = Record(records[0].kind)
        for record in records:
            made.values |= record.values
            for name, other in record.related.items():
                before = made.related.get(name)
                key = self.identity(other)
                is_same = before is not None and key is not None and self.identity(before[-1]) == key
                made.related[name] = (before if is_same else []) + [other]
            if record.state != "absent":
                made.state, made.is_list = record.state, record.is_list
        made.related = {name: self.merge(others) for name, others in made.related.items()}
        if made.state == "asked" and all(made.values.get(key) is None for key in self.spec.keys):
            made.state = "absent"
        return made

    # Connections

    def find(self, record):
        choices = []
        for key in self.spec.keys:
            value = record.values.get(key)
            choices.append([part for part in value if part is not None] if isinstance(value, list) else [value])
        wanted = [[]]
        for choice in choices:
            wanted = [before + [value] for before in wanted for value in choice]
        found = []
        for keys in wanted:
            for candidate in self.run:
                first = self.first.get(self.identity(candidate), candidate)
                if candidate.kind != "c" or candidate is not first:
                    continue
                whole = self.whole.get(id(first), first)
                if self.spec.only and not is_more(whole.values.get("size")):
                    continue
                values = [whole.values.get(f"c{key}") for key in self.spec.keys]
                if all(value is None for value in values):
                    continue
                if [text(value) for value in values] == [text(key) for key in keys] and first not in found:
                    found.append(first)
        return found

    def write(self, record, connects):
        made = {}
        for name in self.attributes[record.kind]:
            if name in record.values and not (self.spec.hidden and name in self.spec.keys):
                made[name] = record.values[name]
        for name in self.relationships[record.kind]:
            if name in record.related:
                made[name] = self.write(record.related[name], connects)
        if not connects or record.kind != "p" or record.state == "absent":
            return made
        if record.state == "asked":
            found = self.find(record)
            self.connected += len(found)
            copies = [self.copy(other, record) for other in found]
            made["company"] = copies if record.is_list else copies[0] if copies else None
        else:
            made["company"] = [] if record.state == "empty" else None
        return made

    def copy(self, other, record):
        whole = self.whole.get(id(other), other)
        holders = [self.first.get(self.identity(holder), holder) for holder in record.holders]
        if any(holder is other for holder in holders):
            alone = Record(whole.kind)
            alone.values = whole.values
            whole = alone
        return self.write(whole, False)


def text(value):
    """What keys are compared by."""
    if value is None:
        return None
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def is_one(value):
    return value == 1


def is_more(value):
    return value is not None and value > 2
