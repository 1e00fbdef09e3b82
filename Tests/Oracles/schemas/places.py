"""Where each kind of object stands in a small file that is sound, and values to put into it."""
from collections import namedtuple

Place = namedtuple("Place", "base path")

PROBES = [
    None, True, False, 0, 1, 2, 200, -1, 1.5, "", "a", "YES", "no", "auto", "null", "GET", "2XX", "200-299",
    "absent", "set", "string", "[string]", "trim", "prefix:x", "nonsense", "a == 1",
    [], [""], ["a"], ["a", "b"], ["nonsense"], [1], [200], [None], [["a"]], ["GET"], [{}], [{"a": "b"}],
    {}, {"a": "b"}, {"a": 1}, {"a": None}, {"a": ["b"]}, {"a": {}}, {"from": "a", "to": "b"}, {"$comment": ["a"], "a": "b"},
]  # fmt: skip

TEST_PROBES = ["RK1002", "User.a", "*.json", "/a", {"min": 1}, {"M": 1}, {"M": {"count": 1}}, [{"code": "RK1002"}], 600]

RECORD = {"id": "r", "target": "R", "attributes": ["a", "b"], "identification": "a"}


def spec(**members):
    """A spec that begins with the mapper 'm', with some of its members."""
    top = {key: value for key, value in members.items() if key in TOP}
    mapper = {"id": "m", "target": "M", "attributes": ["a"], "identification": "a"}
    mapper |= {key: value for key, value in members.items() if key not in TOP}
    return {"root-map-ref": "m", "mappers": [mapper, RECORD]} | top


TOP = {"targets", "valueMaps", "routes", "keys", "defaults", "descriptors", "responseDescriptors", "requestDescriptors"}


def without(document, *names):
    return {key: value for key, value in document.items() if key not in names}


DYNAMIC = {"id": "m", "dynamic": True, "matchers": [{"keyPath": "a", "expectValue": 1, "map-ref": "r"}]}
DESCRIBED = without(spec(descriptors=[{"root-map-ref": "m"}]), "root-map-ref")
RESPONSES = {"responseDescriptors": [{"requests": [{"root-map-ref": "r"}], "maps": [RECORD]}]}
REQUESTS = spec(requestDescriptors=[{"requests": [{"root-map-ref": "r"}], "maps": [RECORD]}])

SUITE = {
    "spec": "spec.json",
    "cases": [
        {
            "files": ["one.json"],
            "route": {},
            "expect": {"types": {"M": {"min": 1}}, "errors": [{"code": "RK1002"}]},
        }
    ],
}

PLACES = {
    "spec": {
        "spec": Place(spec(), []),
        "keys": Place(spec(keys={}), ["keys"]),
        "defaults": Place(spec(defaults={}), ["defaults"]),
        "descriptor": Place(DESCRIBED, ["descriptors", 0]),
        "responseGroup": Place(RESPONSES, ["responseDescriptors", 0]),
        "requestGroup": Place(REQUESTS, ["requestDescriptors", 0]),
        "request": Place(REQUESTS, ["requestDescriptors", 0, "requests", 0]),
        "mapper": Place(spec(), ["mappers", 0]),
        "attribute": Place(spec(attributes=[{"from": "a", "to": "a"}]), ["mappers", 0, "attributes", 0]),
        "sourcedAttribute": Place(spec(attributes={"a": {"to": "a"}}), ["mappers", 0, "attributes", "a"]),
        "validation": Place(
            spec(attributes=[{"from": "a", "to": "a", "validate": [{"if": "SELF == 1", "then": "reject"}]}]),
            ["mappers", 0, "attributes", 0, "validate", 0],
        ),
        "recordValidation": Place(spec(validate=[{"if": "a == 1", "then": "fail"}]), ["mappers", 0, "validate", 0]),
        "relationship": Place(
            spec(relationships=[{"from": "r", "to": "r", "map-ref": "r"}]), ["mappers", 0, "relationships", 0]
        ),
        "connection": Place(
            spec(connections=[{"to": "c", "target": "R", "where": {"a": "b"}}]), ["mappers", 0, "connections", 0]
        ),
        "matcher": Place(
            {"root-map-ref": "m", "mappers": [DYNAMIC, RECORD]}, ["mappers", 0, "matchers", 0]
        ),
        "target": Place(spec(targets={"M": {"properties": {"a": "string", "b": "string"}}}), ["targets", "M"]),
        "property": Place(spec(targets={"M": {"properties": {"a": {}}}}), ["targets", "M", "properties", "a"]),
        "route": Place(spec(routes=[{"name": "r", "path": "/a"}]), ["routes", 0]),
    },
    "test": {
        "test": Place(SUITE, []),
        "case": Place(SUITE, ["cases", 0]),
        "request": Place(SUITE, ["cases", 0, "route"]),
        "expectation": Place(SUITE, ["cases", 0, "expect"]),
        "recordCount": Place(SUITE, ["cases", 0, "expect", "types", "M"]),
        "finding": Place(SUITE, ["cases", 0, "expect", "errors", 0]),
    },
}
