/// What becomes of a value whose source yields nothing.
package enum MissingPolicy: String, Sendable, CaseIterable {
  case absent
  case null
  case `default`
  case error
}

/// What becomes of a value that is null.
package enum NullPolicy: String, Sendable, CaseIterable {
  case null
  case absent
  case `default`
  case error
}

/// What becomes of a value that cannot be converted.
package enum ErrorPolicy: String, Sendable, CaseIterable {
  case absent
  case null
  case `default`
  case fail
}

/// The policies that a spec, a mapper or a rule states; the nearest counts.
package struct ValuePolicies: Sendable, Hashable {
  package var onMissing: MissingPolicy?
  package var onNull: NullPolicy?
  package var onError: ErrorPolicy?

  package init() {}

  /// What is stated here, and where nothing is, what is stated further out.
  package func inheriting(_ outer: ValuePolicies) -> ValuePolicies {
    var merged = self
    merged.onMissing = onMissing ?? outer.onMissing
    merged.onNull = onNull ?? outer.onNull
    merged.onError = onError ?? outer.onError
    return merged
  }
}
