internal import RKDiagnostics
internal import RKFormats

/// Words the faults of text that is not XML, or uses XML features that are not supported.
enum XMLExplainer {
  static func diagnostic(_ failure: XMLReader.Failure) -> Diagnostic {
    let (message, help) = words(failure.fault)
    return Diagnostic(code(failure.fault), message, at: Location(failure.place), help: help)
  }

  private static func code(_ fault: XMLReader.Fault) -> DiagnosticCode {
    switch fault {
    case .syntax: .xmlSyntax
    case .declaration, .reference: .xmlEntity
    case .encoding: .unsupportedEncoding
    case .tooDeep: .tooDeep
    }
  }

  private static func words(_ fault: XMLReader.Fault) -> (message: String, help: [String]) {
    switch fault {
    case .syntax(let reason): ("the input is not well-formed XML: \(reason)", [])
    case .declaration:
      (
        "an entity is declared here, which is not read",
        ["write the text itself where the entity is referred to, and leave the declaration out"]
      )
    case .reference(let name):
      (
        "'\(name)' is none of the entities that are read",
        ["these are amp, lt, gt, apos and quot; any character may be written as &#xNNNN;"]
      )
    case .encoding(let name):
      (
        "the input is in the encoding '\(name)', which is not read",
        [
          "what is read is UTF-8, UTF-16 with a byte order mark, ISO-8859-1 and US-ASCII; iconv converts others"
        ]
      )
    case .tooDeep:
      ("the element is nested too deeply", ["--max-depth sets the limit"])
    }
  }
}
