"""Which records of a run overwrite earlier ones of their identity (docs/spec-format.md, "A record that comes twice")."""
import json
from collections import Counter
from decimal import Decimal
from fractions import Fraction

from ..shared import Number

ABSENT = object()
WORDS = {"true": True, "t": True, "yes": True, "y": True, "false": False, "f": False, "no": False, "n": False}
# Moments, each with texts and numbers that mean it.
MOMENTS = {
    "date": [(1714557600, ["2024-05-01T10:00:00Z", "2024-05-01T12:00:00+02:00", Number("1714557600"), "2024-05-01T10:00:00.000Z",
                           "20240501T100000Z"]),
             (1714557600.5, ["2024-05-01T10:00:00.5Z", "2024-05-01T10:00:00.50Z", "2024-05-01T05:00:00.500-05:00", Number("1714557600.5")]),
             (1714521600, ["2024-05-01", "2024-05-01T00:00Z", "20240501"])],
    "day": [("2024-05-01", ["2024-05-01", "20240501", "2024-W18-3"]), ("2024-05-02", ["2024-05-02", "2024-123"])],
    "local": [("2024-05-01T07:30:00", ["2024-05-01T07:30:00", "2024-05-01T07:30", "20240501T073000"]),
              ("2024-05-01T07:30:00.5", ["2024-05-01T07:30:00.5"])],
}


class Unfit(Exception):
    """A value that cannot be converted."""


class Record:
    """What a mapper makes of a representation."""

    def __init__(self, mapper, place):
        self.mapper, self.place = mapper, place
        self.target = mapper["target"]
        # What the record gives itself, and what is written of it.
        self.given, self.written = {}, {}
        self.key, self.revision, self.related = None, ABSENT, []

    def form(self):
        """As a member of its owner: its key, or its members."""
        return ("key", self.target, self.key) if self.key else ("record", frozenset(self.written.items()))

    def whole(self):
        yield self
        for one in self.related:
            yield from one.whole()


class Known:
    """What the run knows of an identity."""

    def __init__(self):
        self.given, self.revision, self.places = {}, None, []

    def copy(self):
        made = Known()
        made.given, made.revision = dict(self.given), self.revision
        return made

    def conflicts(self, record):
        """The members that a record would overwrite."""
        old, new = self.revision, record.revision
        if old and new and new is not ABSENT and old != new and old[0] == new[0] in ("number", "instant", "day", "local"):
            return []
        names = [name for name in record.given if name in self.given]
        return [name for name in names if self.given[name] != record.given[name]]

    def skips(self, record):
        """Whether a record is not newer."""
        old, new = self.revision, record.revision
        if not old or new is ABSENT:
            return False
        if not new:
            return True
        return new[1] <= old[1] if old[0] == new[0] != "text" else old == new

    def take(self, record):
        """Whether the record is skipped."""
        self.places.append(record.place)
        if self.skips(record):
            return True
        if record.revision is not ABSENT:
            self.revision = record.revision
        self.given.update(record.given)
        return False


class Model:
    """The records of a run, one after the other."""

    def __init__(self, spec, roots_alone=False, needs_keys=False):
        self.mappers = {mapper["id"]: mapper for mapper in spec["mappers"]}
        self.default = spec.get("defaults", {}).get("onRepeat", "report")
        self.roots_alone, self.needs_keys = roots_alone, needs_keys
        # The members of each target, in the order in which the descriptors lead to its mappers.
        self.members = {}
        first = [one["root-map-ref"] for one in spec["descriptors"]]
        for name in [*first, *(name for name in self.mappers if name not in first and name[1:] == "")]:
            mapper = self.mappers[name]
            names = [rule["to"] for rule in mapper["attributes"] + mapper.get("relationships", []) if not rule.get("hidden")]
            self.members.setdefault(mapper["target"], {}).update(dict.fromkeys(names))
        self.known, self.pending = {}, []
        self.keys = {}
        # What is told: by target the number of records, the members, and the first place; and the records that fail.
        self.told, self.failed = {}, []

    def add(self, mapper, representation, place_of):
        self.pending = []
        root = self.build(self.mappers[mapper], representation, place_of, True)
        if root:
            self.settle_all(root)

    def settle_all(self, record):
        """Compares a record and those related to it with what is known; what is below one that is not newer is skipped."""
        is_skipped = record.key and self.settle(record) and not record.mapper.get("mapRelationshipsIfUnmodified")
        for one in [] if is_skipped or self.roots_alone else record.related:
            self.settle_all(one)

    def settle(self, record):
        """Compares a record with what is known; whether it is skipped."""
        self.keys.setdefault(record.target, set()).add(record.key)
        known = self.known.setdefault((record.target, record.key), Known())
        members = self.conflicts(known, record) if self.policy(record) == "report" else []
        if members:
            if record.target not in self.told:
                self.told[record.target] = (0, Counter(), (record.place, list(known.places)), True)
            count, counts, first, are_skipped = self.told[record.target]
            counts.update(members)
            self.told[record.target] = (count + 1, counts, first, are_skipped and known.skips(record))
        return known.take(record)

    def conflicts(self, known, record):
        """The members that a record would overwrite, in their order."""
        found = known.conflicts(record)
        return [name for name in self.members[record.target] if name in found]

    def policy(self, record):
        return record.mapper.get("onRepeat", self.default)

    def build(self, mapper, representation, place_of, is_root, is_part=False):
        """The record of a representation; none if it fails."""
        record = Record(mapper, place_of(representation))
        applies = False
        names = mapper.get("identification", [])
        texts = {}
        for rule in mapper["attributes"]:
            value, is_given, is_found = attribute(rule, representation)
            # A default alone makes no record of a part of the owner's representation.
            applies = applies or is_found and (is_given or not is_part or value is ABSENT)
            if rule["to"] in names:
                texts[rule["to"]] = key_text(rule, value, representation)
            if value is not ABSENT and not rule.get("hidden"):
                record.written[rule["to"]] = value
                if is_given:
                    record.given[rule["to"]] = value
            if rule["to"] == mapper.get("modification") and is_given:
                record.revision = value
        applies = self.relate(record, representation, place_of) or applies
        if names:
            record.key = None if None in texts.values() else tuple(texts[name] for name in names)
            for name in names if record.key else []:
                record.given.pop(name, None)
        lacks_key = self.needs_keys and bool(names) and not record.key
        if applies and not lacks_key and self.is_kept(record, is_root):
            return record
        inside = {id(one) for one in record.whole()}
        self.pending = [one for one in self.pending if id(one) not in inside]
        return None

    def relate(self, record, representation, place_of):
        """Makes the related records; whether there is any source."""
        is_found = False
        for rule in record.mapper.get("relationships", []):
            raw = representation.get(rule["from"], ABSENT) if rule["from"] else representation
            if raw is ABSENT:
                continue
            is_found = is_found or rule["from"] != ""
            if raw is None:
                value = None
            else:
                raws = raw if isinstance(raw, list) else [raw]
                mapper, is_part = self.mappers[rule["map-ref"]], not rule["from"]
                made = [self.build(mapper, one, place_of, False, is_part) for one in raws if one is not None]
                made = [one for one in made if one]
                if not made and not rule["from"]:
                    # What has nothing for a part of it has none.
                    continue
                is_found = True
                record.related += made
                if rule["many"]:
                    keyless = tuple(one.form() for one in made if not one.key)
                    value = ("list", frozenset(one.form() for one in made if one.key), keyless)
                elif made:
                    value = made[0].form()
                else:
                    continue
            if rule.get("assignmentPolicy") != "union":
                record.given[rule["to"]] = record.written[rule["to"]] = value
        return is_found

    def is_kept(self, record, is_root):
        """Whether a complete record may stay, beside what the run knows and what is complete of its root."""
        if not record.key or self.roots_alone and not is_root:
            return True
        if self.policy(record) == "fail":
            known = self.known.get((record.target, record.key), Known()).copy()
            for other in self.pending:
                if (other.target, other.key) == (record.target, record.key):
                    known.take(other)
            members = self.conflicts(known, record)
            if members:
                self.failed.append((record.place, members))
                return False
        self.pending.append(record)
        return True


def attribute(rule, representation):
    """What a rule makes of a representation: the value, whether the record gives it, whether its source was found."""
    if "value" in rule:
        return plain(rule["value"]), True, False
    raw = representation.get(rule["from"], ABSENT)
    if raw is ABSENT:
        policy = rule.get("onMissing", "default" if "default" in rule else "absent")
        return stand_in(rule, policy), False, policy == "default" and "default" in rule
    try:
        value = converted(rule.get("type"), raw)
    except Unfit:
        return stand_in(rule, rule.get("onError", "absent")), False, False
    if value is None:
        value = stand_in(rule, rule.get("onNull", "null"))
        return value, value is not ABSENT, True
    return value, True, True


def stand_in(rule, policy):
    if policy == "absent":
        return ABSENT
    return converted(rule.get("type"), rule["default"]) if policy == "default" and "default" in rule else None


def converted(kind, raw):
    """The value of a type, in a form that is equal for equal values; none for null."""
    if raw is None or kind is None:
        return plain(raw)
    if kind.startswith(("[", "set<", "orderedSet<")):
        inner = inside(kind)
        values = [converted(inner, one) for one in (raw if isinstance(raw, list) else [raw])]
        return ("set", frozenset(values)) if kind.startswith("set") else ("list", tuple(dict.fromkeys(values) if kind[0] == "o" else values))
    if isinstance(raw, (list, dict)):
        raise Unfit
    if kind == "string":
        return ("text", raw if isinstance(raw, str) else json.dumps(raw))
    if isinstance(raw, str) and not raw.strip():
        return None
    if kind in ("date", "day", "local"):
        return moment(kind, raw)
    if kind == "uuid":
        return ("text", raw.lower())
    if kind == "boolean":
        value = raw if isinstance(raw, bool) else {**WORDS, "1": True, "0": False}.get(str(raw).lower())
        if value is None:
            raise Unfit
        return ("boolean", value)
    if isinstance(raw, bool):
        return ("number", Fraction(raw))
    if raw.lower() in WORDS and kind != "decimal":
        return ("number", Fraction(WORDS[raw.lower()]))
    try:
        value = Fraction(raw.strip())
    except ValueError:
        raise Unfit from None
    if kind == "integer" and value.denominator != 1:
        raise Unfit
    return ("number", value)


def inside(kind):
    """The type of a list's elements."""
    return kind[1:-1] if kind[0] == "[" else kind[kind.index("<") + 1:-1]


def moment(kind, raw):
    for value, spellings in MOMENTS[kind]:
        if raw in spellings and isinstance(raw, Number) == isinstance(spellings[spellings.index(raw)], Number):
            return ("instant" if kind == "date" else kind, value)
    raise Unfit


def plain(raw):
    """A JSON value that is copied."""
    if isinstance(raw, dict):
        return ("object", frozenset((name, plain(one)) for name, one in raw.items()))
    if isinstance(raw, list):
        return ("list", tuple(map(plain, raw)))
    if isinstance(raw, Number):
        return ("number", raw.value)
    return raw if raw is None else ("boolean" if isinstance(raw, bool) else "text", raw)


def key_text(rule, value, representation):
    """A value as part of a key, by its text; none if it has none."""
    if value is ABSENT or value is None:
        return None
    if rule.get("type") == "decimal":
        # A decimal keeps its digits.
        text = format(Decimal(representation[rule["from"]].strip()), "f")
        return text if value[1] else text.lstrip("-")
    return format(Decimal(value[1].numerator) / value[1].denominator, "f") if value[0] == "number" else str(value[1])
