// swift-format-ignore-file
// Made of fixtures/diagnostics by `make golden`.

extension CodeExample {
  static let rk590x: [CodeExample] = [
    CodeExample(
      "RK5901",
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
      command: #"rkmap aply spec.json input.json"#,
      output: #"""
error[RK5901]: there is no command 'aply'; did you mean 'apply'?
   = help: rkmap help lists the commands

"""#
    ),
    CodeExample(
      "RK5902",
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
      command: #"rkmap apply --prety spec.json input.json"#,
      output: #"""
error[RK5902]: 'apply' has no flag '--prety'; did you mean '--pretty'?
   = help: rkmap help apply

"""#
    ),
    CodeExample(
      "RK5903",
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
      command: #"rkmap apply --to xml spec.json input.json"#,
      output: #"""
error[RK5903]: --to does not know 'xml'
   = help: it takes json, ndjson, csv, sqlite, sql

"""#
    ),
    CodeExample(
      "RK5904",
      command: #"rkmap apply"#,
      output: #"""
error[RK5904]: 'apply' needs a SPEC
   = help: rkmap apply SPEC [INPUT...]

"""#
    ),
    CodeExample(
      "RK5905",
      command: #"rkmap apply - -"#,
      output: #"""
error[RK5905]: the spec and an input cannot both be the standard input

"""#
    ),
    CodeExample(
      "RK5906",
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
      command: #"rkmap apply --from xml spec.json input.json"#,
      output: #"""
error[RK5906]: this version does not do --from xml yet

"""#
    ),
    CodeExample(
      "RK5907",
      files: [
        File("input.json", #"""
{ "x": 1 }

"""#),
        File("spec.json", #"""
{
  "descriptors": [
    { "name": "list", "path": "/articles", "root-map-ref": "a" },
    { "name": "one", "path": "/articles/:id", "root-map-ref": "a" }
  ],
  "mappers": [{ "id": "a", "target": "A", "attributes": ["x"] }]
}

"""#),
      ],
      command: #"rkmap apply spec.json input.json"#,
      output: #"""
error[RK5907]: the descriptors 'list' and 'one' take the whole document, but are for different requests
  --> spec.json:4:5
   |
 4 |     { "name": "one", "path": "/articles/:id", "root-map-ref": "a" }
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  ::: spec.json:3:5   the other descriptor
   = help: say which request it is: --path
   = help: or name the one that is meant: --descriptor NAME

"""#
    ),
    CodeExample(
      "RK5908",
      files: [
        File("input.json", #"""
{ "x": 1 }

"""#),
        File("spec.json", #"""
{
  "descriptors": [
    { "name": "list", "path": "/articles", "root-map-ref": "a" },
    { "name": "one", "path": "/articles/:id", "root-map-ref": "a" }
  ],
  "mappers": [{ "id": "a", "target": "A", "attributes": ["x"] }]
}

"""#),
      ],
      command: #"rkmap apply --descriptor lst spec.json input.json"#,
      output: #"""
error[RK5908]: the spec has no descriptor 'lst'; did you mean 'list'?

"""#
    ),
    CodeExample(
      "RK5909",
      files: [
        File("input.json", #"""
[{ "x": 1, "n": "a" }, { "x": 2, "n": "b", "m": "c" }, { "x": 3, "m": "d" }]

"""#),
        File("spec.json", #"""
{
  "mappers": [
    { "id": "a",
      "target": "A",
      "attributes": ["x", { "from": "n", "to": "n", "type": "integer" }, { "from": "m", "to": "m", "type": "integer" }] }
  ]
}

"""#),
      ],
      command: #"rkmap apply --max-report 1 spec.json input.json"#,
      output: #"""
warning[RK1002]: A.n expects an integer, got string "a"
  --> input.json:1:17   /0/n   (2 of 3 records)
   |
 1 | [{ "x": 1, "n": "a" }, { "x": 2, "n": "b", "m": "c" }, { "x": 3, "m": "d" }]
   |                 ^^^
  ::: spec.json:5:27   mappers.a.attributes.n   type integer
   = help: "onError" on this attribute says what becomes of such a value
note[RK5909]: 2 more findings in input.json
   = help: --max-report sets how many are shown

"""#
    ),
  ]
}
