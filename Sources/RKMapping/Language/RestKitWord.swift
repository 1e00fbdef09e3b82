/// Words of RestKit and Foundation, and what a spec calls these things (docs/spec-format.md, "For
/// RestKit users").
enum RestKitWord {
  private static let members = [
    "primaryKeyAttribute": "identification", "identificationAttributes": "identification",
    "expectedClass": "expectType", "expectedValue": "expectValue", "pathPattern": "path",
    "class": "target", "objectClass": "target", "entityName": "target",
    "sourceKeyPath": "from", "destinationKeyPath": "to",
  ]

  private static let types = [
    "string": ["NSString", "text", "str"], "number": ["NSNumber", "float", "double"],
    "decimal": ["NSDecimalNumber"], "integer": ["NSInteger", "int", "long"],
    "boolean": ["BOOL", "bool"], "date": ["NSDate", "datetime", "timestamp"], "url": ["NSURL"],
    "uuid": ["NSUUID"], "data": ["NSData"], "object": ["NSDictionary"], "[any]": ["NSArray"],
    "set<any>": ["NSSet"], "orderedSet<any>": ["NSOrderedSet"],
  ]

  /// Members that name a mapper; descriptors and rules name them differently.
  private static let references = ["map-ref", "root-map-ref"]

  /// Returns the one of some members that corresponds to a RestKit name, or to a name used
  /// elsewhere in specs.
  static func member(_ name: String, among names: [String]) -> String? {
    if name == "mapping" || references.contains(name) {
      return references.first { names.contains($0) }
    }
    return members[name].flatMap { names.contains($0) ? $0 : nil }
  }

  /// Returns the type that corresponds to the name of a class, or to a type of another language.
  static func type(_ name: String) -> String? {
    types.first { $0.value.contains(name) }?.key
  }
}
