internal import RKDiagnostics
internal import RKEngine
package import RKMapping

/// The coverage of a spec as a JSON document, which `CoverageShards` can read.
package enum CoverageJSON {
  /// The document, on one line.
  package static func text(of coverage: SourceCoverage) -> String {
    var document = JSONObjectText()
    document.add("version", number: coverage.hasSets ? 2 : 1)
    document.add("summary", raw: summary(coverage))
    document.add("paths", raw: list(coverage.paths) { path($0, coverage.rules) })
    document.add("rules", raw: list(coverage.rules, rule))
    if let files = coverage.files { document.add("files", raw: list(files, file)) }
    return document.text + "\n"
  }

  private static func list<Element>(
    _ elements: [Element],
    _ text: (Element) -> String
  ) -> String {
    "[" + elements.map(text).joined(separator: ",") + "]"
  }

  private static func summary(_ coverage: SourceCoverage) -> String {
    var object = JSONObjectText()
    object.add("inputs", number: coverage.inputCount)
    object.add("documents", number: coverage.documentCount)
    object.add("records", number: coverage.recordCount)
    object.add("mapped", number: coverage.count(.mapped))
    object.add("unmapped", number: coverage.count(.unmapped))
    object.add("ignored", number: coverage.count(.ignored))
    object.add("percent", raw: coverage.percent ?? "null")
    object.add("rules", number: coverage.rules.count)
    object.add("unused", number: coverage.unusedCount)
    return object.text
  }

  private static func path(_ path: SourceCoverage.Path, _ rules: [CoverageRule]) -> String {
    var object = JSONObjectText()
    if !path.set.isEmpty { object.add("for", raw: JSONObjectText.quoted(path.set)) }
    object.add("path", raw: JSONObjectText.quoted(path.text))
    object.add("state", raw: JSONObjectText.quoted(path.state.rawValue))
    object.add("occurrences", number: path.counts.occurrences)
    object.add("mapped", number: path.counts.mapped)
    object.add("failed", number: path.counts.failed)
    object.add("rules", raw: list(path.rules) { JSONObjectText.quoted(rules[$0].name) })
    var example = JSONObjectText()
    example.add("value", raw: path.example.value)
    example.add("file", raw: JSONObjectText.quoted(path.example.file))
    example.add("line", number: path.example.line)
    example.add("column", number: path.example.column)
    if path.example.document > 0 { example.add("document", number: path.example.document) }
    example.add("pointer", raw: JSONObjectText.quoted(path.example.pointer))
    object.add("example", raw: example.text)
    return object.text
  }

  private static func rule(_ rule: CoverageRule) -> String {
    var object = JSONObjectText()
    object.add("rule", raw: JSONObjectText.quoted(rule.name))
    object.add("kind", raw: JSONObjectText.quoted(rule.kind.rawValue))
    object.add("file", raw: JSONObjectText.quoted(rule.location.file))
    object.add("line", number: rule.location.line)
    object.add("column", number: rule.location.column)
    object.add("hits", number: rule.counts.hits)
    object.add("records", number: rule.counts.records)
    if rule.kind.finds {
      object.add("found", number: rule.counts.found)
      object.add("null", number: rule.counts.null)
      object.add("missing", number: rule.counts.missing)
    }
    if rule.kind.finds || rule.kind == .validation {
      object.add("failed", number: rule.counts.failed)
    }
    if rule.kind.finds { object.add("default", number: rule.counts.defaulted) }
    return object.text
  }

  private static func file(_ file: CoverageTally.FileLines) -> String {
    var object = JSONObjectText()
    object.add("file", raw: JSONObjectText.quoted(file.file))
    let lines = file.lines.sorted { $0.key < $1.key }
    object.add("lines", raw: list(lines) { "[\($0.key),\($0.value ? 1 : 0)]" })
    return object.text
  }
}
