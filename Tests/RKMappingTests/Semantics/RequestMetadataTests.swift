import RKMapping
import TestSupport
import Testing

@Suite("@metadata of request and input")
struct RequestMetadataTests {
  private func spec(_ attributes: [String: String], _ members: String = "") -> String {
    let list = attributes.sorted { $0.key < $1.key }
      .map { #"{"from": "\#($0.value.replacing("\"", with: "\\\""))", "to": "\#($0.key)"}"# }
    return #"""
      {\#(members) "mappers": [{"id": "m", "target": "M",
        "attributes": ["t", \#(list.joined(separator: ", "))]}]}
      """#
  }

  private func output(
    _ input: String,
    _ spec: String,
    _ configure: (inout MapperOptions) -> Void
  ) throws -> String? {
    var options = MapperOptions()
    configure(&options)
    let trial = try MappingTrial(spec, input, options: options)
    return trial.findings.isEmpty ? trial.output : trial.findings.joined(separator: ", ")
  }

  @Test("method, URL, status code and headers are those of the request")
  func http() throws {
    let spec = spec([
      "a": "@metadata.HTTP.request.method", "b": "@metadata.HTTP.request.URL",
      "c": "@metadata.HTTP.response.statusCode", "d": "@metadata.HTTP.request.headers.accept",
      "e": "@metadata.HTTP.response.headers[\"X-A\"]", "f": "@metadata.HTTP.response.headers",
    ])
    let output = try output(#"{"t":1}"#, spec) {
      $0.context.method = "GET"
      $0.context.path = "/a?x=\"1\""
      $0.context.statusCode = 201
      $0.context.requestHeaders = [.init(name: "Accept", value: "a")]
      $0.context.responseHeaders = [
        .init(name: "x-a", value: "1"), .init(name: "B", value: "2"),
        .init(name: "X-A", value: "3"),
      ]
    }
    #expect(
      output == #"{"t":1,"a":"GET","b":"/a?x=\"1\"","c":201,"d":"a","e":"1, 3","#
        + #""f":{"x-a":"1, 3","B":"2"}}"#
    )
  }

  @Test("unknown values are missing")
  func unknown() throws {
    let spec = spec([
      "a": "@metadata.HTTP.request.method", "b": "@metadata.routing.parameters.id",
      "c": "@metadata.routing.route", "d": "@metadata.HTTP.request.method.x",
      "e": "@metadata.file.parameters",
    ])
    #expect(try output(#"{"t":1}"#, spec) { _ in } == #"{"t":1}"#)
  }

  @Test("every descriptor has parameters of its own")
  func parameters() throws {
    let spec = #"""
      {"descriptors": [{"path": "/a/:id", "root-map-ref": "m"},
          {"path": "/a/:number", "root-map-ref": "m"}, {"keyPath": "in", "root-map-ref": "m"}],
        "mappers": [{"id": "m", "target": "M", "attributes": ["t",
          {"@metadata.routing.parameters.id": "id"},
          {"from": "@metadata.routing.parameters.number", "to": "number", "type": "integer"},
          {"@metadata.routing.parameters": "all"}]}]}
      """#
    let output = try output(#"{"t":1,"in":{"t":2}}"#, spec) { $0.context.path = "/a/7" }
    #expect(
      output == #"{"":[{"t":1,"id":"7","all":{"id":"7"}},"#
        + #"{"t":1,"number":7,"all":{"number":"7"}}],"in":{"t":2}}"#
    )
  }

  @Test(
    "the route is that of a named route with its path, else the descriptor, else the path",
    arguments: [
      (#""path": "/a/:id""#, "", #""/a/:id""#),
      (#""name": "d", "path": "/a/:id""#, "", #""d""#),
      (#""name": "d", "path": "/a/:id""#, #"{"name": "r", "path": "a/{x}"}"#, #""r""#),
      (#""path": "/a/:id""#, #"{"name": "r", "path": "/a/:id", "methods": "POST"}"#, #""/a/:id""#),
      (#""name": "d""#, "", #""d""#),
    ]
  )
  func route(descriptor: String, routes: String, expected: String) throws {
    let spec = spec(
      ["r": "@metadata.routing.route"],
      #""routes": [\#(routes)], "descriptors": [{\#(descriptor)}],"#
    )
    let output = try output(#"{"t":1}"#, spec) {
      $0.context.path = "/a/1"
      $0.context.method = "GET"
    }
    #expect(output == #"{"t":1,"r":\#(expected)}"#)
  }

  @Test("a run's own entries stand beside rkmap's, which take precedence")
  func added() throws {
    let spec = spec([
      "a": "@metadata.country", "b": "@metadata.mapping.country",
      "c": "@metadata.mapping.collectionIndex", "d": "@metadata.HTTP.request.method",
      "e": "@metadata.HTTP.request", "f": "@metadata.x[\"y.z\"]",
    ])
    let output = try output(#"[{"t":1}]"#, spec) {
      $0.context.method = "GET"
      $0.metadata = [
        MetadataEntry(["country"], "USA"), MetadataEntry(["mapping", "country"], "UK"),
        MetadataEntry(["mapping", "collectionIndex"], "25"),
        MetadataEntry(["HTTP", "request", "method"], "PUT"),
        MetadataEntry(["HTTP", "request", "by"], "me"), MetadataEntry(["x"], "lost"),
        MetadataEntry(["x", "y.z"], "last"),
      ]
    }
    #expect(
      output == #"[{"t":1,"a":"USA","b":"UK","c":0,"d":"GET","e":{"method":"GET","by":"me"},"#
        + #""f":"last"}]"#
    )
  }

  @Test("metadata is converted, transformed and matched like other values")
  func asOtherValues() throws {
    let spec = #"""
      {"root-map-ref": "any", "mappers": [
        {"id": "any", "dynamic": true, "matchers": [
          {"keyPath": "@metadata.HTTP.response.statusCode", "expectValue": 201, "map-ref": "new"},
          {"keyPath": "@metadata.HTTP.response", "expectType": "object", "map-ref": "old"}]},
        {"id": "new", "target": "New", "attributes": [
          {"from": "@metadata.tags", "to": "tags", "transform": "split:,", "type": "[integer]"},
          {"from": ["@metadata.none", "@metadata.day"], "to": "day", "type": "date",
            "format": "d/M/yyyy"}],
          "relationships": [{"from": "", "to": "in", "map-ref": "old"}]},
        {"id": "old", "target": "Old", "attributes": {"@metadata.day": "day"}}]}
      """#
    let entries = [MetadataEntry(["tags"], "1,2"), MetadataEntry(["day"], "2/1/2020")]
    let made = try output("{}{}", spec) {
      $0.metadata = entries
      $0.context.statusCode = 201
    }
    let one = #"{"tags":[1,2],"day":"2020-01-02T00:00:00Z","in":{"day":"2/1/2020"}}"#
    #expect(made == "\(one)\n\(one)")
    let other = try output("{}{}", spec) {
      $0.metadata = entries
      $0.context.statusCode = 200
    }
    #expect(other == "{\"day\":\"2/1/2020\"}\n{\"day\":\"2/1/2020\"}")
  }

  @Test("RK1002: metadata that cannot be converted is reported at the representation")
  func conversion() throws {
    let spec = #"""
      {"mappers": [{"id": "m", "target": "M", "attributes": ["t",
        {"from": "@metadata.n", "to": "n", "type": "integer"}]}]}
      """#
    let found = try output(#"[{"t":1}]"#, spec) { $0.metadata = [MetadataEntry(["n"], "x")] }
    #expect(found == "RK1002 /0")
  }

  // MARK: - Inputs

  @Test("an input has its name, its index, and the parts of its name")
  func inputs() throws {
    let folder = try ScratchFolder()
    var options = MapperOptions()
    options.filePattern = ":event/:name.json"
    let spec = spec([
      "a": "@metadata.file.name", "b": "@metadata.file.index",
      "c": "@metadata.file.parameters.event",
      "d": "@metadata.file.parameters.name",
    ])
    let list = FindingList()
    _ = try Mapper(Mapping(text: spec), options: options).apply(
      to: [
        .bytes(Array(#"{"t":1}{"t":2}"#.utf8), name: "data/wc/x.json"),
        .bytes(Array(#"{"t":3}"#.utf8), name: "y.json"),
        .bytes(Array(#"{"t":4}"#.utf8), name: "z.txt"),
      ],
      into: .file(folder.path(of: "out"), .ndjson),
      reportingTo: list
    )
    #expect(
      folder.read("out") == """
        {"t":1,"a":"data/wc/x.json","b":0,"c":"wc","d":"x"}
        {"t":2,"a":"data/wc/x.json","b":0,"c":"wc","d":"x"}
        {"t":3,"a":"y.json","b":1}
        {"t":4,"a":"z.txt","b":2}

        """
    )
    #expect(list.diagnostics.map(\.code) == [.unnamedInput])
    #expect(
      list.diagnostics.first?.message
        == "the names 'y.json' and 1 other do not have the form ':event/:name.json'"
    )
  }

  @Test("RK5903: an invalid pattern of names is refused")
  func badFilePattern() throws {
    let mapping = try Mapping(text: spec([:]).replacing(", ]", with: "]"))
    var options = MapperOptions()
    options.filePattern = ":a:b"
    #expect(throws: (any Error).self) { try Mapper(mapping, options: options) }
  }

  // MARK: - Spec

  @Test(
    "RK2071: a name similar to one of @metadata gets a warning",
    arguments: [
      (#"«RK2071»"@metadata.routing.paramaters.id""#), (#"«RK2071»"@metadata.HTTP.request.url""#),
      (#"«RK2071»"@metadata.http.request.method""#), (#"«RK2071»"@metadata.mapping.rootKeypath""#),
      (#"«RK2071»"@metadata.file.nam""#), (#""@metadata.routing.parameters.paramaters""#),
      (#""@metadata.region""#), (#""@metadata.HTTP.request.headers.metod""#),
      (#""@metadata.mapping.country""#), (#""@metadata.file""#),
    ]
  )
  func nearlyKnown(path: String) {
    let marked = #"{"mappers": [{"id": "a", "attributes": [{"from": \#(path), "to": "x"}]}]}"#
    #expect(annotated(marked) == marked)
  }

  @Test("RK2018: a relationship does not lead to metadata")
  func relationship() {
    let marked = #"""
      {"mappers": [{"id": "a", "attributes": ["t"], "relationships": [
        {"from": «RK2018»"@metadata.user", "to": "user", "map-ref": "b"}]},
        {"id": "b", "attributes": ["t"]}], "root-map-ref": "a"}
      """#
    #expect(annotated(marked) == marked)
  }
}
