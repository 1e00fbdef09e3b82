internal import RKEngine
internal import RKFormats

extension Input {
  /// Returns the input with the format and the encoding that the header `Content-Type` of a request states.
  ///
  /// A format that was set otherwise takes precedence.
  ///
  /// An archive stays an archive, whatever its entries are.
  package func typed(by context: RequestContext) -> Input {
    let header = context.responseHeaders.last { $0.name.lowercased() == "content-type" }
    guard !isArchive, let type = header.flatMap({ MediaType($0.value) }) else { return self }
    var input = self
    if format == nil { input.takeFormat(of: type) }
    if input.format ?? Format(ofFile: name) == .xml { input.charset = type.charset }
    return input
  }

  private mutating func takeFormat(of type: MediaType) {
    let named = Format(ofFile: name)
    switch type.format {
    case nil: break
    case .json?: if named?.door is any TranscodedFormat.Type { format = .json }
    case let stated?: format = named == .tsv && stated == .csv ? .tsv : stated.input
    }
  }
}

extension MediaType.Format {
  fileprivate var input: Input.Format {
    switch self {
    case .json: .json
    case .csv: .csv
    case .form: .form
    case .xml: .xml
    }
  }

  /// The conversion of the format to JSON text; nil if the documents are JSON.
  var transcoded: (any TranscodedFormat.Type)? { input.door as? any TranscodedFormat.Type }
}

extension Input {
  private var statedDoor: (any InputDoor.Type)? { (format ?? Format(ofFile: name))?.door }

  /// Whether its documents are plain JSON, not converted from another format or inside an archive.
  package var holdsJSON: Bool {
    guard let statedDoor else { return true }
    return !(statedDoor is any TranscodedFormat.Type) && !statedDoor.hasRequests
  }

  /// Whether its documents are JSON lines or a JSON text sequence, even if there is only one.
  var isSequence: Bool { holdsJSON && statedDoor.map { $0.layout != .json } ?? false }

  /// Whether its documents are rows of cells.
  package var isCSV: Bool { statedDoor?.hasRows ?? false }
}
