internal import RKEngine
internal import RKFormats

extension Input {
  /// A second reader of the input, from its beginning, to look up places; nil if the input is gone.
  var sourceOfPlaces: InputSource? {
    switch source {
    case .file(let path): try? Unpacker.source(ofFile: path)
    case .bytes(let bytes): InputSource(bytes: bytes)
    case .standardInput: nil
    }
  }
}
