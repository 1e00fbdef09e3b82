/// A spec and inputs that most tests of commands share.
enum Articles {
  static let spec = #"""
    {"keyPath": "articles", "mappers": [{"id": "article", "target": "Article", "attributes": {
      "title": "title",
      "publication_date": {"to": "publicationDate", "type": "date", "format": "d/M/yyyy"}}}]}
    """#

  /// A spec whose key path is the document, for streams.
  static let streamSpec = #"{"mappers": [{"id": "a", "target": "A", "attributes": ["n"]}]}"#

  static let good = #"{"articles":[{"title":"T","publication_date":"7/4/2011"},{"title":"U"}]}"#

  /// A value cannot be converted, which is a warning.
  static let dubious = #"{"articles":[{"title":"T","publication_date":"n/a"}]}"#

  /// An element has nothing to map, which fails the run.
  static let bad = #"{"articles":[{"title":"T"},{"name":"U"}]}"#
}

extension Workplace {
  /// A folder with the spec `spec.json` and an input `in.json`.
  convenience init(spec: String = Articles.spec, input: String) throws {
    try self.init()
    try write(spec, to: "spec.json")
    try write(input, to: "in.json")
  }
}
