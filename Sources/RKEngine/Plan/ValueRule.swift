/// What is done to a value between its source and its record, in this order; if nothing is, there
/// is no rule, and the value is copied.
package struct ValueRule: Sendable, BitwiseCopyable {
  /// Empty text counts as null.
  package let emptyIsNull: Bool
  /// What is done to the value before its map and its type apply.
  package let transforms: PlanRange<Transform>
  /// What the value's text is mapped to.
  package let map: PlanID<ValueMap>
  package let conversion: Conversion?
  /// What is reported about values of kinds that are not natural for the conversion; nil for
  /// nothing.
  let kinds: KindPolicy?
  /// There is nothing before the conversion.
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
    // An empty text may have to become null.
    if emptyIsNull { kinds.removeAll { $0 == .string } }
    kept = kinds.reduce(0) { $0 | 1 << UInt16($1.rawValue) }
  }

  /// The same rule, which keeps nothing unchanged without looking at it.
  var keepingOnlyNull: ValueRule {
    var rule = self
    rule.kept = 1 << UInt16(Cell.Kind.null.rawValue)
    return rule
  }

  /// What is reported about a value that came as a JSON kind that is not natural for its type.
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
