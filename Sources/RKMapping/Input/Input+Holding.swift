package import RKEngine

extension Input {
  /// Opens the bytes of the input, whatever their format.
  func openBytes(repairsUTF8: Bool) throws(SystemError) -> InputSource {
    switch source {
    case .bytes(let bytes): InputSource(bytes: bytes, repairsUTF8: repairsUTF8)
    case .file(let path): InputSource(file: try .reading(path), repairsUTF8: repairsUTF8)
    case .standardInput: InputSource(head: head, file: .standardInput, repairsUTF8: repairsUTF8)
    }
  }

  /// Returns an input that can be read twice; anything but an ordinary file is read into memory.
  package func readableTwice() throws(SystemError) -> Input {
    let bytes: [UInt8]
    switch source {
    case .bytes: return self
    case .file(let path):
      if !FileDescriptor.isSeen(path, as: .other) { return self }
      bytes = try FileDescriptor.reading(path).readAll()
    case .standardInput: bytes = head + (try FileDescriptor.standardInput.readAll())
    }
    var held = Input.bytes(bytes, name: name, format: format)
    held.charset = charset
    return held
  }

  /// The path of a copy that is a fixture: one with a document on each line is not named `.json`.
  package func pathOfFixture(_ path: String) -> String {
    guard asFixture.holdsOneDocument,
      let opened = try? OpenInput(self, repairsUTF8: false, kernel: .best), opened.layout == .ndjson
    else { return path }
    let inner = Self.nameOfContents(path)
    return inner.dropLast(".json".count) + ".ndjson" + path.dropFirst(inner.count)
  }
}
