internal import RKDiagnostics
internal import RKEngine

/// Comparisons that had no answer (docs/spec-format.md, Predicates and expressions).
extension FaultExplainer {
  /// The first such comparison of a program, without its counts.
  ///
  /// `words` are the two values, and the form.
  func neverCompares(_ fault: MappingFault, _ words: [[UInt8]], at place: InputPlace)
    -> Diagnostic
  {
    let program = compiled.programs[Int(fault.variant)]
    let form = words[2].first.flatMap { Clash.Form(rawValue: $0) } ?? .kinds
    let (left, right) = (text(words[0]), text(words[1]))
    let kinds = "\(Self.noun(words[0])) with \(Self.noun(words[1]))"
    let fault =
      switch form {
      case .kinds: "never compares \(kinds): \(left) and \(right)"
      case .asTexts: "compares as texts: \(left) and \(right)"
      case .noText: "never compares \(Self.noun(words[0])) as a text: \(left)"
      case .unfitNumber: "compares nothing: \(left) is no number"
      case .unfitText: "compares nothing: \(left) has no text"
      case .unfitDate: "compares nothing: \(left) is no date"
      case .uncomputed:
        "compares nothing: \(left == "NIL" ? "an operand" : left) cannot be computed"
      }
    let rule = program.expression.text
    let quote = rule.utf8.contains(.ascii("'")) ? "\"" : "'"
    return graph.clash(
      program,
      "\(quote)\(rule)\(quote) \(fault)",
      at: Location(place),
      help: help(form, program.expression, words)
    )
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// The kind of a value, by its JSON text.
  private static func noun(_ value: [UInt8]) -> String {
    switch value.first.map({ JSONKind(firstByte: $0) }) {
    case .string?: "a text"
    case .number?: "a number"
    case .boolean?: "a boolean"
    case .array?: "a list"
    case .object?: "an object"
    case .null?, nil: "NIL"
    }
  }

  private func help(_ form: Clash.Form, _ expression: SpecExpression, _ words: [[UInt8]])
    -> [String]
  {
    let isOfTexts = form == .noText
    let operands = expression.tree.comparedOperands(ofTexts: isOfTexts)
    let names = operands.map { name(of: $0, in: expression.text) }
    switch form {
    case .unfitNumber, .unfitText, .unfitDate, .uncomputed:
      return ["such a value is NIL in a predicate; correct the data, or ask for it before"]
    case .noText: return names.prefix(1).map { "text(\($0)) makes a text of it" }
    case .asTexts:
      return names.count > 1
        ? ["number(\(names[0])) and number(\(names[1])) compare as numbers"]
        : names.map { "number(\($0)) compares as a number" }
    case .kinds:
      let kinds = Set(words.prefix(2).map { Self.noun($0) })
      guard kinds.isSubset(of: ["a text", "a number", "a boolean"]) else {
        return kinds.contains("a list") ? ["ANY and ALL compare the elements of a list"] : []
      }
      let takesDates = expression.text.contains("date(")
      return names.prefix(1).map {
        takesDates
          ? "date(\($0), 'd/M/yyyy') reads a date of that format"
          : "number(\($0)) compares numbers, text(\($0)) texts"
      }
    }
  }

  private func name(of operand: Expression, in text: String) -> String {
    String(decoding: Array(text.utf8)[operand.range], as: UTF8.self)
  }
}

extension MappingGraph {
  func clash(_ program: PlanCompiler.Program, _ message: String, at place: Location, help: [String])
    -> Diagnostic
  {
    Diagnostic(
      .neverCompares,
      severity: self[program.mapping].policies.drift == .fail ? .error : .warning,
      message,
      at: place,
      related: [related(program.expression.place, "mappers.\(self[program.mapping].id)")],
      help: help
    )
  }
}

extension Expression {
  /// The operands that are key paths, of the first comparison that has any.
  fileprivate func comparedOperands(ofTexts: Bool) -> [Expression] {
    if case .comparison(let comparison, let left, let right) = kind,
      comparison.comparator.takesTexts == ofTexts
    {
      let paths = [left, right].filter { $0.keyPath != nil }
      if !paths.isEmpty { return paths }
    }
    for part in parts {
      let found = part.comparedOperands(ofTexts: ofTexts)
      if !found.isEmpty { return found }
    }
    return []
  }
}
