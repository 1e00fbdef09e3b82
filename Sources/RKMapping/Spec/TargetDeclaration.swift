/// A target as declared; what it does not state is inherited, or gets a default later.
struct TargetDeclaration {
  var name: SpecText
  var extends: SpecText?
  /// The properties in the order of the spec.
  var properties: [PropertyDeclaration] = []
  var identification: [SpecText]?
  /// Sets of properties whose combined values are unique.
  var unique: [[SpecText]]?
  var indexes: [[SpecText]]?
  var isClosed: Bool?
}

/// What a target declares for one of its properties.
struct PropertyDeclaration {
  var name: DestinationKeyPath
  var place: SpecPlace
  /// The type; nil if any value is allowed.
  var type: TypeName?
  var typeText: SpecText?
  /// The stated date formats.
  var formats: [DatePattern]?
  var zone: TimeZone?
  var defaultValue: ConstantValue?
  var isRequired: Bool?
  /// How a database stores its decimals.
  var column: ColumnDeclaration?
  /// The digits of the fractions of its dates.
  var precision: PrecisionDeclaration?
}
