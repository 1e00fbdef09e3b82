// swift-format-ignore-file
// Made of fixtures/diagnostics by `make golden`.

extension CodeExample {
  static let rk213x: [CodeExample] = [
    CodeExample(
      "RK2130",
      files: [
        File("spec.json", #"""
{
  "mappers": [{"id": "a", "attributes": ["b"]}]
}

"""#),
      ],
      command: #"rkmap fmt --check spec.json"#,
      output: #"""
error[RK2130]: 'spec.json' is not formatted: line 2 is the first that differs
  --> spec.json:2:1
   |
 2 |   "mappers": [{"id": "a", "attributes": ["b"]}]
   | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
   = help: rkmap fmt writes "  \"mappers\": [" there

"""#
    ),
    CodeExample(
      "RK2131",
      note: #"A copy is fixed here, so that the file stays as it is."#,
      files: [
        File("spec.json", #"""
{
  'keyPath': articles
  "mappers": [{ "id": "a", "target": "A", "attributes": ["x",] }]
}

"""#),
      ],
      command: #"rkmap check --quiet spec.json && cp spec.json copy.json && rkmap check --fix copy.json; rm copy.json"#,
      output: #"""
note[RK2131]: 4 findings were fixed in 'copy.json'
copy.json: 0 errors, 0 warnings

"""#
    ),
  ]
}
