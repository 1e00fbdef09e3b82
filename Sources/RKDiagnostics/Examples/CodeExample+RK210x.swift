// swift-format-ignore-file
// Made of fixtures/diagnostics by `make golden`.

extension CodeExample {
  static let rk210x: [CodeExample] = [
    CodeExample(
      "RK2100",
      files: [
        File("spec.json", #"""
{
  "root-map-ref": "person",
  "mappers": [
    { "id": "person", "dynamic": "YES",
      "matchers": [
        { "keyPath": "type", "expectValue": "Girl", "map-ref": "girl" },
        { "keyPath": "type", "expectValue": "Girl", "map-ref": "boy" }
      ] },
    { "id": "girl", "target": "Girl", "attributes": ["name"] },
    { "id": "boy", "target": "Boy", "attributes": ["name"] }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
warning[RK2100]: the matcher for 'boy' is never reached
  --> spec.json:7:9
   |
 7 |         { "keyPath": "type", "expectValue": "Girl", "map-ref": "boy" }
   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  ::: spec.json:6:9   this one takes the same first
   = help: the first matcher that takes a value counts
spec.json: 0 errors, 1 warning

"""#
    ),
    CodeExample(
      "RK2101",
      files: [
        File("spec.json", #"""
{
  "descriptors": [
    { "name": "some", "path": "/articles", "statusCodes": ["2XX"], "root-map-ref": "article" },
    { "name": "fresh", "path": "/articles", "statusCodes": ["200-249"], "root-map-ref": "article" },
    { "name": "stale", "path": "/articles", "statusCodes": ["250-299"], "root-map-ref": "article" }
  ],
  "mappers": [
    { "id": "article", "target": "Article", "attributes": ["title"] }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
warning[RK2101]: the descriptor 'some' applies to no request: more specific ones take all of its own
  --> spec.json:3:5
   |
 3 |     { "name": "some", "path": "/articles", "statusCodes": ["2XX"], "root-map-ref": "article" },
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  ::: spec.json:4:5   a more specific one
  ::: spec.json:5:5   a more specific one
   = help: of the descriptors of one key path that match a request the most specific apply
spec.json: 0 errors, 1 warning

"""#
    ),
    CodeExample(
      "RK2102",
      files: [
        File("spec.json", #"""
{
  "descriptors": [
    { "name": "user", "path": "/users/:id", "methods": ["GET", "POST"], "root-map-ref": "user" },
    { "name": "made", "path": "/users/:id", "methods": ["POST", "PUT"], "root-map-ref": "made" }
  ],
  "mappers": [
    { "id": "user", "target": "User", "attributes": ["name"] },
    { "id": "made", "target": "Receipt", "attributes": ["name"] }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
warning[RK2102]: neither the descriptor 'made' nor the descriptor 'user' is more specific: where both match a request, both apply
  --> spec.json:4:5
   |
 4 |     { "name": "made", "path": "/users/:id", "methods": ["POST", "PUT"], "root-map-ref": "made" }
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  ::: spec.json:3:5   the other one
   = help: a longer path, a method or fewer status codes make one of them win
spec.json: 0 errors, 1 warning

"""#
    ),
    CodeExample(
      "RK2103",
      files: [
        File("spec.json", #"""
{
  "root-map-ref": "user",
  "mappers": [
    { "id": "user", "target": "User", "attributes": ["name"] },
    { "id": "city", "target": "City", "attributes": ["name"] }
  ],
  "targets": { "Users": { "properties": { "name": "string" } } },
  "valueMaps": { "sex": { "1": "male", "2": "female" } }
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
warning[RK2103]: nothing uses the mapper 'city'
  --> spec.json:5:13
   |
 5 |     { "id": "city", "target": "City", "attributes": ["name"] }
   |             ^^^^^^
   = help: a descriptor, a relationship, a matcher or a mapper that extends it would
warning[RK2103]: no mapper makes records of the target 'Users'; did you mean 'User'?
  --> spec.json:7:16
   |
 7 |   "targets": { "Users": { "properties": { "name": "string" } } },
   |                ^^^^^^^
warning[RK2103]: nothing uses the value map 'sex'
  --> spec.json:8:18
   |
 8 |   "valueMaps": { "sex": { "1": "male", "2": "female" } }
   |                  ^^^^^
   = help: an attribute uses it by "map": "sex"
spec.json: 0 errors, 3 warnings

"""#
    ),
    CodeExample(
      "RK2104",
      files: [
        File("spec.json", #"""
{
  "root-map-ref": "book",
  "mappers": [
    { "id": "book", "target": "Book", "attributes": ["title", { "Title": "Title" }, "author_name"],
      "relationships": [{ "from": "author", "to": "author", "many": false, "map-ref": "author" }] },
    { "id": "author", "target": "Author", "attributes": ["name"] }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
warning[RK2104]: in a database the column of 'Title' in 'Book' is called 'Title_2': 'title' has its name
  --> spec.json:4:74
   |
 4 |     { "id": "book", "target": "Book", "attributes": ["title", { "Title": "Title" }, "author_name"],
   |                                                                          ^^^^^^^
  ::: spec.json:4:54   the other one
   = help: names that differ in case alone are one to SQLite; another destination mends it
warning[RK2104]: in a database the column of 'author.name' in 'Book' is called 'author_name_2': 'author_name' has its name
  --> spec.json:5:51
   |
 5 |       "relationships": [{ "from": "author", "to": "author", "many": false, "map-ref": "author" }] },
   |                                                   ^^^^^^^^
  ::: spec.json:4:85   the other one
   = help: what is flattened is joined by '_': another destination mends it
spec.json: 0 errors, 2 warnings

"""#
    ),
    CodeExample(
      "RK2105",
      files: [
        File("spec.json", #"""
{
  "mappers": [
    { "id": "page", "target": "Page", "attributes": [
      { "to": "source", "value": 7, "type": "string" },
      { "to": "size", "type": "integer", "default": "none" },
      { "to": "rank", "type": "integer", "map": { "A": "first", "B": 2 } }
    ] }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
warning[RK2105]: the constant 7 is not of the type 'string', which the attribute is of
  --> spec.json:4:7
   |
 4 |       { "to": "source", "value": 7, "type": "string" },
   |       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
   = help: a constant stands in the record as it is written here
warning[RK2105]: the default "none" is not of the type 'integer', which the attribute is of
  --> spec.json:5:7
   |
 5 |       { "to": "size", "type": "integer", "default": "none" },
   |       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
   = help: a default stands in the record as it is written here
warning[RK2105]: the value map gives "first", of which the type 'integer' makes nothing
  --> spec.json:6:7
   |
 6 |       { "to": "rank", "type": "integer", "map": { "A": "first", "B": 2 } }
   |       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
   = help: what a map gives is converted to the attribute's type
spec.json: 0 errors, 3 warnings

"""#
    ),
    CodeExample(
      "RK2106",
      files: [
        File("spec.json", #"""
{
  "root-map-ref": "employee",
  "mappers": [
    { "id": "employee", "target": "Employee", "attributes": ["number"], "identification": "number",
      "relationships": [{ "from": "unit", "to": "unit", "many": false, "map-ref": "unit" }] },
    { "id": "unit", "target": "Unit", "attributes": ["name"],
      "relationships": [{ "from": "parent", "to": "parent", "many": false, "map-ref": "unit" }] }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
warning[RK2106]: records of 'Unit' hold others of their kind without end, and have no identity: tables have the inner ones as JSON text
  --> spec.json:7:51
   |
 7 |       "relationships": [{ "from": "parent", "to": "parent", "many": false, "map-ref": "unit" }] }
   |                                                   ^^^^^^^^
   = help: "identification" on the mapper gives them rows of their own
spec.json: 0 errors, 1 warning

"""#
    ),
    CodeExample(
      "RK2107",
      files: [
        File("spec.json", #"""
{
  "mappers": [
    { "id": "page", "target": "Page", "attributes": [
      { "to": "made", "type": "date", "format": "yyyy-mm-dd HH:mm" },
      { "to": "read", "type": "date", "format": "dd/MM/yyyy hh:mm" }
    ] }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
warning[RK2107]: in the date format 'yyyy-mm-dd HH:mm' 'm' is the minute, and the month is missing
  --> spec.json:4:49
   |
 4 |       { "to": "made", "type": "date", "format": "yyyy-mm-dd HH:mm" },
   |                                                 ^^^^^^^^^^^^^^^^^^
   = help: write "yyyy-MM-dd HH:mm"
warning[RK2107]: in the date format 'dd/MM/yyyy hh:mm' 'h' is the hour of half a day, and nothing says of which
  --> spec.json:5:49
   |
 5 |       { "to": "read", "type": "date", "format": "dd/MM/yyyy hh:mm" }
   |                                                 ^^^^^^^^^^^^^^^^^^
   = help: the hour of the whole day is "H"; the half is "a"
spec.json: 0 errors, 2 warnings

"""#
    ),
    CodeExample(
      "RK2108",
      files: [
        File("spec.json", #"""
{
  "dateFormats": ["d/M/yyyy", "dd/MM/yyyy", "MM/dd/yyyy"],
  "mappers": [
    { "id": "page", "target": "Page", "attributes": [{ "to": "made", "type": "date" }] }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
warning[RK2108]: the date format 'dd/MM/yyyy' is never asked: one before it takes the same
  --> spec.json:2:31
   |
 2 |   "dateFormats": ["d/M/yyyy", "dd/MM/yyyy", "MM/dd/yyyy"],
   |                               ^^^^^^^^^^^^
  ::: spec.json:2:19   this one comes first
   = help: remove it
warning[RK2108]: the date format 'MM/dd/yyyy' is only asked for days above 12: one before it reads all others, with day and month the other way round
  --> spec.json:2:45
   |
 2 |   "dateFormats": ["d/M/yyyy", "dd/MM/yyyy", "MM/dd/yyyy"],
   |                                             ^^^^^^^^^^^^
  ::: spec.json:2:19   this one comes first
   = help: a document has one of the two: leave the other out
spec.json: 0 errors, 2 warnings

"""#
    ),
    CodeExample(
      "RK2109",
      files: [
        File("spec.json", #"""
{
  "root-map-ref": "article",
  "mappers": [
    { "id": "article", "target": "Article", "attributes": ["id"], "identification": "id",
      "relationships": [{ "from": "authors", "to": "authors", "map-ref": "author" }] },
    { "id": "author", "target": "Author", "attributes": ["name"], "identification": "name" }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
warning[RK2109]: 'authors' does not say whether it leads to one record or to several
  --> spec.json:5:52
   |
 5 |       "relationships": [{ "from": "authors", "to": "authors", "map-ref": "author" }] },
   |                                                    ^^^^^^^^^
   = help: say "many": true or false, or declare the property: tables need to know
spec.json: 0 errors, 1 warning

"""#
    ),
  ]
}
