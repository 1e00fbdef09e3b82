package import RKDiagnostics
internal import RKEngine

extension SpecFindings {
  /// Returns whether a file is UTF-8 text; reports it if not.
  package func checkText(_ file: Int, _ code: DiagnosticCode) -> Bool {
    let bytes = files[file].bytes
    // A zero byte in UTF-8 text is reported later, at its position.
    if let foreign = InputFormat.foreign(Array(bytes.prefix(512)), in: .json), foreign != .binary {
      report(
        code,
        "'\(files[file].name)' is no UTF-8 text",
        at: SpecPlace(file: file, range: 0..<0)
      )
      return false
    }
    guard let offset = Self.firstInvalidByte(bytes) else { return true }
    report(
      code,
      "this byte is no UTF-8",
      at: SpecPlace(file: file, range: offset..<(offset + 1))
    )
    return false
  }

  /// The offset of the first bytes that are not a character.
  private static func firstInvalidByte(_ bytes: [UInt8]) -> Int? {
    if bytes.span.isUTF8 { return nil }
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var offset = 0
    while case .valid(let character) = parser.parseScalar(from: &rest) { offset += character.count }
    return offset
  }
}
