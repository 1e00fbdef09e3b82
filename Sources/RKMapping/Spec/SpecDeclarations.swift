internal import RKEngine

/// A spec as its text declares it, before references are resolved and mappers inherit.
struct SpecDeclaration {
  var name: String?
  /// Files to include, relative to the file of the declaration.
  var includes: [SpecText] = []
  var mappers: [MapperDeclaration] = []
  var descriptors: [DescriptorDeclaration] = []
  /// An empty list of descriptors.
  var emptyDescriptors: SpecPlace?
  /// Groups of descriptors, each with mappers of its own.
  var groups: [GroupDeclaration] = []
  var routes: [NamedRoute] = []
  var settings = SpecSettings()
  var targets: [TargetDeclaration] = []
  var valueMaps: [ValueMapDeclaration] = []
  var keys: KeysDeclaration?
}

/// What a file says of the keys of documents.
struct KeysDeclaration {
  var naming: KeyNaming
  var place: SpecPlace
}

/// What a spec states for all of its mappers.
struct SpecSettings {
  var dateFormats: [DatePattern]?
  var zone = TimeZone.utc
  var dateOutput = DatePattern.iso8601
  var policies = ValuePolicies()
}

struct GroupDeclaration {
  var mappers: [MapperDeclaration] = []
  var descriptors: [DescriptorDeclaration] = []
  /// It describes what is sent, not received: it is not used for mapping.
  var isForRequests = false
}

struct DescriptorDeclaration {
  var name: String?
  var pathPattern: PathPattern?
  var keyPath: SourceKeyPath
  var methods: Set<RequestMethod>?
  var statusCodes = StatusCodeSet.success
  /// nil if it is left out.
  var root: SpecText?
  var cardinality = Cardinality.automatic
  var isOptional = false
  /// Which stored records of the root's target a complete response covers.
  var prune: SpecExpression?
  /// The target of the records that a request sends.
  var sourceName: String?
  var place: SpecPlace
}

struct AttributeDeclaration {
  enum Sources {
    /// Only the destination is given: the source is its name, transformed.
    case ofName
    case keyPaths([(path: SourceKeyPath, place: SpecPlace)])
    /// There is none: the value is a constant.
    indirect case constant(ConstantValue)
    indirect case expression(SpecExpression)
    indirect case template(SpecTemplate)
  }

  var sources: Sources
  var destination: DestinationKeyPath
  var destinationPlace: SpecPlace
  var transforms: [ValueTransform] = []
  var type: TypeName?
  var typeText: SpecText?
  /// The formats of a date, if they are named.
  var formats: [DatePattern]?
  /// Where the rule itself names them.
  var formatPlace: SpecPlace?
  var zone: TimeZone?
  /// How a database stores its decimals.
  var column: ColumnDeclaration?
  var map: ValueMapReference?
  /// The index of the map that it refers to.
  var valueMap: ValueMappingID?
  var defaultValue: ConstantValue?
  var isRequired: Bool?
  var isHidden = false
  /// It is written back when records become representations again.
  var isSerialized = true
  var validations: [ValidationDeclaration] = []
  var policies = ValuePolicies()
  var place: SpecPlace
}

struct RelationshipDeclaration {
  var source: SourceKeyPath
  var sourcePlace: SpecPlace
  var destination: DestinationKeyPath
  var destinationPlace: SpecPlace
  var reference: SpecText
  /// The scope of the reference.
  var scope = 0
  var cardinality: Cardinality
  var cardinalityPlace: SpecPlace?
  var assignmentPolicy = AssignmentPolicy.set
  var inverse: InverseDeclaration?
  var isRequired: Bool?
  /// It is written back when records become representations again.
  var isSerialized = true
  var policies = ValuePolicies()
  var place: SpecPlace
}

struct MatcherDeclaration {
  var source: SourceKeyPath
  var sourcePlace: SpecPlace
  var test: MatcherRule.Test
  /// What the test compares the value with; with the target of each, if each has its own.
  var values: [(constant: ConstantValue, reference: SpecText?)] = []
  /// The predicate on the representation, if that is the test.
  var predicate: SpecExpression?
  /// nil to decline.
  var reference: SpecText?
  var place: SpecPlace

  /// The mappers that it leads to.
  var references: [SpecText] { (values.map(\.reference) + [reference]).compactMap { $0 } }
}
