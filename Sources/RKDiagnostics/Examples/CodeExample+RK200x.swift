// swift-format-ignore-file
// Made of fixtures/diagnostics by `make golden`.

extension CodeExample {
  static let rk200x: [CodeExample] = [
    CodeExample(
      "RK2001",
      command: #"rkmap check nosuch.json"#,
      output: #"""
error[RK2001]: the spec 'nosuch.json' cannot be read: No such file or directory
nosuch.json: 1 error, 0 warnings

"""#
    ),
    CodeExample(
      "RK2002",
      files: [
        File("spec.json", #"""
{
  "keyPath" = "articles",
  "mappers": [{ "id": "a", "target": "A", "attributes": ["x"] }]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2002]: expected ":" behind the name "keyPath", found "="
  --> spec.json:2:13
   |
 2 |   "keyPath" = "articles",
   |             ^
spec.json: 1 error, 0 warnings

"""#
    ),
    CodeExample(
      "RK2003",
      files: [
        File("spec.json", #"""
{
  "root-map-ref": "artcile",
  "mappers": [{ "id": "article", "attributes": ["title"] }]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2003]: no mapper 'artcile'; did you mean 'article'?
  --> spec.json:2:19
   |
 2 |   "root-map-ref": "artcile",
   |                   ^^^^^^^^^
spec.json: 1 error, 0 warnings

"""#
    ),
    CodeExample(
      "RK2004",
      files: [
        File("spec.json", #"""
{
  "keyPath": "articles"
  "mappers": [{ "id": "a", "target": "A", "attributes": ["x"] }]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
warning[RK2004]: a comma is missing here
  --> spec.json:2:24
   |
 2 |   "keyPath": "articles"
   |                        ^
   = help: insert ','
spec.json: 0 errors, 1 warning

"""#
    ),
    CodeExample(
      "RK2005",
      files: [
        File("spec.json", #"""
{
  "keypaths": "articles",
  "mappers": [{ "id": "a", "target": "A", "attributes": ["x"] }]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2005]: a spec has no member 'keypaths'; did you mean 'keyPath'?
  --> spec.json:2:3
   |
 2 |   "keypaths": "articles",
   |   ^^^^^^^^^^
   = help: members of your own begin with "$" or "x-"
spec.json: 1 error, 0 warnings

"""#
    ),
    CodeExample(
      "RK2006",
      files: [
        File("spec.json", #"""
{
  "mappers": 12
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2006]: 'mappers' takes a list, not a number
  --> spec.json:2:14
   |
 2 |   "mappers": 12
   |              ^^
spec.json: 1 error, 0 warnings

"""#
    ),
    CodeExample(
      "RK2007",
      files: [
        File("spec.json", #"""
{
  "keyPath": "a",
  "keyPath": "b",
  "mappers": [{ "id": "a", "target": "A", "attributes": ["x"] }]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
warning[RK2007]: "keyPath" stands twice in one object; this one counts
  --> spec.json:3:3
   |
 3 |   "keyPath": "b",
   |   ^^^^^^^^^
  ::: spec.json:2:3   the first one, without effect
spec.json: 0 errors, 1 warning

"""#
    ),
    CodeExample(
      "RK2008",
      files: [
        File("spec.json", #"""
{
  "mappers": [
    { "id": "a",
      "target": "A",
      "targetName": "B",
      "attributes": ["x"] }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2008]: 'target' and 'targetName' are the same member; give one of them
  --> spec.json:5:7
   |
 5 |       "targetName": "B",
   |       ^^^^^^^^^^^^
  ::: spec.json:4:7   'target'
spec.json: 1 error, 0 warnings

"""#
    ),
    CodeExample(
      "RK2009",
      files: [
        File("spec.json", #"""
{
  "mappers": [
    { "id": "a",
      "attributes": ["x"],
      "relationships": [{ "from": "b", "map-ref": "a" }] }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2009]: a relationship needs a 'to'
  --> spec.json:5:25
   |
 5 |       "relationships": [{ "from": "b", "map-ref": "a" }] }
   |                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
spec.json: 1 error, 0 warnings

"""#
    ),
  ]
}
