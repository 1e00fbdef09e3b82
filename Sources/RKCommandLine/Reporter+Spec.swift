internal import RKDiagnostics
internal import RKMapping

/// What commands do with a spec first.
extension Reporter {
  /// Reads a spec and reports its diagnostics; nil if it cannot be used.
  ///
  /// The spec is a case of its own, and what the inputs are validated by. Warnings are errors if the
  /// options say so, or what is said in their place.
  func readMapping(
    _ spec: String,
    beside inputs: some Collection<String> = [],
    isStrict: Bool? = nil,
    isLinted: Bool = false
  ) -> Mapping? {
    let name = spec == "-" ? "<stdin>" : spec
    suite = name
    let mapping: Mapping?
    do {
      let read = try Mapping(
        contentsOf: spec,
        including: options.includedFolders,
        isStrict: isStrict ?? options.isStrict,
        isLinted: isLinted
      )
      protect(read.files)
      for warning in read.warnings { receive(warning) }
      mapping = read
    } catch {
      protect(error.files)
      for diagnostic in error.diagnostics {
        receive(isSwapped(diagnostic, inputs.first) ? Self.swapped(spec, inputs.first) : diagnostic)
      }
      mapping = nil
    }
    end(CaseResult(suite: name, name: name, file: name, outcome: outcome()))
    return mapping
  }

  /// The spec is something else, and the first input is a spec.
  private func isSwapped(_ diagnostic: Diagnostic, _ input: String?) -> Bool {
    guard diagnostic.code == .notASpec, let input, input != "-" else { return false }
    return (try? Mapping(contentsOf: input, including: options.includedFolders)) != nil
  }

  private static func swapped(_ spec: String, _ input: String?) -> Diagnostic {
    Diagnostic(
      .notASpec,
      "SPEC and INPUT are swapped: '\(spec)' looks like data, and '\(input ?? "")' is a spec",
      help: ["give the spec first: \(input ?? "") \(spec)"]
    )
  }

  /// The end of the report of a command that maps nothing.
  var summaryOfSpec: JSONObjectText {
    var object = JSONObjectText()
    object.add("errors", number: errorCount)
    object.add("warnings", number: warningCount)
    return object
  }
}
