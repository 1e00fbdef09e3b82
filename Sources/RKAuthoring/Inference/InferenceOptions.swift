internal import RKMapping

/// What the user states about the samples, which overrides the evidence.
package struct InferenceOptions: Sendable {
  /// The style of attribute names.
  package enum NameStyle: String, CaseIterable, Sendable {
    case keep
    case camelCase
    case snakeCase = "snake_case"
  }

  /// Sites whose objects are maps, or records.
  package var maps: [String] = []
  package var records: [String] = []
  /// For each target, the attributes that identify it; an empty list means no identity.
  package var identities: [String: [String]] = [:]
  /// The targets of sites.
  package var targets: [String: String] = [:]
  package var names = NameStyle.keep
  /// Mappers whose records overwrite earlier ones of their identity in the samples.
  package var repeating: Set<String> = []
  package var statesEnumerations = false
  package var statesRequired = false
  /// The least confidence of an optional decision, from 0 to 1.
  package var confidence = 0.7
  /// The most records to learn from; nil for all.
  package var sampleSize: Int?
  package var hasComments = true
  /// Whether the spec is for a suite, which is to see the first null, and an object that becomes a
  /// list.
  package var isForSuite = false

  package init() {}
}
