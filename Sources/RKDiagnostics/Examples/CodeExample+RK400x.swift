// swift-format-ignore-file
// Made of fixtures/diagnostics by `make golden`.

extension CodeExample {
  static let rk400x: [CodeExample] = [
    CodeExample(
      "RK4001",
      files: [
        File("spec.json", #"""
{
  "mappers": [{ "id": "a", "target": "A", "attributes": ["x"] }]
}

"""#),
      ],
      command: #"rkmap apply spec.json nosuch.json"#,
      output: #"""
error[RK4001]: 'nosuch.json' cannot be read: No such file or directory

"""#
    ),
    CodeExample(
      "RK4002",
      files: [
        File("input.json", #"""
[
  { "x": 1 },
  { "x": 2, }
]

"""#),
        File("spec.json", #"""
{
  "mappers": [{ "id": "a", "target": "A", "attributes": ["x"] }]
}

"""#),
      ],
      command: #"rkmap apply spec.json input.json"#,
      output: #"""
error[RK4002]: expected a key in quotes, found '}'
  --> input.json:3:13
   |
 3 |   { "x": 2, }
   |             ^

"""#
    ),
    CodeExample(
      "RK4003",
      note: #"`input.json` is Latin-1."#,
      files: [
        File("spec.json", #"""
{
  "mappers": [{ "id": "a", "target": "A", "attributes": ["x"] }]
}

"""#),
      ],
      command: #"rkmap apply spec.json input.json"#,
      output: #"""
error[RK4003]: this byte is no UTF-8
  --> input.json:1:12
   |
 1 | { "x": "caf\#u{FFFD}" }
   |            ^
   = help: --invalid-utf8 replace puts the replacement character in its place

"""#
    ),
    CodeExample(
      "RK4004",
      files: [
        File("input.json", #"""
{ "x": [[[]]] }

"""#),
        File("spec.json", #"""
{
  "mappers": [{ "id": "a", "target": "A", "attributes": ["x"] }]
}

"""#),
      ],
      command: #"rkmap apply --max-depth 3 spec.json input.json"#,
      output: #"""
error[RK4004]: the value is nested too deeply
  --> input.json:1:10
   |
 1 | { "x": [[[]]] }
   |          ^
   = help: --max-depth sets the limit

"""#
    ),
    CodeExample(
      "RK4005",
      files: [
        File("input.json", #"""
{ "x": 1, "x": 2 }

"""#),
        File("spec.json", #"""
{
  "mappers": [{ "id": "a", "target": "A", "attributes": ["x"] }]
}

"""#),
      ],
      command: #"rkmap apply --duplicate-keys error spec.json input.json"#,
      output: #"""
error[RK4005]: this key occurs a second time in its object
  --> input.json:1:11
   |
 1 | { "x": 1, "x": 2 }
   |           ^^^
   = help: --duplicate-keys last takes the last one

"""#
    ),
    CodeExample(
      "RK4006",
      note: #"`input.json` is UTF-16."#,
      files: [
        File("spec.json", #"""
{
  "mappers": [{ "id": "a", "target": "A", "attributes": ["x"] }]
}

"""#),
      ],
      command: #"rkmap apply spec.json input.json"#,
      output: #"""
error[RK4006]: 'input.json' is UTF-16, not UTF-8 text
   = help: convert it first: iconv -f UTF-16 -t UTF-8 input.json

"""#
    ),
    CodeExample(
      "RK4008",
      files: [
        File("input.json", #"""
{ "x": 1, "x": 2 }

"""#),
        File("spec.json", #"""
{
  "mappers": [{ "id": "a", "target": "A", "attributes": ["x"] }]
}

"""#),
      ],
      command: #"rkmap apply spec.json input.json"#,
      output: #"""
warning[RK4008]: "x" occurs more than once in one object
  --> input.json:1:11   /x
   |
 1 | { "x": 1, "x": 2 }
   |           ^^^
   = help: --duplicate-keys first, last or error says what is to be made of it

"""#
    ),
  ]
}
