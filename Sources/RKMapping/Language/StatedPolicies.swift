/// The policies that a rule states itself, rather than inherits.
package struct StatedPolicies: OptionSet, Sendable, Hashable {
  package static let onNull = StatedPolicies(rawValue: 1)
  package static let onMissing = StatedPolicies(rawValue: 2)
  package static let defaultValue = StatedPolicies(rawValue: 4)
  package static let onError = StatedPolicies(rawValue: 8)

  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Collects what is stated in a rule's own policies, and whether it has a default.
  init(_ policies: ValuePolicies, hasDefault: Bool = false) {
    var stated: StatedPolicies = []
    if policies.onNull != nil { stated.insert(.onNull) }
    if policies.onMissing != nil { stated.insert(.onMissing) }
    if hasDefault { stated.insert(.defaultValue) }
    if policies.onError != nil { stated.insert(.onError) }
    self = stated
  }
}
