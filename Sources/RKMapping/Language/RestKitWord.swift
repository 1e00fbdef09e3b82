/// The words of RestKit and of Foundation for what a spec names differently (trust.md, section 11).
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

  /// What leads to a mapper, which descriptors name differently from rules.
  private static let references = ["map-ref", "root-map-ref"]

  /// Those of some members that correspond to a name of RestKit's, or to one of another place in a spec.
  static func member(_ name: String, among names: [String]) -> String? {
    if name == "mapping" || references.contains(name) {
      return references.first { names.contains($0) }
    }
    return members[name].flatMap { names.contains($0) ? $0 : nil }
  }

  /// The type that corresponds to the name of a class or of another language's type.
  static func type(_ name: String) -> String? {
    types.first { $0.value.contains(name) }?.key
  }
}
