"""Documents that contradict each other, in several runs by several modes, and what they come to.

What a record says is made anew whenever it is shown: values differ, are null, or are missing. The last one counts,
where no modification attribute says otherwise, so that here the order of the documents matters.
"""
from ..shared import Number
from .generator import Attribute, Relationship, Target, World
from .reference import Reference, stored

# Instants as documents have them, and as a modification column does.
INSTANTS = {
    "2011-07-04T12:00:00Z": "2011-07-04T12:00:00Z",
    "2011-07-04T14:00:00.000+02:00": "2011-07-04T12:00:00Z",
    "2011-07-04T12:00:00.50Z": "2011-07-04T12:00:00.5Z",
    "2011-07-04T07:00:00.5-05:00": "2011-07-04T12:00:00.5Z",
    "2011-07-04T12:00:00.4999Z": "2011-07-04T12:00:00.4999Z",
    "1999-12-31T23:59:59.9990Z": "1999-12-31T23:59:59.999Z",
    "2024-02-29T00:00:00Z": "2024-02-29T00:00:00Z",
}
REVISIONS = ["1", "2", "3", "2.5", "-1", "0", "3.0", "9223372036854775807"]
FAILED = object()


class DisputedWorld(World):
    """Records are known by their keys alone; relationships have policies, targets modification attributes."""

    def make_targets(self):
        r = self.random
        targets = super().make_targets()
        for target in targets:
            target.modification, target.relates_unmodified, target.parent = None, False, None
            for one in target.relationships:
                one.policy = r.choice(["set", "union"]) if one.many else "set"
                one.choices = None
            if target.is_identified and r.random() < 0.4:
                kind = r.choice(["date", "integer", "number"])
                target.modification = Attribute("m", "M", kind)
                target.attributes.append(target.modification)
                target.relates_unmodified = r.random() < 0.5
        owners = [target for target in targets if target.is_identified and not target.is_keyed]
        if owners and r.random() < 0.4:
            # Its records are told apart by what encloses them.
            owner = r.choice(owners)
            part = Target("TP")
            part.modification, part.relates_unmodified, part.parent = None, False, owner
            part.keys = [Attribute("k0", f"@parent.{owner.keys[0].source}", owner.keys[0].kind), Attribute("k1", "K1", "integer")]
            part.attributes = [Attribute("a0", "A0", "string", None)]
            one = Relationship("rp", "RP", part, True)
            one.policy, one.choices = r.choice(["set", "union"]), None
            owner.relationships.append(one)
            targets.append(part)
        pairs = [(a, b) for a in owners for b in owners if a is not b and len(a.keys) == len(b.keys)]
        if pairs and r.random() < 0.5:
            # What a record says decides which target it is of.
            one = Relationship("rd", "RD", None, r.random() < 0.5)
            one.policy, one.choices = "set", r.choice(pairs)
            one.target = one.choices[0]
            r.choice(owners).relationships.append(one)
        return targets

    def spec(self):
        spec = super().spec()
        spec["descriptors"] = [one for one in spec["descriptors"] if one["name"] != "TP"]
        for mapper in list(spec["mappers"]):
            target = next(one for one in self.targets if one.name == mapper["target"])
            if target.parent:
                mapper.pop("scalarAs", None)
            if target.modification:
                mapper |= {"modification": "m", "mapRelationshipsIfUnmodified": target.relates_unmodified}
            for one, made in zip(target.relationships, mapper.get("relationships", [])):
                if one.policy != "set":
                    made["assignmentPolicy"] = one.policy
                if one.choices:
                    made["map-ref"] = "choice"
                    choices = [{"keyPath": "D", "expectValue": c.name, "map-ref": c.name} for c in one.choices]
                    spec["mappers"].append({"id": "choice", "dynamic": True, "matchers": choices})
        return spec

    def fill(self, target, record):
        """Nothing is said of a record but its key until it is shown."""

    def documents(self):
        self.roots = [target for target in self.roots if not target.parent]
        return super().documents()

    def show(self, target, record, depth, owner=None):
        r = self.random
        if depth > 0 and target.takes_scalars and r.random() < 0.3:
            return record["key"][0]
        shown = {}
        for rule, part in zip(target.keys, record.get("key", ())):
            if not rule.source.startswith("@"):
                shown[rule.source] = part
        for rule in target.attributes:
            if r.random() < 0.7:
                shown[rule.source] = self.said(target, rule)
        if not shown:
            rule = target.attributes[0]
            shown[rule.source] = self.said(target, rule)
        for one in target.relationships:
            if target.is_identified and depth > 2 or r.random() < 0.4:
                continue
            shown[one.source] = self.shown(one, depth)
        return shown

    def said(self, target, rule):
        r = self.random
        if rule is not target.modification:
            return self.value(rule.kind)
        if r.random() < 0.1:
            return None
        if rule.kind == "date":
            return r.choice(list(INSTANTS))
        return Number(r.choice([one for one in REVISIONS if rule.kind == "number" or "." not in one]))

    def shown(self, one, depth):
        r = self.random
        many = one.many if one.many is not None else r.random() < 0.5
        if r.random() < 0.1:
            return None
        if not many:
            return self.show_member(one, depth)
        return [self.show_member(one, depth) for _ in range(r.choice([0, 1, 1, 2, 3]))]

    def show_member(self, one, depth):
        if not one.choices:
            return self.show(one.target, self.member(one.target), depth + 1)
        target = self.random.choice(one.choices)
        shown = self.show(target, self.member(target), depth + 1)
        if isinstance(shown, dict):
            shown["D"] = self.random.choice([target.name] * 5 + ["nobody"])
        return shown

    def member(self, target):
        if not target.is_identified:
            return {}
        return self.random.choice(list(self.records[target.name].values()))


class DisputedReference(Reference):
    """The tables through several runs, with what each has done to their rows."""

    def begin(self, mode):
        self.mode = mode
        self.before = {name: set(rows) for name, rows in self.entities.items()}
        # The rows that have come, by table.
        self.met = set()

    def take(self, document):
        if self.mode == "fail":
            document = {
                target.name: self.admitted(target, document[target.name])
                for target in self.world.roots
                if target.name in document
            }
        super().take(document)

    # Admission

    def admitted(self, target, shown):
        """The root records of a target that may have rows."""
        if not target.is_keyed:
            return [one for one in (self.admit(target, one, None) for one in shown) if one is not FAILED]
        rule = target.keys[0]
        kind = int if rule.kind == "integer" else str
        made = {}
        for key, one in shown.items():
            one = self.admit(target, {rule.source: kind(key), **one}, None)
            if one is not FAILED:
                made[key] = {name: value for name, value in one.items() if name != rule.source}
        return made

    def admit(self, target, representation, owner):
        if not target:
            return representation
        if target.is_identified and self.key(target, representation, owner) in self.before.get(target.name, ()):
            return FAILED
        if not isinstance(representation, dict):
            return representation
        made = dict(representation)
        for one in target.relationships:
            value = made.get(one.source)
            if isinstance(value, list):
                members = [self.admit(target_of(one, member), member, representation) for member in value]
                made[one.source] = [member for member in members if member is not FAILED]
            elif value is not None:
                made[one.source] = self.admit(target_of(one, value), value, representation)
                if made[one.source] is FAILED:
                    del made[one.source]
        return made

    # Rows

    def key(self, target, representation, owner):
        if not isinstance(representation, dict):
            representation = {target.keys[0].source: representation}
        parts = []
        for rule in target.keys:
            isOwners = rule.source.startswith("@parent.")
            source = owner[rule.source[8:]] if isOwners else representation[rule.source]
            parts.append(stored(rule.kind, source))
        return tuple(parts)

    def write(self, target, representation, owner=None):
        key = self.key(target, representation, owner)
        if not isinstance(representation, dict):
            representation = {target.keys[0].source: representation}
        self.met.add((target.name, key))
        if self.mode == "append" and key in self.before.get(target.name, ()):
            return key
        rows = self.entities.setdefault(target.name, {})
        is_new = key not in rows
        row = rows.setdefault(key, {rule.name: part for rule, part in zip(target.keys, key)})
        is_old = not is_new and self.is_old(target, row, representation)
        if is_old and not target.relates_unmodified:
            return key
        if not is_old:
            self.say(target, row, representation, is_new)
        self.refer(target, row, representation)
        self.below(target, key, representation)
        return key

    def is_old(self, target, row, representation):
        rule = target.modification
        if not rule or row.get(rule.name) is None or rule.source not in representation:
            return False
        if representation[rule.source] is None:
            return True
        was, now = row[rule.name], self.stored(target, rule, representation[rule.source])
        # Without its zone an instant with a fraction stands behind the one without.
        return was.rstrip("Z") >= now.rstrip("Z") if rule.kind == "date" else was >= now

    def stored(self, target, rule, value):
        if rule is target.modification and rule.kind == "date" and value is not None:
            return INSTANTS[value]
        # A type says what 3.0 is.
        return int(value) if rule.kind == "integer" and isinstance(value, Number) else stored(rule.kind, value)

    def say(self, target, row, representation, is_new):
        """The attributes of a record, and those of what is flattened into it."""
        for rule in target.attributes:
            if rule.source in representation:
                row[rule.name] = self.stored(target, rule, representation[rule.source])
            elif is_new and rule.default is not None:
                row[rule.name] = rule.default
        for one in target.relationships:
            if one.target.is_identified or one.many or one.source not in representation:
                continue
            value = representation[one.source]
            for rule in one.target.attributes:
                # Another record takes the place of the one that was there.
                isSaid = value is not None and rule.source in value
                default = None if value is None else rule.default
                row[f"{one.name}_{rule.name}"] = stored(rule.kind, value[rule.source]) if isSaid else default

    def refer(self, target, row, representation):
        """The foreign keys of a record."""
        for one in target.relationships:
            if not one.target.is_identified or one.many or one.source not in representation:
                continue
            value = representation[one.source]
            if one.choices:
                self.choose(row, one, value, representation)
                continue
            is_one = value is not None and not isinstance(value, list)
            self.point(row, one, self.key(one.target, value, representation) if is_one else None)

    def choose(self, row, one, value, representation):
        chosen = value is not None and target_of(one, value)
        if chosen is None:
            return
        key = chosen and self.key(chosen, value, representation)
        for target in one.choices:
            for number, rule in enumerate(target.keys):
                row[f"{one.name}_{target.name}_{rule.name}"] = key[number] if target is chosen else None

    def below(self, target, owner, representation):
        """What has rows of its own, relationship by relationship."""
        for one in target.relationships:
            if one.source not in representation:
                continue
            value = representation[one.source]
            if not one.target.is_identified:
                if one.many:
                    self.children(target, owner, one, value or [])
                continue
            members = value if isinstance(value, list) else [] if value is None else [value]
            if one.choices:
                self.below_choice(target, owner, one, members, representation)
                continue
            keys = [self.write(one.target, member, representation) for member in members]
            if one.many is not False:
                self.join(target, owner, one, keys if isinstance(value, list) else [])

    def below_choice(self, target, owner, one, members, representation):
        taken = [(chosen, member) for member in members if (chosen := target_of(one, member))]
        keys = [(chosen, self.write(chosen, member, representation)) for chosen, member in taken]
        if not one.many:
            return
        for choice in one.choices:
            name = f"{target.name}_{one.name}_{choice.name}"
            rows = {}
            for position, (chosen, key) in enumerate(keys):
                if chosen is choice and key not in rows:
                    columns = [f"{one.name}_{rule.name}" for rule in choice.keys]
                    rows[key] = {**dict(zip(columns, key)), "position": position}
                    self.met.add((name, owner, key))
            self.lists.setdefault((name, "join"), {})[target.name, owner, one.name] = list(rows.values())

    def join(self, target, owner, one, members):
        name = f"{target.name}_{one.name}"
        place = (target.name, owner, one.name)
        table = self.lists.setdefault((name, "join"), {})
        self.met |= {(name, owner, key) for key in members}
        if one.policy != "union":
            return super().join(target, owner, one, members)
        rows = table.setdefault(place, [])
        columns = [f"{one.name}_{rule.name}" for rule in one.target.keys]
        there = {tuple(row[column] for column in columns) for row in rows}
        next = max((row["position"] + 1 for row in rows), default=0)
        # Behind nothing members stand where the record has them.
        goes_on = next > 0
        for position, key in enumerate(members):
            if key not in there:
                there.add(key)
                rows.append({**dict(zip(columns, key)), "position": next if goes_on else position})
                next += goes_on

    def children(self, target, owner, one, members):
        name = one.target.name
        table = self.lists.setdefault((name, "child"), {})
        place = (target.name, owner, one.name)
        rows = table.setdefault(place, [])
        first = len(rows) if one.policy == "union" else 0
        # Those that are too many go, with what belongs to them; and so does what the others held.
        for position in range(first, len(rows)):
            self.empty((*place, position))
        del rows[first:]
        for position, member in enumerate(members, start=first):
            row = {}
            self.say(one.target, row, member, False)
            self.refer(one.target, row, member)
            rows.append(row)
            self.met.add((name, place, position))
            self.below(one.target, (*place, position), member)

    def empty(self, owner):
        """Removes all lists below a child."""
        for table in self.lists.values():
            for place in [place for place in table if place[1] == owner]:
                for position in range(len(table[place])):
                    self.empty((*place, position))
                del table[place]

    # Counts

    def contents(self):
        """What each row holds, by the names that rows are met by."""
        held = {}
        for name, rows in self.entities.items():
            for key, row in rows.items():
                held[name, key] = present(row)
        for (name, kind), owners in self.lists.items():
            for place, rows in owners.items():
                for position, row in enumerate(rows):
                    if kind == "child":
                        held[name, place, position] = present(row)
                    else:
                        member = tuple(part for column, part in row.items() if column != "position")
                        held[name, place[1], member] = row["position"]
        return held

    def counts(self, before):
        after = self.contents()
        stayed = before.keys() & after.keys()
        changed = {row for row in stayed if before[row] != after[row]}
        return {
            "inserted": len(after.keys() - before.keys()),
            "updated": len(changed),
            "unchanged": len((stayed & self.met) - changed),
            "deleted": len(before.keys() - after.keys()),
        }

    @property
    def has_numbered(self):
        """Children own rows: one that goes and comes again within a run has another number."""
        return any(
            not target.is_identified and one.many and target.name in self.owners
            for target in self.world.targets
            for one in target.relationships
        )


def target_of(one, representation):
    """The target that a member of a relationship is of; none where it is declined."""
    if not one.choices:
        return one.target
    name = representation.get("D") if isinstance(representation, dict) else None
    return next((target for target in one.choices if target.name == name), None)


def present(row):
    return {column: value for column, value in row.items() if value is not None}
