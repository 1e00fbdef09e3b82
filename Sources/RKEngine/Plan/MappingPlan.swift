/// A mapping as flat tables: what the machine room runs.
///
/// A plan knows no mapper by name and no key path by text; everything is an index into one of its
/// tables, so that the walk over a document asks no names, follows no references and allocates
/// nothing. Plans are made by RKMapping/Compile; tests may write one by hand. Immutable and shared
/// once made.
package struct MappingPlan: Sendable, TextPool {
  package var keys = KeyIndex()
  package var keyRules = KeyRules()
  package var shapes: [ObjectShape] = []
  package var shapeMembers: [ShapeMember] = []
  package var steps: [PathStep] = []
  package var sources: [Source] = []
  package var detours: [Detour] = []
  package var attributes: [AttributeRule] = []
  package var relationships: [RelationshipRule] = []
  package var contextSlots: [UInt32] = []
  package var valueRules: [ValueRule] = []
  /// Those of the elements of lists.
  package var conversions: [Conversion] = []
  package var transforms: [TransformRule] = []
  package var valueMaps: [ValueMap] = []
  package var valueMapEntries: [ValueMapEntry] = []
  package var dates = DateTables()
  package var patterns: [PatternProgram] = []
  package var patternSteps: [PatternStep] = []
  package var patternClasses: [PatternClass] = []
  package var patternTerms: [PatternTerm] = []
  package var replacementPieces: [ReplacementPiece] = []
  package var expressions: [ExpressionNode] = []
  package var expressionOperands: [ExpressionOperand] = []
  package var programs: [ExpressionProgram] = []
  package var validations: [ValidationRule] = []
  package var computedAttributes: [ComputedAttribute] = []
  package var templatePieces: [TemplatePiece] = []
  package var connections: [ConnectionRule] = []
  package var connectionKeys: [UInt32] = []
  package var connectionCandidates: [ConnectionCandidate] = []
  package var candidateColumns: [Int32] = []
  /// One for each record shape.
  package var identities: [RecordIdentity] = []
  package var identityColumns: [Int32] = []
  /// One for each record shape where records are merged, else none.
  package var mergeRules: [MergeRule] = []
  package var mergeColumns: [MergeColumn] = []
  package var matchers: [MatcherRule] = []
  package var literals: [MatcherLiteral] = []
  package var nodes: [PlanNode] = []
  package var knownKeys: [KnownKeys] = []
  package var innerKeys: [PlanID<KnownKeys>] = []
  package var keyPatterns: [KnownKeyPattern] = []
  package var keyPieces: [ByteRange] = []
  package var globs: [KeyGlob] = []
  package var descriptors: [DescriptorPlan] = []
  /// For every node, as many entries as `parentAttributeCount`: the column of its record that holds
  /// the attribute a child asks for by `@metadata.mapping.parentObject`, or -1.
  package var parentColumns: [Int32] = []
  package var parentAttributeCount = 0
  /// Paths that records ask of their ancestors, each evaluated once for an ancestor, not once for
  /// each descendant.
  package var ancestorPaths: [AncestorPath] = []
  /// What records ask of the metadata that a run has.
  package var metadataPaths: [MetadataPath] = []
  /// Constants, defaults and the keys of path steps.
  package var text: [UInt8] = []
  package var schema = RowSchema()
  /// Some source needs the whole document, so that its elements cannot be streamed.
  package var needsDocument = false

  package init() {}
}

/// The keys that a plan wants of one object.
///
/// The dotted sources of a mapper form a tree of shapes.
package struct ObjectShape: Sendable, BitwiseCopyable {
  package var table: KeyTable
  /// One for each key of the table, in its order.
  package var members: PlanRange<ShapeMember>

  package init(table: KeyTable, members: PlanRange<ShapeMember>) {
    self.table = table
    self.members = members
  }
}

/// What happens to one wanted key of an object.
package struct ShapeMember: Sendable, BitwiseCopyable {
  /// The slot that keeps the value's token.
  package var slot: UInt32
  /// The plainest attribute, if the key is one: its value is copied as it is, and left out when it
  /// is not there.
  ///
  /// It goes straight to its column; what is to be done when it cannot be copied is in the rule.
  package var copy: PlanID<AttributeRule>
  package var column: UInt32
  /// What is wanted of the value when it is an object.
  package var inner: PlanID<ObjectShape>
  /// The slots of everything below this key, forgotten when the key occurs again.
  package var innerSlots: Range32

  package init(
    slot: UInt32,
    copy: PlanID<AttributeRule> = .none,
    column: UInt32 = 0,
    inner: PlanID<ObjectShape> = .none,
    innerSlots: Range32 = Range32(0..<0)
  ) {
    self.slot = slot
    self.copy = copy
    self.column = column
    self.inner = inner
    self.innerSlots = innerSlots
  }
}

/// A half-open range of 32-bit numbers.
package struct Range32: Sendable, Hashable, BitwiseCopyable {
  package var first: UInt32
  package var end: UInt32

  package init(_ range: Range<Int>) {
    first = UInt32(range.lowerBound)
    end = UInt32(range.upperBound)
  }
}

/// One component of a key path.
package enum PathStep: Sendable, BitwiseCopyable {
  /// A key of an object, its text among the plan's constants; over an array it distributes the rest
  /// of the path.
  case key(ByteRange)
  /// An element of an array, from the end when negative.
  case index(Int32)
  /// All values of an array or an object, in one list with those of others.
  case all
  /// The values of an object whose keys match.
  case glob(PlanID<KeyGlob>)
  /// The values under a key at any depth, in the order of the document.
  case descendants(ByteRange)
  /// What an operator makes of a collection; what follows is looked up in each element first, where
  /// the operator says so.
  case collection(CollectionOperator)
}

/// Keys told by their spelling: texts with any text between them.
package struct KeyGlob: Sendable, BitwiseCopyable {
  /// Among the plan's constants; there is at least one star between them.
  package var pieces: PlanRange<ByteRange>

  package init(pieces: PlanRange<ByteRange>) { self.pieces = pieces }
}

/// A path that records ask of an ancestor.
package struct AncestorPath: Sendable, BitwiseCopyable {
  package var steps: PlanRange<PathStep>
  /// As that of a source.
  package var findsNull: Bool

  package init(_ steps: PlanRange<PathStep>, findsNull: Bool = false) {
    self.steps = steps
    self.findsNull = findsNull
  }
}

/// Where a value comes from.
package struct Source: Sendable, BitwiseCopyable {
  package enum Origin: Sendable, BitwiseCopyable {
    /// A key of the representation, kept in this slot while the representation is walked.
    case member(slot: UInt32)
    /// The representation itself.
    case representation
    /// The key that a nesting attribute takes.
    case nestingKey
    /// The representation `levels` above, 1 for the parent.
    case parent(levels: UInt32, path: PlanID<AncestorPath>)
    /// The representation of the record that this one is related to.
    case owner(path: PlanID<AncestorPath>)
    case root(path: PlanID<AncestorPath>)
    case document(path: PlanID<AncestorPath>)
    /// The key that the representation was found under.
    case key
    case collectionIndex
    /// The key path of the descriptor.
    case rootKeyPath
    /// An attribute of the record that the representation's record is related to.
    case parentObject(attribute: UInt32)
    /// Something that is known of the input, or of the request that it answers.
    case metadata(PlanID<MetadataPath>)
    /// The line of the input that the representation begins on.
    case line
  }

  package var origin: Origin
  /// What is looked up from there on; for an ancestor it is part of the origin.
  package var rest: PlanRange<PathStep>
  /// The whole path, for a representation that is no object.
  package var whole: PlanRange<PathStep>
  /// Where to go on when an array stands in the middle of the path.
  package var detours: PlanRange<Detour>
  /// A null in the middle of the path is what it leads to; else nothing is.
  package var findsNull = false

  package init(
    _ origin: Origin,
    rest: PlanRange<PathStep> = .empty,
    whole: PlanRange<PathStep> = .empty,
    detours: PlanRange<Detour> = .empty
  ) {
    self.origin = origin
    self.rest = rest
    self.whole = whole
    self.detours = detours
  }
}

/// The slot of a key in the middle of a path, and what is left of the path behind it.
package struct Detour: Sendable, BitwiseCopyable {
  package var slot: UInt32
  package var rest: PlanRange<PathStep>

  package init(slot: UInt32, rest: PlanRange<PathStep>) {
    self.slot = slot
    self.rest = rest
  }
}

/// What becomes of a value that is not there, is null or cannot be converted.
package enum Fallback: UInt8, Sendable, BitwiseCopyable {
  case absent
  case null
  case `default`
  /// The record fails.
  case error
}

/// One attribute of a record.
package struct AttributeRule: Sendable, BitwiseCopyable {
  /// The first that is present gives the value.
  ///
  /// None for a constant.
  package var sources: PlanRange<Source>
  package var column: UInt32
  /// None where the value is copied.
  package var valueRule: PlanID<ValueRule>
  package var onMissing: Fallback = .absent
  package var onNull: Fallback = .null
  package var onError: Fallback = .absent
  /// Neither missing nor null.
  package var isRequired = false
  /// Whether finding the value makes a representation mappable.
  ///
  /// Constants do not, nor does the nil source of a record that is composed from its parent's
  /// representation.
  package var counts = true
  package var countsWhenComposed = true
  /// The constant, or what `default` stands for; `missing` where there is none.
  package var constant: Cell = .missing
  /// Nobody said that the default should stand in for a missing value: it is for new records alone.
  package var hasSilentDefault = false
  package var site: PlanSite

  package init(
    sources: PlanRange<Source>,
    column: UInt32,
    valueRule: PlanID<ValueRule>,
    site: PlanSite
  ) {
    self.sources = sources
    self.column = column
    self.valueRule = valueRule
    self.site = site
  }
}

/// Whether a value is one representation or several.
package enum Cardinality: UInt8, Sendable, BitwiseCopyable {
  /// As the value is: an array is several.
  case automatic
  case one
  case many
}

/// Related records, mapped when those of their parent's attributes that come first are.
package struct RelationshipRule: Sendable, BitwiseCopyable {
  package var source: PlanID<Source>
  package var node: PlanID<PlanNode>
  package var column: UInt32
  package var cardinality: Cardinality = .automatic
  package var onMissing: Fallback = .absent
  package var onNull: Fallback = .null
  package var onError: Fallback = .absent
  /// Empty text counts as null.
  package var emptyIsNull = false
  package var isRequired = false
  /// The related record is made from the parent's own representation.
  package var isComposed = false
  /// The slots of the objects on the way to the value, outermost first: they are parents, too.
  package var way: PlanRange<UInt32> = .empty
  /// The last key of the way to the value, as JSON text; empty where there is none.
  package var lastKey = ByteRange(0..<0)
  /// How many objects deeper the related record lies in the output.
  package var levelCount: UInt32 = 1
  package var site: PlanSite

  package init(source: PlanID<Source>, node: PlanID<PlanNode>, column: UInt32, site: PlanSite) {
    self.source = source
    self.node = node
    self.column = column
    self.site = site
  }
}

/// How a representation becomes a record, or how the node that does it is chosen.
package struct PlanNode: Sendable, BitwiseCopyable {
  package var shape: PlanID<ObjectShape> = .none
  package var slotCount: UInt32 = 0
  /// The attributes that come before the relationships, and those that come behind.
  ///
  /// The first `copyCount` of the early ones are mere copies, which the walk over an object has
  /// made.
  package var copyCount: UInt32 = 0
  package var early: PlanRange<AttributeRule> = .empty
  package var relationships: PlanRange<RelationshipRule> = .empty
  package var late: PlanRange<AttributeRule> = .empty
  package var columnCount: UInt32 = 0
  package var record: PlanID<RecordShape> = .none
  /// The representation's only key becomes an attribute; the rest is read below it.
  package var takesNestingKey = false
  /// Every key of the representation is one.
  package var forcesCollection = false
  /// The attribute that a scalar becomes where an object is expected, alone.
  package var scalarAttribute: PlanID<AttributeRule> = .none
  /// Reads arrays by index or as a whole, so that an array may be a representation.
  package var readsArrays = false
  /// Keys of the representation that are not among these are told of; none where nobody asks.
  package var knownKeys: PlanID<KnownKeys> = .none
  /// Such a key fails the record.
  package var failsUnknownKeys = false
  /// There is nothing of the members below: attributes and relationships are all that is made.
  package var isPlain = true
  /// A representation for which it is false is declined; none where all are taken.
  package var when: PlanID<ExpressionProgram> = .none
  /// Attributes made by expressions, behind the early ones, and by templates, behind all others.
  package var expressions: PlanRange<ComputedAttribute> = .empty
  package var templates: PlanRange<ComputedAttribute> = .empty
  /// What is asked of the values of attributes when those that come before the relationships are
  /// converted, when those that come behind them are, and when templates are filled in.
  package var validations: PlanRange<ValidationRule> = .empty
  package var lateValidations: PlanRange<ValidationRule> = .empty
  package var templateValidations: PlanRange<ValidationRule> = .empty
  /// What is asked of the finished record.
  package var recordValidations: PlanRange<ValidationRule> = .empty
  /// A record for which it is true is left out; none where none is.
  package var deletion: PlanID<ExpressionProgram> = .none
  package var connections: PlanRange<ConnectionRule> = .empty

  package var isDynamic = false
  package var matchers: PlanRange<MatcherRule> = .empty
  package var otherwise: PlanID<PlanNode> = .none
  package var failsUnmatched = false
  package var site: PlanSite

  package init(site: PlanSite) { self.site = site }
}

/// One condition of a dynamic node.
package struct MatcherRule: Sendable, BitwiseCopyable {
  package enum Test: Sendable, BitwiseCopyable {
    /// The value equals one of these.
    case equals(PlanRange<MatcherLiteral>)
    /// The value's text is one of these.
    case text(PlanRange<MatcherLiteral>)
    /// The value is of this kind.
    case kind(JSONKind)
    /// The representation satisfies it; there is no source.
    case predicate(PlanID<ExpressionProgram>)
  }

  package var source: PlanID<Source>
  package var test: Test
  /// None to decline.
  package var node: PlanID<PlanNode>

  package init(source: PlanID<Source>, test: Test, node: PlanID<PlanNode>) {
    self.source = source
    self.test = test
    self.node = node
  }
}

/// A value that a matcher looks for.
package struct MatcherLiteral: Sendable, BitwiseCopyable {
  package var kind: Cell.Kind
  /// A number's text, or a string's text without quotes and escapes, among the plan's constants.
  package var text: ByteRange
  /// Where a value map leads; none elsewhere.
  package var node: PlanID<PlanNode>

  package init(kind: Cell.Kind, text: ByteRange, node: PlanID<PlanNode> = .none) {
    self.kind = kind
    self.text = text
    self.node = node
  }
}

/// Which part of a document is mapped by which node.
package struct DescriptorPlan: Sendable {
  package var path: PlanRange<PathStep>
  package var node: PlanID<PlanNode>
  package var cardinality: Cardinality = .automatic
  /// Not finding it is no error.
  package var isOptional = false
  /// The place of its key path among the result's.
  package var section: Int
  /// The key path as written; the last key of it is what its elements were found under.
  package var keyPath: ByteRange
  package var lastKey: ByteRange

  package init(
    path: PlanRange<PathStep>,
    node: PlanID<PlanNode>,
    section: Int,
    keyPath: ByteRange,
    lastKey: ByteRange
  ) {
    self.path = path
    self.node = node
    self.section = section
    self.keyPath = keyPath
    self.lastKey = lastKey
  }
}

/// The place in the spec that a part of the plan was made from; floor 3 keeps the places.
package struct PlanSite: Sendable, Hashable, BitwiseCopyable {
  package var index: UInt32

  package init(_ index: Int) { self.index = UInt32(index) }
}
