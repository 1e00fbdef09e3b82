internal import RKDiagnostics

extension Mapper {
  /// A mapper that makes a record of each document, whatever it is.
  ///
  /// The document itself is read as well, so that any value is a record; of structures only the count, so
  /// that no text in them matters.
  ///
  /// - Parameters:
  ///   - attributes: The attributes of the records, as a spec has them.
  ///   - name: What diagnostics call the spec.
  ///   - options: How documents are read.
  /// - Throws: What is wrong with the attributes or the options.
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
