package import RKEngine
internal import RKFormats

extension Input {
  /// Reads all bytes of a file, decompressed if necessary.
  package static func bytes(ofFile path: String) throws(SystemError) -> [UInt8] {
    try Unpacker.bytes(ofFile: .reading(path))
  }

  /// Whether an ordinary file is compressed.
  package static func isCompressed(_ file: borrowing FileDescriptor) -> Bool {
    compression(of: file) != nil
  }

  /// The compression of an ordinary file, if any.
  static func compression(of file: borrowing FileDescriptor) -> Compression? {
    var head = InputBuffer(capacity: 4)
    _ = try? head.append(from: file, at: 0, upTo: 4)
    return Compression(startingWith: (0..<head.count).map { head.padded[$0] })
  }

  /// The libraries that some formats need, with their versions; nil for those that the program was
  /// built without.
  package static var libraries: [(name: String, version: String?)] {
    Compression.allCases.map { ($0.libraryName, $0.libraryVersion) }
      + [(XMLLibrary.name, XMLLibrary.version)]
  }

  /// Removes the ending of compressed files from a name.
  package static func nameOfContents(_ name: String) -> String { Compression.innerName(of: name) }
}
