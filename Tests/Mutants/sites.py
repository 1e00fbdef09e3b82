"""Where a source can be changed, and how: the mutants of a Swift or C file.

A mutant changes one place. All the mutants of a build are in it at once, each behind a number that the
switch of the run picks (see switch.py). So each change must keep its line, and be valid whether it is on
or off; those that do not compile are dropped by the build.
"""
import re
from dataclasses import dataclass, field

# What stands for the number of a mutant, and for the operator that it has for itself.
NUMBER, SIGN = "\u00A7", "\u00A4"
# A binary operator of Swift that becomes another: what operands it takes, its precedence, and what may
# stand in its place. `l` and `r` are the operands; those of `&&` and `||` are calls.
COMPARED = ("T: Comparable", "ComparisonPrecedence")
EQUATED = ("T: Equatable", "ComparisonPrecedence")
ADDED = ("T: AdditiveArithmetic", "AdditionPrecedence")
COUNTED = ("T: FixedWidthInteger", "AdditionPrecedence")
SWIFT_OPERATORS = {
    "<": (COMPARED, ["<=", ">="]),
    "<=": (COMPARED, ["<", ">"]),
    ">": (COMPARED, [">=", "<="]),
    ">=": (COMPARED, [">", "<"]),
    "==": (EQUATED, ["!="]),
    "!=": (EQUATED, ["=="]),
    "+": (ADDED, ["-"]),
    "-": (ADDED, ["+"]),
    "&+": (COUNTED, ["&-"]),
    "&-": (COUNTED, ["&+"]),
    "&&": (None, ["left alone", "right alone"]),
    "||": (None, ["left alone", "right alone"]),
}
# Binary operators of C by how tightly they bind, and what may stand in the place of each.
C_LEVELS = [["||"], ["&&"], ["|"], ["^"], ["&"], ["==", "!="], ["<", "<=", ">", ">="], ["<<", ">>"], ["+", "-"],
            ["*", "/", "%"]]
C_OPERATORS = {
    "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"], "==": ["!="], "!=": ["=="],
    "+": ["-"], "-": ["+"], "<<": [">>"], ">>": ["<<"], "^": ["|"],
    "&&": ["left alone", "right alone"], "||": ["left alone", "right alone"],
    "&": ["left alone", "right alone", "|"], "|": ["left alone", "right alone", "&"],
}


@dataclass
class Mutant:
    path: str
    line: int  # From 1.
    start: int
    end: int
    change: str  # In words.
    text: str  # The line as it stands, which with `change` names the mutant.
    edits: list = field(default_factory=list)  # (start, end, text)
    declaration: str = ""  # What it needs beside its file.
    number: int = 0
    room: str = ""

    @property
    def key(self):
        return (self.path, self.text, self.change)


def mutants(path, text):
    """All the mutants of a file."""
    reader = CFile(path, text) if path.endswith((".c", ".h")) else SwiftFile(path, text)
    return reader.mutants()


class File:
    def __init__(self, path, text):
        self.path = path
        self.text = text
        self.code = self.masked()
        self.starts = [0]
        for match in re.finditer("\n", text):
            self.starts.append(match.end())
        self.found = []

    def blank(self, code, start, end):
        """Blanks a range, but for the ends of its lines."""
        for place in range(start, end):
            if code[place] != "\n":
                code[place] = " "

    def lines(self):
        """Number from 1, start and code of each line."""
        for number, start in enumerate(self.starts, 1):
            end = self.starts[number] - 1 if number < len(self.starts) else len(self.text)
            yield number, start, self.code[start:end]

    def add(self, start, end, change, edits, declaration=""):
        line = self.text.count("\n", 0, start) + 1
        first = self.starts[line - 1]
        last = self.text.find("\n", start)
        text = self.text[first:last].strip()
        self.found.append(Mutant(self.path, line, start, end, change, text, edits, declaration))

    def closing(self, start):
        """Where the bracket that opens at a place closes."""
        depth = 0
        for place in range(start, len(self.code)):
            if self.code[place] in "([{":
                depth += 1
            elif self.code[place] in ")]}":
                depth -= 1
                if depth == 0:
                    return place
        return len(self.code) - 1

    def numbers(self, start, code, is_on):
        for match in re.finditer(r"(?<![\w.$])(0x[0-9A-Fa-f_]+|\d[\d_]*)(?![\w.]|\s*:)", code):
            value = int(match[1].replace("_", ""), 0)
            begin, end = start + match.start(1), start + match.end(1)
            for other in [value + 1] + ([value - 1] if value > 0 else []):
                written = hex(other) if match[1].startswith("0x") else str(other)
                self.add(begin, end, f"{match[1]} -> {written}", [(begin, end, is_on(written, match[1]))])


class SwiftFile(File):
    # What may not be mutated, or is no code that runs.
    UNTOUCHED = re.compile(r"\b(?:precondition|assert|assertionFailure|fatalError|preconditionFailure)\(")
    STATEMENT = re.compile(r"^\s+(?:try )?(?!return|throw|let|var|case|if|guard|while|for|switch|defer|super|func|init|"
                           r"self\.init|repeat|do|else|default|await|unsafe)[a-z_]\w*[\w.?!]*(?:\[[^\]]*\])?[\w.?!]*\(.*\)$")
    ASSIGNMENT = re.compile(r"^\s+(?!let|var|case|return|self\.init)[a-z_]\w*[\w.?!]*(?:\[[^\]]*\])?[\w.?!]*"
                            r" (?:=|[-+|&^*]=|&[-+]=) [^=].*[^,({\[=&|+?:]$")

    def masked(self):
        code = list(self.text)
        text = self.text
        place = 0
        while place < len(text):
            if text.startswith("//", place):
                end = text.find("\n", place)
                end = len(text) if end < 0 else end
            elif text.startswith("/*", place):
                end = text.find("*/", place) + 2
            elif text[place] == '"' or (text[place] == "#" and re.match(r'#+"', text[place:place + 4])):
                end = self.string_end(place)
            else:
                place += 1
                continue
            self.blank(code, place, end)
            # A string is something, still.
            if text[place] in '"#':
                code[place] = '"'
                code[end - 1] = '"'
            place = end
        for match in re.finditer(r"(?ms)^#if .*?^#endif", "".join(code)):
            self.blank(code, match.start(), match.end())
        for match in self.UNTOUCHED.finditer("".join(code)):
            self.code = "".join(code)
            self.blank(code, match.start(), self.closing(match.end() - 1) + 1)
        return "".join(code)

    def string_end(self, place):
        text = self.text
        hashes = 0
        while text[place] == "#":
            hashes += 1
            place += 1
        quote = '"""' if text.startswith('"""', place) else '"'
        place += len(quote)
        escape = "\\" + "#" * hashes
        while place < len(text):
            if text.startswith(quote + "#" * hashes, place):
                return place + len(quote) + hashes
            if text.startswith(escape + "(", place):
                place = self.interpolation_end(place + len(escape))
            elif text.startswith(escape, place):
                place += len(escape) + 1
            else:
                place += 1
        return place

    def interpolation_end(self, place):
        depth = 0
        while place < len(self.text):
            if self.text[place] == '"':
                place = self.string_end(place)
                continue
            depth += {"(": 1, ")": -1}.get(self.text[place], 0)
            place += 1
            if depth == 0:
                break
        return place

    def mutants(self):
        # What other modules inline may not call what they do not see.
        if "@inlinable" in self.text or "@usableFromInline" in self.text:
            return []
        lines = list(self.lines())
        in_initializer = False
        for index, (number, start, code) in enumerate(lines):
            stripped = code.strip()
            if re.match(r"(?:[\w()]+ )*init[?(<]", stripped):
                in_initializer = True
            elif re.match(r"(?:[\w()@]+ )*(?:func|subscript|var|static) ", stripped):
                in_initializer = False
            if not stripped or stripped.startswith(("@", "import ", "#", "extension ", "case ", "default:")):
                continue
            if re.match(r"(?:[\w()]+ )*(?:func|struct|class|enum|protocol|typealias|infix|prefix|where)\b", stripped):
                continue
            self.operators(start, code)
            self.conditions(start, code)
            before = next((c.strip() for _, _, c in reversed(lines[:index]) if c.strip()), "")
            behind = next((c.strip() for _, _, c in lines[index + 1:] if c.strip()), "")
            self.statements(start, code, before, behind, in_initializer)
            if len(re.findall(r"\b\d+\b", code)) <= 4 and not re.match(r"(?:[\w()]+ )*case ", stripped):
                self.numbers(start, code, lambda new, old: f"(mutantIsOn({NUMBER}) ? {new} : {old})")
        return self.found

    def operators(self, start, code):
        for match in re.finditer(r"(?<=\s)(<=|>=|==|!=|&&|\|\||&\+|&-|<|>|\+|-)(?=\s)", code):
            old = match[1]
            begin, end = start + match.start(1), start + match.end(1)
            kind, others = SWIFT_OPERATORS[old]
            # Parts of texts and lists are put together, too.
            if old == "+" and '"' in code:
                continue
            isNil = re.match(r"nil\b", code[match.end():].strip())
            for new in others:
                self.add(begin, end, f"`{old}` {new}" if kind is None else f"`{old}` -> `{new}`",
                         [(begin, end, SIGN)], self.declaration(kind, old, new, isNil))

    @staticmethod
    def declaration(kind, old, new, isNil):
        if kind is None:
            precedence = "LogicalConjunctionPrecedence" if old == "&&" else "LogicalDisjunctionPrecedence"
            alone = "l" if new == "left alone" else "try r()"
            return (f"infix operator {SIGN}: {precedence}\n"
                    f"func {SIGN} (l: Bool, r: @autoclosure () throws -> Bool) rethrows -> Bool {{"
                    f" if mutantIsOn({NUMBER}) {{ return {alone} }}; return try l {old} r() }}")
        generic, precedence = kind
        if isNil:
            return (f"infix operator {SIGN}: {precedence}\n"
                    f"func {SIGN} <T: ~Copyable>(l: borrowing T?, r: _OptionalNilComparisonType) -> Bool {{"
                    f" mutantIsOn({NUMBER}) ? l {new} nil : l {old} nil }}")
        result = "Bool" if precedence == "ComparisonPrecedence" else "T"
        return (f"infix operator {SIGN}: {precedence}\n"
                f"func {SIGN} <{generic}>(l: T, r: T) -> {result} {{ mutantIsOn({NUMBER}) ? l {new} r : l {old} r }}")

    def conditions(self, start, code):
        match = re.match(r"\s*(?:\} else )?(if|guard|while) ", code)
        if not match:
            return
        depth = 0
        clauses = [match.end()]
        end = None
        for place in range(match.end(), len(code)):
            if code[place] in "([":
                depth += 1
            elif code[place] in ")]":
                depth -= 1
            elif code[place] == "," and depth == 0:
                clauses.append(place + 1)
            elif code.startswith((" {", " else {"), place) and depth == 0:
                end = place
                break
        if end is None or depth != 0:
            return
        clauses.append(end + 1)
        for first, behind in zip(clauses, clauses[1:]):
            begin = start + first + (len(code[first:]) - len(code[first:].lstrip()))
            finish = start + behind - 1
            clause = self.code[begin:finish]
            if not clause.strip() or re.match(r"(?:let|var|case|unsafe|try|await)\b|#", clause):
                continue
            self.add(begin, finish, f"not `{self.text[begin:finish]}`",
                     [(begin, begin, f"(mutantIsOn({NUMBER}) != ("), (finish, finish, "))")])

    def statements(self, start, code, before, behind, in_initializer):
        stripped = code.strip()
        if code.count("(") != code.count(")") or code.count("{") != code.count("}"):
            return
        # A part of what stands around it.
        if before.endswith((",", "(", "[", "=", "?", "&&", "||", "+", "->", "return", ":")) and not re.match(
                r"(?:case\b.*|default):$", before):
            return
        if behind.startswith((".", "?", ":", "&&", "||", "+", "-", "else", "{", "==", "!=")):
            return
        is_jump = re.fullmatch(r"return|break|continue", stripped) and not self.is_in_guard(start)
        is_assignment = self.ASSIGNMENT.match(code) and not in_initializer
        is_call = self.STATEMENT.match(code)
        if is_call and behind == "}" and (before.endswith(("in", "{")) and re.search(r"->|\bin$|: [\w\[\]?<>]+ \{$", before)):
            return  # What a function, a closure or a property gives.
        if is_jump or is_assignment or is_call:
            begin = start + len(code) - len(code.lstrip())
            end = start + len(code.rstrip())
            self.add(begin, end, f"without `{self.text[begin:end]}`",
                     [(begin, begin, f"if !mutantIsOn({NUMBER}) {{ "), (end, end, " }")])


    def is_in_guard(self, place):
        """The innermost block around a place must be left: that of a guard."""
        depth = 0
        while place > 0:
            place -= 1
            if self.code[place] == "}":
                depth += 1
            elif self.code[place] == "{":
                depth -= 1
                if depth < 0:
                    return re.search(r"[^}\s]\s+else\s*$", self.code[max(0, place - 200):place]) is not None
        return False


class CFile(File):
    def masked(self):
        code = list(self.text)
        for match in re.finditer(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", self.text, re.S):
            if self.text[match.start()] == "/":
                self.blank(code, match.start(), match.end())
            else:
                code[match.start():match.end()] = "c" * (match.end() - match.start())
        # What the preprocessor reads, with the lines that go on.
        for match in re.finditer(r"(?m)^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", "".join(code)):
            self.blank(code, match.start(), match.end())
        for match in re.finditer(r"(?s)\benum \{.*?\}|__asm__[^;]*;|static const [^;]*;", "".join(code)):
            self.blank(code, match.start(), match.end())
        return "".join(code)

    def mutants(self):
        for _, start, code in self.lines():
            if code.startswith(("static", "extern", "typedef", "}", "const")) and code.rstrip().endswith(("{", ",", ";")):
                continue
            self.operators(start, code)
            self.statements(start, code)
            self.numbers(start, code, lambda new, old: f"(RK_MUTANT({NUMBER}) ? {new} : {old})")
            for match in re.finditer(r"~(?=[\w(])", code):
                at = start + match.start()
                end = self.operand_end(at + 1)
                operand = self.text[at + 1:end]
                if "\n" not in operand:
                    self.add(at, end, f"`~{operand}` -> `{operand}`",
                             [(at, at, f"(RK_MUTANT({NUMBER}) ? {operand} : "), (end, end, ")")])
        return self.found

    def operators(self, start, code):
        for match in re.finditer(r"(?<=\s)(<<|>>|<=|>=|==|!=|&&|\|\||<|>|\+|-|&|\||\^)(?=\s)", code):
            old = match[1]
            at, behind = start + match.start(1), start + match.end(1)
            level = next(i for i, names in enumerate(C_LEVELS) if old in names)
            left, right = self.left(at, level), self.right(behind, level)
            l, r = self.text[left:at].strip(), self.text[behind:right].strip()
            if not l or not r or "\n" in l + r:
                continue
            for new in C_OPERATORS[old]:
                other = {"left alone": l, "right alone": r}.get(new, f"{l} {new} {r}")
                words = f"`{l} {old} {r}` -> `{other}`"
                self.add(left, right, words, [(left, left, f"(RK_MUTANT({NUMBER}) ? ({other}) : ("), (right, right, "))")])

    def left(self, place, level):
        """Where the left operand begins of an operator that binds as tightly as `level`."""
        depth = 0
        at = place - 1
        while at > 0:
            char = self.code[at]
            if char in ")]}":
                depth += 1
            elif char in "([{":
                if depth == 0:
                    break
                depth -= 1
            elif depth == 0 and (char in ";,?:" or self.ends(at, level)):
                break
            elif depth == 0 and self.code[at - 6:at + 1] == "return ":
                break
            at -= 1
        at += 1
        while self.code[at].isspace():
            at += 1
        return at

    def operand_end(self, at):
        """Where the name, the call or the group ends that begins here."""
        while at < len(self.code):
            if self.code[at] in "([":
                at = self.closing(at) + 1
            elif self.code[at].isalnum() or self.code[at] in "_." or self.code.startswith("->", at):
                at += 2 if self.code.startswith("->", at) else 1
            else:
                break
        return at

    def ends(self, at, level):
        """An operator stands here that binds less tightly, or that assigns."""
        if not (self.code[at - 1].isspace() or self.code[at + 1].isspace()):
            return False
        match = re.match(r"(?:[-+|&^*]|<<|>>)?=(?!=)", self.code[at:at + 3])
        if match and self.code[at - 1] not in "=!<>":
            return True
        word = re.match(r"(<<|>>|<=|>=|==|!=|&&|\|\||<|>|\+|-|&|\||\^)\s", self.code[at:at + 3])
        if not word or not self.code[at - 1].isspace():
            return False
        return next(i for i, names in enumerate(C_LEVELS) if word[1] in names) < level

    def right(self, place, level):
        """Where the right operand ends."""
        depth = 0
        at = place
        while at < len(self.code):
            char = self.code[at]
            if char in "([{":
                depth += 1
            elif char in ")]}":
                if depth == 0:
                    break
                depth -= 1
            elif depth == 0 and char in ";,?:":
                break
            elif depth == 0 and self.code[at - 1].isspace() and not char.isspace():
                word = re.match(r"(<<|>>|<=|>=|==|!=|&&|\|\||<|>|\+|-|&|\||\^)\s", self.code[at:at + 3])
                if word and next(i for i, names in enumerate(C_LEVELS) if word[1] in names) <= level:
                    break
            at += 1
        while self.code[at - 1].isspace():
            at -= 1
        return at

    def statements(self, start, code):
        match = re.match(r"\s+([a-z_][\w\[\].>-]*) (?:[-+|&^]|<<|>>)?= .*;\s*$|\s+(?:\w+)\(.*\);\s*$|\s+(?:break|continue);\s*$",
                         code)
        if match and code.count("(") == code.count(")") and code.count(";") == 1:
            begin = start + len(code) - len(code.lstrip())
            end = start + len(code.rstrip())
            self.add(begin, end, f"without `{self.text[begin:end]}`", [(begin, begin, f"if (!RK_MUTANT({NUMBER})) ")])
        match = re.match(r"\s*(?:\} else )?(?:if|while) \(", code)
        if match:
            begin = start + match.end()
            end = self.closing(begin - 1)
            if "\n" not in self.text[begin:end]:
                self.add(begin, end, f"not `{self.text[begin:end]}`",
                         [(begin, begin, f"RK_MUTANT({NUMBER}) != !!("), (end, end, ")")])
