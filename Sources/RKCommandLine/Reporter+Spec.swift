internal import RKDiagnostics
internal import RKMapping

/// Reading the spec, which is the first step of commands.
extension Reporter {
  /// Reads a spec, and reports its diagnostics; nil if it cannot be used.
  ///
  /// The spec is a case of its own in reports, and the suite of the inputs. Warnings are errors if `isStrict`
  /// says so, by default if the options do.
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

  /// Notes that `--drift` has no effect beside another word for the run, if that is so.
  func tellIdle(_ drift: DriftPolicy?, _ mapping: Mapping, beside word: DriftPolicy? = nil) {
    let source = "--strict includes --drift fail"
    if let note = mapping.graph.idleDrift(drift, beside: word, of: source) { receive(note) }
  }

  /// Whether the user swapped the operands: `spec` is something else, and the first input is a spec.
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

  /// The summary at the end of the report, for a command that maps nothing.
  var summaryOfSpec: JSONObjectText {
    var object = JSONObjectText()
    object.add("errors", number: errorCount)
    object.add("warnings", number: warningCount)
    return object
  }
}
