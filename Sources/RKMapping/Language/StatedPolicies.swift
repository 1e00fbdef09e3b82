/// The policies that a rule states itself, which it does not take over.
package struct StatedPolicies: OptionSet, Sendable, Hashable {
  package static let onNull = StatedPolicies(rawValue: 1)
  package static let onMissing = StatedPolicies(rawValue: 2)
  package static let defaultValue = StatedPolicies(rawValue: 4)
  package static let onError = StatedPolicies(rawValue: 8)

  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Those of a rule's own policies, and its default.
  init(_ policies: ValuePolicies, hasDefault: Bool = false) {
    var stated: StatedPolicies = []
    if policies.onNull != nil { stated.insert(.onNull) }
    if policies.onMissing != nil { stated.insert(.onMissing) }
    if hasDefault { stated.insert(.defaultValue) }
    if policies.onError != nil { stated.insert(.onError) }
    self = stated
  }
}
