// swift-format-ignore-file
// Made of fixtures/diagnostics by `make golden`.

extension CodeExample {
  static let rk208x: [CodeExample] = [
    CodeExample(
      "RK2080",
      files: [
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
      command: #"rkmap test api.test.json"#,
      output: #"""
error[RK2080]: the test file 'api.test.json' cannot be read: No such file or directory
api.test.json: cannot be used

"""#
    ),
    CodeExample(
      "RK2081",
      files: [
        File("api/users.json", #"""
[{"id": 1, "name": "Ann"}, {"id": 2, "name": "Ben"}]

"""#),
      ],
      command: #"rkmap test api"#,
      output: #"""
error[RK2081]: there is no rkmap.test.json in 'api', nor in a folder below it
   = help: a test file of another name is given itself: rkmap test FILE

"""#
    ),
    CodeExample(
      "RK2082",
      files: [
        File("input.json", #"""
[{"id": 1, "name": "Ann"}, {"id": 2, "name": "Ben"}]

"""#),
        File("rkmap.test.json", #"""
{
  "spec": "spec.json",
  "cases": [
    {"files": "inputs/*.json"}
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
error[RK2082]: no file is called 'inputs/*.json'
  --> rkmap.test.json:4:15
   |
 4 |     {"files": "inputs/*.json"}
   |               ^^^^^^^^^^^^^^^
   = help: 'files' is relative to the folder of the test file
rkmap.test.json: cannot be used

"""#
    ),
    CodeExample(
      "RK2083",
      files: [
        File("input.json", #"""
[{"id": 1, "name": "Ann"}, {"id": 2, "name": "Ben"}]

"""#),
        File("rkmap.test.json", #"""
{
  "spec": "spec.json",
  "cases": [
    {"files": "input.json", "expect": {"types": {"User": {"min": 3, "max": 2}}}}
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
error[RK2083]: no number is at least 3 and at most 2
  --> rkmap.test.json:4:58
   |
 4 |     {"files": "input.json", "expect": {"types": {"User": {"min": 3, "max": 2}}}}
   |                                                          ^^^^^^^^^^^^^^^^^^^^
rkmap.test.json: cannot be used

"""#
    ),
    CodeExample(
      "RK2084",
      files: [
        File("input.json", #"""
[{"id": 1, "name": "Ann"}, {"id": 2, "name": "Ben"}]

"""#),
        File("rkmap.test.json", #"""
{
  "spec": "spec.json",
  "cases": [
    {"files": ["input.json", "in*.json"]}
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
warning[RK2084]: a case has the fixture 'input.json' twice
  --> rkmap.test.json:4:5
   |
 4 |     {"files": ["input.json", "in*.json"]}
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
rkmap.test.json: 1 fixture, 1 passed

"""#
    ),
    CodeExample(
      "RK2085",
      files: [
        File("input.json", #"""
[{"id": 1, "name": "Ann"}, {"id": 2, "name": "Ben"}]

"""#),
        File("rkmap.test.json", #"""
{
  "spec": "spec.json",
  "cases": [
    {"files": "input.json", "snapshot": true},
    {"files": "in*.json", "snapshot": true}
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
error[RK2085]: two cases have a snapshot of 'input.json'
  --> rkmap.test.json:5:5
   |
 5 |     {"files": "in*.json", "snapshot": true}
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  ::: rkmap.test.json:4:5   the other case
rkmap.test.json: cannot be used

"""#
    ),
  ]
}
