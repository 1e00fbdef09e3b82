// swift-format-ignore-file
// Made of fixtures/diagnostics by `make golden`.

extension CodeExample {
  static let rk211x: [CodeExample] = [
    CodeExample(
      "RK2110",
      files: [
        File("spec.json", #"""
{
  "keyPath": "articles",
  "mappers": [
    { "id": "article", "target": "Article",
      "attributes": ["title", { "@document.generatedAt": "seenAt" }] }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
note[RK2110]: documents are held in memory as a whole: '@document' reaches all of them
  --> spec.json:5:33
   |
 5 |       "attributes": ["title", { "@document.generatedAt": "seenAt" }] }
   |                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
spec.json: 0 errors, 0 warnings

"""#
    ),
    CodeExample(
      "RK2111",
      files: [
        File("spec.json", #"""
{
  "mappers": [
    { "id": "article", "entity": "YES", "target": "Article", "attributes": ["articleID", "title"] }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
note[RK2111]: nothing tells records of 'Article' apart; 'articleID' may be meant to
  --> spec.json:3:77
   |
 3 |     { "id": "article", "entity": "YES", "target": "Article", "attributes": ["articleID", "title"] }
   |                                                                             ^^^^^^^^^^^
   = help: "identification": ["articleID"] on the mapper 'article' is a table's key
spec.json: 0 errors, 0 warnings

"""#
    ),
    CodeExample(
      "RK2112",
      files: [
        File("spec.json", #"""
{
  "mappers": [
    { "id": "user", "target": "User",
      "attributes": ["name", { "to": "cityID", "hidden": true }] }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
warning[RK2112]: the attribute 'cityID' is hidden, and nothing uses it
  --> spec.json:4:38
   |
 4 |       "attributes": ["name", { "to": "cityID", "hidden": true }] }
   |                                      ^^^^^^^^
   = help: connections, templates and predicates can use what is not written
spec.json: 0 errors, 1 warning

"""#
    ),
    CodeExample(
      "RK2113",
      files: [
        File("spec.json", #"""
{
  "mappers": [
    { "id": "user", "target": "User",
      "attributes": ["name", { "to": "rank", "default": 1, "onMissing": "absent" }] }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
warning[RK2113]: the default 1 is never taken: "onMissing" is "absent"
  --> spec.json:4:30
   |
 4 |       "attributes": ["name", { "to": "rank", "default": 1, "onMissing": "absent" }] }
   |                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
   = help: a default stands in for what is missing where nothing else is said of it
spec.json: 0 errors, 1 warning

"""#
    ),
    CodeExample(
      "RK2114",
      files: [
        File("spec.json", #"""
{
  "targets": {
    "Article": { "properties": { "id": { "type": "integer", "required": true }, "publishedAt": "date" } }
  },
  "mappers": [
    { "id": "article", "target": "Article", "attributes": ["title", { "published_at": "publishedOn" }] }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
warning[RK2114]: nothing fills 'id' of 'Article', which is required
  --> spec.json:3:34
   |
 3 |     "Article": { "properties": { "id": { "type": "integer", "required": true }, "publishedAt": "dat\#u{2026}
   |                                  ^^^^
   = help: "required" is asked of the rule that fills a property
warning[RK2114]: the target 'Article' declares no 'publishedOn', and nothing fills its 'publishedAt'
  --> spec.json:6:87
   |
 6 | \#u{2026} "id": "article", "target": "Article", "attributes": ["title", { "published_at": "publishedOn" }] }
   |                                                                                   ^^^^^^^^^^^^^
  ::: spec.json:3:81   the property
   = help: spell them alike, or declare 'publishedOn', too
spec.json: 0 errors, 2 warnings

"""#
    ),
  ]
}
