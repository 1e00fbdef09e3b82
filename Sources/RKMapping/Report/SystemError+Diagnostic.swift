internal import RKDiagnostics
internal import RKEngine

extension SystemError {
  /// The diagnostic about an input that cannot be read.
  func diagnostic(ofInput name: String) -> Diagnostic {
    guard isDamage else {
      return Diagnostic(.unreadableInput, "'\(name)' cannot be read: \(reason)")
    }
    return Diagnostic(
      .brokenCompression,
      "'\(name)' cannot be unpacked: \(reason)",
      help: ["get the file again from where it comes from; records that were in it are missing"]
    )
  }
}
