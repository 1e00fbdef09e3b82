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

  /// All names of the member.
  package var spellings: [String] { [rawValue] + aliases }
}
