// swift-format-ignore-file
// Made of fixtures/diagnostics by `make golden`.

extension CodeExample {
  static let rk202x: [CodeExample] = [
    CodeExample(
      "RK2020",
      files: [
        File("spec.json", #"""
{
  "version": 99,
  "mappers": [{ "id": "a", "target": "A", "attributes": ["x"] }]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2020]: version 99 of the format is not known; this is version 1
  --> spec.json:2:14
   |
 2 |   "version": 99,
   |              ^^
spec.json: 1 error, 0 warnings

"""#
    ),
    CodeExample(
      "RK2021",
      files: [
        File("spec.json", #"""
{
  "locale": "de_DE",
  "mappers": [{ "id": "a", "attributes": ["x"] }]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2021]: this version does only the locale en_US_POSIX
  --> spec.json:2:13
   |
 2 |   "locale": "de_DE",
   |             ^^^^^^^
spec.json: 1 error, 0 warnings

"""#
    ),
    CodeExample(
      "RK2022",
      files: [
        File("spec.json", #"""
{
  "mappers": [
    { "id": "a",
      "attributes": ["x"],
      "relationships": [{ "from": "", "to": "again", "map-ref": "a" }] }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2022]: mappers lead to one another without leading down into the document: 'a' leads to 'a'
  --> spec.json:5:25
   |
 5 |       "relationships": [{ "from": "", "to": "again", "map-ref": "a" }] }
   |                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
spec.json: 1 error, 0 warnings

"""#
    ),
    CodeExample(
      "RK2023",
      files: [
        File("spec.json", #"""
{
  "mappers": [
    { "id": "a",
      "attributes": ["x"],
      "relationships": [
        {
          "from": "next",
          "to": "next",
          "map-ref": "a",
          "many": false,
          "assignmentPolicy": "union"
        }
      ] }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2023]: the assignment policy "union" needs more than one record, but 'many' is false
   --> spec.json:11:11
    |
 11 |           "assignmentPolicy": "union"
    |           ^^^^^^^^^^^^^^^^^^
spec.json: 1 error, 0 warnings

"""#
    ),
    CodeExample(
      "RK2024",
      files: [
        File("spec.json", #"""
{
  "mappers": [
    { "id": "a",
      "attributes": [{ "from": "x", "to": "x", "type": "date", "format": "yyyy-bb" }] }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2024]: 'bb' is no part of a date format; did you mean 'a'?
  --> spec.json:4:80
   |
 4 |       "attributes": [{ "from": "x", "to": "x", "type": "date", "format": "yyyy-bb" }] }
   |                                                                                ^^
   = help: text is put between single quotes: 'bb'
spec.json: 1 error, 0 warnings

"""#
    ),
    CodeExample(
      "RK2025",
      files: [
        File("spec.json", #"""
{
  "methods": ["UPDATE"],
  "mappers": [{ "id": "a", "target": "A", "attributes": ["x"] }]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
warning[RK2025]: HTTP has no method UPDATE; it is read as PUT
  --> spec.json:2:15
   |
 2 |   "methods": ["UPDATE"],
   |               ^^^^^^^^
spec.json: 0 errors, 1 warning

"""#
    ),
    CodeExample(
      "RK2026",
      files: [
        File("spec.json", #"""
{
  "root-map-ref": "any",
  "mappers": [
    {
      "id": "any",
      "dynamic": "YES",
      "matchers": [{ "predicate": "<your predicate statement here>", "map-ref": "a" }]
    },
    { "id": "a", "attributes": ["x"] }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2026]: '<your predicate statement here>' is a placeholder
  --> spec.json:7:35
   |
 7 |       "matchers": [{ "predicate": "<your predicate statement here>", "map-ref": "a" }]
   |                                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
   = help: replace it by what it describes, or remove the matcher
spec.json: 1 error, 0 warnings

"""#
    ),
    CodeExample(
      "RK2027",
      files: [
        File("spec.json", #"""
{
  "mappers": [
    { "id": "a",
      "attributes": { "id": "articleID" },
      "identification": "articleId" }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2027]: the mapper has no attribute 'articleId'; did you mean 'articleID'?
  --> spec.json:5:25
   |
 5 |       "identification": "articleId" }
   |                         ^^^^^^^^^^^
   = help: the name of an attribute is its destination
spec.json: 1 error, 0 warnings

"""#
    ),
    CodeExample(
      "RK2028",
      files: [
        File("spec.json", #"""
{
  "root-map-ref": "any",
  "mappers": [
    {
      "id": "any",
      "dynamic": "YES",
      "attributes": ["x"],
      "matchers": [{ "keyPath": "type", "expectValue": "Boy", "map-ref": "a" }]
    },
    { "id": "a", "attributes": ["x"] }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2028]: a dynamic mapper has no attributes and relationships of its own
  --> spec.json:7:22
   |
 7 |       "attributes": ["x"],
   |                      ^^^
   = help: they belong to the mappers that it chooses from
spec.json: 1 error, 0 warnings

"""#
    ),
    CodeExample(
      "RK2029",
      files: [
        File("spec.json", #"""
{
  "mappers": [
    { "id": "a",
      "attributes": [
        "x",
        { "to": "t0", "template": "{x}{x}" },
        { "to": "t1", "template": "{t0}{t0}" },
        { "to": "t2", "template": "{t1}{t1}" },
        { "to": "t3", "template": "{t2}{t2}" },
        { "to": "t4", "template": "{t3}{t3}" },
        { "to": "t5", "template": "{t4}{t4}" },
        { "to": "t6", "template": "{t5}{t5}" },
        { "to": "t7", "template": "{t6}{t6}" },
        { "to": "t8", "template": "{t7}{t7}" },
        { "to": "t9", "template": "{t8}{t8}" },
        { "to": "t10", "template": "{t9}{t9}" },
        { "to": "t11", "template": "{t10}{t10}" },
        { "to": "t12", "template": "{t11}{t11}" },
...
        { "to": "t40", "template": "{t39}{t39}" }
      ] }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2029]: the templates of 'a' make more than 16000000 characters of one record, of which 't22' makes at least 8388608
   --> spec.json:28:36
    |
 28 |         { "to": "t22", "template": "{t21}{t21}" },
    |                                    ^^^^^^^^^^^^
    = help: make it of attributes, and not of other templates again and again
spec.json: 1 error, 0 warnings

"""#
    ),
  ]
}
