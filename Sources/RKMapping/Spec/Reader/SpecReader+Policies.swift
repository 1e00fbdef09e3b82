internal import RKDiagnostics

extension SpecReader {
  /// Reads the policies for all mappers.
  func readDefaults(_ members: SpecMembers) -> ValuePolicies {
    let node = members.node("defaults", .object { .defaults }, "The policies of every mapper.")
    let defaults = node.flatMap { SpecMembers($0, .defaults, findings) }
    return defaults.map { readPolicies($0, of: .defaults) } ?? ValuePolicies()
  }

  /// The object that states policies; all except rules also accept the drift policy.
  enum PolicyOwner {
    case defaults
    case mapper
    case rule
  }

  /// Reads the policies that an object states itself.
  func readPolicies(_ members: SpecMembers, of owner: PolicyOwner) -> ValuePolicies {
    /// The value that applies if the member of `defaults` is omitted.
    func first<Policy: RawRepresentable<String>>(_ policy: Policy) -> String? {
      owner == .defaults ? "\"\(policy.rawValue)\"" : nil
    }
    var policies = ValuePolicies()
    if owner != .rule {
      policies.drift = members.choice(
        "drift",
        "What to do with data that is not what the spec says: the policies that are not stated here or nearer.",
        initial: first(DriftPolicy.allow)
      )
      policies.onRepeat = members.choice(
        "onRepeat",
        "What to do with a record that overwrites another of the run with the same identity.",
        initial: first(RepeatPolicy.report)
      )
    }
    policies.conversions = members.choice(
      "conversions",
      "What to do with a value that comes as another JSON kind than its type's natural one.",
      initial: first(DriftPolicy.allow)
    )
    policies.onMissing = members.choice(
      "onMissing",
      "What to do with a value whose source yields nothing.",
      initial: first(MissingPolicy.absent)
    )
    policies.onNull = members.choice(
      "onNull",
      "What to do with a value that is null.",
      initial: first(NullPolicy.null)
    )
    policies.onError = members.choice(
      "onError",
      "What to do with a value that cannot be converted.",
      initial: first(ErrorPolicy.absent)
    )
    policies.nullPath = members.choice(
      "nullPath",
      "What a null in the middle of a key path means.",
      initial: first(NullPathPolicy.missing)
    )
    policies.emptyString = members.choice(
      "emptyString",
      "Whether an empty text is null where a text is declared, or nothing is.",
      initial: first(EmptyStringPolicy.keep)
    )
    policies.keys.unknown = members.choice(
      "unknown",
      "What to do with keys of a representation that nothing maps.",
      initial: first(UnknownKeyPolicy.ignore)
    )
    policies.keys.ignored = members.texts(
      "ignoreKeys",
      "Keys that count as mapped; stars stand for any letters.",
      form: .texts(.text(examples: ["_links", "debug-*"]))
    ).map { $0.compactMap { keyPattern($0) } }
    return policies
  }

  private func keyPattern(_ text: SpecText) -> KeyPattern? {
    parse(text, .badKeyPath) { (text) throws(TextError) in try KeyPatternParser.parse(text) }
  }
}

extension SpecObjectKind {
  package static var defaults: SpecObjectKind {
    SpecObjectKind("the defaults", definition: "defaults") {
      _ = $0.readPolicies($1, of: .defaults)
    }
  }
}
