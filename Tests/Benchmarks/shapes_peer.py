#!/usr/bin/env python3
"""shapes_peer.py WORKLOAD INPUT OUTPUT: a workload of shapes.py by msgspec, with its Raw type for what is only copied."""
import csv
import sqlite3
import sys

NUMBERS = ["id", *(f"v{number}" for number in range(8))]
WIDE = [f"member_{number:03d}" for number in range(200)]


def same(names):
    import msgspec

    return msgspec.defstruct("Record", [(name, msgspec.Raw) for name in names], gc=False), lambda record: record


def points():
    import msgspec

    point = msgspec.defstruct("Point", [("x", msgspec.Raw), ("y", msgspec.Raw)], gc=False)
    return tuple[msgspec.Raw, msgspec.Raw], lambda record: point(*record)


def phones():
    names = ["asin", "brand", "title", "rating", "reviewCount", "prices"]
    places = [0, 1, 2, 5, 7, -1]
    return list, lambda row: None if row[0] == "asin" else {name: row[at] for name, at in zip(names, places)}


def deep(has_tags=True):
    def make(record):
        region = record["region"]
        area = region["area"]
        place = area["group"]["part"]["place"]
        made = {"id": record["id"], "label": record["label"], "region": region["label"], "area": area["label"]}
        made |= {"name": place["name"], "note": place["note"], "size": place["size"]}
        return made | {"tags": place["tags"]} if has_tags else made

    return dict, make


def variants():
    kinds = {
        "text": ["id", "title", "body", "by"],
        "photo": ["id", "file", "width", "height", "by"],
        "video": ["id", "file", "seconds", "codec", "by"],
        "link": ["id", "url", "title", "by"],
    }
    return dict, lambda record: {name: record[name] for name in kinds[record["type"]]}


# The type to decode to, the function that makes a record, and whether the input is one document.
PEERS = {
    **{f"numbers {form}": (lambda: same(NUMBERS), False) for form in ("plain", "exponent", "long")},
    "points": (points, True),
    "phones": (phones, False),
    "phones sqlite": (phones, False),
    "deep": (deep, True),
    "deep csv": (lambda: deep(has_tags=False), True),
    "deep sqlite": (lambda: deep(has_tags=False), True),
    "variants map": (variants, False),
    "wide": (lambda: same(WIDE), False),
    "wide sqlite": (lambda: (dict, lambda record: record), False),
}


def records(source, kind, make, is_document):
    import msgspec

    with open(source, "rb") as file:
        if is_document:
            elements = msgspec.json.Decoder(list[kind]).decode(file.read())
        else:
            elements = map(msgspec.json.Decoder(kind).decode, file)
        yield from filter(None, map(make, elements))


def main():
    import msgspec

    name, source, output = sys.argv[1:]
    setup, is_document = PEERS[name]
    made = records(source, *setup(), is_document)
    if name.endswith(" csv"):
        with open(output, "w", encoding="utf-8", newline="") as file:
            for number, record in enumerate(made):
                if number == 0:
                    rows = csv.writer(file, lineterminator="\n")
                    rows.writerow(record)
                rows.writerow(record.values())
    elif name.endswith(" sqlite"):
        database = sqlite3.connect(output, isolation_level=None)
        database.executescript("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; BEGIN")
        first = next(made)
        key = 'PRIMARY KEY("asin")' if name.startswith("phones") else ""
        columns = ", ".join(f'"{column}"' for column in first)
        database.execute(f"CREATE TABLE Record ({columns}{', ' + key if key else ''})")
        insert = f"INSERT OR REPLACE INTO Record VALUES ({', '.join('?' * len(first))})"
        database.execute(insert, tuple(first.values()))
        database.executemany(insert, (tuple(record.values()) for record in made))
        database.execute("COMMIT")
    else:
        encoder = msgspec.json.Encoder()
        with open(output, "wb", buffering=1 << 20) as file:
            for record in made:
                file.write(encoder.encode(record))
                file.write(b"\n")


if __name__ == "__main__":
    main()
