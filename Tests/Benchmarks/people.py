"""What workload w8 should make of people.ndjson, by a program of its own: Tests/Benchmarks/w8.json in Python."""
import itertools
import json

REGIONS = {
    "ARA": "Auvergne-Rhône-Alpes",
    "CA": "California",
    "IL": "Illinois",
    "MA": "Massachusetts",
    "NL": "Newfoundland and Labrador",
    "NM": "New Mexico",
    "NY": "New York",
    "OR": "Oregon",
    "SP": "São Paulo",
    "ZH": "Zürich",
}


class Number(str):
    """A number by its text, which is to stay as it is."""


def read(path):
    """The lines of a file, each with its keys in order and its numbers by their texts."""
    with open(path, encoding="utf-8") as file:
        for line in file:
            yield json.loads(line, parse_float=Number, parse_int=Number)


def chosen(people):
    """The records that are wanted, made of the lines of people.ndjson."""
    for person in people:
        if float(person["score"]) < 10 or person["state"] == "XX":
            continue
        day, month, year = person["signup"].split("/")
        yield {
            "personId": person["id"],
            "firstName": person["first_name"],
            "emailAddress": person["email"],
            "town": person["city"],
            "lastName": person["last_name"].upper(),
            "region": REGIONS.get(person["state"]),
            "rating": person["score"] if 0 <= float(person["score"]) <= 99000 else None,
            "signedUp": f"{year}-{int(month):02d}-{int(day):02d}",
        }


def is_chosen(source, output):
    """The lines of an output are those that are wanted of a source, in their order, members too."""
    count = 0
    for one, other in itertools.zip_longest(chosen(read(source)), read(output)):
        if one is None or other is None or list(one.items()) != list(other.items()):
            return False
        if [type(value) for value in one.values()] != [type(value) for value in other.values()]:
            return False
        count += 1
    return count > 0
