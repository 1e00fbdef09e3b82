internal import RKMapping

/// What a person says of the samples, against the evidence.
package struct InferenceOptions: Sendable {
  /// How attributes are called.
  package enum NameStyle: String, CaseIterable, Sendable {
    case keep
    case camelCase
    case snakeCase = "snake_case"
  }

  /// Sites whose objects are maps, or records.
  package var maps: [String] = []
  package var records: [String] = []
  /// The attributes that identify a target; none for one that has no identity.
  package var identities: [String: [String]] = [:]
  /// The targets of sites.
  package var targets: [String: String] = [:]
  package var names = NameStyle.keep
  package var statesEnumerations = false
  package var statesRequired = false
  /// The least confidence of a decision that is optional, 0 to 1.
  package var confidence = 0.7
  /// The most records to learn from; nil for all.
  package var sampleSize: Int?
  package var hasComments = true

  package init() {}
}
