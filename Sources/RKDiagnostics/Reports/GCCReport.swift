/// A report in the form of compiler messages, one line per diagnostic, for editors and other programs
/// that parse them.
package struct GCCReport: ReportWriter {
  package init() {}

  package mutating func add(_ diagnostic: Diagnostic) -> String {
    let place = diagnostic.location?.text ?? "rkmap"
    var text = line(
      place,
      diagnostic.severity.rawValue,
      "\(diagnostic.messageWithExtent) [\(diagnostic.code.id)]"
    )
    for related in diagnostic.related {
      let words = [related.subject, related.message].filter { !$0.isEmpty }
      text += line(related.location.text, "note", words.joined(separator: ": "))
    }
    return text
  }

  private func line(_ place: String, _ severity: String, _ message: String) -> String {
    VisibleText.line("\(place): \(severity): \(message)") + "\n"
  }
}
