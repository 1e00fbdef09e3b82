// swift-format-ignore-file
// Made of fixtures/diagnostics by `make golden`.

extension CodeExample {
  static let rk100x: [CodeExample] = [
    CodeExample(
      "RK1001",
      files: [
        File("input.json", #"""
{ "authors": [{ "x": 1 }] }

"""#),
        File("spec.json", #"""
{
  "keyPath": "articles",
  "mappers": [{ "id": "a", "target": "A", "attributes": ["x"] }]
}

"""#),
      ],
      command: #"rkmap apply spec.json input.json"#,
      output: #"""
error[RK1001]: nothing found at 'articles'; the document has 'authors'
  --> input.json:1:1
   |
 1 | { "authors": [{ "x": 1 }] }
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^
  ::: spec.json:1:1   descriptor of 'articles'
   = help: correct the descriptor's "keyPath", or say "optional": true

"""#
    ),
    CodeExample(
      "RK1002",
      files: [
        File("input.json", #"""
{ "x": 1, "n": "12abc" }

"""#),
        File("spec.json", #"""
{
  "mappers": [
    { "id": "a",
      "target": "A",
      "attributes": ["x", { "from": "n", "to": "count", "type": "integer" }] }
  ]
}

"""#),
      ],
      command: #"rkmap apply spec.json input.json"#,
      output: #"""
warning[RK1002]: A.count expects an integer, got string "12abc"
  --> input.json:1:16   /n
   |
 1 | { "x": 1, "n": "12abc" }
   |                ^^^^^^^
  ::: spec.json:5:27   mappers.a.attributes.count   type integer
   = help: "onError" on this attribute says what becomes of such a value

"""#
    ),
    CodeExample(
      "RK1003",
      files: [
        File("input.json", #"""
[{ "x": 1 }, { "y": 2 }]

"""#),
        File("spec.json", #"""
{
  "mappers": [{ "id": "a", "target": "A", "attributes": ["x"] }]
}

"""#),
      ],
      command: #"rkmap apply spec.json input.json"#,
      output: #"""
error[RK1003]: nothing of this representation could be mapped to A
  --> input.json:1:14   /1
   |
 1 | [{ "x": 1 }, { "y": 2 }]
   |              ^^^^^^^^^^
  ::: spec.json:2:23   mappers.a
   = help: it has 'y'
   = help: is it the mapper that was meant, and are the keys spelt as in the data?

"""#
    ),
    CodeExample(
      "RK1005",
      files: [
        File("input.json", #"""
{ "x": 1, "n": null }

"""#),
        File("spec.json", #"""
{
  "mappers": [
    { "id": "a",
      "target": "A",
      "attributes": ["x", { "from": "n", "to": "n", "required": true }] }
  ]
}

"""#),
      ],
      command: #"rkmap apply spec.json input.json"#,
      output: #"""
error[RK1005]: A.n is required, but 'n' is null
  --> input.json:1:16   /n
   |
 1 | { "x": 1, "n": null }
   |                ^^^^
  ::: spec.json:5:27   mappers.a.attributes.n
   = help: correct the data, or give the rule a "default"

"""#
    ),
    CodeExample(
      "RK1006",
      files: [
        File("input.json", #"""
{ "type": "Dog", "name": "Rex" }

"""#),
        File("spec.json", #"""
{
  "root-map-ref": "any",
  "mappers": [
    {
      "id": "any",
      "dynamic": "YES",
      "unmatched": "error",
      "matchers": [{ "keyPath": "type", "expectValue": "Boy", "map-ref": "boy" }]
    },
    { "id": "boy", "target": "Boy", "attributes": ["name"] }
  ]
}

"""#),
      ],
      command: #"rkmap apply spec.json input.json"#,
      output: #"""
error[RK1006]: no matcher of 'any' takes this representation
  --> input.json:1:1
   |
 1 | { "type": "Dog", "name": "Rex" }
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  ::: spec.json:5:13   mappers.any
   = help: add a matcher or a "default", or leave out "unmatched": "error"

"""#
    ),
  ]
}
