package import RKEngine

/// A compression format.
package enum Compression: Sendable, CaseIterable {
  case gzip
  case zstd

  package var name: String {
    switch self {
    case .gzip: "gzip"
    case .zstd: "zstd"
    }
  }

  /// The library that implements it.
  package var libraryName: String {
    switch self {
    case .gzip: "zlib"
    case .zstd: "zstd"
    }
  }

  /// The extension of its files.
  package var fileEnding: String {
    switch self {
    case .gzip: ".gz"
    case .zstd: ".zst"
    }
  }

  // MARK: - By contents

  /// The format whose members or frames begin with these bytes; nil if there is none.
  ///
  /// Every run does this for each input, so it is written without generic types, which would slow down the
  /// program's start.
  package init?(startingWith head: [UInt8]) {
    guard let first = head.first, let (form, rest) = Self.start(with: first),
      head.count > rest.count
    else { return nil }
    for (index, byte) in rest.enumerated() where head[index + 1] != byte { return nil }
    self = form
  }

  /// Whether more bytes could complete the beginning of a member.
  package static func mayBegin(with head: [UInt8]) -> Bool {
    guard let first = head.first else { return true }
    return start(with: first)?.rest.starts(with: head.dropFirst()) ?? false
  }

  /// The format that may begin with a byte, and the bytes that must follow it.
  private static func start(with first: UInt8) -> (form: Compression, rest: [UInt8])? {
    switch first {
    case 0x1F: (.gzip, [0x8B])
    case 0x28: (.zstd, [0xB5, 0x2F, 0xFD])
    // A skippable frame (RFC 8878, 3.1.2).
    case 0x50...0x5F: (.zstd, [0x2A, 0x4D, 0x18])
    default: nil
    }
  }

  // MARK: - By names

  /// The format of a file name's extension, in any case.
  package init?(ofFile name: String) {
    let name = name.lowercased()
    for form in Self.allCases where name.hasSuffix(form.fileEnding) {
      self = form
      return
    }
    return nil
  }

  /// The name without such an extension, which shows the format of the uncompressed data.
  package static func innerName(of name: String) -> String {
    guard let form = Compression(ofFile: name) else { return name }
    return String(name.dropLast(form.fileEnding.count))
  }
}

extension OutputFile {
  /// Creates a file, which is compressed if its name has the extension of a compression format.
  package static func named(_ path: String, in group: FileGroup? = nil) throws(SystemError)
    -> OutputFile
  {
    guard let form = Compression(ofFile: path) else {
      return try OutputFile(path: path, in: group)
    }
    return try OutputFile(path: path, through: Packer(form), in: group)
  }
}
