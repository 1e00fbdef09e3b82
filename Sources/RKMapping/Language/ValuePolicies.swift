/// What happens to a value whose source yields nothing.
package enum MissingPolicy: String, Sendable, CaseIterable {
  case absent
  case null
  case `default`
  case error
}

/// What happens to a value that is null.
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

/// What empty text means where a text is declared, or nothing is.
package enum EmptyStringPolicy: String, Sendable, CaseIterable {
  case keep
  case null
}

/// What happens to keys of a representation that nothing maps.
package enum UnknownKeyPolicy: String, Sendable, CaseIterable {
  case ignore
  case report
  case error
}

/// What is said of keys that nothing maps.
package struct KeyPolicies: Sendable, Hashable {
  package var unknown: UnknownKeyPolicy?
  /// Keys that count as mapped; a list takes the place of those further out.
  package var ignored: [KeyPattern]?

  package init() {}

  /// What is stated here, and where nothing is, what is stated further out.
  package func inheriting(_ outer: KeyPolicies) -> KeyPolicies {
    var merged = self
    merged.unknown = unknown ?? outer.unknown
    merged.ignored = ignored ?? outer.ignored
    return merged
  }
}

/// The policies that a spec, a mapper or a rule states; the nearest counts.
package struct ValuePolicies: Sendable, Hashable {
  package var onMissing: MissingPolicy?
  package var onNull: NullPolicy?
  package var onError: ErrorPolicy?
  package var nullPath: NullPathPolicy?
  package var emptyString: EmptyStringPolicy?
  package var keys = KeyPolicies()
  /// What happens to a value that came as another JSON kind than its type's natural one.
  package var conversions: DriftPolicy?
  /// What counts for all policies about drift that are stated neither here nor nearer.
  package var drift: DriftPolicy?

  package init() {}

  /// What is stated here, and where nothing is, what is stated further out: there a policy gives way to
  /// the word for drift that is stated here.
  package func inheriting(_ outer: ValuePolicies) -> ValuePolicies {
    var merged = self
    merged.drift = drift ?? outer.drift
    if drift == nil {
      merged.onMissing = onMissing ?? outer.onMissing
      merged.onNull = onNull ?? outer.onNull
      merged.onError = onError ?? outer.onError
      merged.conversions = conversions ?? outer.conversions
      merged.keys.unknown = keys.unknown ?? outer.keys.unknown
    }
    merged.nullPath = nullPath ?? outer.nullPath
    merged.emptyString = emptyString ?? outer.emptyString
    merged.keys.ignored = keys.ignored ?? outer.keys.ignored
    return merged
  }
}
