/// Every word that names a member in specs and test files, once.
package enum SpecKey: String, Sendable, CaseIterable {
  case assignmentPolicy
  case at
  case attributes
  case caseInsensitive
  case cases
  case closed
  case code
  case connections
  case count
  case dateFormats
  case dateOutput
  case `default`
  case defaults
  case deletionPredicate
  case descriptors
  case dynamic
  case emptyString
  case entity
  case errors
  case expect
  case expectType
  case expectValue
  case expectValues
  case expression
  case extends
  case files
  case forceCollection
  case format
  case from
  case hidden
  case id
  case identification
  case identificationPredicate
  case `if`
  case ignoreKeys
  case include
  case indexes
  case keyAttribute
  case keyPath
  case keyTransform
  case keys
  case locale
  case many
  case map
  case mapRef = "map-ref"
  case mapRelationshipsIfUnmodified
  case mappers
  case matchers
  case max
  case message
  case method
  case methods
  case min
  case modification
  case name
  case nullPath
  case onError
  case onMissing
  case onNull
  case only
  case optional
  case output
  case path
  case predicate
  case properties
  case prune
  case redact
  case relationships
  case rename
  case requestDescriptors
  case requests
  case required
  case responseDescriptors
  case rootMapRef = "root-map-ref"
  case route
  case routes
  case scalarAs
  case snapshot
  case sourceName
  case spec
  case status
  case statusCodes
  case strict
  case target
  case targets
  case template
  case then
  case timeZone
  case to
  case transform
  case type
  case types
  case unique
  case unknown
  case unless
  case unmatched
  case validate
  case value
  case valueMap
  case valueMaps
  case version
  case when
  case `where`

  /// Other spellings of the same word.
  package var aliases: [String] {
    switch self {
    case .identification: ["identifications"]
    case .mappers: ["maps"]
    case .methods: ["method"]
    case .target: ["targetName"]
    default: []
    }
  }
}

/// A kind of object in a spec, with the members that it may have.
package struct SpecObjectKind: Sendable {
  /// What it is called, with its article.
  package let name: String
  package let members: Set<SpecKey>

  init(_ name: String, _ members: Set<SpecKey>) {
    self.name = name
    self.members = members
  }

  private static let route: Set<SpecKey> = [
    .name, .path, .keyPath, .methods, .statusCodes, .rootMapRef, .many, .optional, .prune,
  ]
  /// The members that spell a descriptor at the top level.
  package static let flatDescriptor = route.subtracting([.name])

  package static let spec = SpecObjectKind(
    "a spec",
    route.union([
      .version, .include, .descriptors, .responseDescriptors, .requestDescriptors, .mappers,
      .routes, .dateFormats, .timeZone, .locale, .dateOutput, .defaults, .targets, .valueMaps,
      .keys,
    ])
  )

  package static let keys = SpecObjectKind("'keys'", [.caseInsensitive, .rename])

  package static let descriptor = SpecObjectKind("a descriptor", route)

  package static let group = SpecObjectKind("a group of descriptors", [.requests, .mappers])

  package static let request = SpecObjectKind(
    "a request",
    [.name, .sourceName, .path, .keyPath, .methods, .rootMapRef]
  )

  package static let defaults = SpecObjectKind(
    "the defaults",
    [.onMissing, .onNull, .onError, .nullPath, .unknown, .emptyString, .ignoreKeys]
  )

  package static let mapper = SpecObjectKind(
    "a mapper",
    [
      .id, .target, .entity, .extends, .attributes, .relationships, .identification,
      .modification, .keyAttribute, .forceCollection, .keyTransform,
      .mapRelationshipsIfUnmodified, .scalarAs, .onMissing, .onNull, .onError, .nullPath,
      .unknown, .emptyString, .ignoreKeys, .dynamic, .matchers, .default, .unmatched, .connections,
      .when, .validate, .identificationPredicate, .deletionPredicate,
    ]
  )

  package static let attribute = SpecObjectKind(
    "an attribute",
    [
      .from, .to, .transform, .map, .type, .format, .timeZone, .value, .template, .expression,
      .hidden, .default, .required, .nullPath, .onMissing, .onNull, .onError, .unknown,
      .emptyString, .ignoreKeys, .validate,
    ]
  )

  /// One rule of a `validate` list.
  package static let validation = SpecObjectKind(
    "a rule",
    [.if, .unless, .then, .value, .message]
  )

  package static let relationship = SpecObjectKind(
    "a relationship",
    [
      .from, .to, .mapRef, .assignmentPolicy, .many, .required, .nullPath, .onMissing, .onNull,
      .onError, .unknown, .emptyString, .ignoreKeys,
    ]
  )

  package static let connection = SpecObjectKind(
    "a connection",
    [.to, .target, .where, .if, .only]
  )

  package static let target = SpecObjectKind(
    "a target",
    [.extends, .properties, .identification, .unique, .indexes, .closed]
  )

  package static let property = SpecObjectKind(
    "a property",
    [.type, .format, .timeZone, .default, .required]
  )

  package static let matcher = SpecObjectKind(
    "a matcher",
    [.keyPath, .expectValue, .expectValues, .expectType, .valueMap, .predicate, .mapRef]
  )

  package static let namedRoute = SpecObjectKind("a route", [.name, .target, .path, .methods])
}
