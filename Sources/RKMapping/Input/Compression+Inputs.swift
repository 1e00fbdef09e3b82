package import RKEngine
internal import RKFormats

extension Input {
  /// All bytes of a file, unpacked where they are compressed.
  package static func bytes(ofFile path: String) throws(SystemError) -> [UInt8] {
    try Unpacker.bytes(ofFile: .reading(path))
  }

  /// An ordinary file holds compressed bytes.
  package static func isCompressed(_ file: borrowing FileDescriptor) -> Bool {
    compression(of: file) != nil
  }

  /// How the bytes of an ordinary file are compressed, if they are.
  static func compression(of file: borrowing FileDescriptor) -> Compression? {
    var head = InputBuffer(capacity: 4)
    _ = try? head.append(from: file, at: 0, upTo: 4)
    return Compression(startingWith: (0..<head.count).map { head.padded[$0] })
  }

  /// The libraries that inputs and outputs of some formats need, with their versions; nil of those that
  /// the program was built without.
  package static var libraries: [(name: String, version: String?)] {
    Compression.allCases.map { ($0.libraryName, $0.libraryVersion) }
      + [(XMLLibrary.name, XMLLibrary.version)]
  }

  /// A name without the ending of compressed files.
  package static func nameOfContents(_ name: String) -> String { Compression.innerName(of: name) }
}
