// swift-format-ignore-file
// Made of fixtures/diagnostics by `make golden`.

extension CodeExample {
  static let rk204x: [CodeExample] = [
    CodeExample(
      "RK2040",
      files: [
        File("spec.json", #"""
{
  "valueMaps": { "gender": { "1": "m", "2": "f" } },
  "mappers": [
    { "id": "a", "target": "A", "attributes": [{ "to": "x", "map": "gendre" }] }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2040]: no value map 'gendre'; did you mean 'gender'?
  --> spec.json:4:68
   |
 4 |     { "id": "a", "target": "A", "attributes": [{ "to": "x", "map": "gendre" }] }
   |                                                                    ^^^^^^^^
spec.json: 1 error, 0 warnings

"""#
    ),
    CodeExample(
      "RK2041",
      files: [
        File("spec.json", #"""
{
  "targets": {
    "Base": { "properties": { "id": "integer" } },
    "A": { "extends": "Bse" }
  },
  "mappers": [{ "id": "a", "target": "A", "attributes": ["id"] }]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2041]: no target 'Bse'; did you mean 'Base'?
  --> spec.json:4:23
   |
 4 |     "A": { "extends": "Bse" }
   |                       ^^^^^
spec.json: 1 error, 0 warnings

"""#
    ),
    CodeExample(
      "RK2042",
      files: [
        File("spec.json", #"""
{
  "targets": {
    "A": { "properties": { "articleID": "integer" }, "closed": true }
  },
  "mappers": [{ "id": "a", "target": "A", "attributes": [{ "id": "articleId" }] }]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2042]: the target 'A' is closed and has no property 'articleId'; did you mean 'articleID'?
  --> spec.json:5:66
   |
 5 |   "mappers": [{ "id": "a", "target": "A", "attributes": [{ "id": "articleId" }] }]
   |                                                                  ^^^^^^^^^^^
   = help: declare it among the target's 'properties'
spec.json: 1 error, 0 warnings

"""#
    ),
    CodeExample(
      "RK2043",
      files: [
        File("spec.json", #"""
{
  "root-map-ref": "a",
  "targets": {
    "A": { "properties": { "author": "User", "editor": "User" } }
  },
  "mappers": [
    {
      "id": "a",
      "target": "A",
      "attributes": ["author"],
      "relationships": [{ "from": "editor", "to": "editor", "map-ref": "robot" }]
    },
    { "id": "user", "target": "User", "attributes": ["name"] },
    { "id": "robot", "target": "Robot", "attributes": ["name"] }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2043]: the property 'author' of 'A' holds records of 'User', but an attribute makes none
   --> spec.json:10:22
    |
 10 |       "attributes": ["author"],
    |                      ^^^^^^^^
   ::: spec.json:4:28   the property
    = help: a relationship makes records: { "from": \#u{2026}, "to": \#u{2026}, "map-ref": \#u{2026} }; "type": "any" takes the value as it is
error[RK2043]: the mapper 'robot' makes records of 'Robot', but the property 'editor' of 'A' holds those of 'User'
   --> spec.json:11:72
    |
 11 |       "relationships": [{ "from": "editor", "to": "editor", "map-ref": "robot" }]
    |                                                                        ^^^^^^^
   ::: spec.json:4:46   the property
    = help: a target that extends 'User' will do, too
spec.json: 2 errors, 0 warnings

"""#
    ),
    CodeExample(
      "RK2044",
      files: [
        File("spec.json", #"""
{
  "targets": { "A": { "properties": { "price": "decimal" } } },
  "mappers": [
    { "id": "a", "target": "A", "attributes": [{ "to": "price", "type": "integer" }] }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
warning[RK2044]: the attribute is of the type 'integer', its property of the type 'decimal'
  --> spec.json:4:73
   |
 4 |     { "id": "a", "target": "A", "attributes": [{ "to": "price", "type": "integer" }] }
   |                                                                         ^^^^^^^^^
  ::: spec.json:2:39   the property
   = help: the attribute's own type counts
spec.json: 0 errors, 1 warning

"""#
    ),
    CodeExample(
      "RK2045",
      files: [
        File("spec.json", #"""
{
  "mappers": [
    { "id": "a", "target": "A", "attributes": [{ "to": "x", "map": {} }] }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
warning[RK2045]: this value map has no entries: every value will be a failed conversion
  --> spec.json:3:61
   |
 3 |     { "id": "a", "target": "A", "attributes": [{ "to": "x", "map": {} }] }
   |                                                             ^^^^^
spec.json: 0 errors, 1 warning

"""#
    ),
    CodeExample(
      "RK2046",
      files: [
        File("spec.json", #"""
{
  "mappers": [
    { "id": "a", "target": "A", "attributes": [
      { "to": "born", "format": "d/M/yyyy" },
      { "to": "age", "type": "integer", "format": ["d/M/yyyy", "iso8601"] },
      { "to": "died", "type": "date", "format": "d/M/yyyy" }
    ] },
    { "id": "b", "target": "B", "extends": "a" }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
warning[RK2046]: 'format' has no effect: the attribute is of no type
  --> spec.json:4:33
   |
 4 |       { "to": "born", "format": "d/M/yyyy" },
   |                                 ^^^^^^^^^^
   = help: "type": "date" makes dates of its values
warning[RK2046]: 'format' has no effect: the attribute is of the type 'integer'
  --> spec.json:5:52
   |
 5 |       { "to": "age", "type": "integer", "format": ["d/M/yyyy", "iso8601"] },
   |                                                    ^^^^^^^^^^
   = help: "type": "date" makes dates of its values
spec.json: 0 errors, 2 warnings

"""#
    ),
    CodeExample(
      "RK2047",
      files: [
        File("spec.json", #"""
{
  "mappers": [
    { "id": "page", "target": "Page", "identification": "id", "modification": "changed",
      "attributes": ["id", "changed", "title"] }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
warning[RK2047]: 'changed' says which record is newer, but is of no type
  --> spec.json:3:79
   |
 3 |     { "id": "page", "target": "Page", "identification": "id", "modification": "changed",
   |                                                                               ^^^^^^^^^
   = help: "type": "date" or "number" puts values in order; texts are only told apart
spec.json: 0 errors, 1 warning

"""#
    ),
    CodeExample(
      "RK2048",
      files: [
        File("spec.json", #"""
{
  "descriptors": [
    { "keyPath": "users", "root-map-ref": "user" },
    { "keyPath": "posts", "root-map-ref": "post" }
  ],
  "mappers": [
    { "id": "user", "target": "User", "identification": "id", "attributes": ["id", "name"] },
    { "id": "author", "target": "User", "attributes": ["name"] },
    { "id": "post", "target": "Post", "identification": "id", "modification": "rev",
      "attributes": [
        { "to": "id", "hidden": true }, { "to": "rev", "type": "integer", "hidden": true }, "text"
      ],
      "relationships": [{ "from": "author", "to": "author", "map-ref": "author", "many": false }] }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
note[RK2110]: documents are held in memory as a whole: several key paths are looked for in one
  --> spec.json:4:5
   |
 4 |     { "keyPath": "posts", "root-map-ref": "post" }
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  ::: spec.json:3:5   the other one
warning[RK2048]: the mapper 'author' does not write 'id', which tells records of 'User' apart
  --> spec.json:8:13
   |
 8 |     { "id": "author", "target": "User", "attributes": ["name"] },
   |             ^^^^^^^^
   = help: a table takes none of its records; another target, or the attribute, mends it
warning[RK2048]: 'id' tells records of 'Post' apart, but is hidden
  --> spec.json:9:57
   |
 9 |     { "id": "post", "target": "Post", "identification": "id", "modification": "rev",
   |                                                         ^^^^
   = help: a table has no key that is not written
...
 9 |     { "id": "post", "target": "Post", "identification": "id", "modification": "rev",
   |                                                                               ^^^^^
   = help: a table cannot compare what is not written
spec.json: 0 errors, 3 warnings

"""#
    ),
    CodeExample(
      "RK2049",
      files: [
        File("spec.json", #"""
{
  "descriptors": [
    { "keyPath": "list", "root-map-ref": "item" },
    { "keyPath": "found", "root-map-ref": "hit" }
  ],
  "mappers": [
    { "id": "item", "target": "Item", "identification": "id", "attributes": ["id", "slug"] },
    { "id": "hit", "target": "Item", "identification": "slug", "attributes": ["id", "slug"] }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
note[RK2110]: documents are held in memory as a whole: several key paths are looked for in one
  --> spec.json:4:5
   |
 4 |     { "keyPath": "found", "root-map-ref": "hit" }
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  ::: spec.json:3:5   the other one
warning[RK2049]: records of 'Item' are told apart by 'slug' here, and by 'id' in the mapper 'item'
  --> spec.json:8:56
   |
 8 |     { "id": "hit", "target": "Item", "identification": "slug", "attributes": ["id", "slug"] }
   |                                                        ^^^^^^
   = help: a table has one key, and it is 'id'
spec.json: 0 errors, 1 warning

"""#
    ),
  ]
}
