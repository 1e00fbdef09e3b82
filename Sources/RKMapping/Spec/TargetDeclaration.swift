/// A target; what it does not state is left open for what it extends.
struct TargetDeclaration {
  var name: SpecText
  var extends: SpecText?
  /// In the order of the spec.
  var properties: [PropertyDeclaration] = []
  var identification: [SpecText]?
  /// Properties whose combined values are unique.
  var unique: [[SpecText]]?
  var indexes: [[SpecText]]?
  var isClosed: Bool?
}

/// What a target declares for one of its properties.
struct PropertyDeclaration {
  var name: DestinationKeyPath
  var place: SpecPlace
  /// nil if any value is allowed.
  var type: TypeName?
  var typeText: SpecText?
  /// The formats of a date, if they are named.
  var formats: [DatePattern]?
  var zone: TimeZone?
  var defaultValue: ConstantValue?
  var isRequired: Bool?
  /// How a database stores its decimals.
  var column: ColumnDeclaration?
}
