// swift-format-ignore-file
// Made of fixtures/diagnostics by `make golden`.

extension CodeExample {
  static let rk300x: [CodeExample] = [
    CodeExample(
      "RK3001",
      files: [
        File("input.json", #"""
[
  { "id": 1, "author": { "name": "Ada", "e-mail": "ada@example.com" }, "_links": {} },
  { "Id": 2, "author": { "name": "Joe" } }
]

"""#),
        File("spec.json", #"""
{
  "mappers": [
    { "id": "a",
      "target": "Article",
      "unknown": "report",
      "ignoreKeys": ["_*"],
      "attributes": ["id", "author.name"] }
  ]
}

"""#),
      ],
      command: #"rkmap apply spec.json input.json"#,
      output: #"""
warning[RK3001]: no rule of Article maps the key 'e-mail'
  --> input.json:2:41   /0/author/e-mail
   |
 2 |   { "id": 1, "author": { "name": "Ada", "e-mail": "ada@example.com" }, "_links": {} },
   |                                         ^^^^^^^^
  ::: spec.json:3:13   mappers.a
   = help: map it, or name it in "ignoreKeys"
warning[RK3001]: no rule of Article maps the key 'Id'; did you mean 'id'?
  --> input.json:3:5   /1/Id
   |
 3 |   { "Id": 2, "author": { "name": "Joe" } }
   |     ^^^^
  ::: spec.json:3:13   mappers.a
   = help: map it, or name it in "ignoreKeys"

"""#
    ),
  ]
}
