// swift-format-ignore-file
// Made of fixtures/diagnostics by `make golden`.

extension CodeExample {
  static let rk591x: [CodeExample] = [
    CodeExample(
      "RK5910",
      files: [
        File("input.json", #"""
{ "x": 1 }

"""#),
        File("spec.json", #"""
{
  "mappers": [
    { "id": "a", "target": "A", "attributes": ["x", { "from": "@metadata.file.parameters.year", "to": "year" }] }
  ]
}

"""#),
      ],
      command: #"rkmap apply spec.json input.json --compact --file-pattern ':year-:month.json'"#,
      output: #"""
warning[RK5910]: the name 'input.json' does not have the form ':year-:month.json'
   = help: @metadata.file.parameters has nothing for such an input

"""#
    ),
  ]
}
