internal import RKEngine
internal import RKMapping

/// A JSON Schema (draft 2020-12) of data that a mapping writes or reads.
struct DataSchema {
  private var definitions: [JSONTree.Member] = []
  private var names: Set<String> = []

  /// A reference to a definition, which is made at its first use.
  mutating func reference(
    _ name: String,
    _ make: (inout DataSchema) -> JSONTree
  ) -> JSONTree {
    if names.insert(name).inserted {
      let place = definitions.count
      definitions.append(JSONTree.Member(name: name, value: .anything))
      definitions[place].value = make(&self)
    }
    return .object(["$ref": .text("#/$defs/\(Self.fragment(name))")])
  }

  /// The document; data must match one of the alternatives.
  func text(title: String?, _ alternatives: [JSONTree]) -> String {
    var members = [
      JSONTree.Member(
        name: "$schema",
        value: .text("https://json-schema.org/draft/2020-12/schema")
      )
    ]
    if let title { members.append(.init(name: "title", value: .text(title))) }
    members.append(.init(name: "anyOf", value: .list(alternatives)))
    members.append(.init(name: "$defs", value: .object(definitions)))
    return JSONTree.object(members).document
  }

  /// A name in the fragment of a URI, after the escapes of JSON Pointers (RFC 6901, section 6).
  private static func fragment(_ name: String) -> String {
    JSONPointer.part(name).utf8.dropFirst().reduce(into: "") { text, byte in
      let isPlain =
        byte.isASCIILetter || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        || "-._~".utf8.contains(byte)
      let digits = String(byte, radix: 16, uppercase: true)
      text += isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
    }
  }

  // MARK: - Parts

  static let null = JSONTree.object(["type": .text("null")])
  /// The schema that accepts anything, as an object that can be one of several alternatives.
  static let anything = JSONTree.object([])

  static func any(of schemas: [JSONTree]) -> JSONTree {
    schemas.count == 1 ? schemas[0] : .object(["anyOf": .list(schemas)])
  }

  static func list(of schema: JSONTree) -> JSONTree {
    .object(["type": .text("array"), "items": schema])
  }
}

extension UInt8 {
  fileprivate var isASCIILetter: Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20
  }
}
