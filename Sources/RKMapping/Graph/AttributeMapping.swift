/// How dates are read and written.
package struct DateRules: Sendable, Hashable {
  /// Tried in order.
  package var formats: [DatePattern]
  /// No format was named anywhere.
  package var isUnnamed: Bool
  /// The zone of text that names none.
  package var zone: TimeZone
  package var output: DatePattern

  package init(
    formats: [DatePattern],
    isUnnamed: Bool,
    zone: TimeZone,
    output: DatePattern
  ) {
    self.formats = formats
    self.isUnnamed = isUnnamed
    self.zone = zone
    self.output = output
  }
}

/// One attribute of a record: where its value comes from, and what happens to it (RestKit's
/// RKAttributeMapping).
package struct AttributeMapping: Sendable {
  /// The first one present gives the value; none for a constant.
  package var sources: [SourceKeyPath]
  package var destination: DestinationKeyPath
  private var kept = Kept.nothing
  /// What its values are mapped to before they are converted.
  package var valueMap: ValueMappingID?
  /// As in the spec; nil if the value passes unchanged.
  package var type: AttributeType?
  /// The spec does not say that the default replaces missing values.
  package var hasSilentDefault: Bool
  package var isRequired: Bool
  /// Mapped, but not written.
  package var isHidden: Bool
  /// It is written back when records become representations again.
  package var isSerialized = true
  /// It says how a database stores its decimals.
  package var statesColumn: Bool
  /// The policies that it states itself.
  package var stated: StatedPolicies = []
  package var policies: ValuePolicies
  package var place: SpecPlace
  package var destinationPlace: SpecPlace

  package init(
    sources: [SourceKeyPath],
    destination: DestinationKeyPath,
    valueMap: ValueMappingID? = nil,
    type: AttributeType? = nil,
    hasSilentDefault: Bool = false,
    isRequired: Bool = false,
    isHidden: Bool = false,
    statesColumn: Bool = false,
    policies: ValuePolicies = ValuePolicies(),
    place: SpecPlace,
    destinationPlace: SpecPlace? = nil,
    extras: Extras? = nil
  ) {
    self.sources = sources
    self.destination = destination
    self.valueMap = valueMap
    self.type = type
    self.hasSilentDefault = hasSilentDefault
    self.isRequired = isRequired
    self.isHidden = isHidden
    self.statesColumn = statesColumn
    self.policies = policies
    self.place = place
    self.destinationPlace = destinationPlace ?? place
    if let extras { kept = .extras(extras) }
  }

  /// What few attributes have; the others need no room for it, so that copies are small.
  package struct Extras: Sendable {
    var constant: ConstantValue?
    var expression: SpecExpression?
    var template: SpecTemplate?
    var validations: [ValidationDeclaration] = []
    var transforms: [ValueTransform] = []
    var defaultValue: ConstantValue?
  }

  private enum Kept {
    case nothing
    indirect case extras(Extras)
  }

  /// The value of an attribute without a source.
  package var constant: ConstantValue? {
    if case .extras(let extras) = kept { extras.constant } else { nil }
  }

  /// Computes its value from the representation; there are no sources.
  ///
  /// Inlined, so that nothing else of a list's element is copied.
  package var expression: SpecExpression? {
    @inline(__always) get { if case .extras(let extras) = kept { extras.expression } else { nil } }
  }

  /// Computes its value from the record's other attributes; there are no sources.
  package var template: SpecTemplate? {
    if case .extras(let extras) = kept { extras.template } else { nil }
  }

  package var validations: [ValidationDeclaration] {
    @inline(__always) get { if case .extras(let extras) = kept { extras.validations } else { [] } }
  }

  /// What is done to its values before their type applies.
  package var transforms: [ValueTransform] {
    if case .extras(let extras) = kept { extras.transforms } else { [] }
  }

  package var defaultValue: ConstantValue? {
    if case .extras(let extras) = kept { extras.defaultValue } else { nil }
  }

  /// Empty text is null, even for texts.
  package var emptyIsNull: Bool {
    get { policies.emptyString == .null }
    set { policies.emptyString = newValue ? .null : .keep }
  }

  /// It is mapped after the relationships, so that it may fill their records.
  package var isLate: Bool {
    sources.contains { $0.isDotted } && !sources.contains { $0.climbs }
  }
}
