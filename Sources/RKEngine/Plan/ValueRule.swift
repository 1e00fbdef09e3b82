/// The steps from a source's value to the record's, in this order.
///
/// A value without steps has no rule, and is copied.
package struct ValueRule: Sendable, BitwiseCopyable {
  /// Empty text counts as null.
  package let emptyIsNull: Bool
  /// The transforms, which apply before the map and the type.
  package let transforms: PlanRange<Transform>
  /// The map that the value's text is looked up in.
  package let map: PlanID<ValueMap>
  package let conversion: Conversion?
  /// What to report about values of kinds that are not natural for the conversion; nil to report
  /// nothing.
  let kinds: KindPolicy?
  /// The rule consists of the conversion alone.
  let onlyConverts: Bool
  /// The kinds of values that stay unchanged, one bit each: most values already have the required
  /// type.
  private(set) var kept: UInt16

  package init(
    _ conversion: Conversion? = nil,
    emptyIsNull: Bool = false,
    transforms: PlanRange<Transform> = .empty,
    map: PlanID<ValueMap> = .none,
    kinds: KindPolicy? = nil
  ) {
    self.conversion = conversion
    self.emptyIsNull = emptyIsNull
    self.transforms = transforms
    self.map = map
    self.kinds = kinds
    onlyConverts = !emptyIsNull && transforms.isEmpty && map.isNone
    var kinds: [Cell.Kind] = [.null]
    if transforms.isEmpty && map.isNone, let conversion { kinds += conversion.keptKinds }
    // Empty text must become null, so strings are examined.
    if emptyIsNull { kinds.removeAll { $0 == .string } }
    kept = kinds.reduce(0) { $0 | 1 << UInt16($1.rawValue) }
  }

  /// This rule, but examining every value except null.
  var keepingOnlyNull: ValueRule {
    var rule = self
    rule.kept = 1 << UInt16(Cell.Kind.null.rawValue)
    return rule
  }

  /// What to report about a value that came as a JSON kind that is not natural for its type.
  package struct KindPolicy: Sendable, BitwiseCopyable {
    package let natural: NaturalKinds
    /// Such a value fails its record.
    package let isError: Bool
    package let site: PlanSite

    package init(natural: NaturalKinds, isError: Bool, site: PlanSite) {
      self.natural = natural
      self.isError = isError
      self.site = site
    }
  }

  /// The most bytes that a transform may add to a value: some of them double a text, and they can
  /// be chained.
  static var largestGrowth: Int { 64 << 20 }

  /// Whether a value of this kind stays unchanged.
  @inline(__always)
  func keeps(_ kind: Cell.Kind) -> Bool { kept &>> UInt16(kind.rawValue) & 1 != 0 }
}
