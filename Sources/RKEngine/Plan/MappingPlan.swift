/// A mapping as flat tables: what the engine runs.
///
/// A plan has no names of mappers and no texts of key paths. Everything is an index into one of its
/// tables, so that the walk over a document looks up no names, follows no references and allocates
/// nothing. RKMapping/Compile makes plans; tests may write one by hand. Immutable and shared once
/// made.
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
  /// Includes the conversions of the elements of lists.
  package var conversions: [Conversion] = []
  package var transforms: [ValueRule.Transform] = []
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
  /// The columns of records that have dates, if expressions may read them by key paths.
  package var dateColumns: [DateColumn] = []
  package var validations: [ValidationRule] = []
  package var computedAttributes: [ComputedAttribute] = []
  package var templatePieces: [TemplatePiece] = []
  package var kindRules: [KindRule] = []
  package var connections: [ConnectionRule] = []
  package var connectionKeys: [UInt32] = []
  package var connectionCandidates: [ConnectionCandidate] = []
  package var candidateColumns: [Int32] = []
  /// One for each record shape.
  package var identities: [RecordIdentity] = []
  package var identityColumns: [Int32] = []
  /// One for each record shape if records are merged, otherwise none.
  package var mergeRules: [MergeRule] = []
  package var mergeColumns: [MergeColumn] = []
  package var repeats = RepeatRules()
  package var matchers: [MatcherRule] = []
  package var literals: [MatcherLiteral] = []
  package var nodes: [PlanNode] = []
  package var knownKeys: [KnownKeys] = []
  package var innerKeys: [PlanID<KnownKeys>] = []
  package var keyPatterns: [KnownKeyPattern] = []
  package var keyPieces: [ByteRange] = []
  package var globs: [KeyGlob] = []
  package var descriptors: [DescriptorPlan] = []
  /// For every node, `parentAttributeCount` entries: the column of its record with the attribute
  /// that a child reads by `@metadata.mapping.parentObject`, or -1.
  package var parentColumns: [Int32] = []
  package var parentAttributeCount = 0
  /// Paths that records read from their ancestors; each is evaluated once for an ancestor, not once
  /// for each descendant.
  package var ancestorPaths: [AncestorPath] = []
  /// The metadata of the run that records read.
  package var metadataPaths: [MetadataPath] = []
  /// Constants, defaults and the keys of path steps.
  package var text: [UInt8] = []
  package var schema = RowSchema()
  /// Some source needs the whole document, so its elements cannot be streamed.
  package var needsDocument = false

  package init() {}
}
