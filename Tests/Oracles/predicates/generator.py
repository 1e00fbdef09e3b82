"""Random documents, and random predicates and expressions over them, as trees and as texts."""
import json

NAMES = ["a", "b", "c", "d", "e", "f", "x y"]
NUMBERS = [
    "0", "1", "2", "3", "-1", "-0", "1.0", "2.50", "0.1", "1e2", "1E-2", "-7.25", "10", "100", "1000000007",
    "9223372036854775807", "12345678901234567890.5", "123456789012345678", "1e400", "-1e-400", "0.333333333333333333",
    "99999999999999999999999999999", "1e999", "1e1000", "0.00", "5e-1",
]
TEXTS = [
    "", "a", "b", "A", "ab", "aB", "abc", "a*b", "a?", "1", "1.0", "true", "null", "NaN", "Infinity", "-", "\\", "\"", "'",
    "\u00e9", "e\u0301", "\u00c9", "\u00e9a", "\u00df", "\u03a3\u03c2", "\u03c3\u03c3", "\u212b", "\u00e5", "\u1e69", "\u0131", "I",
    "i", "\U0001f600", "\U0001f600a", "line\nbreak", "a\tb", "\u0000", "\u007f", "\uffff", "aab", "aaab", "abababc",
    "a much longer text, of more than eight and of more than sixty-four bytes, with an end",
    "a much longer text, of more than eight and of more than sixty-four bytes, with an End",
]
PIECES = ["*", "?", "a", "b", "\\*", "\\?", "\u00e9", "E", "**", "c", "A"]
PATTERNS = ["a*", "[a-z]+", ".*", "a.", "(a|ab)(c|bc)?", "[^a]*", "a{2,3}b", "\u00e9.?", "(ab)+c", "[A-Z]", "\\d+(\\.\\d)?", ""]
TEXT_OPERATORS = ["CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE", "MATCHES"]
RESERVED = {"in", "any", "all", "like", "not", "and", "or"}
LEVELS = ["or", "and", "not", "comparison", "sum", "product", "sign", "power", "operand"]


class Generator:
    def __init__(self, chance):
        self.chance = chance
        self.variables = []

    def pick(self, choices):
        return self.chance.choice(choices)

    def one_in(self, count):
        return self.chance.randrange(count) == 0

    # Documents

    def document(self):
        return self.object(3)

    def object(self, depth):
        members = []
        for name in self.chance.sample(NAMES, self.chance.randint(0 if depth < 3 else 4, len(NAMES))):
            members.append(f"{self.quoted(name)}:{self.blank()}{self.json(depth - 1)}")
        return "{" + ("," + self.blank()).join(members) + self.blank() + "}"

    def json(self, depth):
        kind = self.chance.randrange(10 if depth > 0 else 6)
        if kind < 2:
            return self.pick(NUMBERS)
        if kind < 4:
            return self.quoted(self.pick(TEXTS))
        if kind < 6:
            return self.pick(["true", "false", "null", "[]", "{}"])
        if kind < 8:
            count = self.pick([0, 1, 2, 2, 3, 5])
            # Lists are of one kind more often than not.
            make = self.pick(
                [
                    lambda: self.json(depth - 1),
                    lambda: self.pick(NUMBERS),
                    lambda: self.quoted(self.pick(TEXTS)),
                    lambda: self.object(depth - 1),
                ]
            )
            return "[" + ("," + self.blank()).join(make() for _ in range(count)) + self.blank() + "]"
        return self.object(depth - 1)

    def quoted(self, text):
        """A JSON string, with escapes that need not be now and then."""
        if self.one_in(4):
            return '"' + "".join(self.escaped(letter) for letter in text) + '"'
        return json.dumps(text, ensure_ascii=self.one_in(4))

    def escaped(self, letter):
        units = letter.encode("utf-16-be")
        return "".join(f"\\u{units[at]:02x}{units[at + 1]:02X}" for at in range(0, len(units), 2))

    def blank(self):
        return self.pick(["", "", "", " ", "\t"])

    # Trees

    def predicate(self, depth):
        kind = self.chance.randrange(9)
        if depth <= 0 or kind >= 3:
            return self.comparison(depth - 1)
        if kind == 0:
            return ("not", self.predicate(depth - 1))
        if self.one_in(12):
            return ("always", self.one_in(2))
        parts = [self.predicate(depth - 1) for _ in range(self.chance.randint(2, 3))]
        return (self.pick(["and", "or"]), parts)

    def comparison(self, depth):
        quantifier = self.pick(["", "", "", "", "ANY", "ALL", "NONE"])
        options = self.pick(["", "", "", "c", "d", "cd"])
        left = self.list_value(depth) if quantifier and not self.one_in(4) else self.value(depth)
        kind = self.chance.randrange(10)
        if kind < 3:
            return ("comparison", quantifier, self.pick(["==", "!="]), options, left, self.value(depth))
        if kind < 5:
            right = self.number(depth) if self.one_in(2) else self.value(depth)
            return ("comparison", quantifier, self.pick(["<", "<=", ">", ">="]), options, left, right)
        if kind == 5:
            bounds = ("list", [self.pick([self.number, self.value])(depth) for _ in range(2)])
            right = bounds if not self.one_in(4) else self.path()
            return ("comparison", quantifier, "BETWEEN", "", left, right)
        if kind == 6:
            return ("comparison", quantifier, "IN", options, left, self.list_value(depth))
        operation = self.pick(TEXT_OPERATORS)
        if operation == "MATCHES":
            right = ("text", self.pick(PATTERNS))
        elif operation == "LIKE":
            right = ("text", "".join(self.pick(PIECES) for _ in range(self.chance.randrange(6))))
        else:
            right = self.text(depth)
        return ("comparison", quantifier, operation, options, left, right)

    def value(self, depth):
        kind = self.chance.randrange(9)
        if kind == 0:
            return self.text(depth)
        if kind == 1:
            return self.pick([("nil",), ("truth", True), ("truth", False)])
        if kind == 2 and depth > 0:
            return self.predicate(depth - 1)
        if kind == 3 and depth > 0:
            return self.list_value(depth - 1)
        if kind == 4:
            return self.number(depth)
        if kind == 5:
            return ("function", "number", [self.path() if self.one_in(2) else ("text", self.pick(TEXTS))])
        return self.path()

    def list_value(self, depth):
        kind = self.chance.randrange(6)
        if depth > 0 and kind == 0:
            return self.subquery(depth)
        if depth > 0 and kind < 3:
            return ("list", [self.value(depth - 1) for _ in range(self.chance.randrange(4))])
        return self.path()

    def text(self, depth):
        if depth > 0 and self.one_in(6):
            return ("function", self.pick(["uppercase", "lowercase"]), [self.text(depth - 1)])
        return self.path() if self.one_in(3) else ("text", self.pick(TEXTS))

    def number(self, depth):
        kind = self.chance.randrange(9)
        if depth <= 0 or kind < 3:
            return ("number", self.pick(NUMBERS).lstrip("-")) if self.one_in(2) else self.path()
        if kind == 3:
            return ("negative", self.number(depth - 1))
        if kind < 6:
            sign = self.pick(["+", "-", "*", "/", "**"])
            return ("arithmetic", sign, self.number(depth - 1), self.number(depth - 1))
        if kind == 6:
            name = self.pick(["sum", "count", "min", "max", "average", "median"])
            return ("function", name, [self.list_value(depth - 1)])
        if kind == 7:
            name = self.pick(["length", "abs", "floor", "ceiling", "round", "modulus"])
            if name == "length":
                return ("function", name, [self.text(depth - 1)])
            return ("function", name, [self.number(depth - 1) for _ in range(2 if name == "modulus" else 1)])
        if self.one_in(2):
            return ("ternary", self.predicate(depth - 1), self.number(depth - 1), self.number(depth - 1))
        return ("below", self.list_value_made(depth), self.steps(1))

    def list_value_made(self, depth):
        return self.subquery(depth) if self.one_in(2) else ("list", [self.value(depth - 1) for _ in range(2)])

    def subquery(self, depth):
        collection = self.list_value(depth - 1)
        name = f"v{len(self.variables)}"
        self.variables.append(name)
        predicate = self.predicate(min(depth - 1, 1))
        self.variables.pop()
        return ("subquery", collection, name, predicate)

    def path(self):
        if self.variables and not self.one_in(3):
            return ("variable", self.pick(self.variables), self.steps(self.chance.randrange(3)))
        return ("path", self.pick(["", "", "", "SELF.", "@root.", "@document."]), [("key", self.pick(NAMES))] + self.steps(self.chance.randrange(3)))

    def steps(self, count):
        steps = []
        for _ in range(count):
            kind = self.chance.randrange(8)
            if kind < 4:
                steps.append(("key", self.pick(NAMES)))
            elif kind == 4:
                steps.append(("index", self.pick([0, 1, -1, -2, 7])))
            elif kind == 5:
                steps.append(("all",))
            else:
                steps.append(("operator", self.pick(["count", "first", "last", "sum", "min", "max", "avg", "keys", "values"])))
        return steps

    # Texts of trees

    def spell(self, node):
        return self.part(node)[0]

    def at_least(self, node, level):
        text, own = self.part(node)
        if LEVELS.index(own) < LEVELS.index(level) or self.one_in(12):
            return f"({text})"
        return text

    def word(self, text):
        return self.pick([text, text, text.lower(), text.capitalize()])

    def part(self, node):
        kind, *parts = node
        if kind == "number":
            return parts[0], "operand"
        if kind == "text":
            return self.literal(parts[0]), "operand"
        if kind == "truth":
            return self.word(self.pick(["TRUE", "YES"] if parts[0] else ["FALSE", "NO"])), "operand"
        if kind == "nil":
            return self.word(self.pick(["NIL", "NULL"])), "operand"
        if kind == "path":
            root, steps = parts
            text = self.steps_text(steps)
            return root + text.removeprefix(".") if not text.startswith("[") else root.rstrip(".") + text, "operand"
        if kind == "variable":
            return f"${parts[0]}{self.steps_text(parts[1])}", "operand"
        if kind == "below":
            return self.spell(parts[0]) + self.steps_text(parts[1]), "operand"
        if kind == "list":
            return "{" + self.commas(parts[0]) + "}", "operand"
        if kind == "negative":
            return "-" + self.at_least(parts[0], "sign"), "sign"
        if kind == "arithmetic":
            return self.arithmetic(*parts)
        if kind == "function":
            return f"{parts[0]}({self.commas(parts[1])})", "operand"
        if kind == "ternary":
            return f"{self.word('TERNARY')}({self.commas(parts)})", "operand"
        if kind == "subquery":
            collection, name, predicate = parts
            return f"SUBQUERY({self.spell(collection)}, ${name}, {self.spell(predicate)})", "operand"
        if kind == "always":
            return "TRUEPREDICATE" if parts[0] else "FALSEPREDICATE", "operand"
        if kind == "not":
            return self.pick([self.word("NOT") + " ", "!", "! "]) + self.at_least(parts[0], "not"), "not"
        if kind in ("and", "or"):
            between = self.pick(["&&", self.word("AND")] if kind == "and" else ["||", self.word("OR")])
            inner = "not" if kind == "and" else "and"
            return f" {between} ".join(self.at_least(part, inner) for part in parts[0]), kind
        return self.comparison_text(*parts), "comparison"

    def arithmetic(self, sign, left, right):
        levels = {"+": ("sum", "product", "sum"), "*": ("product", "sign", "product"), "**": ("operand", "sign", "power")}
        first, second, own = levels[{"-": "+", "/": "*"}.get(sign, sign)]
        blank = self.pick(["", " "])
        return self.at_least(left, first) + blank + sign + blank + self.at_least(right, second), own

    def comparison_text(self, quantifier, operation, options, left, right):
        spellings = {"==": ["=", "=="], "!=": ["!=", "<>"], "<=": ["<=", "=<"], ">=": [">=", "=>"]}
        operator = self.pick(spellings.get(operation, [self.word(operation)]))
        if quantifier == "ANY":
            quantifier = self.pick(["ANY", "SOME"])
        before = self.word(quantifier) + " " if quantifier else ""
        options = f"[{options}]" if options else ""
        return f"{before}{self.at_least(left, 'sum')} {operator}{options} {self.at_least(right, 'sum')}"

    def commas(self, nodes):
        return self.pick([",", ", ", " , "]).join(self.spell(node) for node in nodes)

    def literal(self, text):
        quote = self.pick("'\"")
        body = ""
        for letter in text:
            if letter in "\\" + quote:
                body += "\\" + letter
            elif letter == "\n":
                body += "\\n"
            elif ord(letter) < 32 or self.one_in(30):
                body += self.escaped(letter)
            else:
                body += letter
        return quote + body + quote

    def steps_text(self, steps):
        text = ""
        for step in steps:
            if step[0] == "key":
                simple = step[1].isalnum()
                text += f".{step[1]}" if simple and not self.one_in(8) else f"[{json.dumps(step[1])}]"
            elif step[0] == "index":
                text += f"[{step[1]}]"
            elif step[0] == "all":
                text += "[*]"
            else:
                text += f".@{step[1]}"
        return text
