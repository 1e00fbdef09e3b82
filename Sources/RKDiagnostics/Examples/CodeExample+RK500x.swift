// swift-format-ignore-file
// Made of fixtures/diagnostics by `make golden`.

extension CodeExample {
  static let rk500x: [CodeExample] = [
    CodeExample(
      "RK5001",
      files: [
        File("input.json", #"""
{ "x": 1 }

"""#),
        File("spec.json", #"""
{
  "mappers": [{ "id": "a", "target": "A", "attributes": ["x"] }]
}

"""#),
      ],
      command: #"rkmap apply spec.json input.json -o nosuch/records.json"#,
      output: #"""
error[RK5001]: 'nosuch/records.json' cannot be written: No such file or directory
   = help: what was there before is as it was

"""#
    ),
    CodeExample(
      "RK5003",
      files: [
        File("input.json", #"""
{ "x": 1 }

"""#),
        File("records.db", #"""
These are records, but not in a database.

"""#),
        File("spec.json", #"""
{
  "mappers": [{ "id": "a", "target": "A", "attributes": ["x"] }]
}

"""#),
      ],
      command: #"rkmap apply spec.json input.json -o records.db"#,
      output: #"""
error[RK5003]: 'records.db' is there, and is not a database
   = help: give another name, or move the file away; --to says that it is something else

"""#
    ),
    CodeExample(
      "RK5004",
      note: #"`records.db` has a table `A` without a column `x`."#,
      files: [
        File("input.json", #"""
{ "id": 1, "x": 2 }

"""#),
        File("spec.json", #"""
{
  "mappers": [{ "id": "a", "target": "A", "identification": "id", "attributes": ["id", "x"] }]
}

"""#),
      ],
      command: #"rkmap apply spec.json input.json -o records.db"#,
      output: #"""
error[RK5004]: the table 'A' has no column 'x'
   = help: --schema evolve adds it
   = help: this is missing: ALTER TABLE A ADD COLUMN x;

"""#
    ),
    CodeExample(
      "RK5005",
      note: #"`records.db` is a database that says of itself that it may not be written to."#,
      files: [
        File("input.json", #"""
{ "x": 1 }

"""#),
        File("spec.json", #"""
{
  "mappers": [{ "id": "a", "target": "A", "attributes": ["x"] }]
}

"""#),
      ],
      command: #"rkmap apply spec.json input.json -o records.db"#,
      output: #"""
error[RK5005]: 'records.db' cannot be written: attempt to write a readonly database
   = help: the file and its folder must be writable: a journal stands beside it for the time of a run

"""#
    ),
    CodeExample(
      "RK5007",
      note: #"`records.db` has a `User` whose `city_id` is 5, and no `City`."#,
      files: [
        File("input.json", #"""
{ "id": 2, "city": { "id": 6 } }

"""#),
        File("spec.json", #"""
{
  "root-map-ref": "user",
  "targets": {
    "User": { "properties": { "id": "integer" } },
    "City": { "properties": { "id": "integer" } }
  },
  "mappers": [
    {
      "id": "user",
      "target": "User",
      "identification": "id",
      "attributes": ["id"],
      "relationships": [{ "from": "city", "to": "city", "map-ref": "city", "many": false }]
    },
    { "id": "city", "target": "City", "identification": "id", "attributes": ["id"] }
  ]
}

"""#),
      ],
      command: #"rkmap apply spec.json input.json -o records.db --dangling error"#,
      output: #"""
error[RK5007]: a row of 'User' refers by 'city_id' to rows of 'City' that are not there, such as 5
   = help: --dangling stub makes the rows, --dangling null takes the references away

"""#
    ),
    CodeExample(
      "RK5008",
      note: #"The table `A` of `records.db` has a constraint: `CHECK (x < 10)`."#,
      files: [
        File("input.json", #"""
{ "id": 1, "x": 20 }

"""#),
        File("spec.json", #"""
{
  "mappers": [{ "id": "a", "target": "A", "identification": "id", "attributes": ["id", "x"] }]
}

"""#),
      ],
      command: #"rkmap apply spec.json input.json -o records.db"#,
      output: #"""
error[RK5008]: the row of 'A' with id 1, from byte 0 of 'input.json', violates a constraint: CHECK constraint failed: x < 10
   = help: change the data, or the constraint: nothing was written

"""#
    ),
    CodeExample(
      "RK5009",
      note: #"`records.db` was written by a run of that name, `monday`."#,
      files: [
        File("input.json", #"""
{ "id": 1, "x": 2 }

"""#),
        File("spec.json", #"""
{
  "mappers": [{ "id": "a", "target": "A", "identification": "id", "attributes": ["id", "x"] }]
}

"""#),
      ],
      command: #"rkmap apply spec.json input.json -o records.db --run-id monday"#,
      output: #"""
note[RK5009]: the run 'monday' was there before: nothing is read
   = help: another --run-id reads the inputs again

"""#
    ),
  ]
}
