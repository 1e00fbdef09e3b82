// swift-format-ignore-file
// Made of fixtures/diagnostics by `make golden`.

extension CodeExample {
  static let rk201x: [CodeExample] = [
    CodeExample(
      "RK2010",
      files: [
        File("spec.json", #"""
{
  "methods": ["PSOT"],
  "mappers": [{ "id": "a", "target": "A", "attributes": ["x"] }]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2010]: there is no method 'PSOT'; did you mean 'POST'?
  --> spec.json:2:15
   |
 2 |   "methods": ["PSOT"],
   |               ^^^^^^
spec.json: 1 error, 0 warnings

"""#
    ),
    CodeExample(
      "RK2011",
      files: [
        File("spec.json", #"""
{
  "root-map-ref": "a",
  "mappers": [
    { "id": "a", "attributes": ["x"] },
    { "id": "a", "attributes": ["y"] }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2011]: there is another mapper 'a'
  --> spec.json:5:13
   |
 5 |     { "id": "a", "attributes": ["y"] }
   |             ^^^
  ::: spec.json:4:13   the other one
spec.json: 1 error, 0 warnings

"""#
    ),
    CodeExample(
      "RK2012",
      files: [
        File("spec.json", #"""
{
  "mappers": [
    { "id": "a",
      "attributes": { "x": "n", "y": "n" } }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2012]: another rule has the destination 'n', too
  --> spec.json:4:38
   |
 4 |       "attributes": { "x": "n", "y": "n" } }
   |                                      ^^^
  ::: spec.json:4:28   the other rule
   = help: a list of sources takes the first that is present: "from": ["a", "b.c"]
spec.json: 1 error, 0 warnings

"""#
    ),
    CodeExample(
      "RK2013",
      files: [
        File("spec.json", #"""
{
  "mappers": [
    { "id": "a", "attributes": ["x"] },
    { "id": "b", "attributes": ["y"] }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2013]: 'root-map-ref' is missing, and no mapper refers to 'a' or 'b'
  --> spec.json:1:1
   |
 1 | {
   | ^
   = help: say which mapper the descriptor begins with
spec.json: 1 error, 0 warnings

"""#
    ),
    CodeExample(
      "RK2014",
      files: [
        File("spec.json", #"""
{
  "root-map-ref": "a",
  "mappers": [
    { "id": "a", "extends": "b", "attributes": ["x"] },
    { "id": "b", "extends": "a", "attributes": ["y"] }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2014]: mappers extend one another: 'a' extends 'b' extends 'a'
  --> spec.json:5:29
   |
 5 |     { "id": "b", "extends": "a", "attributes": ["y"] }
   |                             ^^^
spec.json: 1 error, 0 warnings

"""#
    ),
    CodeExample(
      "RK2015",
      files: [
        File("other.json", #"""
{
  "include": ["spec.json"],
  "mappers": [{ "id": "a", "target": "A", "attributes": ["x"] }]
}

"""#),
        File("spec.json", #"""
{
  "include": ["other.json"],
  "root-map-ref": "a",
  "mappers": []
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2015]: files include one another: spec.json includes other.json includes spec.json
  --> other.json:2:15
   |
 2 |   "include": ["spec.json"],
   |               ^^^^^^^^^^^
spec.json: 1 error, 0 warnings

"""#
    ),
    CodeExample(
      "RK2016",
      files: [
        File("spec.json", #"""
{
  "include": ["nosuch.json"],
  "mappers": [{ "id": "a", "target": "A", "attributes": ["x"] }]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2016]: the included file 'nosuch.json' cannot be read: No such file or directory
  --> spec.json:2:15
   |
 2 |   "include": ["nosuch.json"],
   |               ^^^^^^^^^^^^^
spec.json: 1 error, 0 warnings

"""#
    ),
    CodeExample(
      "RK2017",
      files: [
        File("other.json", #"""
{
  "mappers": [{ "id": "a", "target": "A", "attributes": ["x"] }]
}

"""#),
        File("spec.json", #"""
{
  "include": ["other.json"],
  "root-map-ref": "a",
  "mappers": [{ "id": "a", "target": "A", "attributes": ["x"] }]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2017]: 'spec.json' and 'other.json' both have a mapper 'a'
  --> other.json:2:23
   |
 2 |   "mappers": [{ "id": "a", "target": "A", "attributes": ["x"] }]
   |                       ^^^
  ::: spec.json:4:23   the other one
spec.json: 1 error, 0 warnings

"""#
    ),
    CodeExample(
      "RK2018",
      files: [
        File("spec.json", #"""
{
  "mappers": [
    { "id": "a",
      "attributes": { "x": "n", "a[b": "m" } }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2018]: 'a[b' has no closing bracket
  --> spec.json:4:35
   |
 4 |       "attributes": { "x": "n", "a[b": "m" } }
   |                                   ^^
spec.json: 1 error, 0 warnings

"""#
    ),
    CodeExample(
      "RK2019",
      files: [
        File("spec.json", #"""
{
  "root-map-ref": "any",
  "mappers": [
    { "id": "any", "dynamic": "YES", "matchers": [{ "map-ref": "a" }] },
    { "id": "a", "attributes": ["x"] }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2019]: this matcher has no condition
  --> spec.json:4:53
   |
 4 |     { "id": "any", "dynamic": "YES", "matchers": [{ "map-ref": "a" }] },
   |                                                     ^^^^^^^^^
   = help: a matcher has a 'predicate', or a 'keyPath' and one of 'expectValue', 'expectValues', 'expectType', 'valueMap'; what takes all the rest is the mapper's 'default'
spec.json: 1 error, 0 warnings

"""#
    ),
  ]
}
