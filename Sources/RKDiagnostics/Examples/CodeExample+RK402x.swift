// swift-format-ignore-file
// Made of fixtures/diagnostics by `make golden`.

extension CodeExample {
  static let rk402x: [CodeExample] = [
    CodeExample(
      "RK4020",
      files: [
        File("in.json", #"""
{ "x": 1 }

"""#),
        File("spec.json", #"""
{ "mappers": [{ "id": "a", "target": "A", "attributes": ["x"] }] }

"""#),
        File("there.json", #"""
{ "x": 0, "y": 0 }

"""#),
      ],
      command: #"rkmap apply spec.json in.json --target there.json"#,
      output: #"""
error[RK4020]: "y" is a member that no rule of the spec writes, and would be lost
  --> there.json:1:11   /y
   |
 1 | { "x": 0, "y": 0 }
   |           ^^^
   = help: --type-key names the member that holds a record's target, where that is what it is

"""#
    ),
  ]
}
