/// A target, with what it does not say left open for what it extends.
struct TargetDeclaration {
  var name: SpecText
  var extends: SpecText?
  /// In the order of the spec.
  var properties: [PropertyDeclaration] = []
  var identification: [SpecText]?
  /// Properties whose values together occur once.
  var unique: [[SpecText]]?
  var indexes: [[SpecText]]?
  var isClosed: Bool?
}

/// What a target says of one of its properties.
struct PropertyDeclaration {
  var name: DestinationKeyPath
  var place: SpecPlace
  /// nil where any value will do.
  var type: TypeName?
  var typeText: SpecText?
  /// The formats of a date, where they are named.
  var formats: [DatePattern]?
  var zone: TimeZone?
  var defaultValue: ConstantValue?
  var isRequired: Bool?
  /// How a database holds its decimals, and where that is said.
  var column: (form: DecimalColumn, place: SpecPlace)?
}
