// swift-format-ignore-file
// Made of fixtures/diagnostics by `make golden`.

extension CodeExample {
  static let rk501x: [CodeExample] = [
    CodeExample(
      "RK5011",
      files: [
        File("input.json", #"""
[{ "id": 1, "b": { "name": "x" } }, { "id": 2, "b": [{ "name": "y" }] }]

"""#),
        File("spec.json", #"""
{
  "root-map-ref": "a",
  "mappers": [
    {
      "id": "a",
      "target": "A",
      "attributes": ["id"],
      "relationships": [{ "from": "b", "to": "b", "map-ref": "b" }]
    },
    { "id": "b", "target": "B", "attributes": ["name"] }
  ]
}

"""#),
      ],
      command: #"rkmap apply --to csv spec.json input.json"#,
      output: #"""
warning[RK1002]: A.b expects one record, got an array
  --> input.json:1:53   /1/b
   |
 1 | [{ "id": 1, "b": { "name": "x" } }, { "id": 2, "b": [{ "name": "y" }] }]
   |                                                     ^^^^^^^^^^^^^^^^^
  ::: spec.json:8:25   mappers.a.relationships.b   map-ref b
   = help: "many" says whether there is one record or several
warning[RK5011]: 'A.b' does not say how many records it has, and is taken to have one
  --> spec.json:8:25
   |
 8 |       "relationships": [{ "from": "b", "to": "b", "map-ref": "b" }]
   |                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
   = help: "many": false or true on the relationship says it

"""#
    ),
    CodeExample(
      "RK5012",
      files: [
        File("input.json", #"""
[{ "id": 1, "b": [{ "name": "x" }] }]

"""#),
        File("spec.json", #"""
{
  "root-map-ref": "a",
  "mappers": [
    {
      "id": "a",
      "target": "A",
      "attributes": ["id"],
      "relationships": [{ "from": "b", "to": "b", "map-ref": "b", "many": true }]
    },
    { "id": "b", "target": "B", "attributes": ["name"] }
  ]
}

"""#),
      ],
      command: #"rkmap apply --to csv spec.json input.json"#,
      output: #"""
warning[RK5012]: one stream of CSV has no place for the records of 'A.b'
  --> spec.json:8:25
   |
 8 |       "relationships": [{ "from": "b", "to": "b", "map-ref": "b", "many": true }]
   |                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
   = help: -o FOLDER/ writes them to files of their own

"""#
    ),
    CodeExample(
      "RK5013",
      files: [
        File("input.json", #"""
[{ "id": 1, "name": "x" }, { "id": 1, "name": "y" }]

"""#),
        File("spec.json", #"""
{ "mappers": [{ "id": "a", "target": "A", "attributes": ["id", "name"], "identification": "id" }] }

"""#),
      ],
      command: #"rkmap apply spec.json input.json -o made/; rm made/*; rmdir made"#,
      output: #"""
warning[RK5013]: rows of 'A' that differ have one key: datapackage.json names no primary key of it
   = help: a database keeps one row of each key

"""#
    ),
    CodeExample(
      "RK5014",
      files: [
        File("input.json", #"""
[{ "id": 1 }]

"""#),
        File("spec.json", #"""
{
  "root-map-ref": "a",
  "mappers": [
    {
      "id": "a",
      "attributes": ["id"],
      "relationships": [
        { "from": "b", "to": "b", "map-ref": "b", "many": false },
        { "from": "c", "to": "c", "map-ref": "c", "many": false },
        { "from": "d", "to": "d", "map-ref": "d", "many": false },
        { "from": "e", "to": "e", "map-ref": "e", "many": false },
        { "from": "f", "to": "f", "map-ref": "f", "many": false },
        { "from": "g", "to": "g", "map-ref": "g", "many": false },
        { "from": "h", "to": "h", "map-ref": "h", "many": false }
      ]
    },
    {
      "id": "b",
...
      ]
    }
  ]
}

"""#),
      ],
      command: #"rkmap apply --to csv spec.json input.json"#,
      output: #"""
error[RK5014]: a record and those related to it would have more than 4096 columns
   = help: "identification" on the related mappers and -o FOLDER/ make tables of their own

"""#
    ),
    CodeExample(
      "RK5015",
      note: #"`records.db` has rows of `A` with the ids 1 and 2, both open."#,
      files: [
        File("input.json", #"""
[{ "id": 2, "x": "open" }]

"""#),
        File("spec.json", #"""
{
  "prune": "x == 'open'",
  "mappers": [{ "id": "a", "target": "A", "identification": "id", "attributes": ["id", "x"] }]
}

"""#),
      ],
      command: #"rkmap apply spec.json input.json -o records.db --prune"#,
      output: #"""
error[RK5015]: nothing is pruned: 1 of 2 stored rows in the scope of 'A' did not come again, and --prune-limit is 10%
   = help: --prune-limit 1 deletes the row, where the input is all there is
   = help: the records of the run are written

"""#
    ),
    CodeExample(
      "RK5017",
      note: #"The table `A` of `records.db` has a trigger: `BEFORE INSERT ON A WHEN new.x > 9 BEGIN SELECT RAISE(IGNORE); END`."#,
      files: [
        File("input.json", #"""
[{"id": 1, "x": 9}, {"id": 2, "x": 10}]

"""#),
        File("spec.json", #"""
{
  "mappers": [{ "id": "a", "target": "A", "identification": "id", "attributes": ["id", "x"] }]
}

"""#),
      ],
      command: #"rkmap apply spec.json input.json -o records.db --dry-run"#,
      output: #"""
warning[RK5017]: a trigger of 'A' has ignored 1 row
rkmap: dry run, nothing is written: 2 records, 1 warning; 1 row inserted, 0 updated, 0 unchanged, 0 deleted

"""#
    ),
  ]
}
