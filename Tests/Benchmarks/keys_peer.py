"""What workloads of keys.py should make of their inputs, with msgspec and sqlite3: keys_peer.py WORKLOAD INPUT OUTPUT"""
import sqlite3
import sys

import msgspec

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder().decode

ITEMS = {
    "rows": "create table if not exists Item (id integer primary key, name, n)",
    "tables": "create table if not exists Item (id integer primary key, name, owner_id integer references Owner (id))",
}


def rows(source, target):
    upsert = "insert into Item values (:id, :name, :n) on conflict (id) do update set name = excluded.name, n = excluded.n"
    with sqlite3.connect(target) as database, open(source, "rb") as file:
        database.execute(ITEMS["rows"])
        database.executemany(upsert, map(decode, file))


def tables(source, target):
    owners = "insert into Owner values (?, ?) on conflict (id) do update set name = excluded.name"
    items = (
        "insert into Item values (?, ?, ?) on conflict (id) do update set name = excluded.name, owner_id = excluded.owner_id"
    )
    with sqlite3.connect(target) as database, open(source, "rb") as file:
        database.execute(ITEMS["tables"])
        database.execute("create table if not exists Owner (id integer primary key, name)")
        database.execute("create index if not exists Item_owner_id on Item (owner_id)")
        for line in file:
            item = decode(line)
            owner = item["owner"]
            database.execute(owners, (owner["id"], owner["name"]))
            database.execute(items, (item["id"], item["name"], owner["id"]))


def unify(source, target):
    items = {}
    with open(source, "rb") as file, open(target, "wb") as output:
        for item in map(decode, file):
            items.setdefault(item["id"], {}).update(item)
        output.writelines(encode(item) + b"\n" for item in items.values())


def connections(source, target):
    with open(source, "rb") as file, open(target, "wb") as output:
        document = decode(file.read())
        owners = {owner["id"]: owner for owner in document["owners"]}
        for item in document["items"]:
            record = {"id": item["id"], "name": item["name"], "owner": owners[item["ownerId"]]}
            output.write(encode(record) + b"\n")
        output.writelines(encode(owner) + b"\n" for owner in document["owners"])


{"rows": rows, "tables": tables, "unify": unify, "connections": connections}[sys.argv[1]](*sys.argv[2:])
