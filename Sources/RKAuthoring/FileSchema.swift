internal import RKMapping

/// A JSON Schema of files that rkmap reads.
package struct FileSchema: Sendable {
  private let kind: SpecObjectKind
  /// A name that is no address: the schema is found where the file that refers to it says.
  private let id: String
  private let title: String
  private let description: String

  package static let spec = FileSchema(
    kind: .spec,
    id: "urn:rkmap:spec:1",
    title: "rkmap spec",
    description: "What rkmap takes from an input document, and what it makes of it."
  )

  package static let testFile = FileSchema(
    kind: .testSuite,
    id: "urn:rkmap:test:1",
    title: "rkmap test file",
    description: "Fixtures, the spec that they are mapped by, and what is to come of them."
  )

  /// The text of the schema.
  package var text: String {
    SchemaExporter.text(of: kind, id: id, title: title, description: description)
  }
}
