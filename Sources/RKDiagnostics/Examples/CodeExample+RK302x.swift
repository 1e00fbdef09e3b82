// swift-format-ignore-file
// Made of fixtures/diagnostics by `make golden`.

extension CodeExample {
  static let rk302x: [CodeExample] = [
    CodeExample(
      "RK3020",
      files: [
        File("__rkmap__/fixtures/users.json.ndjson", #"""
{"User":{"id":1,"name":"Ann"}}

"""#),
        File("fixtures/users.json", #"""
[{ "id": 1, "username": "Ann" }]

"""#),
        File("rkmap.test.json", #"""
{
  "spec": "spec.json",
  "cases": [{ "files": "fixtures/*.json", "snapshot": true }]
}

"""#),
        File("spec.json", #"""
{
  "mappers": [
    { "id": "user", "target": "User", "identification": "id", "attributes": ["id", "name"] }
  ]
}

"""#),
      ],
      command: #"rkmap test"#,
      output: #"""
FAIL fixtures/users.json
error[RK3020]: '/name' of User 1 has changed: it was "Ann", and is missing
  --> fixtures/users.json:1:2   /0
   |
 1 | [{ "id": 1, "username": "Ann" }]
   |  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  ::: __rkmap__/fixtures/users.json.ndjson:1:24   the snapshot
  ::: spec.json:3:84   mappers.user.attributes.name   from 'name'
   = help: the object has 'username': did 'name' become that?
   = help: correct the fixture or the spec; or keep the new records: rkmap test --update rkmap.test.json
rkmap.test.json: 1 fixture, 0 passed, 1 failed

"""#
    ),
    CodeExample(
      "RK3021",
      files: [
        File("fixtures/users.json", #"""
[{ "id": 1, "name": "Ann" }]

"""#),
        File("rkmap.test.json", #"""
{
  "spec": "spec.json",
  "cases": [{ "files": "fixtures/*.json", "snapshot": true }]
}

"""#),
        File("spec.json", #"""
{
  "mappers": [
    { "id": "user", "target": "User", "identification": "id", "attributes": ["id", "name"] }
  ]
}

"""#),
      ],
      command: #"rkmap test"#,
      output: #"""
warning[RK3021]: 'fixtures/users.json' has no snapshot
  --> fixtures/users.json:1:1
   = help: rkmap test --update rkmap.test.json writes '__rkmap__/fixtures/users.json.ndjson', which is to be committed
rkmap.test.json: 1 fixture, 1 passed

"""#
    ),
    CodeExample(
      "RK3022",
      files: [
        File("__rkmap__/fixtures/people.json.ndjson", #"""
{"User":{"id":1,"name":"Ann"}}

"""#),
        File("__rkmap__/fixtures/users.json.ndjson", #"""
{"User":{"id":1,"name":"Ann"}}

"""#),
        File("fixtures/users.json", #"""
[{ "id": 1, "name": "Ann" }]

"""#),
        File("rkmap.test.json", #"""
{
  "spec": "spec.json",
  "cases": [{ "files": "fixtures/*.json", "snapshot": true }]
}

"""#),
        File("spec.json", #"""
{
  "mappers": [
    { "id": "user", "target": "User", "identification": "id", "attributes": ["id", "name"] }
  ]
}

"""#),
      ],
      command: #"rkmap test"#,
      output: #"""
warning[RK3022]: the snapshot '__rkmap__/fixtures/people.json.ndjson' is stale: no case of 'rkmap.test.json' keeps it
  --> __rkmap__/fixtures/people.json.ndjson:1:1
   = help: rkmap test --update rkmap.test.json removes it
rkmap.test.json: 1 fixture, 1 passed

"""#
    ),
    CodeExample(
      "RK3023",
      files: [
        File("__rkmap__/fixtures/users.json.ndjson", #"""
<<<<<<< HEAD
{"User":{"id":1,"name":"Ann"}}
=======
{"User":{"id":1,"name":"Anna"}}
>>>>>>> other

"""#),
        File("fixtures/users.json", #"""
[{ "id": 1, "name": "Ann" }]

"""#),
        File("rkmap.test.json", #"""
{
  "spec": "spec.json",
  "cases": [{ "files": "fixtures/*.json", "snapshot": true }]
}

"""#),
        File("spec.json", #"""
{
  "mappers": [
    { "id": "user", "target": "User", "identification": "id", "attributes": ["id", "name"] }
  ]
}

"""#),
      ],
      command: #"rkmap test"#,
      output: #"""
FAIL fixtures/users.json
error[RK3023]: this line is no record of a snapshot
  --> __rkmap__/fixtures/users.json.ndjson:1:1
   |
 1 | <<<<<<< HEAD
   | ^^^^^^^^^^^^
  ::: fixtures/users.json:1:1   the fixture
   = help: rkmap test --update writes the snapshot anew; merge conflicts go with that
rkmap.test.json: 1 fixture, 0 passed, 1 failed

"""#
    ),
  ]
}
