"""What a value becomes under each declared type: the rules of docs/spec-format.md, written a second time.

Shares nothing with the program: other language, other methods (regular expressions, exact fractions, the calendar of
Python's datetime where that reaches). A value is a pair of its kind and its content: ("string", text), ("number",
literal), ("true", None), ("false", None), ("null", None), ("array", [values]), ("object", JSON text). `convert` gives
the JSON text of the result, compact, or FAILED.
"""
import datetime
import json
import re
import zoneinfo

FAILED = object()
NULL = "null"
SPACE = " \t\n\r"
INT64 = range(-(2**63), 2**63)

NUMBER = re.compile(r"([+-]?)(\d*)(?:\.(\d+))?(?:[eE]([+-]?)0*(\d+))?", re.A)
JSON_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?", re.A)
TRUTHS = {"true": True, "t": True, "yes": True, "y": True, "false": False, "f": False, "no": False, "n": False}
UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}", re.A)
BASE64 = re.compile(r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")
LARGEST_EXPONENT = 1000


def quoted(text):
    return json.dumps(text, ensure_ascii=False)


def convert(value, kind):
    """The value as `kind`, a type of the spec language."""
    if value[0] == "null":
        return NULL
    if value[0] == "string" and value[1].strip(SPACE) == "" and kind not in ("string", "any"):
        return NULL if SCALARS.get(kind) or value[1] == "" else collection(value, kind)
    if kind in SCALARS:
        return SCALARS[kind](*value)
    return collection(value, kind)


# MARK: - Numbers


def fraction(text):
    """Digits and power of ten of a number's text: (is negative, digits as an integer, exponent); None for no number."""
    match = NUMBER.fullmatch(text)
    if not match or not (match[2] or match[3]):
        return None
    digits = match[2] + (match[3] or "")
    exponent = int(match[5] or 0) * (-1 if match[4] == "-" else 1)
    if match[5] and len(match[5]) > 9:
        return None
    return match[1] == "-", int(digits), exponent - len(match[3] or "")


def numeric(kind, content, has_words=False):
    """The text that is to be a number; words are those of booleans."""
    if kind in ("true", "false"):
        return "1" if kind == "true" else "0"
    if has_words and kind == "string" and content.lower() in TRUTHS:
        return "1" if TRUTHS[content.lower()] else "0"
    return content.strip(SPACE) if kind in ("number", "string") else None


def integer(kind, content):
    text = numeric(kind, content, has_words=True)
    parts = fraction(text) if text is not None else None
    if parts is None:
        return FAILED
    negative, digits, exponent = parts
    while exponent < 0 and digits and digits % 10 == 0:
        digits //= 10
        exponent += 1
    if digits and (exponent < 0 or exponent > 40):
        return FAILED
    whole = digits * 10 ** max(exponent, 0) * (-1 if negative else 1)
    return str(whole) if whole in INT64 else FAILED


def number(kind, content):
    text = numeric(kind, content, has_words=True)
    if text is not None and JSON_NUMBER.fullmatch(text):
        return text
    if text is None or fraction(text) is None:
        return FAILED
    sign, whole, rest = re.fullmatch(r"([+-]?)0*(\d*)(.*)", text).groups()
    return ("-" if sign == "-" else "") + (whole or "0") + rest


def decimal(kind, content):
    text = numeric(kind, content)
    parts = fraction(text) if text is not None else None
    if parts is None or abs(int((re.search("[eE](.*)", text) or [0, 0])[1])) > LARGEST_EXPONENT:
        return FAILED
    return quoted(plain_notation(*parts))


def plain_notation(negative, digits, exponent):
    text = str(digits)
    if exponent >= 0:
        text += "0" * (exponent if digits else 0)
    else:
        text = text.rjust(1 - exponent, "0")
        text = text[:exponent] + "." + text[exponent:]
    return "-" + text if negative and digits else text


# MARK: - Other scalars


def string(kind, content):
    if kind == "string":
        return quoted(content)
    if kind in ("true", "false"):
        return quoted(kind)
    return quoted(content) if kind == "number" else FAILED


def boolean(kind, content):
    if kind in ("true", "false"):
        return kind
    if kind == "string" and content.lower() in TRUTHS:
        return "true" if TRUTHS[content.lower()] else "false"
    text = numeric(kind, content)
    parts = fraction(text) if text is not None else None
    if parts is None:
        return FAILED
    negative, digits, exponent = parts
    if digits == 0:
        return "false"
    return "true" if not negative and digits * 10 ** 0 == 10 ** -exponent and exponent <= 0 else FAILED


UNRESERVED = r"A-Za-z0-9\-._~"
PERCENT = r"%[0-9A-Fa-f]{2}"
SUBDELIMS = r"!$&'()*+,;="
PCHAR = rf"(?:[{UNRESERVED}{SUBDELIMS}:@]|{PERCENT})"
OCTET = r"(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)"
H16 = r"[0-9A-Fa-f]{1,4}"


def uri_reference():
    """RFC 3986, appendix A, but for the address inside brackets, which is looked at by itself."""
    host = rf"(?:\[(?P<literal>[^\]]*)\]|(?:[{UNRESERVED}{SUBDELIMS}]|{PERCENT})*)"
    authority = rf"(?:(?:[{UNRESERVED}{SUBDELIMS}:]|{PERCENT})*@)?{host}(?::\d*)?"
    tail = rf"(?:\?(?:{PCHAR}|[/?])*)?(?:#(?:{PCHAR}|[/?])*)?"
    segments = rf"(?:/{PCHAR}*)*"
    absolute = rf"[A-Za-z][A-Za-z0-9+\-.]*:(?://{authority}{segments}|/(?:{PCHAR}+{segments})?|{PCHAR}+{segments}|)"
    first = rf"(?:[{UNRESERVED}{SUBDELIMS}@]|{PERCENT})+"
    relative = rf"(?://{authority.replace('literal', 'literal2')}{segments}|/(?:{PCHAR}+{segments})?|{first}{segments}|)"
    return re.compile(rf"(?:{absolute}|{relative}){tail}", re.A)


URI = uri_reference()
IPV_FUTURE = re.compile(rf"[vV][0-9A-Fa-f]+\.[{UNRESERVED}{SUBDELIMS}:]+", re.A)


def is_address(text):
    """The text is an address of IPv6, or one of a version to come."""
    if IPV_FUTURE.fullmatch(text):
        return True
    if re.search(rf":{OCTET}(?:\.{OCTET}){{3}}$", text, re.A):
        text = text[: text.rfind(":") + 1] + "0:0"
    halves = text.split("::")
    groups = [half.split(":") if half else [] for half in halves]
    if not all(re.fullmatch(H16, group) for half in groups for group in half):
        return False
    count = sum(map(len, groups))
    return count == 8 if len(halves) == 1 else len(halves) == 2 and count <= 7


def url(kind, content):
    if kind != "string":
        return FAILED
    match = URI.fullmatch(content)
    literal = match and (match["literal"] if match["literal"] is not None else match["literal2"])
    return quoted(content) if match and (literal is None or is_address(literal)) else FAILED


def uuid(kind, content):
    text = content if kind == "string" else ""
    return quoted(text.lower()) if UUID.fullmatch(text) else FAILED


def data(kind, content):
    if kind != "string":
        return FAILED
    return quoted(content) if BASE64.fullmatch(content) else FAILED


# MARK: - Collections


def compact(value):
    kind, content = value
    if kind == "string":
        return quoted(content)
    if kind == "number" or kind == "object":
        return content
    return "[" + ",".join(map(compact, content)) + "]" if kind == "array" else kind


def anything(kind, content):
    return compact((kind, content))


def mapping(kind, content):
    return content if kind == "object" else FAILED


def collection(value, kind):
    """[T], set<T> and orderedSet<T>: a single value is a list of one, and one that fails fails all."""
    element = kind[1:-1] if kind[0] == "[" else kind[kind.index("<") + 1 : -1]
    values = value[1] if value[0] == "array" else [value]
    made = []
    for item in values:
        result = convert(item, element)
        if result is FAILED:
            return FAILED
        if kind[0] == "[" or result not in made:
            made.append(result)
    return "[" + ",".join(made) + "]"


# MARK: - Dates

MONTHS = "January February March April May June July August September October November December".split()
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
EPOCH = datetime.date(1970, 1, 1).toordinal()


def is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def days_in(year, month):
    return 29 if month == 2 and is_leap(year) else (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)[month - 1]


def day_number(year, month, day):
    """Days since 1970; the years of a cycle of 400 are moved to where Python has them."""
    return datetime.date(year % 400 + 2000, month, day).toordinal() - EPOCH + (year // 400 - 5) * 146_097


def written(days, seconds, digits):
    """Days since 1970 and seconds of that day as ISO 8601; FAILED beyond the years of four digits."""
    days += seconds // 86_400
    seconds %= 86_400
    cycle, rest = divmod(days - day_number(0, 1, 1), 146_097)
    date = datetime.date.fromordinal(datetime.date(2000, 1, 1).toordinal() + rest)
    year = cycle * 400 + date.year - 2000
    if not 0 <= year <= 9999:
        return FAILED
    clock = f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return f'"{year:04}-{date.month:02}-{date.day:02}T{clock}{"." + digits if digits else ""}Z"'


def moment(year, month, day, hour=0, minute=0, second=0, digits="", offset=0):
    """A time as calendar and clock say it, `offset` seconds east of Greenwich."""
    if not (0 <= year <= 9999 and 1 <= month <= 12 and 1 <= day <= days_in(year, month)):
        return FAILED
    whole_day = hour == 24 and minute == 0 and second == 0 and not digits.strip("0")
    leap_second = second == 60 and minute == 59
    if not (hour < 24 or whole_day) or minute > 59 or not (second < 60 or leap_second):
        return FAILED
    return written(day_number(year, month, day), hour * 3600 + minute * 60 + second - offset, digits)


def epoch(text, power=0):
    """Seconds since 1970, or with 3 milliseconds."""
    parts = fraction(text)
    if parts is None:
        return FAILED
    negative, digits, exponent = parts
    while digits % 10 == 0 and digits:
        digits //= 10
        exponent += 1
    exponent -= power
    if digits == 0:
        return written(0, 0, "")
    if exponent < -18 or len(str(digits)) + exponent > 12:
        return FAILED
    scale = 10 ** max(-exponent, 0)
    units = digits * 10 ** max(exponent, 0) * (-1 if negative else 1)
    seconds, rest = divmod(units, scale)
    fraction_digits = str(rest).rjust(max(-exponent, 0), "0") if rest else ""
    return written(0, seconds, fraction_digits)


ISO_DAY = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?|(\d\d)(\d\d)|-?(\d{3})|(-?)[Ww](\d\d)(?:(-?)(\d))?)?", re.A)
ISO_TIME = re.compile(r"(\d\d)(?::(\d\d)(?::(\d\d))?|(\d\d)(\d\d)?)?(?:[.,](\d+))?(.*)", re.S | re.A)
ISO_OFFSET = re.compile(r"([+-])(\d\d)(?::?(\d\d))?", re.A)


def iso8601(text, zone):
    parts = re.split(r"[Tt ]", text, maxsplit=1)
    match = ISO_DAY.fullmatch(parts[0])
    if not match:
        return FAILED
    year, month, day = int(match[1]), int(match[2] or match[4] or 1), int(match[3] or match[5] or 1)
    if match[6]:
        if not 1 <= int(match[6]) <= 365 + is_leap(year):
            return FAILED
        month, day = of_year(year, int(match[6]))
    elif match[8]:
        if match[10] and match[7] != match[9]:
            return FAILED
        found = of_week(year, int(match[8]), int(match[10] or 1))
        if not found:
            return FAILED
        year, month, day = found
    if len(parts) == 1:
        return local(zone, year, month, day)
    is_extended = "-" in parts[0]
    if not (match[3] or match[5] or match[6] or match[10]):
        return FAILED
    match = ISO_TIME.fullmatch(parts[1])
    if not match or is_extended and match[4]:
        return FAILED
    hour, minute, second = int(match[1]), int(match[2] or match[4] or 0), int(match[3] or match[5] or 0)
    digits = match[6] or ""
    if digits[18:].strip("0"):
        return FAILED
    digits = digits[:18]
    if digits and not (match[3] or match[5]):
        # The fraction is one of an hour, or of a minute.
        unit = 60 if match[2] or match[4] else 3600
        seconds, rest = divmod(int(digits) * unit, 10 ** len(digits))
        if hour == 24 and int(digits):
            return FAILED
        minute, second = minute + seconds // 60, seconds % 60
        digits = str(rest).rjust(len(digits), "0").rstrip("0")
    clock = (year, month, day, hour, minute, second, digits)
    if match[7] == "":
        return local(zone, *clock)
    if match[7] in ("Z", "z"):
        return moment(*clock)
    offset = offset_seconds(match[7])
    return moment(*clock, offset) if offset is not None else FAILED


def offset_seconds(text):
    match = ISO_OFFSET.fullmatch(text)
    if not match or int(match[2]) > 23 or int(match[3] or 0) > 59:
        return None
    return (int(match[2]) * 3600 + int(match[3] or 0) * 60) * (-1 if match[1] == "-" else 1)


def of_year(year, ordinal):
    month = 1
    while ordinal > days_in(year, month):
        ordinal -= days_in(year, month)
        month += 1
    return month, ordinal


def of_week(year, week, day):
    """Year, month and day of a week date of ISO 8601."""
    cycle, rest = divmod(year, 400)
    try:
        date = datetime.date.fromisocalendar(rest + 2000, week, day)
    except ValueError:
        return None
    return cycle * 400 + date.year - 2000, date.month, date.day


def local(zone, year, month, day, hour=0, minute=0, second=0, digits=""):
    """A time as the clocks of a zone show it: the earlier of two, and of none the one before the gap."""
    if zone is None:
        return moment(year, month, day, hour, minute, second, digits)
    # The same in a year whose last second has another behind it.
    if not 0 <= year <= 9999 or moment(2000 + year % 400, month, day, hour, minute, second, digits) is FAILED:
        return FAILED
    # Zones repeat with the calendar every 400 years, and know nothing of the first thousand.
    like = year + 400 if year < 400 else year if year < 2500 else year % 400 + 2400
    moved = datetime.datetime(like, month, day) + datetime.timedelta(hours=hour, minutes=minute, seconds=second)
    offset = moved.replace(tzinfo=zoneinfo.ZoneInfo(zone), fold=0).utcoffset()
    return moment(year, month, day, hour, minute, second, digits, int(offset.total_seconds()))


def http(text, pattern, names, zoned):
    match = pattern.fullmatch(text)
    if not match:
        return FAILED
    weekday, day, month, year, hour, minute, second = (match[name] for name in names)
    number = int(year) + (0 if len(year) != 2 else 1900 if int(year) >= 69 else 2000)
    months = [name.lower() for name in MONTHS]
    month = next((at for at, name in enumerate(months, 1) if month.lower() in (name, name[:3])), None)
    if month is None or not 0 <= number <= 9999 or not 1 <= int(day) <= days_in(number, month):
        return FAILED
    today = DAYS[(day_number(number, month, int(day)) + 3) % 7].lower()
    if weekday.lower() not in (today, today[:3]) or int(hour) > 23:
        return FAILED
    offset = zone_seconds(match["zone"]) if zoned else 0
    if offset is None:
        return FAILED
    return moment(number, month, int(day), int(hour), int(minute), int(second), "", offset)


RFC_ZONES = {"gmt": 0, "utc": 0, "ut": 0, "z": 0, "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8, "pdt": -7}


def zone_seconds(text):
    if text.lower() in RFC_ZONES:
        return RFC_ZONES[text.lower()] * 3600
    return offset_seconds(re.sub(r"^([+-])(\d)(?=$|:)", r"\g<1>0\2", text))


CLOCK = r"(?P<hour>\d\d?):(?P<minute>\d\d?):(?P<second>\d\d?)"
EXACT = CLOCK.replace("?)", ")")
RFC1123 = re.compile(rf"(?P<weekday>[A-Za-z]+), *(?P<day>\d\d?) +(?P<month>[A-Za-z]+) +(?P<year>\d{{4}}) +{EXACT} +(?P<zone>\S+)", re.A)
RFC850 = re.compile(rf"(?P<weekday>[A-Za-z]+), +(?P<day>\d\d?)-(?P<month>[A-Za-z]+)-(?P<year>\d\d) +{CLOCK} +(?P<zone>\S+)", re.A)
ASCTIME = re.compile(rf"(?P<weekday>[A-Za-z]+) +(?P<month>[A-Za-z]+) +(?P<day>\d\d?) +{CLOCK} +(?P<year>\d{{4,9}})", re.A)
HTTP_NAMES = "weekday day month year hour minute second".split()
NUMERIC = {
    "d/M/yyyy": re.compile(r"(?P<day>\d\d?)/(?P<month>\d\d?)/(?P<year>\d{4,9})", re.A),
    "MM/dd/yyyy": re.compile(r"(?P<month>\d\d?)/(?P<day>\d\d?)/(?P<year>\d{4,9})", re.A),
    "yyyy-MM-dd HH:mm:ss": re.compile(rf"(?P<year>\d{{4,9}})-(?P<month>\d\d?)-(?P<day>\d\d?) +{CLOCK}", re.A),
}
DOTNET = re.compile(r"/Date\((-?\d+)([+-]\d{4})?\)/", re.I | re.A)


def date_text(text, form, zone):
    """Text as one format says."""
    if form == "iso8601":
        return iso8601(text, zone)
    if form in ("epoch", "epochMillis"):
        return epoch(text, 3 if form == "epochMillis" else 0)
    if form == "dotnet":
        match = DOTNET.fullmatch(text)
        is_dated = match and (not match[2] or offset_seconds(match[2]) is not None)
        return epoch(match[1], 3) if is_dated else FAILED
    if form == "rfc1123":
        return http(text, RFC1123, HTTP_NAMES, True)
    if form == "rfc850":
        return http(text, RFC850, HTTP_NAMES, True)
    if form == "asctime":
        return http(text, ASCTIME, HTTP_NAMES, False)
    match = NUMERIC[form].fullmatch(text)
    if not match:
        return FAILED
    parts = {name: int(digits) for name, digits in match.groupdict().items()}
    if parts["year"] > 9999 or parts.get("hour", 0) > 23:
        return FAILED
    return local(zone, **parts)


DEFAULT_FORMATS = ("iso8601", "epoch", "MM/dd/yyyy", "rfc1123", "rfc850", "asctime")


def date(kind, content, formats=None, zone=None):
    if kind == "number":
        return epoch(content, 3 if formats and "epochMillis" in formats else 0)
    if kind != "string":
        return FAILED
    text = content.strip(SPACE)
    if formats is None and re.fullmatch(r"\d+", text, re.A):
        if len(text) == 8:
            return iso8601(text, zone)
        return epoch(text) if len(text) > 8 else FAILED
    for form in formats or DEFAULT_FORMATS:
        result = date_text(text, form, zone)
        if result is not FAILED:
            return result
    return FAILED


SCALARS = {
    "string": string, "integer": integer, "number": number, "decimal": decimal, "boolean": boolean, "date": date, "url": url,
    "uuid": uuid, "data": data, "any": anything, "object": mapping,
}  # fmt: skip
