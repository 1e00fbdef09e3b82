"""Lists whose members refer to their owner: random documents in several runs, and the rows that they leave.

Orders have items, by a relationship or a connection with `inverse`. An item may name its order itself, come alone, move
to another order, or be claimed by two: then the record that claims it later is left out.
"""
import copy
import random

POLICIES = ["set", "set", "union", "replace"]


class InverseWorld:
    def __init__(self, seed):
        r = self.random = random.Random(seed * 104729)
        self.is_connection = r.random() < 0.3
        self.policy = "set" if self.is_connection else r.choice(POLICIES)
        self.is_ordered = r.random() < 0.6
        self.has_revision = r.random() < 0.4
        self.names_order = not self.is_connection and r.random() < 0.5
        self.is_compound = not self.names_order and not self.is_connection and r.random() < 0.3
        self.dangling = r.choice(["keep", "stub", "null"])

    def spec(self):
        link = {"inverse": "order", **({"ordered": True} if self.is_ordered else {})}
        order = {"id": "order", "target": "Order", "identification": "id", "scalarAs": "id"}
        order["attributes"] = [{"to": "id", "type": "integer"}, {"to": "rev", "type": "integer"}, "note"]
        if self.is_compound:
            order["identification"] = ["shop", "id"]
            order["attributes"].insert(0, {"to": "shop", "type": "string"})
            del order["scalarAs"]
        if self.has_revision:
            order["modification"] = "rev"
        if self.is_connection:
            order["attributes"].append({"to": "skus", "hidden": True})
            order["connections"] = [{"to": "items", "target": "Item", "where": {"skus": "sku"}, **link}]
        else:
            relationship = {"from": "items", "to": "items", "map-ref": "item", **link}
            if self.policy != "set":
                relationship["assignmentPolicy"] = self.policy
            order["relationships"] = [relationship]
        item = {"id": "item", "target": "Item", "identification": "sku"}
        item["attributes"] = [{"to": "sku", "type": "string"}, {"to": "qty", "type": "integer"}]
        if self.names_order:
            item["relationships"] = [{"from": "order", "to": "order", "map-ref": "order", "many": False}]
        roots = [{"keyPath": name + "s", "root-map-ref": name, "optional": True} for name in ("order", "item")]
        return {"descriptors": roots, "mappers": [order, item]}

    def documents(self):
        return [self.document() for _ in range(self.random.randint(1, 5))]

    def document(self):
        r = self.random
        made = {}
        if r.random() < 0.9:
            made["orders"] = [self.order() for _ in range(r.randint(1, 4))]
        if r.random() < 0.5:
            made["items"] = [self.item() for _ in range(r.randint(1, 3))]
        return made

    def order(self):
        r = self.random
        order = {"id": r.randint(1, 4)}
        if self.is_compound:
            order["shop"] = r.choice("xy")
        if r.random() < 0.7:
            order["rev"] = r.randint(1, 5)
        if r.random() < 0.3:
            order["note"] = r.choice(["n", "m", None])
        if r.random() < 0.8:
            few = r.choice([0, 1, 1, 2, 3])
            if self.is_connection:
                order["skus"] = [r.choice("abcdefgh") for _ in range(few)]
            else:
                order["items"] = None if r.random() < 0.1 else [self.item() for _ in range(few)]
        return order

    def item(self):
        r = self.random
        item = {"sku": r.choice("abcdefgh")}
        if r.random() < 0.5:
            item["qty"] = r.choice([1, 2, None])
        if self.names_order and r.random() < 0.2:
            item["order"] = r.choice([1, 2, 3, None])
        return item


class TwoOwners(Exception):
    pass


class InverseReference:
    def __init__(self, world):
        self.world = world
        self.orders, self.items = {}, {}

    def run(self, documents):
        """Takes the documents of a run; what it did to rows."""
        before = self.contents()
        self.claims, self.lists, self.dropped, self.roots, self.pending = {}, {}, {}, set(), []
        self.met, self.failed = set(), 0
        for document in documents:
            for kind in ("order", "item"):
                for shown in document.get(kind + "s", []):
                    saved = copy.deepcopy(self.__dict__ | {"world": None})
                    try:
                        self.write(kind, shown, is_root=True)
                    except TwoOwners:
                        self.__dict__.update(saved | {"world": self.world, "failed": saved["failed"] + 1})
        for member, owner, place, number in self.pending:
            if self.claims.get(member) != (owner, number) or number != self.lists.get(owner, 0):
                continue
            if member not in self.items and self.world.dangling == "stub":
                self.items[member] = {}
                self.met.add(("Item", member))
            if member in self.items:
                self.own(member, owner, place)
        if not self.failed:
            for member in self.dropped:
                del self.items[member]
        return self.counts(before)

    def write(self, kind, shown, is_root=False):
        return self.write_order(shown) if kind == "order" else self.write_item(shown, is_root)

    def write_order(self, shown):
        shown = shown if isinstance(shown, dict) else {"id": shown}
        key = (shown["shop"], shown["id"]) if self.world.is_compound else (shown["id"],)
        self.met.add(("Order", key))
        row = self.orders.get(key)
        old, new = (row or {}).get("rev"), shown.get("rev")
        if row is not None and self.world.has_revision and old is not None and new is not None and old >= new:
            return key
        row = self.orders.setdefault(key, {})
        row.update({name: shown[name] for name in ("rev", "note") if name in shown})
        if self.world.is_connection:
            if "skus" in shown:
                self.relate(key, shown["skus"])
        elif "items" in shown:
            self.relate(key, [self.write_item(one) for one in shown["items"] or []])
        return key

    def write_item(self, shown, is_root=False):
        key = shown["sku"]
        self.met.add(("Item", key))
        row = self.items.setdefault(key, {})
        if "qty" in shown:
            row["qty"] = shown["qty"]
        self.dropped.pop(key, None)
        if is_root:
            self.roots.add(key)
        if "order" in shown:
            owner = None if shown["order"] is None else (shown["order"],)
            if owner and not self.claim(key, owner, is_own=True):
                raise TwoOwners
            row["owner"] = owner
            if owner:
                self.write_order(shown["order"])
        return key

    def claim(self, member, owner, is_own=False):
        claim = self.claims.get(member)
        is_valid = claim and (claim[1] == "own" or claim[1] == self.lists.get(claim[0], 0))
        if is_own:
            if is_valid and claim[1] != "own":
                return claim[0] == owner
            self.claims[member] = (owner, "own")
            return True
        if is_valid and claim[0] != owner:
            return False
        self.claims[member] = (owner, self.lists.get(owner, 0))
        return True

    def relate(self, owner, members):
        is_union = self.world.policy == "union"
        if not is_union:
            self.lists[owner] = self.lists.get(owner, 0) + 1
        for member in members:
            if not self.claim(member, owner):
                raise TwoOwners
        there = {sku for sku, row in self.items.items() if row.get("owner") == owner}
        places = [self.items[sku].get("position") for sku in there]
        next = max((place + 1 for place in places if place is not None), default=0)
        goes_on = is_union and next > 0
        seen = set()
        for place, member in enumerate(members):
            if member in seen or is_union and member in there:
                continue
            seen.add(member)
            if member in self.items:
                self.own(member, owner, next if goes_on else place)
            else:
                self.pending.append((member, owner, place, self.lists.get(owner, 0)))
            next += goes_on
        if is_union:
            return
        for gone in there - set(members):
            self.items[gone].update(owner=None, position=None)
            self.met.add(("Item", gone))
            if self.world.policy == "replace" and gone not in self.roots:
                self.dropped[gone] = True

    def own(self, member, owner, place):
        row, before = self.items[member], dict(self.items[member])
        row["owner"] = owner
        if self.world.is_ordered:
            row["position"] = place
        self.dropped.pop(member, None)
        if row != before:
            self.met.add(("Item", member))

    def contents(self):
        made = {("Order", key): (row.get("rev"), row.get("note")) for key, row in self.orders.items()}
        for key, row in self.items.items():
            made["Item", key] = (row.get("qty"), row.get("owner"), row.get("position"))
        return made

    def counts(self, before):
        after = self.contents()
        stayed = before.keys() & after.keys()
        changed = {row for row in stayed if before[row] != after[row]}
        return {
            "inserted": len(after.keys() - before.keys()),
            "updated": len(changed),
            "unchanged": len((stayed & self.met) - changed),
            "deleted": len(before.keys() - after.keys()),
        }


def contents(db, world):
    """The rows of a database, as the reference has them."""
    key = ["shop", "id"] if world.is_compound else ["id"]
    made = {}
    for row in db.execute(f'SELECT rev, note, {", ".join(key)} FROM "Order"'):
        made["Order", row[2:]] = row[:2]
    place = "order_position" if world.is_ordered else "NULL"
    owner = ", ".join(f"order_{name}" for name in key)
    for row in db.execute(f"SELECT sku, qty, {place}, {owner} FROM Item"):
        made["Item", row[0]] = (row[1], None if row[3] is None else row[3:], row[2])
    return made
