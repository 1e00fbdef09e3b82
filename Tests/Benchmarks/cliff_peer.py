"""What workloads of cliffs.py should make of their inputs, with msgspec: cliff_peer.py WORKLOAD INPUT OUTPUT [REJECTS]"""
import datetime
import sys
from pathlib import Path

import msgspec

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder().decode


def mapped(person):
    day, month, year = person["signup"].split("/")
    return {
        "personId": person["id"],
        "firstName": person["first_name"],
        "lastName": person["last_name"],
        "emailAddress": person["email"],
        "town": person["city"],
        "region": person["state"],
        "rating": person["score"],
        "signedUp": datetime.date(int(year), int(month), int(day)).isoformat(),
    }


def rejects(source, target, kept):
    with open(source, "rb") as file, open(target, "wb") as output, open(kept, "wb") as failed:
        for number, line in enumerate(file, 1):
            person = decode(line)
            try:
                output.write(encode(mapped(person)) + b"\n")
            except ValueError as error:
                reason = {"code": "date", "message": str(error), "line": number}
                failed.write(encode({"$error": reason, **person}) + b"\n")


def files(source, target):
    with open(target, "wb") as output:
        for path in sorted(Path(source).iterdir()):
            for person in decode(path.read_bytes()):
                output.write(encode(mapped(person)) + b"\n")


{"rejects": rejects, "files": files}[sys.argv[1]](*sys.argv[2:])
