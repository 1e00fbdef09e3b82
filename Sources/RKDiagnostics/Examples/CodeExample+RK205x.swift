// swift-format-ignore-file
// Made of fixtures/diagnostics by `make golden`.

extension CodeExample {
  static let rk205x: [CodeExample] = [
    CodeExample(
      "RK2050",
      files: [
        File("spec.json", #"""
{
  "mappers": [
    {
      "id": "item",
      "dynamic": "YES",
      "matchers": [
        { "predicate": "kind = \"a\" AND AND size > 3", "map-ref": null },
        { "predicate": "SELF BEGINWITH 'x'", "map-ref": null },
        { "predicate": "name = 'x", "map-ref": null },
        { "predicate": "live", "map-ref": null },
        { "predicate": "\u00e4\t = 'a' + 1", "map-ref": null },
        { "predicate": "name MATCHES '[a-'", "map-ref": null },
        { "predicate": "a.b..", "map-ref": null }
      ]
    }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2050]: error in this predicate: expected a value, found 'AND'
  --> spec.json:7:42
   |
 7 |         { "predicate": "kind = \"a\" AND AND size > 3", "map-ref": null },
   |                                          ^^^
   = help: a key of that name is written #AND
error[RK2050]: error in this predicate: expected an operator or the end, found 'BEGINWITH'; did you mean 'BEGINSWITH'?
  --> spec.json:8:30
   |
 8 |         { "predicate": "SELF BEGINWITH 'x'", "map-ref": null },
   |                              ^^^^^^^^^
error[RK2050]: error in this predicate: this quote is not closed
  --> spec.json:9:32
   |
 9 |         { "predicate": "name = 'x", "map-ref": null },
   |                                ^
   = help: a quote inside the text is written \'
error[RK2050]: error in this predicate: this is a value, and no predicate
...
 13 |         { "predicate": "a.b..", "map-ref": null }
    |                             ^
    = help: the empty key is written [""]
spec.json: 7 errors, 0 warnings

"""#
    ),
    CodeExample(
      "RK2051",
      files: [
        File("spec.json", #"""
{
  "root-map-ref": "book",
  "mappers": [
    {
      "id": "book",
      "target": "Book",
      "attributes": ["id", { "title_text": "title" }, "author_id"],
      "relationships": [{ "from": "author", "to": "author", "map-ref": "author" }],
      "connections": [
        {
          "to": "writer",
          "target": "Author",
          "where": { "author_id": "id" },
          "if": "title != \"\u00e9\"\tAND titel.x CONTAINS 'a'",
          "only": "SELF.title == title_text OR @root.x == 1 OR SUBQUERY(id, $i, $i > year).@count == 1"
        }
      ]
    },
    { "id": "author", "target": "Author", "attributes": ["id", "name"] }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2051]: a record of 'Book' has no 'titel'; did you mean 'title'?
   --> spec.json:14:43
    |
 14 |           "if": "title != \"\u00e9\"\tAND titel.x CONTAINS 'a'",
    |                                           ^^^^^^^
error[RK2051]: a record of 'Author' has no 'title'
   --> spec.json:15:20
    |
 15 |           "only": "SELF.title == title_text OR @root.x == 1 OR SUBQUERY(id, $i, $i > year).@count =\#u{2026}
    |                    ^^^^^^^^^^
error[RK2051]: a record of 'Author' has no 'title_text'
   --> spec.json:15:34
    |
 15 |           "only": "SELF.title == title_text OR @root.x == 1 OR SUBQUERY(id, $i, $i > year).@count =\#u{2026}
    |                                  ^^^^^^^^^^
error[RK2051]: a record of 'Author' has no 'year'
   --> spec.json:15:86
    |
 15 | \#u{2026}      "only": "SELF.title == title_text OR @root.x == 1 OR SUBQUERY(id, $i, $i > year).@count == 1"
    |                                                                                   ^^^^
spec.json: 4 errors, 0 warnings

"""#
    ),
    CodeExample(
      "RK2055",
      files: [
        File("spec.json", #"""
{
  "mappers": [
    {
      "id": "article",
      "validate": [{ "if": "title == nil", "then": "reject" }],
      "attributes": [
        { "to": "id", "validate": [{ "if": "SELF == 0", "unless": "SELF > 0", "then": "null" }] },
        { "to": "title", "validate": [{ "then": "reject" }, { "if": "SELF == ''", "then": "set" }] },
        { "to": "body", "validate": [{ "if": "SELF == ''", "then": "null", "value": "none" }] }
      ]
    }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2055]: a rule of a whole record can only "fail": there is no value to reject
  --> spec.json:5:52
   |
 5 |       "validate": [{ "if": "title == nil", "then": "reject" }],
   |                                                    ^^^^^^^^
   = help: an attribute's own 'validate' has values to judge
error[RK2055]: this rule has an 'if' and an 'unless'
  --> spec.json:7:57
   |
 7 |         { "to": "id", "validate": [{ "if": "SELF == 0", "unless": "SELF > 0", "then": "null" }] },
   |                                                         ^^^^^^^^
   = help: a rule has an 'if' or an 'unless': a predicate, in which SELF is the value
error[RK2055]: this rule has no condition
  --> spec.json:8:39
   |
 8 |         { "to": "title", "validate": [{ "then": "reject" }, { "if": "SELF == ''", "then": "set" }] \#u{2026}
   |                                       ^^^^^^^^^^^^^^^^^^^^
   = help: a rule has an 'if' or an 'unless': a predicate, in which SELF is the value
...
   |
 9 |         { "to": "body", "validate": [{ "if": "SELF == ''", "then": "null", "value": "none" }] }
   |                                                                            ^^^^^^^
spec.json: 5 errors, 0 warnings

"""#
    ),
    CodeExample(
      "RK2056",
      files: [
        File("spec.json", #"""
{
  "root-map-ref": "article",
  "mappers": [
    {
      "id": "article",
      "attributes": [
        "title",
        { "to": "link", "template": "https://example.org/{titel|url}" },
        { "to": "first", "template": "{second} \u00e9{author}" },
        { "to": "second", "template": "{first}" },
        { "to": "open", "template": "{title" },
        { "to": "other", "template": "{title|html}" }
      ],
      "relationships": [{ "from": "author", "to": "author", "map-ref": "author" }]
    },
    { "id": "author", "attributes": ["name"] }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2056]: the mapper 'article' has no attribute 'titel'; did you mean 'title'?
  --> spec.json:8:59
   |
 8 |         { "to": "link", "template": "https://example.org/{titel|url}" },
   |                                                           ^^^^^
   = help: a template is made of attributes of its own record, by their destinations; one with "hidden": true is not written
error[RK2056]: 'author' is a relationship, which has no text
  --> spec.json:9:55
   |
 9 |         { "to": "first", "template": "{second} \u00e9{author}" },
   |                                                       ^^^^^^
   = help: a template is made of attributes of its own record, by their destinations; one with "hidden": true is not written
error[RK2056]: templates are made of one another: 'first' needs 'second' needs 'first'
   --> spec.json:10:41
    |
 10 |         { "to": "second", "template": "{first}" },
    |                                         ^^^^^
error[RK2056]: a brace of the template is not closed
...
 12 |         { "to": "other", "template": "{title|html}" }
    |                                             ^^^^^
    = help: {name|url} escapes a value for a URL; a "transform" does more
spec.json: 5 errors, 0 warnings

"""#
    ),
    CodeExample(
      "RK2057",
      files: [
        File("spec.json", #"""
{
  "mappers": [
    {
      "id": "article",
      "attributes": [
        {
          "to": "pages",
          "type": "integer",
          "validate": [{ "if": "SELF < 0", "then": "set", "value": "none" }]
        }
      ]
    }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
warning[RK2057]: the rule sets "none", but the attribute is of the type 'integer'
  --> spec.json:9:24
   |
 9 |           "validate": [{ "if": "SELF < 0", "then": "set", "value": "none" }]
   |                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
   = help: the value stands in the record as it is written here
spec.json: 0 errors, 1 warning

"""#
    ),
  ]
}
