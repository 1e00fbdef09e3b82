internal import RKDiagnostics
internal import RKEngine

/// Detects files given as a spec that are something else.
extension SpecReader {
  /// Reports a text that is not JSON and resembles another format.
  static func isForeign(_ file: Int, _ findings: SpecFindings) -> Bool {
    let bytes = findings.files[file].bytes
    let start = bytes.markCount
    guard let first = bytes[start...].firstIndex(where: { !$0.isWhitespace }) else { return false }
    if bytes[first] == UInt8(ascii: "{") || bytes[first] == UInt8(ascii: "/") { return false }
    guard let foreign = ForeignText(bytes[first...].prefix(1024)) else { return false }
    // A list is data unless it looks like the beginning of a log entry, and a quoted text may begin
    // a CSV row.
    switch bytes[first] {
    case UInt8(ascii: "["): if foreign != .log { return false }
    case UInt8(ascii: "\""): if foreign != .csv { return false }
    default: break
    }
    findings.report(
      .notASpec,
      "the spec looks like \(foreign.rawValue), not JSON: \(foreign.adviceForSpec)",
      at: SpecPlace(file: file, range: first..<(first + 1))
    )
    return true
  }

  static func isObject(_ node: SpecNode) -> Bool {
    if case .object = node.content { true } else { false }
  }

  /// Whether the members of a value show that it is data or another kind of document.
  static func isForeign(_ node: SpecNode) -> Bool { likeness(of: node) != nil }

  /// Reports text to be formatted that is data, not a spec: a list, or a value followed by something else.
  static func isData(_ node: SpecNode, from before: Int, _ findings: SpecFindings) -> Bool {
    if case .object(let members, _) = node.content {
      let isSuite = members.contains { $0.name == "cases" }
      if isSuite || !findings.hasSyntaxErrors { return false }
    }
    guard isForeign(node) else { return false }
    findings.drop(from: before)
    return isForeign(node, findings)
  }

  /// Reports a value whose members show that it is another kind of document.
  static func isForeign(_ node: SpecNode, _ findings: SpecFindings) -> Bool {
    guard let likeness = likeness(of: node) else { return false }
    findings.report(.notASpec, "the spec looks like \(likeness)", at: node.place)
    return true
  }

  private static func likeness(of node: SpecNode) -> String? {
    // A shortcut for nearly all specs, which avoids looking up the declarations of members.
    if case .object(let members, _) = node.content,
      members.contains(where: { $0.name == "mappers" })
    {
      return nil
    }
    let data = "data: a spec has \"mappers\"; rkmap init writes a first one"
    if case .list(let items) = node.content, !items.isEmpty { return data }
    guard case .object(let members, _) = node.content, !members.isEmpty else { return nil }
    let known = SpecObjectKind.spec.keys.flatMap(\.spellings)
    func value(_ name: String) -> SpecNode? { members.first { $0.name == name }?.value }
    guard
      members.allSatisfy({ !known.contains($0.name) || $0.name == "name" || $0.name == "version" })
    else { return nil }
    if value("openapi") != nil || value("swagger") != nil {
      return "an OpenAPI document: map one of its responses; rkmap init writes a first spec"
    }
    let isSchema = value("$schema")?.text?.contains("json-schema.org") ?? false
    if isSchema || value("properties") != nil && value("type") != nil {
      return "a JSON Schema: a spec maps documents, and rkmap init writes a first one"
    }
    if value("spec") != nil && value("cases") != nil { return "a test file: rkmap test runs it" }
    let isNear = members.contains {
      known.contains($0.name) || NearestName.of($0.name, among: known) != nil
    }
    return isNear || members.allSatisfy({ $0.name.hasPrefix("$") || $0.name.hasPrefix("x-") })
      ? nil : data
  }
}
