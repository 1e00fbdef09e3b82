/// One attribute of a record.
package struct AttributeRule: Sendable, BitwiseCopyable {
  /// The sources; the first one that is present gives the value.
  ///
  /// None for a constant.
  package var sources: PlanRange<Source>
  package var column: UInt32
  /// None if the value is copied.
  package var valueRule: PlanID<ValueRule>
  package var onMissing: Fallback = .absent
  package var onNull: Fallback = .null
  package var onError: Fallback = .absent
  /// The value must be neither missing nor null.
  package var isRequired = false
  /// Whether finding the value makes a representation mappable.
  ///
  /// Constants do not, nor does the nil source of a record that is composed from its parent's
  /// representation.
  package var counts = true
  package var countsWhenComposed = true
  /// The constant, or the value of `default`; `missing` if there is none.
  package var constant: Cell = .missing
  /// The spec does not say that the default replaces missing values, so it does only in new
  /// records.
  package var hasSilentDefault = false
  /// Whether values that are copied are dates with the fractions that came.
  package var copiesFractions = false
  package var site: PlanSite

  package init(
    sources: PlanRange<Source>,
    column: UInt32,
    valueRule: PlanID<ValueRule>,
    site: PlanSite
  ) {
    self.sources = sources
    self.column = column
    self.valueRule = valueRule
    self.site = site
  }
}

/// What happens to a value that is missing, is null or cannot be converted.
package enum Fallback: UInt8, Sendable, BitwiseCopyable {
  case absent
  case null
  case `default`
  /// The record fails.
  case error
  /// The value is left unchanged, with a warning, or the record fails: the data differs from the
  /// spec.
  case report
  case fail
}
