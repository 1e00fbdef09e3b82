package import RKEngine

/// A form of compressed bytes.
package enum Compression: Sendable, CaseIterable {
  case gzip
  case zstd

  package var name: String {
    switch self {
    case .gzip: "gzip"
    case .zstd: "zstd"
    }
  }

  /// The library that knows it.
  package var libraryName: String {
    switch self {
    case .gzip: "zlib"
    case .zstd: "zstd"
    }
  }

  /// How the names of its files end.
  package var fileEnding: String {
    switch self {
    case .gzip: ".gz"
    case .zstd: ".zst"
    }
  }

  // MARK: - By contents

  /// The one whose members or frames begin so, if any.
  ///
  /// Each run asks this of its inputs, so it is plain: types that are generic cost a start of the program much.
  package init?(startingWith head: [UInt8]) {
    guard let first = head.first, let (form, rest) = Self.start(with: first),
      head.count > rest.count
    else { return nil }
    for (index, byte) in rest.enumerated() where head[index + 1] != byte { return nil }
    self = form
  }

  /// More bytes might make the beginning of a member of these.
  package static func mayBegin(with head: [UInt8]) -> Bool {
    guard let first = head.first else { return true }
    return start(with: first)?.rest.starts(with: head.dropFirst()) ?? false
  }

  /// What begins with a byte, and the bytes that follow that.
  private static func start(with first: UInt8) -> (form: Compression, rest: [UInt8])? {
    switch first {
    case 0x1F: (.gzip, [0x8B])
    case 0x28: (.zstd, [0xB5, 0x2F, 0xFD])
    // A frame that is passed over (RFC 8878, 3.1.2).
    case 0x50...0x5F: (.zstd, [0x2A, 0x4D, 0x18])
    default: nil
    }
  }

  // MARK: - By names

  /// The one that the ending of a name says, in whatever case of letters.
  package init?(ofFile name: String) {
    let name = name.lowercased()
    for form in Self.allCases where name.hasSuffix(form.fileEnding) {
      self = form
      return
    }
    return nil
  }

  /// A name without such an ending: it says the format of what is compressed.
  package static func innerName(of name: String) -> String {
    guard let form = Compression(ofFile: name) else { return name }
    return String(name.dropLast(form.fileEnding.count))
  }
}

extension OutputFile {
  /// A file by name, compressed where the name ends as those of compressed files do.
  package static func named(_ path: String) throws(SystemError) -> OutputFile {
    guard let form = Compression(ofFile: path) else { return try OutputFile(path: path) }
    return try OutputFile(path: path, through: Packer(form))
  }
}
