"""What records should come of a document: written from the format alone, slow and plain."""
from fractions import Fraction

from ..shared import Number


class Made(Number):
    """A number that no document has."""


class Object(list):
    """Members as (key, value), in the order of the document, a key perhaps several times."""


class Shaped(list):
    """A list that a path made over an array."""


class Failed(Exception):
    """The representation gives no record, for one of these reasons."""

    def __init__(self, *codes):
        self.codes = set(codes)


class Word(str):
    pass


# A key that is not there; a component that was applied to what has none; a value without conversion.
# An operator that makes nothing of a collection has found it all the same.
LACK, BLOCKED, UNKNOWN, BARREN = Word("LACK"), Word("BLOCKED"), Word("UNKNOWN"), Word("BARREN")
NOTHING = (LACK, BLOCKED, BARREN)


class Many(list):
    """What a step has led to that leads to several values."""

    container = False


def is_in(value, words):
    return any(value is word for word in words)


def plain_text(number):
    """A fraction that ends, in plain notation."""
    sign, number = ("-", -number) if number < 0 else ("", number)
    digits = 0
    while number.denominator != 1:
        number, digits = number * 10, digits + 1
        assert digits < 200
    text = str(number.numerator).rjust(digits + 1, "0")
    return Made(sign + text) if digits == 0 else Made(f"{sign}{text[:-digits]}.{text[-digits:]}")


def words(tree):
    """The kinds of the nodes of an expression, among whatever else they hold."""
    if isinstance(tree, (list, tuple)):
        for part in tree:
            yield from words(part)
    elif isinstance(tree, str):
        yield tree


def is_number(value):
    return isinstance(value, Number)


def is_text(value):
    return isinstance(value, str) and not isinstance(value, (Number, Word))


def is_list(value):
    return isinstance(value, list) and not isinstance(value, Object)


def numeric(value):
    if isinstance(value, bool):
        return Fraction(int(value))
    return value.value if is_number(value) else None


def equal(a, b):
    if a is None or b is None:
        return a is b
    x, y = numeric(a), numeric(b)
    if x is not None or y is not None:
        return x == y
    if isinstance(a, Object) and isinstance(b, Object):
        a, b = dict(a), dict(b)
        return a.keys() == b.keys() and all(equal(a[key], b[key]) for key in a)
    if is_list(a) and is_list(b):
        return len(a) == len(b) and all(map(equal, a, b))
    return is_text(a) and is_text(b) and a == b


def ordered(a, operator, b):
    x, y = numeric(a), numeric(b)
    if x is None or y is None:
        if not (is_text(a) and is_text(b)):
            return False
        x, y = [ord(c) for c in a], [ord(c) for c in b]
    return {"<": x < y, "<=": x <= y, ">": x > y, ">=": x >= y}[operator]


class Keys:
    """How the keys of documents are read."""

    def __init__(self, rules):
        self.folds = rules.get("caseInsensitive", False)
        self.names = {self.fold(key): name for key, name in rules.get("rename", {}).items()}

    def fold(self, key):
        return "".join(c.lower() if len(c.lower()) == 1 else c for c in key) if self.folds else key

    def read(self, key):
        folded = self.fold(key)
        return self.fold(self.names[folded]) if folded in self.names else folded

    def find(self, value, key):
        wanted, found = self.fold(key), LACK
        for name, member in value:
            if self.read(name) == wanted:
                found = member
        return found

    def matching(self, value, glob):
        return [member for key, member in value if glob_matches(self.fold(glob), self.read(key))]


def glob_matches(glob, text):
    head, *rest = glob.split("*")
    if not rest:
        return text == head
    if not text.startswith(head):
        return False
    text = text[len(head):]
    *middle, tail = rest
    for part in middle:
        at = text.find(part)
        if at < 0:
            return False
        text = text[at + len(part):]
    return len(text) >= len(tail) and text.endswith(tail)


class Finder:
    """Looks up key paths: lists of (kind, argument)."""

    def __init__(self, keys):
        self.keys = keys

    def value(self, value, steps, null_path=False):
        found = self.found(value, steps, null_path)
        return LACK if found is BLOCKED else found

    def found(self, value, steps, null_path):
        operators = [i for i, step in enumerate(steps) if step[0] == "operator"]
        if operators:
            before, operator, rest = steps[:operators[0]], steps[operators[0]][1], steps[operators[0] + 1:]
            value = self.found(value, before, null_path)
            return value if is_in(value, NOTHING) else self.operated(value, operator, rest, null_path)
        found = self.walk(value, steps, null_path)
        return self.closed(found)

    def closed(self, found):
        if not isinstance(found, Many):
            return found
        return Shaped(found) if found or found.container else LACK

    def walk(self, value, steps, null_path):
        if not steps:
            return value
        (kind, argument), rest = steps[0], steps[1:]
        if value is None and null_path:
            return None
        if kind in ("key", "glob") and is_list(value):
            made = Shaped()
            for element in value:
                found = self.closed(self.walk(element, steps, null_path))
                if found is BLOCKED:
                    return BLOCKED
                made.append(None if found is LACK else found)
            return made
        if kind == "key":
            if not isinstance(value, Object):
                return BLOCKED
            found = self.keys.find(value, argument)
            return found if found is LACK else self.walk(found, rest, null_path)
        if kind == "index":
            if not is_list(value):
                return LACK if isinstance(value, Object) else BLOCKED
            if not -len(value) <= argument < len(value):
                return LACK
            return self.walk(value[argument], rest, null_path)
        if not isinstance(value, list):
            return BLOCKED
        made = Many()
        if kind == "all":
            made.container = True
            matches = list(value) if is_list(value) else [member for _, member in value]
        elif kind == "glob":
            matches = self.keys.matching(value, argument)
        else:
            matches = list(self.below(value, argument))
        for match in matches:
            found = self.walk(match, rest, null_path)
            if isinstance(found, Many):
                made.extend(found)
            elif not is_in(found, NOTHING):
                made.append(found)
        return made

    def below(self, value, key):
        for member in value:
            if isinstance(value, Object):
                name, member = member
                if self.keys.read(name) == self.keys.fold(key):
                    yield member
            if isinstance(member, list):
                yield from self.below(member, key)

    def operated(self, value, name, rest, null_path):
        if value is None and null_path:
            return None
        if not isinstance(value, list):
            return BLOCKED
        if name == "count":
            return self.found(Made(len(value)), rest, null_path)
        if name in ("keys", "values"):
            if is_list(value):
                return self.found(value, rest, null_path) if name == "values" else BLOCKED
            return self.found([m[name == "values"] for m in value], rest, null_path)
        if is_list(value) is False:
            return BLOCKED
        if name in ("first", "last"):
            return self.found(value[0 if name == "first" else -1], rest, null_path) if value else BARREN
        found = [self.found(element, rest, null_path) for element in value]
        if is_in(UNKNOWN, found):
            return UNKNOWN
        found = [f for f in found if not is_in(f, NOTHING)]
        if name in ("sum", "avg", "min", "max"):
            found = [f for f in found if f is not None]
        if name in ("sum", "avg", "min", "max"):
            numbers = [numeric(f) for f in found]
            if name == "sum":
                return UNKNOWN if None in numbers else plain_text(sum(numbers, Fraction(0)))
            if name == "avg":
                return BARREN if not found else UNKNOWN if None in numbers else plain_text(sum(numbers) / len(numbers))
            if found and all(map(is_text, found)):
                return (min if name == "min" else max)(found, key=lambda text: [ord(c) for c in text])
            if None in numbers or not numbers:
                return UNKNOWN if numbers else BARREN
            wanted = min(numbers) if name == "min" else max(numbers)
            return next(f for f, n in zip(found, numbers) if n == wanted)
        if name.endswith("Arrays"):
            found = [element for f in found if is_list(f) for element in f]
        if name.startswith("distinct"):
            kept = []
            for f in found:
                if not any(equal(f, k) for k in kept):
                    kept.append(f)
            found = kept
        return found


class Scope:
    """What names mean in a predicate or an expression."""

    def __init__(self, finder, value, parent=None, is_record=False):
        self.finder, self.value, self.parent, self.is_record = finder, value, parent, is_record

    def holds(self, tree):
        kind = tree[0]
        if kind == "and":
            return self.holds(tree[1]) and self.holds(tree[2])
        if kind == "or":
            return self.holds(tree[1]) or self.holds(tree[2])
        if kind == "not":
            return not self.holds(tree[1])
        if kind in ("any", "all", "none"):
            elements = self.evaluate(tree[1])
            elements = [] if elements is None or elements is UNKNOWN else elements if is_list(elements) else [elements]
            elements = [e for e in elements if e is not None]
            results = [self.compare(e, tree[2], self.evaluate(tree[3])) for e in elements]
            return {"any": any(results), "all": all(results), "none": not any(results)}[kind]
        if kind == "in":
            value = self.evaluate(tree[1])
            value = None if value is UNKNOWN else value
            return any(equal(value, self.evaluate(item)) for item in tree[2])
        if kind == "text":
            a, b = self.evaluate(tree[1]), tree[3]
            if tree[2] == "CONTAINS" and isinstance(a, list):
                return any(equal(b, e[1] if isinstance(a, Object) else e) for e in a)
            if not is_text(a):
                return False
            return {"BEGINSWITH": a.startswith(b), "ENDSWITH": a.endswith(b), "CONTAINS": b in a}[tree[2]]
        return self.compare(self.evaluate(tree[1]), kind, self.evaluate(tree[2]))

    def compare(self, a, operator, b):
        a, b = (None if x is UNKNOWN else x for x in (a, b))
        if operator in ("==", "!="):
            return equal(a, b) == (operator == "==")
        return ordered(a, operator, b)

    def evaluate(self, tree):
        kind = tree[0]
        if kind == "literal":
            return tree[1]
        if kind == "self":
            return self.value
        if kind == "name":
            return self.parent.get(tree[1])
        if kind == "path":
            found = self.finder.value(self.value, tree[1])
            return None if is_in(found, NOTHING) else found
        if kind == "condition":
            return self.holds(tree[1])
        if kind == "ternary":
            return self.evaluate(tree[2] if self.holds(tree[1]) else tree[3])
        operands = [self.evaluate(operand) for operand in tree[1:]]
        if UNKNOWN in operands or None in operands:
            return UNKNOWN if UNKNOWN in operands else None
        a, b = map(numeric, operands)
        if a is None or b is None:
            return UNKNOWN
        return plain_text({"+": a + b, "-": a - b, "*": a * b}[kind])


class Mapper:
    """Makes records of representations, by a model of the spec."""

    def __init__(self, world):
        self.world = world
        self.keys = Keys(world.keys)
        self.finder = Finder(self.keys)

    def record(self, mapper, value):
        """A record, None for one that is declined; what has failed is raised."""
        if "when" in mapper and not Scope(self.finder, value).holds(mapper["when"]):
            return None
        # What reads members takes no scalars (trust.md, section 4).
        if not isinstance(value, list) and self.reads_members(mapper):
            raise Failed("RK1002")
        made, errors, applied = {}, set(), False
        for rule in mapper["attributes"]:
            if "template" not in rule:
                try:
                    applied = self.attribute(mapper, rule, value, made) or applied
                except Failed as failure:
                    errors |= failure.codes
        for rule in mapper["attributes"]:
            if "template" not in rule:
                self.validate(rule, made, errors)
        for rule in mapper["relationships"]:
            try:
                applied = self.relationship(mapper, rule, value, made) or applied
            except Failed as failure:
                errors |= failure.codes
        for rule in mapper["attributes"]:
            if "template" in rule:
                try:
                    self.template(mapper, rule, made)
                except Failed as failure:
                    errors |= failure.codes
        if not applied:
            errors.add("RK1003")
        for rule in mapper["attributes"]:
            if rule.get("required") and made.get(rule["to"]) is None:
                errors.add("RK1005")
        for rule in mapper["validate"]:
            if Scope(self.finder, None, made).holds(rule["test"]) == (rule["word"] == "if"):
                errors.add("RK1005")
        if errors:
            raise Failed(*errors)
        if "deletionPredicate" in mapper and Scope(self.finder, None, made).holds(mapper["deletionPredicate"]):
            return None
        order = [r for r in mapper["attributes"] if not r.get("hidden")] + mapper["relationships"]
        return Object((r["to"], made[r["to"]]) for r in order if r["to"] in made)

    def reads_members(self, mapper):
        """Some rule reads members of the representation, and none reads the representation itself."""
        paths = [path for rule in mapper["attributes"] for path in rule.get("from", [])]
        paths += [rule["from"] for rule in mapper["relationships"]]
        expressions = [rule["expression"] for rule in mapper["attributes"] if "expression" in rule]
        return bool(paths) and all(paths) and not any("self" in words(tree) for tree in expressions)

    def policy(self, mapper, rule, name, value):
        return rule.get(name) or mapper.get(name) or self.world.defaults.get(name) or value

    def assign(self, mapper, rule, made, policy, code):
        if policy == "null" or policy == "default":
            made[rule["to"]] = rule.get("default") if policy == "default" else None
        elif policy in ("error", "fail"):
            raise Failed(code, "RK1005")

    def attribute(self, mapper, rule, value, made):
        """Whether something was found."""
        counts = is_barren = False
        if "expression" in rule:
            found = Scope(self.finder, value).evaluate(rule["expression"])
            found = LACK if found is None else found
        elif "value" in rule:
            found = rule["value"]
        else:
            null_path = self.policy(mapper, rule, "nullPath", "missing") == "null"
            for path in rule["from"]:
                found = self.finder.value(value, path, null_path)
                if not is_in(found, NOTHING):
                    break
                is_barren = is_barren or found is BARREN
            if is_list(found) and self.converted(rule, found) is UNKNOWN and self.is_emptied(rule, value):
                found = LACK
            counts = found is not LACK
        is_converted = self.settle(mapper, rule, found, made)
        if is_in(found, NOTHING):
            policy = rule.get("onMissing") or ("default" if "default" in rule else None)
            policy = policy or self.policy(mapper, rule, "onMissing", "absent")
            return is_barren or ("from" in rule and "default" in rule and policy == "default")
        return is_barren or (counts and is_converted)

    def is_emptied(self, rule, value):
        """Whether keys alone lead to an empty list, which some languages write for an empty object."""
        for path in rule["from"]:
            at = value
            for kind, argument in path if all(kind == "key" for kind, _ in path) else []:
                at = self.keys.find(at, argument) if isinstance(at, Object) else LACK
                if is_list(at):
                    if not at:
                        return True
                    break
        return False

    def settle(self, mapper, rule, found, made):
        """Whether the value, if there is one, could be converted."""
        if is_text(found) and found == "" and "value" not in rule and self.counts_as_null(mapper, rule):
            found = None
        if is_in(found, NOTHING):
            policy = rule.get("onMissing") or ("default" if "default" in rule else None)
            self.assign(mapper, rule, made, policy or self.policy(mapper, rule, "onMissing", "absent"), "RK1005")
        elif found is None:
            self.assign(mapper, rule, made, self.policy(mapper, rule, "onNull", "null"), "RK1005")
        else:
            found = self.converted(rule, found)
            if found is UNKNOWN:
                policy = self.policy(mapper, rule, "onError", "absent")
                if rule.get("required") and (policy != "default" or rule.get("default") is None):
                    policy = "fail"
                self.assign(mapper, rule, made, policy, "RK1002")
                return False
            made[rule["to"]] = found
        return True

    def counts_as_null(self, mapper, rule):
        if rule.get("type") in ("integer", "boolean"):
            return True
        return self.policy(mapper, rule, "emptyString", "keep") == "null"

    def converted(self, rule, value):
        kind = rule.get("type")
        if value is UNKNOWN or kind is None:
            return value
        if kind == "string":
            if isinstance(value, bool):
                return "true" if value else "false"
            return UNKNOWN if isinstance(value, list) else str(value)
        if kind == "integer":
            if isinstance(value, bool):
                return Number(int(value))
            if is_text(value) or is_number(value):
                try:
                    number = Fraction(value.strip())
                except ValueError:
                    return UNKNOWN
                is_whole = number.denominator == 1 and -(2**63) <= number < 2**63
                return UNKNOWN if not is_whole else Number(number.numerator)
        return UNKNOWN

    def validate(self, rule, made, errors):
        name = rule["to"]
        for check in rule.get("validate", []):
            if name not in made:
                return
            if Scope(self.finder, made[name], made).holds(check["test"]) != (check["word"] == "if"):
                continue
            if check["then"] == "fail":
                errors.add("RK1005")
                return
            if check["then"] == "reject":
                del made[name]
            else:
                made[name] = check.get("value") if check["then"] == "set" else None

    def template(self, mapper, rule, made):
        parts, found = [], ""
        for part, is_name in rule["template"]:
            value = made.get(part) if is_name else part
            if value is None:
                found = LACK
                break
            if isinstance(value, list):
                found = UNKNOWN
                break
            parts.append(str(value).lower() if isinstance(value, bool) else str(value))
        if not is_in(found, (LACK, UNKNOWN)):
            found = "".join(parts)
        self.settle(mapper, rule, found, made)

    def relationship(self, mapper, rule, value, made):
        null_path = self.policy(mapper, rule, "nullPath", "missing") == "null"
        found = self.finder.value(value, rule["from"], null_path)
        name = rule["to"]
        if is_in(found, (*NOTHING, UNKNOWN)):
            self.assign(mapper, rule, made, self.policy(mapper, rule, "onMissing", "absent"), "RK1005")
            return found is BARREN
        if found is None or (is_text(found) and found == "" and self.counts_as_null(mapper, rule)):
            self.assign(mapper, rule, made, self.policy(mapper, rule, "onNull", "null"), "RK1005")
            return True
        child = self.world.mappers[rule["map-ref"]]
        # A mapper that reads places takes arrays for rows.
        reads_rows = any(path[0][0] == "index" for r in child["attributes"] for path in r.get("from", []))
        if is_list(found) or isinstance(found, Made):
            items = []
            for element in [found] if isinstance(found, Made) else found:
                if element is None:
                    continue
                if (is_list(element) and not (reads_rows and type(element) is list)) or isinstance(element, Made):
                    policy = self.policy(mapper, rule, "onError", "absent")
                    self.assign(mapper, rule, made, policy, "RK1002")
                    return False
                item = self.related(child, element)
                if item is not None:
                    items.append(item)
            made[name] = items
        else:
            item = self.related(child, found)
            if item is not None:
                made[name] = item
        return True

    def related(self, child, value):
        try:
            return self.record(child, value)
        except Failed:
            # Under --on-error skip it is left out, and its owner lives.
            return None
