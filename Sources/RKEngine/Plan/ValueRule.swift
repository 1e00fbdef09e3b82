/// What is done to a value between its source and its record, in this order; where none of it is
/// wanted there is no rule, and the value is copied.
package struct ValueRule: Sendable, BitwiseCopyable {
  /// Empty text counts as null.
  package let emptyIsNull: Bool
  /// What is done to the value before its map and its type are looked at.
  package let transforms: PlanRange<Transform>
  /// What the value's text is mapped to.
  package let map: PlanID<ValueMap>
  package let conversion: Conversion?
  /// What is said of values of other kinds than the natural ones of the conversion; nil where nothing is.
  let kinds: KindPolicy?
  /// There is nothing before the conversion.
  let onlyConverts: Bool
  /// The kinds of values that stay as they are, a bit each: most values are of the type that is
  /// asked for.
  private let kept: UInt16

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
    if onlyConverts, let conversion { kinds += conversion.keptKinds }
    kept = kinds.reduce(0) { $0 | 1 << UInt16($1.rawValue) }
  }

  /// What is said of a value that came as another JSON kind than the natural ones of its type.
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

  /// The most bytes that a transform may add to a value: some of them double a text, and may follow
  /// each other.
  static var largestGrowth: Int { 64 << 20 }

  /// A value of this kind stays as it is.
  @inline(__always)
  func keeps(_ kind: Cell.Kind) -> Bool { kept &>> UInt16(kind.rawValue) & 1 != 0 }
}
