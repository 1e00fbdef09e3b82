"""What the tables must hold, worked out slowly: dictionaries, one representation after the other.

Rows of tables that are numbered (`_id`) are told apart by where they belong instead: their numbers follow the order
of arrival, which is nobody's promise.
"""
from decimal import Decimal

from ..shared import Number, json_text


class Reference:
    def __init__(self, world):
        self.world = world
        self.entities = {}  # table -> key -> {column: value}
        self.lists = {}  # table -> owner -> [row]: members of join tables, children
        self.owners = {}  # unidentified target -> [(owner target, relationship)]
        for target in self.reached(world.roots):
            for one in target.relationships:
                if not one.target.is_identified and one.many:
                    self.owners.setdefault(one.target.name, []).append((target, one))

    def reached(self, targets):
        """Targets that have records: the roots, and what their relationships lead to."""
        found = list(targets)
        for target in found:
            found += [one.target for one in target.relationships if one.target not in found]
        return sorted(set(found), key=lambda target: target.name)

    def take(self, document):
        for target in self.world.roots:
            shown = document.get(target.name, {} if target.is_keyed else [])
            if target.is_keyed:
                rule = target.keys[0]
                kind = int if rule.kind == "integer" else str
                shown = [{rule.source: kind(key), **one} for key, one in shown.items()]
            for representation in shown:
                self.write(target, representation)

    # Records with identity

    def write(self, target, representation):
        """Writes a record; its key."""
        if not isinstance(representation, dict):
            representation = {target.keys[0].source: representation}
        key = tuple(stored(rule.kind, representation[rule.source]) for rule in target.keys)
        rows = self.entities.setdefault(target.name, {})
        is_new = key not in rows
        row = rows.setdefault(key, {rule.name: part for rule, part in zip(target.keys, key)})
        for rule in target.attributes:
            if rule.source in representation:
                row[rule.name] = stored(rule.kind, representation[rule.source])
            elif is_new and rule.default is not None:
                row[rule.name] = rule.default
        for one in target.relationships:
            if one.source in representation:
                self.relate(target, key, row, one, representation[one.source])
        return key

    def relate(self, target, owner, row, one, value):
        """A relationship of a record, whose table's row is given, to what it says now."""
        if one.target.is_identified:
            if isinstance(value, list):
                members = [self.write(one.target, member) for member in value]
                if one.many is None:
                    self.point(row, one, None)
                self.join(target, owner, one, members)
            else:
                key = None if value is None else self.write(one.target, value)
                if one.many is not True:
                    self.point(row, one, key)
                if one.many is not False:
                    self.join(target, owner, one, [])
        elif one.many:
            name = one.target.name
            children = self.lists.setdefault((name, "child"), {})
            place = (target.name, owner, one.name)
            # Deeper rows belong to the place, so they go with it.
            for deeper in list(self.lists.values()):
                for other in [other for other in deeper if belongs(other, place)]:
                    del deeper[other]
            children[place] = []
            for position, member in enumerate(value or []):
                child = self.plain(one.target, member)
                children[place].append(child)
                for deeper in one.target.relationships:
                    self.relate(one.target, (*place, position), child, deeper, member[deeper.source])
        else:
            for rule in one.target.attributes:
                row[f"{one.name}_{rule.name}"] = stored(rule.kind, value[rule.source]) if value else None

    def plain(self, target, representation):
        return {rule.name: stored(rule.kind, representation[rule.source]) for rule in target.attributes}

    def point(self, row, one, key):
        for number, rule in enumerate(one.target.keys):
            row[f"{one.name}_{rule.name}"] = key[number] if key else None

    def join(self, target, owner, one, members):
        table = self.lists.setdefault((f"{target.name}_{one.name}", "join"), {})
        rows, seen = [], set()
        for position, key in enumerate(members):
            if key not in seen:
                seen.add(key)
                rows.append({**{f"{one.name}_{rule.name}": part for rule, part in zip(one.target.keys, key)}, "position": position})
        table[(target.name, owner, one.name)] = rows

    # Tables

    def tables(self):
        """Table -> rows as sorted lists of (column, value), nulls left out."""
        made = {}
        for name, rows in self.entities.items():
            made[name] = list(rows.values())
        for (name, kind), owners in self.lists.items():
            rows = made.setdefault(name, [])
            for (owner_name, owner, relationship), members in owners.items():
                owner_target = next(t for t in self.world.targets if t.name == owner_name)
                if owner_target.is_identified:
                    columns = {f"{owner_name}_{rule.name}": part for rule, part in zip(owner_target.keys, owner)}
                else:
                    columns = {f"{owner_name}__id": self.shown(owner)}
                for position, member in enumerate(members):
                    row = {**columns, **member}
                    if kind == "child":
                        row["position"] = position
                        if len(self.owners[name]) > 1:
                            row["relationship"] = relationship
                    rows.append(row)
        return {name: canonical(rows) for name, rows in made.items() if rows}

    def shown(self, place):
        """Where a child belongs, as the tables tell it."""
        name, owner, relationship, position = place
        target = next(t for t in self.world.targets if t.name == name)
        child = next(one.target.name for one in target.relationships if one.name == relationship)
        parts = list(owner) if target.is_identified else [self.shown(owner)]
        return [name, parts, relationship if len(self.owners[child]) > 1 else None, position]


def belongs(place, owner):
    """Whether a list hangs below another: its owner's key begins with the other's place."""
    key = place[1]
    while len(key) == 4 and isinstance(key[1], tuple):
        if key[:3] == owner:
            return True
        key = key[1]
    return False


def canonical(rows):
    return sorted((sorted((k, v) for k, v in row.items() if v is not None) for row in rows), key=repr)


def stored(kind, value):
    """A value as SQLite holds it."""
    if value is None:
        return None
    if kind == "string" or kind == "date":
        return value
    if kind == "decimal":
        return str(value)
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, Number):
        return number(value)
    if isinstance(value, (list, dict)):
        return json_text(value)
    return value


def number(text):
    """An integer or a real where that is the number, else its text."""
    if not set(text) & set(".eE"):
        return int(text) if -2**63 <= int(text) < 2**63 else str(text)
    # What a double's shortest text stands for is the number itself.
    real = float(text)
    if real in (float("inf"), float("-inf")):
        return str(text)
    return real if Decimal(repr(real)) == Decimal(text) else str(text)
