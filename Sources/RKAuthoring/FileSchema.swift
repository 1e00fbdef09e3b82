internal import RKMapping

/// A JSON Schema of files that rkmap reads.
package struct FileSchema: Sendable {
  private let kind: SpecObjectKind
  /// A name without an address, because each file that refers to the schema says where it is.
  private let id: String
  private let title: String
  private let description: String

  package static let spec = FileSchema(
    kind: .spec,
    id: "urn:rkmap:spec:1",
    title: "rkmap spec",
    description: "What rkmap reads from an input document, and the records it makes."
  )

  package static let testFile = FileSchema(
    kind: .testSuite,
    id: "urn:rkmap:test:1",
    title: "rkmap test file",
    description: "Fixtures, the spec that maps them, and the expected results."
  )

  /// The text of the schema.
  package var text: String {
    SchemaExporter.text(of: kind, id: id, title: title, description: description)
  }
}
