/// Shows diagnostics to programs: one JSON object per line, in a form that only ever gains members.
///
/// ```swift
/// print(JSONRenderer().render(finding), terminator: "")
/// ```
public struct JSONRenderer: DiagnosticRenderer {
  /// The version of the form; a report states it once.
  public static let version = 1

  /// Creates a renderer.
  public init() {}

  /// The diagnostic as one line.
  public func render(_ diagnostic: Diagnostic) -> String { object(diagnostic).text + "\n" }

  func object(_ diagnostic: Diagnostic) -> JSONObjectText {
    var object = JSONObjectText()
    object.add("severity", diagnostic.severity.rawValue)
    object.add("code", diagnostic.code.id)
    object.add("name", diagnostic.code.name)
    object.add("message", diagnostic.message)
    if let expected = diagnostic.expected { object.add("expected", expected) }
    if let actual = diagnostic.actual { object.add("actual", actual) }
    if let location = diagnostic.location { object.add("location", raw: render(location)) }
    if let extent = diagnostic.extent { object.add("extent", raw: render(extent)) }
    if !diagnostic.related.isEmpty {
      object.add("related", raw: list(diagnostic.related.map(render)))
    }
    if !diagnostic.help.isEmpty {
      object.add("help", raw: list(diagnostic.help.map(JSONObjectText.visible)))
    }
    if !diagnostic.fixIts.isEmpty { object.add("fixIts", raw: list(diagnostic.fixIts.map(render))) }
    return object
  }

  private func render(_ location: Location) -> String {
    var object = JSONObjectText()
    object.add("file", location.file)
    object.add("line", number: location.line)
    object.add("column", number: location.column)
    object.add("byteOffset", number: location.byteRange.lowerBound)
    if let pointer = location.pointer { object.add("pointer", pointer) }
    if let number = location.recordNumber { object.add("record", number: number) }
    return object.text
  }

  private func render(_ extent: Diagnostic.Extent) -> String {
    var object = JSONObjectText()
    object.add("findings", number: extent.findings)
    object.add("records", number: extent.records)
    object.add("recordsRead", number: extent.recordsRead)
    return object.text
  }

  private func render(_ related: Diagnostic.Related) -> String {
    var object = JSONObjectText()
    object.add("location", raw: render(related.location))
    object.add("subject", related.subject)
    if !related.message.isEmpty { object.add("message", related.message) }
    return object.text
  }

  private func render(_ fixIt: FixIt) -> String {
    var object = JSONObjectText()
    object.add("title", fixIt.title)
    object.add("byteOffset", number: fixIt.range.lowerBound)
    object.add("byteCount", number: fixIt.range.count)
    object.add("replacement", fixIt.replacement)
    object.add("isSafe", raw: String(fixIt.isSafe))
    return object.text
  }

  private func list(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }
}
