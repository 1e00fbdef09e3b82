/// How dates are read and written.
package struct DateRules: Sendable, Hashable {
  private var stated: [DatePattern]?
  /// Whether the spec names no format.
  package var isUnnamed: Bool
  /// The zone of text that states none.
  package var zone: TimeZone
  package var output: DatePattern
  /// The type, `date`, `day` or `local`; ISO 8601 means the texts of this type.
  package var kind = PlainType.date
  /// The digits of fractions; nil for those that came.
  package var precision: Int8?
  /// Whether the spec states the zone.
  package var statesZone = true
  /// Whether texts without a zone are counted.
  package var notesZones = false

  /// The formats to read, tried in order; the default ones are parsed only if they are needed.
  package var formats: [DatePattern] {
    get { stated ?? DatePattern.defaults }
    set { stated = newValue }
  }

  /// Creates rules; `formats` is nil for the default ones.
  package init(
    formats: [DatePattern]?,
    isUnnamed: Bool,
    zone: TimeZone,
    output: DatePattern
  ) {
    stated = formats
    self.isUnnamed = isUnnamed
    self.zone = zone
    self.output = output
  }

  /// Those of a spec that says nothing about dates.
  package static let standard = DateRules(
    formats: nil,
    isUnnamed: true,
    zone: .utc,
    output: .iso8601
  )
}

/// One attribute of a record: the source of its value, and how it is converted (RestKit's
/// RKAttributeMapping).
package struct AttributeMapping: Sendable {
  /// The sources, of which the first one that is present counts; empty for a constant.
  package var sources: [SourceKeyPath]
  package var destination: DestinationKeyPath
  private var kept = Kept.nothing
  /// The value map, which precedes conversion.
  package var valueMap: ValueMappingID?
  /// The type stated in the spec; nil if the value passes unchanged.
  package var type: AttributeType?
  /// Whether there is a default that the spec does not explicitly use for missing values.
  package var hasSilentDefault: Bool
  package var isRequired: Bool
  /// Whether it is mapped but not written.
  package var isHidden: Bool
  /// Whether it is written back when records become representations again.
  package var isSerialized = true
  /// Whether it states how a database stores its decimals.
  package var statesColumn: Bool
  /// The policies that it states itself, without inherited ones.
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

  /// Properties that few attributes have; they are stored separately, so that copies are small.
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

  /// The expression that computes its value from the representation; such an attribute has no sources.
  ///
  /// Inlined, so that nothing else of a list's element is copied.
  package var expression: SpecExpression? {
    @inline(__always) get { if case .extras(let extras) = kept { extras.expression } else { nil } }
  }

  /// The template that computes its value from the record's other attributes.
  ///
  /// Such an attribute has no sources.
  package var template: SpecTemplate? {
    if case .extras(let extras) = kept { extras.template } else { nil }
  }

  package var validations: [ValidationDeclaration] {
    @inline(__always) get { if case .extras(let extras) = kept { extras.validations } else { [] } }
  }

  /// The transforms of its values, which precede the type.
  package var transforms: [ValueTransform] {
    if case .extras(let extras) = kept { extras.transforms } else { [] }
  }

  package var defaultValue: ConstantValue? {
    if case .extras(let extras) = kept { extras.defaultValue } else { nil }
  }

  /// Whether empty text is null even if the type is text.
  package var emptyIsNull: Bool {
    get { policies.emptyString == .null }
    set { policies.emptyString = newValue ? .null : .keep }
  }

  /// Whether it is mapped after the relationships, so that it can fill their records.
  package var isLate: Bool {
    sources.contains { $0.isDotted } && !sources.contains { $0.climbs }
  }
}
