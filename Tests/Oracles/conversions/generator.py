"""Values to convert: each made to look like something that some type takes, and often damaged a little.

`value(random)` gives the value as `reference` takes it, and its JSON text, in which strings are escaped at random.
"""
import json
import string as letters

NUMERALS = "0123456789"
ODDITIES = ["", " ", "\t", "null", "NaN", "Infinity", "-", "+", ".", "e5", "0x10", "1,234", "n/a", "tomorrow", "\u00e9", "\U0001f600", "\u2028"]
TRUTHS = "true t yes y false f no n True YES No 1 0 2 on off".split()
MONTHS = "January February March April May June July August September October November December".split()
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()


def digits(random, least, most):
    return "".join(random.choices(NUMERALS, k=random.randint(least, most)))


def number(random):
    """A number's text as JSON has it."""
    edge = random.random()
    if edge < 0.1:
        bound = 2 ** random.choice((31, 32, 53, 63, 64)) + random.randint(-2, 2)
        return str(random.choice((-1, 1)) * bound)
    if edge < 0.2:
        return str(random.choice((0, 1, 2, -1, 42)))
    text = random.choice(("", "-")) + (digits(random, 1, random.choice((1, 3, 10, 19, 30))).lstrip("0") or "0")
    if random.random() < 0.4:
        text += "." + digits(random, 1, random.choice((1, 2, 18))) + random.choice(("", "0", "00"))
    if random.random() < 0.15:
        text += random.choice("eE") + random.choice(("", "+", "-")) + str(random.choice((0, 1, 2, 5, 18, 20, 300, 999, 1001, 99999)))
    return text


def numeric_text(random):
    text = number(random)
    if random.random() < 0.2:
        text = random.choice(("+", "0", "00", " ", "\n")) + text
    return text + random.choice(("", "", "", " ", ".", "%", "\t "))


def clock(random):
    return random.choice((0, 9, 12, 23, 24, 25, random.randint(0, 23))), random.choice((0, 59, 60, random.randint(0, 59))), random.choice((0, 59, 60, random.randint(0, 59)))


def day(random):
    year = random.choice((0, 1, 4, 69, 1582, 1900, 1969, 1970, 2000, 2011, 2024, 2038, 9999, random.randint(1900, 2100), random.randint(0, 9999)))
    return year, random.choice((0, 1, 2, 2, 12, 13, random.randint(1, 12))), random.choice((0, 1, 28, 29, 30, 31, 32, random.randint(1, 28)))


def offset(random):
    form = random.choice(("", "", "Z", "z", "+", "-"))
    if form not in ("+", "-"):
        return form
    hours, minutes = random.choice((0, 2, 5, 14, 23, 24)), random.choice((0, 30, 45, 59, 60))
    return form + random.choice((f"{hours:02}:{minutes:02}", f"{hours:02}{minutes:02}", f"{hours:02}", f"{hours}"))


def iso_date(random):
    year, month, date = day(random)
    shape = random.randrange(9)
    text = (
        f"{year:04}-{month:02}-{date:02}", f"{year:04}-{month:02}-{date:02}", f"{year:04}-{month:02}-{date:02}",
        f"{year:04}{month:02}{date:02}", f"{year:04}-{month:02}", f"{year:04}",
        f"{year:04}-{random.choice((0, 1, 59, 60, 365, 366, 367)):03}",
        f"{year:04}-W{random.choice((0, 1, 9, 52, 53, 54)):02}-{random.choice((0, 1, 4, 7, 8))}",
        f"{year:04}W{random.choice((1, 9, 52, 53)):02}{random.choice((1, 4, 7, 8))}",
    )[shape]  # fmt: skip
    if random.random() < 0.3:
        return text
    hour, minute, second = clock(random)
    time = random.choice((f"{hour:02}:{minute:02}:{second:02}", f"{hour:02}:{minute:02}:{second:02}", f"{hour:02}:{minute:02}", f"{hour:02}{minute:02}{second:02}", f"{hour:02}{minute:02}", f"{hour:02}"))
    if random.random() < 0.4:
        time += random.choice(".,") + digits(random, 1, random.choice((1, 3, 6, 9, 18, 20)))
    return text + random.choice("TTTt ") + time + offset(random)


def weekday(random, year, month, date):
    import datetime

    try:
        at = datetime.date(year % 400 + 2000, month, date).weekday()
    except ValueError:
        at = 0
    return DAYS[at if random.random() < 0.9 else random.randrange(7)]


def other_date(random):
    year, month, date = day(random)
    hour, minute, second = clock(random)
    name = MONTHS[month % 12]
    week = weekday(random, year, month % 12 + 1, date)
    zone = random.choice(("GMT", "UTC", "EST", "PDT", "+0200", "-05:00", "Z", "XYZ"))
    return random.choice((
        f"{date}/{month}/{year:04}", f"{date:02}/{month:02}/{year:04}", f"{month:02}/{date:02}/{year}", f"{month}/{date}/{year:04}",
        f"{week[:3]}, {date:02} {name[:3]} {year:04} {hour:02}:{minute:02}:{second:02} {zone}",
        f"{week}, {date:02}-{name[:3]}-{year % 100:02} {hour:02}:{minute:02}:{second:02} {zone}",
        f"{week[:3]} {name[:3]} {date:2} {hour:02}:{minute:02}:{second:02} {year:04}",
        f"{year:04}-{month:02}-{date:02} {hour:02}:{minute:02}:{second:02}",
        f"/Date({random.choice(('', '-'))}{digits(random, 1, 15)}{random.choice(('', '+0200', '-0400', '+2'))})/",
    ))  # fmt: skip


def url(random):
    scheme = random.choice(("http://", "https://", "mailto:", "urn:", "//", "", "", "1x:", ":", "file:///"))
    host = random.choice(("example.org", "user:pw@example.org:80", "[::1]", "[1:2:3:4:5:6:7:8]:8080", "[::ffff:1.2.3.4]", "[v1.a:b]", "[1::2::3]", "[::1", "\u00fcber.de", "a b", "x%41", "x%4", ""))
    path = random.choice(("", "/", "/a/b;c=d", "/a//b", "/%7Efoo", "/a|b", "/a b", "/[x]", "foo/bar", "a:b", "./a:b", "../x"))
    tail = random.choice(("", "", "?q=1&r=/?", "#frag?/x", "?a#b", "#a#b", "?\"x\""))
    return scheme + host + path + tail


def uuid(random):
    text = "-".join("".join(random.choices("0123456789abcdefABCDEF", k=count)) for count in (8, 4, 4, 4, 12))
    return random.choice((text, text, text.upper(), text.replace("-", ""), "{" + text + "}", "urn:uuid:" + text, text[:-1], " " + text))


def base64(random):
    import base64 as coder

    text = coder.b64encode(random.randbytes(random.randint(0, 12))).decode()
    return random.choice((text, text, text.rstrip("="), text + "=", text.replace("+", "-"), text[:-1], " " + text))


def text(random):
    alphabet = letters.ascii_letters + letters.digits + " .,-_:/\"\\\t\u00e4\u20ac\U0001f600"
    return "".join(random.choices(alphabet, k=random.randint(0, 12)))


def damaged(random, content):
    """The text with a character more, less, or other."""
    at = random.randint(0, len(content))
    added = random.choice(NUMERALS + "+-.:/TZ eE\u00e9\u0661")
    return random.choice((content[:at] + added + content[at:], content[:at] + content[at + 1 :], content[:at] + added + content[at + 1 :]))


TEXTS = (numeric_text, iso_date, iso_date, other_date, other_date, url, uuid, base64, text)


def scalar(random):
    kind = random.random()
    if kind < 0.02:
        return ("null", None)
    if kind < 0.05:
        return (random.choice(("true", "false")), None)
    if kind < 0.22:
        return ("number", number(random))
    if kind < 0.27:
        return ("string", random.choice(TRUTHS))
    if kind < 0.32:
        return ("string", random.choice(ODDITIES))
    content = random.choice(TEXTS)(random)
    return ("string", damaged(random, content) if random.random() < 0.15 else content)


def value(random, depth=0):
    """A value and its JSON text."""
    if depth < 2 and random.random() < 0.06:
        return collection(random, depth)
    kind, content = scalar(random)
    return (kind, content), quoted(random, content) if kind == "string" else content or kind


def collection(random, depth):
    if random.random() < 0.3:
        made = '{"k":' + random.choice(("1", "[1.50,null]", '{"x":"y"}')) + "}"
        return ("object", made), made
    if random.random() < 0.5:
        shape = random.choice((number, lambda random: random.choice(("1", "2", "1.0"))))
        texts = [shape(random) for _ in range(random.randint(0, 4))]
        return ("array", [("number", item) for item in texts]), "[" + ",".join(texts) + "]"
    items = [value(random, depth + 1) for _ in range(random.randint(0, 4))]
    return ("array", [item for item, _ in items]), "[" + random.choice((",", " , ")).join(made for _, made in items) + "]"


def quoted(random, content):
    made = json.dumps(content, ensure_ascii=random.random() < 0.5)
    if random.random() < 0.1 and content and content.isascii() and content.isalnum():
        made = '"' + f"\\u{ord(content[0]):04x}" + content[1:] + '"'
    return made.replace("/", "\\/") if random.random() < 0.05 else made
