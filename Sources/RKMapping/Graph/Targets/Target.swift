/// A declared type of records, which takes the place of RestKit's class or Core Data entity.
package struct Target: Sendable {
  package var name: String
  /// The target that it extends.
  package var base: String?
  /// The properties, inherited ones first.
  package var properties: [TargetProperty]
  /// The properties that identify a record.
  package var identification: [String]
  /// Sets of properties whose combined values are unique.
  package var unique: [[String]]
  package var indexes: [[String]]
  /// Whether no other properties are allowed.
  package var isClosed: Bool
  package var place: SpecPlace
}

/// A property of a target, with defaults for rules that do not state them.
package struct TargetProperty: Sendable {
  package var name: DestinationKeyPath
  /// The type; nil if any value is allowed.
  package var type: TypeName?
  /// The date formats, if stated.
  package var formats: [DatePattern]?
  package var zone: TimeZone?
  /// How a database stores decimals of this property.
  package var column: ColumnDeclaration?
  /// The digits of the fractions of its dates.
  package var precision: PrecisionDeclaration?
  package var defaultValue: ConstantValue?
  package var isRequired: Bool?
  package var place: SpecPlace
}
