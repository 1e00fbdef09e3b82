// swift-format-ignore-file
// Made of fixtures/diagnostics by `make golden`.

extension CodeExample {
  static let rk206x: [CodeExample] = [
    CodeExample(
      "RK2060",
      files: [
        File("common.json", #"""
{
  "keys": { "rename": { "uid": "id" } },
  "mappers": [{ "id": "base", "attributes": ["id"] }]
}

"""#),
        File("spec.json", #"""
{
  "include": ["common.json"],
  "keys": { "caseInsensitive": true, "rename": { "UID": "id", "uid": "key" } },
  "mappers": [{ "id": "m", "extends": "base", "attributes": ["name"] }]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2060]: 'uid' is read as 'key' here, and as something else elsewhere
  --> spec.json:3:63
   |
 3 |   "keys": { "caseInsensitive": true, "rename": { "UID": "id", "uid": "key" } },
   |                                                               ^^^^^
  ::: spec.json:3:50   the same key
error[RK2060]: this file says something else of keys than the spec that includes it
  --> common.json:2:3
   |
 2 |   "keys": { "rename": { "uid": "id" } },
   |   ^^^^^^
  ::: spec.json:3:3   what the spec says
   = help: say the same of keys there and here
spec.json: 2 errors, 0 warnings

"""#
    ),
    CodeExample(
      "RK2065",
      files: [
        File("spec.json", #"""
{
  "descriptors": [
    { "keyPath": "visits", "root-map-ref": "visit" },
    { "keyPath": "cats", "root-map-ref": "cat" }
  ],
  "mappers": [
    { "id": "visit", "target": "Visit",
      "attributes": ["day", { "from": "cat_id", "to": "catID", "hidden": true }],
      "connections": [
        { "to": "cat", "target": "Cat", "where": { "cat_id": "id" } },
        { "to": "owner", "target": "Cat", "where": { "catID": "owner" } }
      ] },
    { "id": "cat", "target": "Cat", "attributes": ["id", "name", "ownerID"] }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2065]: the mapper has no attribute 'cat_id' to be connected by; did you mean 'catID'?
   --> spec.json:10:52
    |
 10 |         { "to": "cat", "target": "Cat", "where": { "cat_id": "id" } },
    |                                                    ^^^^^^^^
    = help: an attribute of this name makes a key of it; with "hidden": true it is not written
error[RK2065]: 'Cat' has no attribute 'owner' to be found by; did you mean 'ownerID'?
   --> spec.json:11:63
    |
 11 |         { "to": "owner", "target": "Cat", "where": { "catID": "owner" } }
    |                                                               ^^^^^^^
    = help: the name of an attribute is its destination
spec.json: 2 errors, 0 warnings

"""#
    ),
    CodeExample(
      "RK2066",
      files: [
        File("spec.json", #"""
{
  "descriptors": [
    { "keyPath": "visits", "root-map-ref": "visit" },
    { "keyPath": "cats", "root-map-ref": "cat" }
  ],
  "mappers": [
    { "id": "visit", "target": "Visit",
      "attributes": ["day", "catID"],
      "connections": [{ "to": "cat", "target": "Cat", "where": {} }] },
    { "id": "cat", "target": "Cat", "attributes": ["id", "name"] }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2066]: the 'where' of a connection names no attributes
  --> spec.json:9:64
   |
 9 |       "connections": [{ "to": "cat", "target": "Cat", "where": {} }] },
   |                                                                ^^
   = help: "where": { "ownerID": "id" } finds the records whose 'id' is this one's 'ownerID'
spec.json: 1 error, 0 warnings

"""#
    ),
    CodeExample(
      "RK2067",
      files: [
        File("spec.json", #"""
{
  "descriptors": [
    { "keyPath": "visits", "root-map-ref": "visit" },
    { "keyPath": "cats", "root-map-ref": "cat" }
  ],
  "mappers": [
    { "id": "visit", "target": "Visit",
      "attributes": ["day", "catID"],
      "connections": [{ "to": "cat", "target": "cat", "where": { "catID": "id" } }] },
    { "id": "cat", "target": "Cat", "attributes": ["id", "name"] }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2067]: no mapper makes records of 'cat'; did you mean 'Cat'?
  --> spec.json:9:48
   |
 9 |       "connections": [{ "to": "cat", "target": "cat", "where": { "catID": "id" } }] },
   |                                                ^^^^^
   = help: a connection leads to records that the same run maps
spec.json: 1 error, 0 warnings

"""#
    ),
  ]
}
