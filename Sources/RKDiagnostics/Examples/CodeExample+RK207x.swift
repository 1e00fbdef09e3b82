// swift-format-ignore-file
// Made of fixtures/diagnostics by `make golden`.

extension CodeExample {
  static let rk207x: [CodeExample] = [
    CodeExample(
      "RK2070",
      files: [
        File("spec.json", #"""
{
  "path": "/articles/:year:month",
  "mappers": [{ "id": "a", "target": "A", "attributes": ["x"] }]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2070]: ':year' and ':month' of the path '/articles/:year:month' have no text between them
  --> spec.json:2:27
   |
 2 |   "path": "/articles/:year:month",
   |                           ^^^^^^
   = help: a parameter ends where the text behind it begins
spec.json: 1 error, 0 warnings

"""#
    ),
    CodeExample(
      "RK2071",
      files: [
        File("spec.json", #"""
{
  "path": "/articles/:id",
  "mappers": [
    { "id": "a", "target": "A", "attributes": [{ "from": "@metadata.routing.paramaters.id", "to": "id" }] }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
warning[RK2071]: @metadata has no 'paramaters'; did you mean 'parameters'?
  --> spec.json:4:58
   |
 4 | \#u{2026}d": "a", "target": "A", "attributes": [{ "from": "@metadata.routing.paramaters.id", "to": "id" }] }
   |                                                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
   = help: it is missing unless --meta adds it
spec.json: 0 errors, 1 warning

"""#
    ),
    CodeExample(
      "RK2075",
      files: [
        File("spec.json", #"""
{
  "mappers": [
    { "id": "a", "target": "A", "attributes": ["price", "count"], "deletionPredicate": "price > 0 AND price * count < 1" }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2075]: this predicate is about stored rows: arithmetic is exact here, and a database's is not
  --> spec.json:3:103
   |
 3 | \#u{2026}t": "A", "attributes": ["price", "count"], "deletionPredicate": "price > 0 AND price * count < 1" }
   |                                                                                 ^^^^^^^^^^^^^
   = help: an attribute with an "expression" stores the result, which can be compared
spec.json: 1 error, 0 warnings

"""#
    ),
    CodeExample(
      "RK2076",
      files: [
        File("spec.json", #"""
{
  "prune": "city == 'Bonn'",
  "mappers": [{ "id": "a", "target": "A", "attributes": ["id", "city"] }]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2076]: 'A' has no identification, by which rows are known that come again
  --> spec.json:2:12
   |
 2 |   "prune": "city == 'Bonn'",
   |            ^^^^^^^^^^^^^^^^
   = help: "identification" on the mapper names the attributes that tell its records apart
spec.json: 1 error, 0 warnings

"""#
    ),
  ]
}
