internal import RKEngine

/// The declarations of a spec, before references are resolved and mappers inherit.
struct SpecDeclaration {
  var name: String?
  /// The files to include, relative to the file with the declaration.
  var includes: [SpecText] = []
  var mappers: [MapperDeclaration] = []
  var descriptors: [DescriptorDeclaration] = []
  /// The place of an empty list of descriptors.
  var emptyDescriptors: SpecPlace?
  /// Groups of descriptors with their own mappers.
  var groups: [GroupDeclaration] = []
  var routes: [NamedRoute] = []
  var settings = SpecSettings()
  var targets: [TargetDeclaration] = []
  var valueMaps: [ValueMapDeclaration] = []
  var keys: KeysDeclaration?
}

/// The rules of a file for keys of documents.
struct KeysDeclaration {
  var naming: KeyNaming
  var place: SpecPlace
}

/// What a spec states for all its mappers.
struct SpecSettings {
  var dateFormats: [DatePattern]?
  var zone = TimeZone.utc
  var statesZone = false
  var dateOutput = DatePattern.iso8601
  var policies = ValuePolicies()
}

struct GroupDeclaration {
  var mappers: [MapperDeclaration] = []
  var descriptors: [DescriptorDeclaration] = []
  /// Whether it describes what is sent, so that it is not used for mapping.
  var isForRequests = false
}

struct DescriptorDeclaration {
  var name: String?
  var pathPattern: PathPattern?
  var keyPath: SourceKeyPath
  var methods: Set<RequestMethod>?
  var statusCodes = StatusCodeSet.success
  /// The reference to the mapper; nil if it is omitted.
  var root: SpecText?
  var cardinality = Cardinality.automatic
  var isOptional = false
  /// The predicate for stored records of the root's target that a complete response covers.
  var prune: SpecExpression?
  /// The target of the records that a request sends.
  var sourceName: String?
  var place: SpecPlace
}

struct AttributeDeclaration {
  enum Sources {
    /// Only the destination is given. The source is its name, transformed.
    case ofName
    case keyPaths([(path: SourceKeyPath, place: SpecPlace)])
    /// No source: the value is a constant.
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
  /// The stated date formats.
  var formats: [DatePattern]?
  /// The place where the rule itself states them.
  var formatPlace: SpecPlace?
  var zone: TimeZone?
  /// How a database stores its decimals.
  var column: ColumnDeclaration?
  /// The digits of the fractions of its dates.
  var precision: PrecisionDeclaration?
  var map: ValueMapReference?
  /// The index of its value map.
  var valueMap: ValueMappingID?
  var defaultValue: ConstantValue?
  var isRequired: Bool?
  var isHidden = false
  /// Whether it is written back when records become representations again.
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
  /// The scope in which the reference is looked up.
  var scope = 0
  var cardinality: Cardinality
  var cardinalityPlace: SpecPlace?
  var assignmentPolicy = AssignmentPolicy.set
  var inverse: InverseDeclaration?
  var isRequired: Bool?
  /// Whether it is written back when records become representations again.
  var isSerialized = true
  var policies = ValuePolicies()
  var place: SpecPlace
}

struct MatcherDeclaration {
  var source: SourceKeyPath
  var sourcePlace: SpecPlace
  var test: MatcherRule.Test
  /// The values that the test compares with; each has a reference if each has its own target.
  var values: [(constant: ConstantValue, reference: SpecText?)] = []
  /// The predicate on the representation, if the test is a predicate.
  var predicate: SpecExpression?
  /// The reference to the mapper; nil to decline the representation.
  var reference: SpecText?
  var place: SpecPlace

  /// The references to all mappers that it may choose.
  var references: [SpecText] { (values.map(\.reference) + [reference]).compactMap { $0 } }
}
