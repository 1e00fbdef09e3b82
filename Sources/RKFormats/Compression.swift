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

  /// What its members or frames begin with, one or the other; a nil is any half of a byte from 0x50 on.
  private var starts: [[UInt8?]] {
    switch self {
    case .gzip: [[0x1F, 0x8B]]
    // The second is a frame that is passed over (RFC 8878, 3.1.2).
    case .zstd: [[0x28, 0xB5, 0x2F, 0xFD], [nil, 0x2A, 0x4D, 0x18]]
    }
  }

  // MARK: - By contents

  /// The one whose members begin so, if any.
  package init?(startingWith head: some Collection<UInt8>) {
    for form in Self.allCases {
      let isStart = form.starts.contains { $0.count <= head.count && Self.agrees($0, head) }
      if isStart {
        self = form
        return
      }
    }
    return nil
  }

  /// More bytes might make the beginning of a member of these.
  package static func mayBegin(with head: some Collection<UInt8>) -> Bool {
    allCases.contains { $0.starts.contains { agrees($0, head) } }
  }

  private static func agrees(_ start: [UInt8?], _ head: some Collection<UInt8>) -> Bool {
    zip(start, head).allSatisfy { wanted, byte in
      wanted.map { $0 == byte } ?? (0x50...0x5F).contains(byte)
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
