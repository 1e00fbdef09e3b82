"""What predicates and expressions come to, by docs/spec-format.md: slow, and over Python's values.

Documents are made of None, bool, Decimal, str, list and dict. NIL and FAILED are what has no value.
"""
import decimal
import re
import unicodedata
from decimal import Decimal

EXACT = decimal.Context(prec=20_000, Emax=999_999, Emin=-999_999)
QUOTIENT = decimal.Context(prec=28, rounding=decimal.ROUND_HALF_EVEN, Emax=999_999, Emin=-999_999)
MOST_DIGITS = 1_000
NIL = None


class Failed:
    def __repr__(self):
        return "FAILED"


FAILED = Failed()


class Broken(Exception):
    """A component of a path was applied to what has no parts."""


class Missing(Exception):
    """A path leads nowhere."""


def is_nil(value):
    return value is None or value is FAILED


def number(value):
    """A value that can be reckoned with; None where it is no such."""
    if isinstance(value, bool):
        return Decimal(int(value))
    return value if isinstance(value, Decimal) else None


def fits(value):
    if not value:
        return True
    _, digits, exponent = value.normalize(EXACT).as_tuple()
    return max(len(digits) + exponent, 0) + max(-exponent, 0) <= MOST_DIGITS


# Comparisons


def equal(one, other, fold=lambda text: text):
    if is_nil(one) or is_nil(other):
        return is_nil(one) and is_nil(other)
    if number(one) is not None and number(other) is not None:
        return number(one) == number(other)
    if isinstance(one, str) and isinstance(other, str):
        return fold(one) == fold(other)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(equal(a, b) for a, b in zip(one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(equal(one[key], other[key]) for key in one)
    return False


def order(one, other, fold=lambda text: text):
    """Less than zero, zero or more; None where there is no order."""
    if number(one) is not None and number(other) is not None:
        one, other = number(one), number(other)
    elif isinstance(one, str) and isinstance(other, str):
        one, other = fold(one), fold(other)
    else:
        return None
    return (one > other) - (one < other)


# Letters that have a simple folding which `lower` does not tell.
FOLDINGS = {"\u03c2": "\u03c3", "\u0130": "\u0130", "\u1e9e": "\u00df", "\u00b5": "\u03bc", "\u017f": "s"}


def folding(options):
    def fold(text):
        if "d" in options:
            text = "".join(
                letter for letter in unicodedata.normalize("NFD", text) if unicodedata.category(letter) != "Mn"
            )
        if "c" in options:
            text = "".join(FOLDINGS.get(letter, letter.lower()) for letter in text)
        return text

    return fold


def like(text, pattern):
    """By a table over both: whether the rest from here on is like the rest of the pattern."""
    pieces = []
    at = 0
    while at < len(pattern):
        if pattern[at] == "\\" and at + 1 < len(pattern):
            at += 1
            pieces.append(("is", pattern[at]))
        elif pattern[at] in "?*":
            pieces.append((pattern[at], ""))
        else:
            pieces.append(("is", pattern[at]))
        at += 1
    row = [False] * len(text) + [True]
    for kind, letter in reversed(pieces):
        after = row
        row = [False] * (len(text) + 1)
        for at in range(len(text), -1, -1):
            if kind == "*":
                row[at] = after[at] or at < len(text) and row[at + 1]
            else:
                row[at] = at < len(text) and (kind == "?" or text[at] == letter) and after[at + 1]
    return row[0]


def contains(collection, value, fold):
    if isinstance(collection, str):
        return isinstance(value, str) and fold(value) in fold(collection)
    if isinstance(collection, dict):
        collection = list(collection.values())
    return isinstance(collection, list) and any(equal(element, value, fold) for element in collection)


def elements(value):
    if is_nil(value):
        return []
    return value if isinstance(value, list) else [value]


def compare(operation, options, left, right):
    fold = folding(options)
    if operation == "==":
        return equal(left, right, fold)
    if operation == "!=":
        return not equal(left, right, fold)
    if operation in ("<", "<=", ">", ">="):
        sign = order(left, right, fold)
        if sign is None:
            return False
        return {"<": sign < 0, "<=": sign <= 0, ">": sign > 0, ">=": sign >= 0}[operation]
    if operation == "BETWEEN":
        bounds = list(right.values()) if isinstance(right, dict) else right
        if not isinstance(bounds, list) or len(bounds) != 2:
            return False
        return compare(">=", options, left, bounds[0]) and compare("<=", options, left, bounds[1])
    if operation == "IN":
        return contains(right, left, fold)
    if operation == "CONTAINS":
        return contains(left, right, fold)
    if not isinstance(left, str) or not isinstance(right, str):
        return False
    if operation == "MATCHES":
        if "d" in options:
            left, right = folding("d")(left), folding("d")(right)
        if "c" not in options:
            return re.fullmatch(right, left) is not None
        # For this module the letter without a dot is also an I.
        left, right = (text.replace("\u0131", "\ue000") for text in (left, right))
        return re.fullmatch(right, left, re.IGNORECASE) is not None
    left, right = fold(left), fold(right)
    if operation == "BEGINSWITH":
        return left.startswith(right)
    if operation == "ENDSWITH":
        return left.endswith(right)
    return like(left, right)


# Key paths


def walk(path, value):
    """Where a path leads; raises Missing or Broken where that is nowhere."""
    for place, step in enumerate(path):
        if step[0] == "operator":
            return operate(step[1], walk_plain(path[:place], value), path[place + 1 :])
    return walk_plain(path, value)


def walk_plain(path, value):
    if not path:
        return value
    (kind, *rest), path_rest = path[0], path[1:]
    if kind == "key" and isinstance(value, dict):
        if rest[0] not in value:
            raise Missing
        return walk_plain(path_rest, value[rest[0]])
    if kind == "key" and isinstance(value, list):
        found = []
        for element in value:
            try:
                found.append(walk_plain(path, element))
            except Missing:
                found.append(None)
        return found
    if kind == "index" and isinstance(value, list):
        if not -len(value) <= rest[0] < len(value):
            raise Missing
        return walk_plain(path_rest, value[rest[0]])
    if kind == "index" and isinstance(value, dict):
        raise Missing
    if kind == "all" and isinstance(value, (list, dict)):
        return matches(path, value)
    raise Broken


def matches(path, value):
    if not path:
        return [value]
    if path[0][0] == "all":
        if isinstance(value, (list, dict)):
            parts = value if isinstance(value, list) else value.values()
            return [match for part in parts for match in matches(path[1:], part)]
        return []
    try:
        if path[0][0] == "key" and isinstance(value, list):
            return [walk_plain(path, value)]
        return matches(path[1:], walk_plain(path[:1], value))
    except (Missing, Broken):
        return []


def look_up(path, value):
    """The same, NIL being nowhere."""
    if value is FAILED:
        return FAILED
    try:
        return walk(path, value)
    except (Missing, Broken):
        return NIL


def operate(name, value, path):
    if name == "count":
        if not isinstance(value, (list, dict)):
            raise Broken
        return walk(path, Decimal(len(value)))
    if name == "values" and isinstance(value, (list, dict)):
        return walk(path, value if isinstance(value, list) else list(value.values()))
    if name == "keys" and isinstance(value, dict):
        return walk(path, list(value))
    if not isinstance(value, list) or name == "keys":
        raise Broken
    if name in ("first", "last"):
        if not value:
            raise Missing
        return walk(path, value[0 if name == "first" else -1])
    result = aggregate(name, [look_up(path, element) for element in value])
    if result is None:
        raise Missing
    return result


# Arithmetic


def settled(value):
    return value if fits(value) else FAILED


def quotient(one, other):
    return settled(QUOTIENT.divide(one, other)) if other else FAILED


def power(one, other):
    if other != other.to_integral_value():
        return FAILED
    if not one:
        return FAILED if other < 0 else Decimal(0 if other else 1)
    if abs(one) == 1:
        return Decimal(-1 if one < 0 and EXACT.remainder(other, Decimal(2)) else 1)
    if abs(other) >= 4000:
        return FAILED
    result = EXACT.power(one, abs(int(other)))
    if not fits(result):
        return FAILED
    return quotient(Decimal(1), result) if other < 0 else result


def remainder(one, other):
    return EXACT.remainder(one, other) if other else FAILED


ARITHMETIC = {
    "+": EXACT.add,
    "-": EXACT.subtract,
    "*": EXACT.multiply,
    "/": quotient,
    "**": power,
    "modulus": remainder,
}


def compute(operation, one, other):
    if one is FAILED or other is FAILED:
        return FAILED
    if one is None or other is None:
        return NIL
    one, other = number(one), number(other)
    if one is None or other is None or not fits(one) or not fits(other):
        return FAILED
    result = ARITHMETIC[operation](one, other)
    return result if result is FAILED else settled(result)


def aggregate(kind, values):
    if any(value is FAILED for value in values):
        return FAILED
    values = [value for value in values if value is not None]
    if kind in ("min", "max"):
        best = NIL
        for value in values:
            sign = order(value, value if best is None else best)
            if sign is None:
                return FAILED
            if best is None or (sign < 0 if kind == "min" else sign > 0):
                best = value
        return best
    if any(number(value) is None or not fits(number(value)) for value in values):
        return FAILED
    numbers = sorted(number(value) for value in values)
    if kind == "median":
        if not numbers:
            return NIL
        middle = len(numbers) // 2
        if len(numbers) % 2:
            return numbers[middle]
        return quotient(EXACT.add(numbers[middle - 1], numbers[middle]), Decimal(2))
    total = Decimal(0)
    for value in numbers:
        total = EXACT.add(total, value)
    if kind == "sum":
        return settled(total)
    return quotient(total, Decimal(len(numbers))) if numbers else NIL


def function(name, arguments):
    if name == "modulus":
        return compute(name, *arguments)
    if name in ("sum", "average", "median", "min", "max"):
        return FAILED if arguments[0] is FAILED else aggregate(name, elements(arguments[0]))
    value = arguments[0]
    if name == "number":
        return converted(value)
    if is_nil(value):
        return Decimal(0) if name == "count" and value is None else value
    if name == "count":
        return Decimal(len(value) if isinstance(value, (list, dict)) else 1)
    if name in ("length", "uppercase", "lowercase"):
        if not isinstance(value, str):
            return FAILED
        return {"length": lambda: Decimal(len(value)), "uppercase": value.upper, "lowercase": value.lower}[name]()
    value = number(value)
    if value is None or not fits(value):
        return FAILED
    if name == "abs":
        return value.copy_abs()
    rounding = {"floor": decimal.ROUND_FLOOR, "ceiling": decimal.ROUND_CEILING, "round": decimal.ROUND_HALF_UP}[name]
    return value.to_integral_value(rounding, EXACT)


WORDS = {"true": 1, "t": 1, "yes": 1, "y": 1, "false": 0, "f": 0, "no": 0, "n": 0}


def converted(value):
    """What the type `number` makes of a value, or of the elements of a list."""
    if isinstance(value, list):
        return [converted(element) for element in value]
    if is_nil(value) or value == "":
        return value if is_nil(value) else NIL
    if isinstance(value, str):
        if value.lower() in WORDS:
            return Decimal(WORDS[value.lower()])
        return Decimal(value) if re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", value) else FAILED
    return FAILED if isinstance(value, dict) else number(value)


# Trees


class Evaluation:
    def __init__(self, document):
        self.document = document
        self.variables = {}

    def value(self, node):
        kind, *parts = node
        if kind in ("number", "text", "truth", "nil"):
            return {"number": lambda: Decimal(parts[0]), "nil": lambda: NIL}.get(kind, lambda: parts[0])()
        if kind == "path":
            return look_up(parts[1], self.document)
        if kind == "variable":
            return look_up(parts[1], self.variables[parts[0]])
        if kind == "below":
            return look_up(parts[1], self.value(parts[0]))
        if kind == "list":
            return [self.value(part) for part in parts[0]]
        if kind == "negative" and self.is_constant(parts[0]):
            # A constant with a sign, which may be longer than what is reckoned.
            return self.value(parts[0]).copy_negate()
        if kind == "negative":
            return compute("-", Decimal(0), self.value(parts[0]))
        if kind == "arithmetic":
            return compute(parts[0], self.value(parts[1]), self.value(parts[2]))
        if kind == "function":
            return function(parts[0], [self.value(part) for part in parts[1]])
        if kind == "ternary":
            return self.value(parts[1] if self.holds(parts[0]) else parts[2])
        if kind == "subquery":
            return self.subquery(*parts)
        return self.holds(node)

    def is_constant(self, node):
        return node[0] == "number" or node[0] == "negative" and self.is_constant(node[1])

    def subquery(self, collection, name, predicate):
        collection = self.value(collection)
        if collection is FAILED:
            return FAILED
        chosen = []
        for element in elements(collection):
            self.variables[name] = element
            if self.holds(predicate):
                chosen.append(element)
        return chosen

    def holds(self, node):
        kind, *parts = node
        if kind == "always":
            return parts[0]
        if kind == "not":
            return not self.holds(parts[0])
        if kind == "and":
            return all(self.holds(part) for part in parts[0])
        if kind == "or":
            return any(self.holds(part) for part in parts[0])
        quantifier, operation, options, left, right = parts
        left, right = self.value(left), self.value(right)
        if not quantifier:
            return compare(operation, options, left, right)
        answers = [compare(operation, options, element, right) for element in elements(left) if not is_nil(element)]
        return {"ANY": any(answers), "ALL": all(answers), "NONE": not any(answers)}[quantifier]
