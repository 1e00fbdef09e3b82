internal import RKDiagnostics
internal import RKEngine
internal import RKFormats

extension InputFormat.Foreign {
  /// The diagnostic about an input in this format.
  func diagnostic(of input: String) -> Diagnostic {
    Diagnostic(
      .unsupportedEncoding,
      "'\(input)' is \(name), not UTF-8 text",
      help: [advice(for: input.hasPrefix("<") ? "" : " " + shellWord(ofFile: input))]
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

  private func advice(for file: String) -> String {
    switch self {
    case .utf16: "convert it first: iconv -f UTF-16 -t UTF-8\(file)"
    case .binary: "an input is JSON text"
    case .gzip: advice(.gzip, "gzip -dc\(file)")
    case .zstandard: advice(.zstd, "zstd -dc\(file)")
    }
  }

  /// Help for compressed data.
  ///
  /// Known compressions are only reported if a file is compressed more than once.
  private func advice(_ form: Compression, _ command: String) -> String {
    form.isKnown
      ? "it is compressed more than once; unpack it first: \(command)"
      : "this program was built without \(form.libraryName); unpack it first: \(command)"
  }
}

extension ForeignText {
  /// The diagnostic about an input that looks like this format.
  func diagnostic(at location: Location, hasFormatFlag: Bool = true) -> Diagnostic {
    let advice = hasFormatFlag ? advice : adviceForSpec
    let message = "the input looks like \(rawValue), not JSON: \(advice)"
    return Diagnostic(.inputSyntax, message, at: location)
  }
}
