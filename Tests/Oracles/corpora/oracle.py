"""Infers specs from a tenth of generated corpora, and validates the rest by them.

Each corpus has a character of its own: webhooks of several kinds, maps, shared shapes, optional members, dates, foreign
keys, envelopes, wide records, texts with few values, trees. The spec is inferred from a tenth of the documents, at least
five. `check --strict` must then accept each other document, and reject it with one mutation: an unknown key, a value of
another kind, or a key of another kind of record. The mean F1 of what is accepted must be 0.90, and the recall 0.97.
"""
import copy
import json
import random
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor

from ..shared import WORK

DOCUMENTS = 400
VALIDATED = 60
LEAST_F1, LEAST_RECALL = 0.90, 0.97
WORDS = "ash bay cedar dune elm fern gale heath isle jade kelp loam moss nook oak pine quay reed sand tarn".split()


class Record(dict):
    """An object whose keys are names; `others` has members of other kinds of record."""

    others = ()


class Draw(random.Random):
    def text(self):
        return " ".join(self.choice(WORDS) for _ in range(self.randrange(1, 5)))

    def hex(self, count):
        return "".join(self.choice("0123456789abcdef") for _ in range(count))

    def uuid(self):
        return "-".join(self.hex(count) for count in (8, 4, 4, 4, 12))

    def time(self):
        return f"20{self.randrange(10, 25)}-{self.randrange(1, 13):02}-{self.randrange(1, 29):02}T{self.randrange(24):02}:15:00Z"

    def maybe(self, share, record, **members):
        if self.random() < share:
            record.update(members)
        return record

    def some(self, make, least, most):
        return [make() for _ in range(self.randrange(least, most + 1))]


def user(draw):
    number = draw.randrange(60)
    return Record(id=1000 + number, login=f"user{number}", url=f"https://api.example.org/users/user{number}", site_admin=number % 7 == 0)


def webhooks(draw):
    """Events of four kinds under one member, told apart by a type."""
    repository = Record(id=draw.randrange(20), name=draw.choice(WORDS), private=draw.random() < 0.3, owner=user(draw))
    kinds = {
        "push": lambda: Record(ref=f"refs/heads/{draw.choice(WORDS)}", commits=draw.some(lambda: Record(sha=draw.hex(40), message=draw.text()), 0, 3)),
        "issue": lambda: Record(number=draw.randrange(500), title=draw.text(), labels=draw.some(lambda: Record(name=draw.choice(WORDS), color=draw.hex(6)), 0, 3)),
        "release": lambda: Record(tag=f"v{draw.randrange(9)}", draft=draw.random() < 0.2, assets=draw.some(lambda: Record(size=draw.randrange(10 ** 6), file=draw.choice(WORDS)), 1, 2)),
        "star": lambda: Record(starred_at=draw.time(), total=draw.randrange(1000)),
    }
    kind = draw.choice(list(kinds))
    event = Record(type=kind, id=draw.uuid(), sender=user(draw), repository=repository)
    event.update(kinds[kind]())
    other = draw.choice([name for name in kinds if name != kind])
    event.others = [(key, value) for key, value in kinds[other]().items()]
    return event


def maps(draw):
    """Objects whose keys are data: codes, dates and numbers."""
    return Record(
        id=draw.randrange(10 ** 6),
        base=draw.choice(["EUR", "USD"]),
        rates={"".join(draw.choice("ABCDEFGHIJ") for _ in range(3)): draw.randrange(1, 900) / 8 for _ in range(draw.randrange(2, 8))},
        days={f"2024-{draw.randrange(1, 13):02}-{draw.randrange(1, 29):02}": Record(open=draw.randrange(9) + 0.5, close=draw.randrange(9) + 0.25) for _ in range(draw.randrange(1, 6))},
        venues={str(draw.randrange(1, 10 ** 5)): draw.text() for _ in range(draw.randrange(1, 6))},
    )


def shapes(draw):
    """One shape at many places, nested."""
    def place():
        return Record(lat=draw.randrange(-900, 900) / 16, lon=draw.randrange(-1800, 1800) / 16, name=draw.text())

    def leg():
        return Record(start=place(), end=place(), stops=draw.some(place, 0, 3), minutes=draw.randrange(90))
    return Record(id=draw.uuid(), origin=place(), destination=place(), legs=draw.some(leg, 1, 3), home=draw.maybe(0.5, Record(place=place())))


def optional(draw):
    """Members that are often missing or null."""
    record = Record(id=draw.randrange(10 ** 6), name=draw.text())
    for name, value in [("nickname", draw.choice(WORDS)), ("age", draw.randrange(90)), ("email", f"{draw.choice(WORDS)}@example.org"), ("score", draw.randrange(99) / 4), ("active", draw.random() < 0.5)]:
        chance = draw.random()
        if chance < 0.6:
            record[name] = value
        elif chance < 0.75:
            record[name] = None
    if draw.random() < 0.7:
        record["address"] = None if draw.random() < 0.2 else draw.maybe(0.5, Record(street=draw.text(), city=draw.choice(WORDS)), zip=f"{draw.randrange(10 ** 5):05}")
    return record


def dates(draw):
    """Dates in several formats, and numbers that are some."""
    seconds = draw.randrange(1_300_000_000, 1_700_000_000)
    return Record(
        id=draw.randrange(10 ** 6), created_at=draw.time(), updated_at=seconds, day=f"{draw.randrange(1, 29):02}.{draw.randrange(1, 13):02}.2023",
        expires=None if draw.random() < 0.3 else draw.time(), sent=f"2023-05-{draw.randrange(1, 29):02} 12:{draw.randrange(60):02}:00",
        history=draw.some(lambda: Record(at=seconds * 1000 + draw.randrange(1000), what=draw.choice(WORDS)), 1, 3), count=draw.randrange(9))


def keys(draw):
    """Orders that refer to customers and products by their ids."""
    lines = draw.some(lambda: Record(productId=draw.randrange(40), quantity=draw.randrange(1, 9), price=f"{draw.randrange(99)}.{draw.randrange(100):02}"), 1, 4)
    return Record(
        id=draw.randrange(10 ** 6), customer_id=draw.randrange(50), state=draw.choice(["open", "paid", "sent"]), lines=lines,
        customers=draw.some(lambda: Record(id=draw.randrange(50), name=draw.text()), 1, 3),
        products=draw.some(lambda: Record(id=draw.randrange(40), sku=draw.hex(6).upper(), tags=draw.some(lambda: draw.choice(WORDS), 0, 3)), 1, 3))


def envelopes(draw):
    """Pages of records."""
    items = draw.some(lambda: Record(id=draw.randrange(10 ** 6), title=draw.text(), author=user(draw), parts=draw.some(lambda: Record(n=draw.randrange(9)), 0, 2)), 1, 5)
    return Record(total=draw.randrange(500), page=draw.randrange(9), next=draw.choice([None, "https://api.example.org/items?page=2"]), items=items)


def wide(draw):
    """Records of eighty members, of which some are missing."""
    record = Record(id=draw.uuid())
    for number in range(80):
        name = f"{WORDS[number % 20]}_{WORDS[number // 4 % 20]}"
        if number % 5 and draw.random() < 0.97 or number % 5 == 0:
            record[name] = [draw.randrange(100), draw.text(), draw.random() < 0.5, draw.randrange(1, 80) / 16][number % 4]
    return record


def blocks(draw):
    """Blocks of a text: a list of several kinds, which may be in each other."""
    def block(depth):
        kinds = {"paragraph": {"text": draw.text(), "bold": draw.random() < 0.5}, "image": {"src": f"https://img.example.org/{draw.hex(8)}.png", "width": draw.randrange(900)},
                 "code": {"source": draw.text(), "language": draw.choice(["c", "go"])}}
        kind = draw.choice(list(kinds))
        record = Record(type=kind, **kinds[kind])
        other = draw.choice([name for name in kinds if name != kind])
        record.others = list(kinds[other].items())
        return record
    return Record(id=draw.randrange(10 ** 6), title=draw.text(), content=draw.some(lambda: block(0), 2, 6))


def trees(draw):
    """Comments with answers, which are comments."""
    def comment(depth):
        answers = draw.some(lambda: comment(depth + 1), 0, 2) if depth < 3 else []
        return Record(id=draw.randrange(10 ** 6), body=draw.text(), user=user(draw), score=draw.randrange(-9, 99), replies=answers)
    return comment(0)


def settings(draw):
    """A record whose values are of many kinds, with lists of scalars and of rows."""
    return Record(
        name=draw.choice(WORDS) + draw.hex(3), enabled=draw.random() < 0.5, limits=Record(cpu=draw.randrange(1, 9), memory=f"{draw.randrange(1, 9)}Gi"),
        ports=draw.some(lambda: draw.randrange(1, 9999), 0, 3), points=draw.some(lambda: [draw.randrange(9), draw.randrange(9)], 1, 3),
        labels={f"{draw.choice(WORDS)}/{draw.choice(WORDS)}": draw.choice(WORDS) for _ in range(draw.randrange(1, 4))},
        rules=draw.some(lambda: draw.maybe(0.4, Record(path=f"/{draw.choice(WORDS)}", weight=draw.randrange(99)), note=draw.text()), 0, 3))


CORPORA = [webhooks, maps, shapes, optional, dates, keys, envelopes, wide, blocks, trees, settings]


def records(value):
    """The records in a value, itself the first."""
    if isinstance(value, Record):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from records(inner)


def mutant(document, draw, is_envelope):
    """A copy with one mutation, and its name."""
    document = copy.deepcopy(document)
    found = [record for record in records(document) if record is not document or not is_envelope]
    unions = [record for record in found if record.others]
    choice = draw.randrange(3 if unions else 2)
    if choice == 2:
        record = draw.choice(unions)
        key, value = draw.choice([pair for pair in record.others if pair[0] not in record])
        record[key] = value
        return document, "a key of another kind"
    record = draw.choice(found)
    # Of one kind; nulls say nothing, and the first of two numbers may have a fraction.
    members = [key for key, value in record.items() if isinstance(value, (str, int, float)) and value != ""]
    if choice == 0 or not members:
        record["zz_unknown"] = draw.choice([1, "x", True, {"a": 1}])
        return document, "an unknown key"
    key = draw.choice(members)
    value = record[key]
    others = [True, {"a": 1}, ["x"]] + ([7] if isinstance(value, str) else ["seven"])
    record[key] = draw.choice([other for other in others if not (isinstance(value, bool) and other is True)])
    return document, f"another kind of value: {key}"


def accepts(program, spec, folder, name, document):
    path = folder / f"{name}.json"
    path.write_text(json.dumps(document))
    done = subprocess.run([program, "check", "--strict", "--quiet", spec, path], capture_output=True, timeout=60)
    return done.returncode == 0, done.stderr.decode()[:400] + done.stdout.decode()[:200]


def judge(program, corpus, draw, pool):
    """Precision, recall, and what was judged wrongly."""
    folder = WORK / "corpora" / corpus.__name__
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    documents = [corpus(draw) for _ in range(DOCUMENTS)]
    count = max(5, len(documents) // 10)
    samples = folder / "samples.ndjson"
    samples.write_text("".join(json.dumps(document) + "\n" for document in documents[:count]))
    spec = folder / "spec.json"
    subprocess.run([program, "infer", samples, "-o", spec, "--quiet"], check=True)
    rest = documents[count:count + VALIDATED]
    cases = [(document, "", True) for document in rest]
    cases += [(*mutant(document, draw, corpus is envelopes), False) for document in rest]
    found = list(pool.map(lambda case: accepts(program, spec, folder, str(case[0]), case[1][0]), enumerate(cases)))
    true = sum(is_accepted for (is_accepted, _), case in zip(found, cases) if case[2])
    false = sum(is_accepted for (is_accepted, _), case in zip(found, cases) if not case[2])
    wrong = [f"{title or 'a document'} is {'accepted' if is_accepted else 'rejected'} ({number}.json): {words}"
             for number, ((is_accepted, words), (_, title, is_good)) in enumerate(zip(found, cases)) if is_accepted != is_good]
    return true / max(1, true + false), true / len(rest), wrong


def run(options, checks):
    scores = []
    with ThreadPoolExecutor(options.jobs) as pool:
        for corpus in CORPORA:
            precision, recall, wrong = judge(options.bin, corpus, Draw(f"{options.seed}-{corpus.__name__}"), pool)
            f1 = 2 * precision * recall / max(precision + recall, 1e-9)
            scores.append((f1, recall))
            print(f"    {corpus.__name__:10} F1 {f1:.3f}  recall {recall:.3f}  precision {precision:.3f}", flush=True)
            checks.check(f"corpus {corpus.__name__}", f1 >= 0.8, *wrong[:8])
    f1, recall = (sum(column) / len(scores) for column in zip(*scores))
    print(f"    mean       F1 {f1:.3f}  recall {recall:.3f}", flush=True)
    checks.check("mean F1", f1 >= LEAST_F1, f1)
    checks.check("mean recall", recall >= LEAST_RECALL, recall)
