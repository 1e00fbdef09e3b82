/// A type of records, as the spec declares it: the stand-in for RestKit's class or Core Data entity.
package struct Target: Sendable {
  package var name: String
  /// The target that it extends.
  package var base: String?
  /// Inherited ones come first.
  package var properties: [TargetProperty]
  /// The properties that identify a record.
  package var identification: [String]
  /// Properties whose combined values are unique.
  package var unique: [[String]]
  package var indexes: [[String]]
  /// Whether it has no other properties.
  package var isClosed: Bool
  package var place: SpecPlace
}

/// A property of a target, and the defaults for rules that do not state them.
package struct TargetProperty: Sendable {
  package var name: DestinationKeyPath
  /// nil if any value is allowed.
  package var type: TypeName?
  /// The formats of a date, if they are named.
  package var formats: [DatePattern]?
  package var zone: TimeZone?
  /// How a database stores its decimals.
  package var column: ColumnDeclaration?
  package var defaultValue: ConstantValue?
  package var isRequired: Bool?
  package var place: SpecPlace
}
