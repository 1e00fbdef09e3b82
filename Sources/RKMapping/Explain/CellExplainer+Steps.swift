internal import RKDiagnostics
internal import RKEngine

/// The steps by which a value was made.
extension CellExplainer {
  /// The steps by which a cell was made, in words of the spec.
  func steps(
    of cell: TracedCell,
    _ attribute: AttributeMapping?,
    _ mapping: ObjectMapping,
    in document: TracedDocument
  ) -> [ExplainedStep] {
    let own = rule(cell.rule)
    return cell.steps.compactMap { traced in
      switch traced {
      case .key(let token, let out):
        step("key", own, place(token, in: document) + [.value("out", out)])
      case .source(let number, let token, let out):
        sourceStep(number, token, out, own, attribute, in: document)
      case .constant(let out):
        step("constant", own, [.text("text", out), .list("reads", []), .value("out", out)])
      case .computed(let reads, let out): computedStep(reads, out, own, attribute)
      case .emptyString(let given):
        ExplainedStep(
          name: "emptyString",
          members: [.text("policy", "null"), .value("in", given), .value("out", "null")]
        )
      case .transform(let number, let given, let out):
        transformStep(number, given, out, attribute)
      case .lookUp(let map, let entry, let given, let out):
        lookUpStep(map, entry, given, out, own)
      case .convert(let given, let out): convertStep(given, out, attribute)
      case .policy(let policy, let fallback, let given, let out):
        policyStep(policy, fallback, given, out, attribute)
      case .default(let policy, let out):
        ExplainedStep(
          name: "default",
          members: [.text("reason", policy.reason)] + Self.out(out)
        )
      case .validate(let number, let hasFired, let given, let out):
        validateStep(number, hasFired, given, out)
      case .connection(let keys):
        step("connection", own, [.value("keys", "[" + keys.joined(separator: ",") + "]")])
      }
    }
  }

  private static func out(_ text: String?) -> [ExplainedMember] {
    text.map { [.value("out", $0)] } ?? []
  }

  private func place(_ token: Int?, in document: TracedDocument) -> [ExplainedMember] {
    token.flatMap { place(of: $0, in: document) }.map { [.place($0)] } ?? []
  }

  private func sourceStep(
    _ number: Int,
    _ token: Int?,
    _ out: String?,
    _ own: CoverageRule?,
    _ attribute: AttributeMapping?,
    in document: TracedDocument
  ) -> ExplainedStep {
    let paths = attribute?.sources ?? []
    let path =
      paths.indices.contains(out == nil ? 0 : number) ? paths[out == nil ? 0 : number].text : ""
    var members: [ExplainedMember] = [.text("path", path.isEmpty ? "self" : path)]
    if let out {
      members += place(token, in: document)
      members.append(.value("out", out))
    } else {
      members.append(.value("missing", "true"))
    }
    return step("source", own, members)
  }

  private func computedStep(
    _ reads: [String?],
    _ out: String?,
    _ own: CoverageRule?,
    _ attribute: AttributeMapping?
  ) -> ExplainedStep {
    let text = attribute?.expression?.text ?? attribute?.template?.text ?? ""
    var names: [String] = []
    if let expression = attribute?.expression {
      var known: Set<SourceKeyPath> = []
      for path in expression.tree.sourcePaths {
        var plain = path
        plain.text = ""
        if known.insert(plain).inserted { names.append(path.text.isEmpty ? "self" : path.text) }
      }
    } else if let template = attribute?.template {
      names = template.names.map(\.value)
    }
    let read = reads.enumerated().map { number, value -> [ExplainedMember] in
      let name = names.indices.contains(number) ? names[number] : ""
      return [.text("path", name)] + (value.map { [.value("value", $0)] } ?? [])
    }
    let kind = attribute?.expression == nil ? "template" : "expression"
    return step(kind, own, [.text("text", text), .list("reads", read)] + Self.out(out))
  }

  private func transformStep(
    _ number: Int,
    _ given: String,
    _ out: String?,
    _ attribute: AttributeMapping?
  ) -> ExplainedStep {
    let transforms = attribute?.transforms ?? []
    let name = transforms.indices.contains(number) ? transforms[number].text : ""
    return ExplainedStep(
      name: "transform",
      members: [.text("name", name), .value("in", given)] + Self.out(out)
    )
  }

  private func lookUpStep(
    _ map: Int,
    _ entry: Int,
    _ given: String,
    _ out: String?,
    _ own: CoverageRule?
  ) -> ExplainedStep {
    let plan = compiled.plan
    var key = "default"
    if entry >= 0 {
      let text = plan.valueMapEntries[Int(plan.valueMaps[map].entries.first) + entry].text
      key = String(decoding: plan.text[text.range], as: UTF8.self)
    }
    let name = mapNames[map] ?? "\(own?.name ?? "").map"
    let rule =
      entry >= 0 ? rule(numbers.entry(Int(plan.valueMaps[map].entries.first) + entry)) : nil
    return ExplainedStep(
      name: "map",
      members: [.text("map", name)] + (out == nil ? [] : [.text("entry", key)])
        + [.value("in", given)] + Self.out(out),
      rulePlace: rule?.location.text
    )
  }

  private func convertStep(
    _ given: String,
    _ out: String?,
    _ attribute: AttributeMapping?
  ) -> ExplainedStep? {
    guard let type = attribute?.type else { return nil }
    var members: [ExplainedMember] = [.text("type", type.name)]
    if case .date(let rules) = type, out != nil {
      let text = Value(jsonText: given).keyText
      let bytes = Array(text.utf8) + [UInt8](repeating: 0, count: OutputBuffer.slack)
      let recognizer = DateRecognizer(rules.formats.map(\.text))
      let count = text.utf8.count
      let format = rules.formats.indices.first {
        recognizer.reads(bytes.span, 0..<count, as: $0)
      }
      if let format { members.append(.text("format", rules.formats[format].text)) }
    }
    return ExplainedStep(
      name: "convert",
      members: members + [
        .value("in", given), out.map { .value("out", $0) } ?? .value("failed", "true"),
      ]
    )
  }

  /// Returns the step of a policy, if the spec states it or it changes the value.
  private func policyStep(
    _ policy: TracedStep.Policy,
    _ fallback: Fallback,
    _ given: String?,
    _ out: String?,
    _ attribute: AttributeMapping?
  ) -> ExplainedStep? {
    let stated = attribute?.stated ?? []
    let isStated =
      switch policy {
      // Only a policy replaces null by a default.
      case .onNull: stated.contains(.onNull) || fallback == .default
      case .onMissing: stated.contains(.onMissing)
      case .onError: true
      case .nullPath, .emptyList: true
      }
    if !isStated && (fallback == .default || given == out) { return nil }
    return ExplainedStep(
      name: policy.rawValue,
      members: [.text("policy", fallback.word)] + (given.map { [.value("in", $0)] } ?? [])
        + Self.out(out)
    )
  }

  private func validateStep(
    _ number: Int,
    _ hasFired: Bool,
    _ given: String?,
    _ out: String?
  ) -> ExplainedStep {
    let validation = compiled.plan.validations[number]
    var members: [ExplainedMember] = [.value("fired", hasFired ? "true" : "false")]
    if hasFired { members.append(.text("then", validation.outcome.word)) }
    if let given { members.append(.value("in", given)) }
    return step("validate", rule(of: validation.site), members + Self.out(out))
  }
}

extension TracedStep.Policy {
  /// Why a default is used.
  fileprivate var reason: String {
    switch self {
    case .onMissing, .emptyList: "missing"
    case .onNull, .nullPath: "null"
    case .onError: "error"
    }
  }
}

extension ValidationRule.Outcome {
  /// The word in the spec.
  fileprivate var word: String {
    let outcome: ValidationOutcome =
      switch self {
      case .reject: .reject
      case .fail, .required: .fail
      case .null: .null
      case .set: .set
      }
    return outcome.rawValue
  }
}

extension Fallback {
  /// The word in the spec.
  fileprivate var word: String {
    switch self {
    case .absent, .report: "absent"
    case .null: "null"
    case .default: "default"
    case .error, .fail: "error"
    }
  }
}
