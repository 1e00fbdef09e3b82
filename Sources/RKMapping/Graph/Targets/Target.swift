/// A type of records, as the spec declares it: the stand-in for RestKit's class or Core Data entity.
package struct Target: Sendable {
  package var name: String
  /// The target that it extends.
  package var base: String?
  /// Those that it inherits come first.
  package var properties: [TargetProperty]
  /// The properties that tell one record from another.
  package var identification: [String]
  /// Properties whose values together occur once.
  package var unique: [[String]]
  package var indexes: [[String]]
  /// It has no properties but these.
  package var isClosed: Bool
  package var place: SpecPlace
}

/// A property of a target, and what holds for rules that do not say it themselves.
package struct TargetProperty: Sendable {
  package var name: DestinationKeyPath
  /// nil where any value will do.
  package var type: TypeName?
  /// The formats of a date, where they are named.
  package var formats: [DatePattern]?
  package var zone: TimeZone?
  /// How a database holds its decimals, and where that is said.
  package var column: (form: DecimalColumn, place: SpecPlace)?
  package var defaultValue: ConstantValue?
  package var isRequired: Bool?
  package var place: SpecPlace
}
