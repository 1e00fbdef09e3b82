internal import RKDiagnostics

extension Mapper {
  /// Creates a mapper that makes a record of each document, whatever its kind.
  ///
  /// The document itself is also read as a value, so that any value is a record. Of a structure
  /// only the count is read, so that the texts in it do not matter.
  ///
  /// - Parameters:
  ///   - attributes: The attributes of the records, written as in a spec.
  ///   - name: What diagnostics call the spec.
  ///   - options: How documents are read.
  /// - Throws: Diagnostics for invalid attributes or options.
  init(
    ofDocuments attributes: String,
    name: String,
    options: MapperOptions
  ) throws(DiagnosticsError) {
    var options = options
    options.takesDocuments = true
    options.readsKeptValues = false
    let mapping = try Mapping(
      text: """
        {"statusCodes": ["1XX", "2XX", "3XX", "4XX", "5XX"], \
        "mappers": [{"id": "document", "target": "document", "attributes": [\
        {"from": ["@count", ""], "to": "document", "hidden": true}, \(attributes)]}]}
        """,
      name: name
    )
    self = try Mapper(mapping, options: options)
  }
}
