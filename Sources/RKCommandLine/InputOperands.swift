internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// The inputs that operands name: files, globs, and a hyphen for the standard input.
struct InputOperands {
  /// In the order of the operands, globs in the order of their bytes.
  let names: [String]

  /// Throws a finding where two of them, or one and the spec, are the standard input.
  init(_ operands: some Sequence<String>, spec: String?) throws(DiagnosticsError) {
    names = try Self.expand(operands)
    if spec == "-" && names.contains("-") {
      throw DiagnosticsError([
        Diagnostic(.unexpectedArgument, "the spec and an input cannot both be the standard input")
      ])
    }
    if names.count(where: { $0 == "-" }) > 1 {
      throw DiagnosticsError([
        Diagnostic(.unexpectedArgument, "two inputs cannot both be the standard input")
      ])
    }
  }

  /// The files that operands name, with a finding where a glob leads through what cannot be looked at.
  static func expand(_ operands: some Sequence<String>) throws(DiagnosticsError) -> [String] {
    var names: [String] = []
    for operand in operands {
      do throws(SystemError) {
        names += try FileGlob.expand(operand)
      } catch {
        throw DiagnosticsError([
          Diagnostic(
            .unreadableInput,
            "'\(error.path)', which '\(operand)' passes through, cannot be read: \(error.reason)"
          )
        ])
      }
    }
    return names
  }

  /// The inputs, all of one format where that is said.
  func inputs(_ format: Input.Format?) -> [Input] {
    names.map { name in
      name == "-" ? .standardInput(format: format) : .file(name, format: format)
    }
  }
}
