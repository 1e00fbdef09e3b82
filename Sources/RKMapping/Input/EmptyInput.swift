internal import RKDiagnostics

extension Diagnostic {
  /// An input has no byte of data.
  static func empty(_ input: Input, isError: Bool) -> Diagnostic {
    var finding = Diagnostic(
      .emptyInput,
      severity: isError ? .error : .warning,
      "the input '\(input.name)' is empty",
      at: Location(file: input.name, byteRange: 0..<0, line: 1, column: 1),
      help: [input.helpOnEmpty]
    )
    finding.isOfNothing = true
    return finding
  }
}

extension Input {
  /// What says in its format that there are no records.
  fileprivate var helpOnEmpty: String {
    if lines != nil { return "a part without records has a trailer: apply --emit keyed --trailer" }
    return switch format ?? Format(ofFile: name) {
    case .json, .ndjson, .seq, .har, nil:
      "an input has at least one JSON value; [] says that there are no records"
    case .csv, .tsv: "an input has at least one row; a header alone says that there are no records"
    case .form: "an input has at least one pair, such as name=value"
    case .xml: "an input has at least an element, which may be empty"
    }
  }
}
