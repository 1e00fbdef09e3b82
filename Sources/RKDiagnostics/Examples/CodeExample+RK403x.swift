// swift-format-ignore-file
// Made of fixtures/diagnostics by `make golden`.

extension CodeExample {
  static let rk403x: [CodeExample] = [
    CodeExample(
      "RK4030",
      files: [
        File("input.har", #"""
{ "x": 1 }

"""#),
        File("spec.json", #"""
{
  "descriptors": [{ "path": "/a", "root-map-ref": "a" }],
  "mappers": [{ "id": "a", "target": "A", "attributes": ["x"] }]
}

"""#),
      ],
      command: #"rkmap apply spec.json input.har"#,
      output: #"""
error[RK4030]: this is no HAR archive: it has no array at '/log/entries'
  --> input.har:1:1
   |
 1 | { "x": 1 }
   | ^
   = help: --from json reads it as the JSON document that it is

"""#
    ),
    CodeExample(
      "RK4031",
      files: [
        File("input.har", #"""
{ "log": { "version": "1.2", "entries": [
  {"request": {"method": "GET", "url": "https://example.org/"}, "response": {"status": 200, "content": {"mimeType": "text/html", "text": "<p>"}}},
  {"request": {"method": "GET", "url": "https://example.org/a"}, "response": {"status": 200, "content": {"mimeType": "application/json", "text": "{\"x\":1}"}}}
] } }

"""#),
        File("spec.json", #"""
{
  "descriptors": [{ "path": "/a", "root-map-ref": "a" }],
  "mappers": [{ "id": "a", "target": "A", "attributes": ["x"] }]
}

"""#),
      ],
      command: #"rkmap apply spec.json input.har"#,
      output: #"""
note[RK4031]: 1 of 2 entries of 'input.har' is not JSON (1 text/html)

"""#
    ),
    CodeExample(
      "RK4032",
      files: [
        File("input.har", #"""
{ "log": { "version": "1.2", "entries": [
  {"request": {"method": "GET", "url": "https://example.org/a"}, "response": {"status": 200, "content": {"mimeType": "application/json", "text": "{\"x\":1}"}}},
  {"request": {"method": "GET", "url": "https://example.org/b"}, "response": {"status": 200, "content": {"mimeType": "application/json", "text": "{\"y\":2}"}}}
] } }

"""#),
        File("spec.json", #"""
{
  "descriptors": [{ "path": "/a", "root-map-ref": "a" }],
  "mappers": [{ "id": "a", "target": "A", "attributes": ["x"] }]
}

"""#),
      ],
      command: #"rkmap apply spec.json input.har"#,
      output: #"""
note[RK4032]: 1 of 2 entries of 'input.har' is for requests that no descriptor is for
  ::: input.har:3:3   entry 2   GET https://example.org/b 200

"""#
    ),
    CodeExample(
      "RK4033",
      files: [
        File("input.har", #"""
{ "log": { "version": "1.2", "entries": [
  {"request": {"method": "GET", "url": "https://example.org/a"}, "response": {"status": 200, "content": {"mimeType": "application/json", "text": "{}?", "encoding": "base64"}}}
] } }

"""#),
        File("spec.json", #"""
{
  "descriptors": [{ "path": "/a", "root-map-ref": "a" }],
  "mappers": [{ "id": "a", "target": "A", "attributes": ["x"] }]
}

"""#),
      ],
      command: #"rkmap apply spec.json input.har"#,
      output: #"""
error[RK4033]: the content of the entry is not base64, as it says
  --> input.har:2:147
   |
 2 | \#u{2026} {"status": 200, "content": {"mimeType": "application/json", "text": "{}?", "encoding": "base64"}}}
   |                                                                        ^^^
  ::: input.har:2:3   entry 1   GET https://example.org/a 200

"""#
    ),
  ]
}
