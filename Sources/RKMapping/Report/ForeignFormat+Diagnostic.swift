internal import RKDiagnostics
internal import RKEngine

extension InputFormat.Foreign {
  /// What is said of an input that is this.
  func diagnostic(of input: String) -> Diagnostic {
    Diagnostic(
      .unsupportedEncoding,
      "'\(input)' is \(name), not UTF-8 text",
      help: [advice]
    )
  }

  private var name: String {
    switch self {
    case .utf16: "UTF-16"
    case .binary: "binary"
    case .gzip: "compressed by gzip"
    case .zstandard: "compressed by zstd"
    }
  }

  private var advice: String {
    switch self {
    case .utf16: "convert it first: iconv -f UTF-16 -t UTF-8"
    case .binary: "an input is JSON text"
    case .gzip: "unpack it first: gzip -dc"
    case .zstandard: "unpack it first: zstd -dc"
    }
  }
}
