// swift-format-ignore-file
// Made of fixtures/diagnostics by `make golden`.

extension CodeExample {
  static let rk301x: [CodeExample] = [
    CodeExample(
      "RK3010",
      files: [
        File("input.json", #"""
[{"id": 1, "name": "Ann"}, {"id": 2, "name": "Ben"}]

"""#),
        File("rkmap.test.json", #"""
{
  "spec": "spec.json",
  "cases": [
    {"files": "input.json", "expect": {"types": {"User": {"min": 3}}}}
  ]
}

"""#),
        File("spec.json", #"""
{
  "mappers": [
    {
      "id": "user",
      "target": "User",
      "identification": "id",
      "attributes": [{"from": "id", "type": "integer", "required": true}, "name"]
    }
  ]
}

"""#),
      ],
      command: #"rkmap test"#,
      output: #"""
FAIL input.json
error[RK3010]: 'input.json' gives 2 records of 'User', not at least 3
  --> rkmap.test.json:4:50
   |
 4 |     {"files": "input.json", "expect": {"types": {"User": {"min": 3}}}}
   |                                                  ^^^^^^
  ::: input.json:1:1   the fixture
rkmap.test.json: 1 fixture, 0 passed, 1 failed

"""#
    ),
    CodeExample(
      "RK3011",
      files: [
        File("input.json", #"""
[{"id": 1, "name": "Ann"}, {"id": 2, "name": "Ben"}]

"""#),
        File("rkmap.test.json", #"""
{
  "spec": "spec.json",
  "cases": [
    {"files": "input.json", "expect": {"errors": 1}}
  ]
}

"""#),
        File("spec.json", #"""
{
  "mappers": [
    {
      "id": "user",
      "target": "User",
      "identification": "id",
      "attributes": [{"from": "id", "type": "integer", "required": true}, "name"]
    }
  ]
}

"""#),
      ],
      command: #"rkmap test"#,
      output: #"""
FAIL input.json
error[RK3011]: 'input.json' gives 0 errors, not 1
  --> rkmap.test.json:4:5
   |
 4 |     {"files": "input.json", "expect": {"errors": 1}}
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  ::: input.json:1:1   the fixture
rkmap.test.json: 1 fixture, 0 passed, 1 failed

"""#
    ),
    CodeExample(
      "RK3012",
      files: [
        File("input.json", #"""
[{"id": 1, "name": "Ann"}, {"id": 2, "name": "Ben"}]

"""#),
        File("rkmap.test.json", #"""
{
  "spec": "spec.json",
  "cases": [
    {"files": "input.json", "expect": {"errors": [{"code": "RK1002", "at": "/0/id"}]}}
  ]
}

"""#),
        File("spec.json", #"""
{
  "mappers": [
    {
      "id": "user",
      "target": "User",
      "identification": "id",
      "attributes": [{"from": "id", "type": "integer", "required": true}, "name"]
    }
  ]
}

"""#),
      ],
      command: #"rkmap test"#,
      output: #"""
FAIL input.json
error[RK3012]: 'input.json' does not give RK1002 at "/0/id", which is expected
  --> rkmap.test.json:4:76
   |
 4 |     {"files": "input.json", "expect": {"errors": [{"code": "RK1002", "at": "/0/id"}]}}
   |                                                                            ^^^^^^^
  ::: input.json:1:1   the fixture
rkmap.test.json: 1 fixture, 0 passed, 1 failed

"""#
    ),
    CodeExample(
      "RK3013",
      files: [
        File("input.json", #"""
[{"id": 1, "name": "Ann"}, {"id": 2, "name": "Ben"}]

"""#),
        File("records.json", #"""
[
  {"id": 1, "name": "Ann"},
  {"id": 2, "name": "Bob"}
]

"""#),
        File("rkmap.test.json", #"""
{
  "spec": "spec.json",
  "cases": [
    {"files": "input.json", "expect": {"output": "records.json"}}
  ]
}

"""#),
        File("spec.json", #"""
{
  "mappers": [
    {
      "id": "user",
      "target": "User",
      "identification": "id",
      "attributes": [{"from": "id", "type": "integer", "required": true}, "name"]
    }
  ]
}

"""#),
      ],
      command: #"rkmap test"#,
      output: #"""
FAIL input.json
error[RK3013]: the output of 'input.json' has "Ben" at "/1/name", not "Bob"
  --> records.json:3:21   /1/name
   |
 3 |   {"id": 2, "name": "Bob"}
   |                     ^^^^^
  ::: input.json:1:1   the fixture
  ::: rkmap.test.json:4:50   the case's output
   = help: where the new output is right: rkmap apply spec.json input.json -o records.json
rkmap.test.json: 1 fixture, 0 passed, 1 failed

"""#
    ),
    CodeExample(
      "RK3014",
      files: [
        File("input.json", #"""
{"users": [{"id": 1, "name": "Ann"}]}

"""#),
        File("rkmap.test.json", #"""
{
  "spec": "spec.json",
  "cases": [
    {"files": "input.json"}
  ]
}

"""#),
        File("spec.json", #"""
{
  "descriptors": [
    {"name": "list", "path": "/users", "keyPath": "users", "root-map-ref": "user"},
    {"name": "friends", "path": "/friends", "keyPath": "users", "root-map-ref": "friend"}
  ],
  "mappers": [
    {"id": "user", "target": "User", "attributes": ["id", "name"]},
    {"id": "friend", "target": "Friend", "attributes": ["name"]}
  ]
}

"""#),
      ],
      command: #"rkmap test"#,
      output: #"""
FAIL input.json
error[RK3014]: 'input.json' cannot be mapped: the descriptors 'list' and 'friends' take 'users', but are for different requests
  --> spec.json:4:5
   |
 4 |     {"name": "friends", "path": "/friends", "keyPath": "users", "root-map-ref": "friend"}
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  ::: spec.json:3:5   the other descriptor
  ::: rkmap.test.json:4:5   the case
   = help: say which request the case is for: "route": {"method", "path", "status"}
   = help: or name the fixture after a descriptor: NAME.METHOD.STATUS.json
rkmap.test.json: 1 fixture, 0 passed, 1 failed

"""#
    ),
  ]
}
