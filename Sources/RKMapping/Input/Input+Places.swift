internal import RKDiagnostics
internal import RKEngine
internal import RKFormats

extension Input {
  /// The place of a byte of the input, which is read again; nil if that cannot be done.
  func location(ofByte offset: Int) -> Location? {
    guard let source = sourceOfPlaces else { return nil }
    return PlaceSearch.line(ofByte: offset, source).map { line, column in
      Location(file: name, byteRange: offset..<(offset + 1), line: line, column: column)
    }
  }

  /// A second reader of the input, from its beginning; nil if the input is gone.
  var sourceOfPlaces: InputSource? {
    switch source {
    case .file(let path): try? Unpacker.source(ofFile: path)
    case .bytes(let bytes): InputSource(bytes: bytes)
    case .standardInput: nil
    }
  }
}
