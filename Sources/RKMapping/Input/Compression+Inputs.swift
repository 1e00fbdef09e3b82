package import RKEngine
internal import RKFormats

extension Input {
  /// All bytes of a file, unpacked where they are compressed.
  package static func bytes(ofFile path: String) throws(SystemError) -> [UInt8] {
    try Unpacker.bytes(ofFile: .reading(path))
  }

  /// An ordinary file holds compressed bytes.
  package static func isCompressed(_ file: borrowing FileDescriptor) -> Bool {
    var head = InputBuffer(capacity: 4)
    _ = try? head.append(from: file, at: 0, upTo: 4)
    return Compression(startingWith: (0..<head.count).map { head.padded[$0] }) != nil
  }

  /// The libraries that inputs and outputs of some formats need, with their versions; nil of those that
  /// the program was built without.
  package static var libraries: [(name: String, version: String?)] {
    Compression.allCases.map { ($0.libraryName, $0.libraryVersion) }
  }

  /// A name without the ending of compressed files.
  static func nameOfContents(_ name: String) -> String { Compression.innerName(of: name) }
}

extension Output {
  /// The name of what a file holds, where its ending says that it is compressed.
  package static func nameOfContents(_ path: String) -> String { Compression.innerName(of: path) }

  /// The ending of a name that says that the file is compressed, and the library that this needs and the
  /// program was built without.
  package static func compression(ofFile path: String) -> (ending: String, missing: String?)? {
    Compression(ofFile: path).map { ($0.fileEnding, $0.isKnown ? nil : $0.libraryName) }
  }

  /// A file by name, compressed where that says so.
  package static func file(named path: String) throws(SystemError) -> OutputFile {
    try .named(path)
  }
}
