/// What happens to a value that is not found.
package enum MissingPolicy: String, Sendable, CaseIterable {
  case absent
  case null
  case `default`
  case error
}

/// What happens to a null.
package enum NullPolicy: String, Sendable, CaseIterable {
  case null
  case absent
  case `default`
  case error
}

/// What happens to a value that cannot be converted.
package enum ErrorPolicy: String, Sendable, CaseIterable {
  case absent
  case null
  case `default`
  case fail
}

/// What a null in the middle of a key path means.
package enum NullPathPolicy: String, Sendable, CaseIterable {
  case missing
  case null
}

/// What empty text means if the type is text, or if there is no type.
package enum EmptyStringPolicy: String, Sendable, CaseIterable {
  case keep
  case null
}

/// What happens to keys of a representation that no rule reads.
package enum UnknownKeyPolicy: String, Sendable, CaseIterable {
  case ignore
  case report
  case error
}

/// What happens to a record that overwrites an earlier one of the run.
package enum RepeatPolicy: String, Sendable, CaseIterable {
  case report
  case last
  case fail
}

/// The policies for keys that no rule reads.
package struct KeyPolicies: Sendable, Hashable {
  package var unknown: UnknownKeyPolicy?
  /// Keys that count as mapped; a list replaces those of outer policies.
  package var ignored: [KeyPattern]?

  package init() {}

  /// Returns these policies, completed by the outer ones.
  package func inheriting(_ outer: KeyPolicies) -> KeyPolicies {
    var merged = self
    merged.unknown = unknown ?? outer.unknown
    merged.ignored = ignored ?? outer.ignored
    return merged
  }
}

/// The policies that a spec, a mapper or a rule states; the nearest ones count.
package struct ValuePolicies: Sendable, Hashable {
  package var onMissing: MissingPolicy?
  package var onNull: NullPolicy?
  package var onError: ErrorPolicy?
  package var nullPath: NullPathPolicy?
  package var emptyString: EmptyStringPolicy?
  package var keys = KeyPolicies()
  /// What happens to a value whose JSON kind is not natural for its type.
  package var conversions: DriftPolicy?
  /// What happens to a record that overwrites an earlier one of the run.
  package var onRepeat: RepeatPolicy?
  /// The default for all policies about drift that are not stated here or nearer.
  package var drift: DriftPolicy?

  package init() {}

  /// Returns these policies, completed by the outer ones.
  ///
  /// A drift policy stated here overrides outer policies.
  package func inheriting(_ outer: ValuePolicies) -> ValuePolicies {
    var merged = self
    merged.drift = drift ?? outer.drift
    if drift == nil {
      merged.onMissing = onMissing ?? outer.onMissing
      merged.onNull = onNull ?? outer.onNull
      merged.onError = onError ?? outer.onError
      merged.onRepeat = onRepeat ?? outer.onRepeat
      merged.conversions = conversions ?? outer.conversions
      merged.keys.unknown = keys.unknown ?? outer.keys.unknown
    }
    merged.nullPath = nullPath ?? outer.nullPath
    merged.emptyString = emptyString ?? outer.emptyString
    merged.keys.ignored = keys.ignored ?? outer.keys.ignored
    return merged
  }
}
