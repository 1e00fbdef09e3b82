// swift-format-ignore-file
// Made of fixtures/diagnostics by `make golden`.

extension CodeExample {
  static let rk101x: [CodeExample] = [
    CodeExample(
      "RK1011",
      files: [
        File("input.json", #"""
{ "blake": { "email": "blake@restkit.org" }, "sarah": { "email": "sarah@restkit.org" } }

"""#),
        File("spec.json", #"""
{
  "mappers": [
    { "id": "user",
      "target": "User",
      "keyAttribute": "name",
      "attributes": ["email"] }
  ]
}

"""#),
      ],
      command: #"rkmap apply spec.json input.json"#,
      output: #"""
warning[RK1011]: this object has several keys, but is taken as one User named by its first
  --> input.json:1:3   /blake
   |
 1 | { "blake": { "email": "blake@restkit.org" }, "sarah": { "email": "sarah@restkit.org" } }
   |   ^^^^^^^
  ::: spec.json:3:13   mappers.user
   = help: "forceCollection": true on the mapper takes every key as a record

"""#
    ),
    CodeExample(
      "RK1012",
      files: [
        File("input.json", #"""
[{ "id": 1, "x": "a" }, { "id": "b", "x": "b" }]

"""#),
        File("spec.json", #"""
{
  "mappers": [{ "id": "a", "target": "A", "identification": "id", "attributes": ["id", "x"] }]
}

"""#),
      ],
      command: #"rkmap apply spec.json input.json --to sql"#,
      output: #"""
error[RK1012]: A.id is string "b", but the identities before it are numbers
  --> input.json:1:33   /1/id
   |
 1 | [{ "id": 1, "x": "a" }, { "id": "b", "x": "b" }]
   |                                 ^^^
  ::: spec.json:2:82   mappers.a.attributes.id
   = help: correct the data, or declare the "type" of A.id

"""#
    ),
    CodeExample(
      "RK1013",
      note: #"`records.db` has a row of `A` with the id 1."#,
      files: [
        File("input.json", #"""
[{ "id": 2, "x": "b" }, { "id": 1, "x": "c" }]

"""#),
        File("spec.json", #"""
{
  "mappers": [{ "id": "a", "target": "A", "identification": "id", "attributes": ["id", "x"] }]
}

"""#),
      ],
      command: #"rkmap apply spec.json input.json -o records.db --mode fail"#,
      output: #"""
error[RK1013]: there is a row already whose A.id is number 1
  --> input.json:1:33   /1/id
   |
 1 | [{ "id": 2, "x": "b" }, { "id": 1, "x": "c" }]
   |                                 ^
  ::: spec.json:2:82   mappers.a.attributes.id
   = help: --mode upsert writes the new values to it, --mode append leaves it as it is

"""#
    ),
    CodeExample(
      "RK1014",
      files: [
        File("input.json", #"""
[{ "id": 1, "x": "a" }, { "id": null, "x": "b" }]

"""#),
        File("spec.json", #"""
{
  "mappers": [{ "id": "a", "target": "A", "identification": "id", "attributes": ["id", "x"] }]
}

"""#),
      ],
      command: #"rkmap apply spec.json input.json --to sql"#,
      output: #"""
error[RK1014]: A.id is the identity of this record, and is null
  --> input.json:1:33   /1/id
   |
 1 | [{ "id": 1, "x": "a" }, { "id": null, "x": "b" }]
   |                                 ^^^^
  ::: spec.json:2:82   mappers.a.attributes.id
   = help: correct the data, or leave such records out: --on-error skip

"""#
    ),
    CodeExample(
      "RK1015",
      files: [
        File("clinic.json", #"""
{
  "visits": [
    { "day": 1, "cats": [5, 6] },
    { "day": 2, "cats": 5 },
    { "day": 3, "cats": 7 },
    { "day": 4, "cats": [] },
    { "day": 5 }
  ],
  "cats": [{ "id": 5, "name": "Asia" }]
}

"""#),
        File("spec.json", #"""
{
  "descriptors": [
    { "keyPath": "visits", "root-map-ref": "visit" },
    { "keyPath": "cats", "root-map-ref": "cat" }
  ],
  "mappers": [
    { "id": "visit", "target": "Visit",
      "attributes": ["day", { "from": "cats", "to": "catIDs", "hidden": true }],
      "connections": [{ "to": "cats", "target": "Cat", "where": { "catIDs": "id" } }] },
    { "id": "cat", "target": "Cat", "attributes": ["id", "name"] }
  ]
}

"""#),
      ],
      command: #"rkmap apply --pretty spec.json clinic.json"#,
      output: #"""
warning[RK1015]: Visit.cats finds no 'Cat' whose 'id' is 6
  --> clinic.json:3:5   /visits/0   (2 of 5 records)
   |
 3 |     { "day": 1, "cats": [5, 6] },
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  ::: spec.json:9:23   mappers.visit.connections.cats   Cat where catIDs = id
   = help: correct the key, or see that 'Cat' is mapped in the same run

"""#
    ),
    CodeExample(
      "RK1017",
      note: #"`records.db` has a row of `A` with the id 1, and `x` is "closed" there."#,
      files: [
        File("input.json", #"""
[{ "id": 2, "x": "b" }, { "id": 1, "x": "c" }]

"""#),
        File("spec.json", #"""
{
  "mappers": [
    { "id": "a", "target": "A", "identification": "id", "identificationPredicate": "x != 'closed'", "attributes": ["id", "x"] }
  ]
}

"""#),
      ],
      command: #"rkmap apply spec.json input.json -o records.db"#,
      output: #"""
error[RK1017]: the row whose A.id is number 1 may not be taken for this record: the mapper's identificationPredicate does not take it
  --> input.json:1:33   /1/id
   |
 1 | [{ "id": 2, "x": "b" }, { "id": 1, "x": "c" }]
   |                                 ^
  ::: spec.json:3:116   mappers.a.attributes.id
   = help: correct the data or the predicate, or leave such records out: --on-error skip

"""#
    ),
    CodeExample(
      "RK1018",
      files: [
        File("input.json", #"""
[
  { "id": 1, "next": { "id": 2 } },
  { "id": 3, "next": { "id": 3, "next": { "id": 3, "next": { "id": 3, "next": { "id": 3, "next": { "id": 3, "next": { "id": 3, "next": { "id": 3, "next": { "id": 3, "next": { "id": 3, "next": { "id": 3, "next": { "id": 3, "next": { "id": 3, "next": { "id": 3, "next": { "id": 3, "next": { "id": 3, "next": { "id": 3, "next": { "id": 3, "next": { "id": 3, "next": { "id": 3, "next": { "id": 3, "next": { "id": 3, "next": { "id": 3, "next": { "id": 3, "next": { "id": 3, "next": { "id": 3, "next": { "id": 3, "next": { "id": 3, "next": { "id": 3, "next": { "id": 3, "next": { "id": 3, "next": { "id": 3, "next": { "id": 3, "next": { "id": 3, "next": { "id": 3, "next": { "id": 3, "next": { "id": 3, "next": { "id": 3, "next": { "id": 3, "next": { "id": 3, "next": { "id": 4 } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } } }
]

"""#),
        File("spec.json", #"""
{
  "mappers": [
    { "id": "node",
      "attributes": ["id"],
      "relationships": [
        { "from": "next", "to": "left", "map-ref": "node", "many": false },
        { "from": "next", "to": "right", "map-ref": "node", "many": false }
      ] }
  ]
}

"""#),
      ],
      command: #"rkmap apply spec.json input.json --to ndjson --on-error skip"#,
      output: #"""
error[RK1018]: the record grows beyond what its representation may come to, at node.left
  --> input.json:3:725   /1/next/next/next/next/next/next/next/next/next/next/next/next/next/next/next/next/next/next/next/next/next/next/next/next/next/next/next/next/next/next/next/next/next/next/next/next/next/next
   |
 3 | \#u{2026}": { "id": 3, "next": { "id": 3, "next": { "id": 3, "next": { "id": 4 } } } } } } } } } } } } } } \#u{2026}
   |                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  ::: spec.json:6:9   mappers.node.relationships.left   map-ref node
   = help: see that rules do not multiply: templates of templates, relationships to one another

"""#
    ),
  ]
}
