"""Inputs for measurements, made from what the repository has: the same bytes on every machine."""
import itertools
import json
import random
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

FIRST = "Ada Ben Chloé Dmitri Elena Farid Grace Hiro Inés João Kofi Lena Mateo Nadia Omar Priya".split()
LAST = "Abbott Bergström Castillo Dubois Eriksson Fischer García Ivanova Müller O'Brien Petrov Weiß".split()
CITIES = [("Boston", "MA"), ("São Paulo", "SP"), ("Zürich", "ZH"), ("New York", "NY"), ("Austin", "TX"), ("Lyon", "ARA")]
TAGS = ["new", "vip", "beta", '"quoted"', "tab\there", "élite"]


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def tweets(repetitions):
    """The statuses of twitter.json, so many times, each time with other ids; lines without their ends."""
    statuses = json.loads((ROOT / "fixtures/data/twitter.json").read_text(encoding="utf-8"))["statuses"]
    for turn in range(repetitions):
        for status in statuses:
            user = {**status["user"], "id": status["user"]["id"] + turn % 97 * 3 * 10**9}
            user["id_str"] = str(user["id"])
            status = {**status, "id": status["id"] + turn * 10**12, "user": user}
            status["id_str"] = str(status["id"])
            yield compact(status).encode()


def people(count):
    """Small flat records; lines without their ends."""
    chance = random.Random(1)

    def one(of):
        return of[chance.getrandbits(16) % len(of)]

    for number in range(1, count + 1):
        first, last = one(FIRST), one(LAST)
        city, state = one(CITIES)
        cents = chance.getrandbits(24) % 10_000_000
        date = (1 + chance.getrandbits(8) % 28, 1 + chance.getrandbits(8) % 12, 2001 + chance.getrandbits(8) % 25)
        tags = [one(TAGS) for _ in range(chance.getrandbits(2))]
        mail = f"{first}.{last}{number}@mail{cents % 89}.example.org".lower()
        yield (
            f'{{"id":{number},"first_name":"{first}","last_name":"{last}","email":"{mail}","city":"{city}",'
            f'"state":"{state}","zip":"{cents % 100_000:05d}","score":{cents // 100}.{cents % 100:02d},'
            f'"active":{"true" if cents & 64 else "false"},"signup":"{date[0]}/{date[1]}/{date[2]}",'
            f'"tags":{compact(tags)}}}'
        ).encode()


def failing(count):
    """The same people, of whom four in five have a day that no month has; lines without their ends."""
    for number, line in enumerate(people(count)):
        if number % 5:
            start, end = line.index(b'"signup":"'), line.index(b'","tags"')
            line = line[:start] + b'"signup":"31/2/2011' + line[end:]
        yield line


def write_documents(folder, count):
    """Files of 2 kB, each a list of ten people."""
    lines = people(10 * count)
    for number in range(1, count + 1):
        (folder / f"{number}.json").write_bytes(b"[" + b",".join(itertools.islice(lines, 10)) + b"]\n")


def write_lines(path, lines):
    with open(path, "wb") as file:
        for line in lines:
            file.write(line + b"\n")


def write_document(path, key, lines):
    """One document with the lines as the elements of a list."""
    with open(path, "wb") as file:
        file.write(b'{"%b":[' % key.encode())
        for number, line in enumerate(lines):
            file.write(b"," + line if number else line)
        file.write(b"]}\n")


def spec_of_rules(count):
    """A spec of so many rules, ten attributes a mapper, and every tenth of them with a predicate."""
    mappers = []
    for mapper in range(max(1, count // 10)):
        rules = [
            {"from": f"source_{mapper}_{number}.value", "to": f"property{number}", "type": "integer"}
            for number in range(min(10, count))
        ]
        rules[0]["validate"] = [{"unless": f"SELF > {mapper}", "then": "null"}]
        mappers.append({"id": f"mapper{mapper}", "target": f"Target{mapper}", "attributes": rules})
        if mapper:
            name = f"mapper{mapper}"
            relationship = {"from": f"child_{mapper}", "to": f"child{mapper}", "map-ref": name, "many": False}
            mappers[0].setdefault("relationships", []).append(relationship)
    return {"name": "rules", "root-map-ref": "mapper0", "mappers": mappers}
