/// How a representation becomes a record, or how a dynamic node chooses the node for it.
package struct PlanNode: Sendable, BitwiseCopyable {
  package var shape: PlanID<ObjectShape> = .none
  package var slotCount: UInt32 = 0
  /// The attributes before the relationships, and those after them.
  ///
  /// The first `copyCount` of the early ones are plain copies, which the walk over an object makes.
  package var copyCount: UInt32 = 0
  package var early: PlanRange<AttributeRule> = .empty
  package var relationships: PlanRange<RelationshipRule> = .empty
  package var late: PlanRange<AttributeRule> = .empty
  package var columnCount: UInt32 = 0
  package var record: PlanID<RecordShape> = .none
  /// The representation's only key becomes an attribute; the rest is read from the value under it.
  package var takesNestingKey = false
  /// Every key of the representation is a nesting key, with a record of its own.
  package var forcesCollection = false
  /// The only attribute that a scalar in place of an object becomes.
  package var scalarAttribute: PlanID<AttributeRule> = .none
  /// A scalar is not a representation.
  package var refusesScalars = false
  /// Several rules read the representation, so one without any of their values is of another shape.
  package var judgesShape = false
  /// Some of its rules may depend on related records.
  package var judgesRelated = false
  /// Attributes read arrays by index or as a whole, so an array may be a representation.
  package var readsArrays = false
  /// Keys of the representation that are not among these are reported; none if the spec does not
  /// report them.
  package var knownKeys: PlanID<KnownKeys> = .none
  /// The keys of the representation that are ignored, with everything below them; none if no key
  /// is, or if coverage is not counted.
  package var ignoredKeys: PlanID<KnownKeys> = .none
  /// An unknown key fails the record.
  package var failsUnknownKeys = false
  /// The node has only attributes and relationships, and uses none of the members below.
  package var isPlain = true
  /// Representations for which this is false are declined; none if all are accepted.
  package var when: PlanID<ExpressionProgram> = .none
  /// Attributes computed by expressions, after the early ones, and by templates, after all others.
  package var expressions: PlanRange<ComputedAttribute> = .empty
  package var templates: PlanRange<ComputedAttribute> = .empty
  /// The validations that run after the early attributes, after the late ones, and after templates.
  package var validations: PlanRange<ValidationRule> = .empty
  package var lateValidations: PlanRange<ValidationRule> = .empty
  package var templateValidations: PlanRange<ValidationRule> = .empty
  /// The validations of the finished record.
  package var recordValidations: PlanRange<ValidationRule> = .empty
  /// Records for which this is true are left out; none if no record is.
  package var deletion: PlanID<ExpressionProgram> = .none
  package var connections: PlanRange<ConnectionRule> = .empty
  /// The members whose values' kinds are recorded in a last column; none if not requested.
  package var kinds: PlanRange<KindRule> = .empty
  package var kindsColumn: UInt32 = 0

  package var isDynamic = false
  package var matchers: PlanRange<MatcherRule> = .empty
  package var otherwise: PlanID<PlanNode> = .none
  package var unmatched = UnmatchedRule.decline
  /// The spec says to skip representations that no matcher matches.
  package var declinesOnPurpose = false
  /// The first value that the matchers read.
  package var choiceSource: PlanID<Source> = .none
  package var site: PlanSite

  package init(site: PlanSite) { self.site = site }
}

/// What happens to a representation that no matcher matches.
package enum UnmatchedRule: UInt8, Sendable, BitwiseCopyable {
  case decline
  /// It is declined, with a warning.
  case report
  /// Its record fails.
  case fail
}

extension PlanNode {
  /// Whether there is more to do after the early attributes.
  var finishesAttributes: Bool { !expressions.isEmpty || !validations.isEmpty }

  /// Whether there is more to do with the whole record.
  var finishesRecord: Bool {
    !lateValidations.isEmpty || !templates.isEmpty || !connections.isEmpty
      || !recordValidations.isEmpty || !deletion.isNone || !kinds.isEmpty
  }
}

/// A member of a record for which it is noted whether its value came as an unnatural kind.
package struct KindRule: Sendable, BitwiseCopyable {
  package enum Origin: Sendable, BitwiseCopyable {
    case attribute(PlanID<AttributeRule>)
    case relationship(PlanID<RelationshipRule>)
  }

  /// The member of a record that holds these kinds.
  package static let memberName = "$from"

  package let origin: Origin
  package let column: UInt32
  /// The destination as JSON text, among the plan's constants.
  package let label: ByteRange
  package let natural: NaturalKinds
  /// The conversion of its values; the elements of a list have kinds of their own.
  package let conversion: Conversion?
  /// Whether dates are noted by their form, and decimals by their kind.
  package let notesForms: Bool

  package init(
    _ origin: Origin,
    column: UInt32,
    label: ByteRange,
    natural: NaturalKinds,
    conversion: Conversion? = nil,
    notesForms: Bool = false
  ) {
    self.origin = origin
    self.column = column
    self.label = label
    self.natural = natural
    self.conversion = conversion
    self.notesForms = notesForms
  }
}
