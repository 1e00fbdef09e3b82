"""What the records of a document are by identity, and how two collections of them differ: a full join."""
import json
from fractions import Fraction

ABSENT = object()


def merged(spec, document):
    """The records of a document: by target and key, those with an identity; and a list of those without."""
    found = {}
    loose = []

    def key_of(target, made):
        names = spec.identities[target]
        if not names or any(made.get(name) is None for name in names):
            return None
        return tuple(text_of(made[name]) for name in names)

    def visit(target, made, is_root):
        """Merges a representation and what is in it, itself first; gives what its owner holds of it."""
        key = key_of(target, made)
        record = {name: made[name] for name, _ in spec.attributes[target] if name in made}
        inner = []
        for name, other, is_many, policy in spec.relations[target]:
            if name not in made:
                continue
            value = made[name]
            values = value if is_many else [value]
            inner.append((name, other, is_many, policy, value, values or []))
        if key is None:
            held = holding(record, inner)
            for _, other, _, _, value, values in inner:
                visit_all(other, value, values)
            if is_root:
                loose.append((target, held))
            return
        is_first = (target, key) not in found
        known = found.setdefault((target, key), {})
        revision = spec.revisions.get(target)
        if revision and revision in known and revision in record and is_old(record[revision], known[revision]):
            return
        known.update(record)
        for name, other, is_many, policy, value, values in inner:
            new = hold(other, is_many, value, values)
            if policy == "union" and isinstance(known.get(name), list) and isinstance(new, list):
                new = known[name] + [one for one in new if one not in known[name]]
            # Null adds no members.
            if policy == "union" and new is None and not is_first:
                continue
            known[name] = new
        for _, other, _, _, value, values in inner:
            visit_all(other, value, values)

    def holding(record, inner):
        for name, other, is_many, _, value, values in inner:
            record[name] = hold(other, is_many, value, values)
        return record

    def hold(other, is_many, value, values):
        if value is None:
            return None
        held = [part(other, one) for one in values]
        return held if is_many else held[0]

    def part(other, made):
        key = key_of(other, made)
        if key is not None:
            return {name: made[name] for name in spec.identities[other]}
        record = {name: made[name] for name, _ in spec.attributes[other] if name in made}
        for name, inner, is_many, _ in spec.relations[other]:
            if name in made:
                value = made[name]
                record[name] = hold(inner, is_many, value, value if is_many else [value])
        return record

    def visit_all(other, value, values):
        if value is not None:
            for one in values:
                visit(other, one, False)

    for target, name in spec.roots:
        for made in document.get(name, []):
            visit(target, made, True)
    return found, loose


def is_old(new, known):
    if known is None:
        return False
    return new is None or new <= known


def text_of(value):
    """5 and "5" are one key."""
    return str(value)


def order_of(key):
    return [(0, int(part), "") if part.lstrip("-").isdigit() else (1, 0, part) for part in key]


class Comparison:
    """How values are compared."""

    def __init__(self, spec, ignored=(), tolerances=None, absent_is_null=False):
        self.spec, self.ignored, self.tolerances = spec, set(ignored), tolerances or {}
        self.absent_is_null = absent_is_null

    def same(self, target, name, old, new):
        if (target, name) in self.ignored:
            return True
        if self.absent_is_null:
            old, new = (None if value is ABSENT else value for value in (old, new))
            # Rows of another table are there or not.
            if any(relation == name and is_many for relation, _, is_many, _ in self.spec.relations[target]) and not (old or new):
                return True
        if old is ABSENT or new is ABSENT:
            return old is new
        limit = self.tolerances.get((target, name))
        if limit is not None and all(type(value) in (int, float) for value in (old, new)):
            return abs(Fraction(str(old)) - Fraction(str(new))) <= Fraction(limit)
        return self.form(target, name, old) == self.form(target, name, new)

    def form(self, target, name, value):
        """Equal for equal values."""
        other = next((other for relation, other, _, _ in self.spec.relations[target] if relation == name), None)
        is_set = (target, name) in self.spec.unordered
        if isinstance(value, list):
            forms = [self.form_of(other, one) for one in value]
            return ["list", *(sorted(forms) if is_set else forms)]
        return self.form_of(other, value)

    def form_of(self, target, value):
        if isinstance(value, dict):
            if target is None:
                return json.dumps(value, sort_keys=True)
            names = self.spec.identities[target]
            if names and set(value) <= set(names) and all(value.get(part) is not None for part in names):
                return json.dumps([target] + [text_of(value[part]) for part in names])
            forms = [
                (name, self.form(target, name, value[name])) for name in self.spec.order(target)
                if name in value and (target, name) not in self.ignored
                and not (self.absent_is_null and (value[name] is None or value[name] == []))
            ]
            return json.dumps([target, forms])
        if isinstance(value, bool) or value is None or isinstance(value, str):
            return json.dumps(value)
        if isinstance(value, (int, float)):
            return f"number {Fraction(str(value))}"
        return json.dumps(value)


def changes(spec, old, new, comparison):
    """What differs, as the lines of --to ndjson."""
    lines = []
    counts = {}
    (olds, old_loose), (news, new_loose) = merged(spec, old), merged(spec, new)
    for target in spec.targets:
        count = {"added": 0, "removed": 0, "changed": 0, "same": 0}
        keys = {key for found in (olds, news) for owner, key in found if owner == target}
        for key in sorted(keys, key=order_of):
            one, other = olds.get((target, key)), news.get((target, key))
            shown = {name: (one or other)[name] for name in spec.identities[target]}
            if one is None or other is None:
                op = "add" if one is None else "remove"
                count["added" if one is None else "removed"] += 1
                record = ordered(spec, target, one or other)
                lines.append({"op": op, "target": target, "key": shown, "record": record})
                continue
            changed = {}
            for name in spec.order(target):
                left, right = one.get(name, ABSENT), other.get(name, ABSENT)
                if comparison.same(target, name, left, right):
                    continue
                changed[name] = {
                    side: whole(spec, target, name, value) for side, value in (("old", left), ("new", right)) if value is not ABSENT
                }
            count["changed" if changed else "same"] += 1
            if changed:
                lines.append({"op": "change", "target": target, "key": shown, "changes": changed})
        loose = []
        lefts = [record for owner, record in old_loose if owner == target]
        rights = [record for owner, record in new_loose if owner == target]
        for record in list(lefts):
            twin = next((one for one in rights if comparison.form_of(target, one) == comparison.form_of(target, record)), None)
            if twin is not None:
                lefts.remove(record)
                rights.remove(twin)
                count["same"] += 1
        for op, records, name in (("remove", lefts, "removed"), ("add", rights, "added")):
            count[name] += len(records)
            texts = {}
            for record in records:
                texts.setdefault(comparison.form_of(target, record), []).append(compact(ordered(spec, target, record)))
            for group in texts.values():
                line = {"op": op, "target": target, "key": None}
                if len(group) > 1:
                    line["count"] = len(group)
                loose.append((min(group), line | {"record": json.loads(min(group))}))
        lines += [line for _, line in sorted(loose, key=lambda one: one[0].encode())]
        if any(count.values()):
            counts[target] = count
    return lines, counts


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def ordered(spec, target, record):
    """The record as it is written."""
    return {name: whole(spec, target, name, record[name]) for name in spec.order(target) if name in record}


def whole(spec, target, name, value):
    other = next((other for relation, other, _, _ in spec.relations[target] if relation == name), None)
    if other is None:
        return value
    if isinstance(value, list):
        return [ordered(spec, other, one) for one in value]
    return value if value is None else ordered(spec, other, value)
