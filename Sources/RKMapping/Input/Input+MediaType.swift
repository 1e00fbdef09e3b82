internal import RKFormats

extension Input {
  /// The same in the format that the header `Content-Type` of a request says, where nobody else has said it,
  /// and in its encoding.
  ///
  /// An archive is one whatever its entries are.
  package func typed(by context: RequestContext) -> Input {
    let header = context.responseHeaders.last { $0.name.lowercased() == "content-type" }
    guard !isArchive, let type = header.flatMap({ MediaType($0.value) }) else { return self }
    var input = self
    if format == nil { input.takeFormat(of: type) }
    if input.format ?? Format(ofFile: name) == .xml { input.charset = type.charset }
    return input
  }

  private mutating func takeFormat(of type: MediaType) {
    switch type.format {
    case nil: break
    case .json?:
      switch Format(ofFile: name) {
      case nil, .json, .ndjson, .seq, .har: break
      case .csv, .tsv, .form, .xml: format = .json
      }
    case .csv?: format = Format(ofFile: name) == .tsv ? .tsv : .csv
    case .form?: format = .form
    case .xml?: format = .xml
    }
  }

  /// Its documents are JSON as it stands, not made of another format or in an archive.
  package var holdsJSON: Bool {
    switch format ?? Format(ofFile: name) {
    case .json, .ndjson, .seq, nil: true
    case .har, .csv, .tsv, .form, .xml: false
    }
  }

  /// Its documents are rows of cells.
  package var isCSV: Bool {
    switch format ?? Format(ofFile: name) {
    case .csv, .tsv: true
    case .json, .ndjson, .seq, .har, .form, .xml, nil: false
    }
  }
}
