/// How a representation becomes a record, or how the node that does it is chosen.
package struct PlanNode: Sendable, BitwiseCopyable {
  package var shape: PlanID<ObjectShape> = .none
  package var slotCount: UInt32 = 0
  /// The attributes that come before the relationships, and those that come after.
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
  /// A scalar is no representation.
  package var refusesScalars = false
  /// Reads arrays by index or as a whole, so that an array may be a representation.
  package var readsArrays = false
  /// Keys of the representation that are not among these are reported; none where nobody asks.
  package var knownKeys: PlanID<KnownKeys> = .none
  /// Such a key fails the record.
  package var failsUnknownKeys = false
  /// There is nothing of the members below: attributes and relationships are all that is made.
  package var isPlain = true
  /// A representation for which it is false is declined; none where all are taken.
  package var when: PlanID<ExpressionProgram> = .none
  /// Attributes made by expressions, after the early ones, and by templates, after all others.
  package var expressions: PlanRange<ComputedAttribute> = .empty
  package var templates: PlanRange<ComputedAttribute> = .empty
  /// What is asked of the values of attributes when those that come before the relationships are
  /// converted, when those that come after them are, and when templates are filled in.
  package var validations: PlanRange<ValidationRule> = .empty
  package var lateValidations: PlanRange<ValidationRule> = .empty
  package var templateValidations: PlanRange<ValidationRule> = .empty
  /// What is asked of the finished record.
  package var recordValidations: PlanRange<ValidationRule> = .empty
  /// A record for which it is true is left out; none where none is.
  package var deletion: PlanID<ExpressionProgram> = .none
  package var connections: PlanRange<ConnectionRule> = .empty
  /// The members whose values' kinds are noted in a last column; none where nobody asks.
  package var kinds: PlanRange<KindRule> = .empty
  package var kindsColumn: UInt32 = 0

  package var isDynamic = false
  package var matchers: PlanRange<MatcherRule> = .empty
  package var otherwise: PlanID<PlanNode> = .none
  package var unmatched = UnmatchedRule.decline
  /// The spec says that what no matcher takes is to be skipped.
  package var declinesOnPurpose = false
  /// The first value that the matchers look at.
  package var choiceSource: PlanID<Source> = .none
  package var site: PlanSite

  package init(site: PlanSite) { self.site = site }
}

/// What happens to a representation that no matcher takes.
package enum UnmatchedRule: UInt8, Sendable, BitwiseCopyable {
  case decline
  /// It is declined, with a warning.
  case report
  /// Its record fails.
  case fail
}

extension PlanNode {
  /// There is something to be done after the early attributes.
  var finishesAttributes: Bool { !expressions.isEmpty || !validations.isEmpty }

  /// There is something to be done with the whole record.
  var finishesRecord: Bool {
    !lateValidations.isEmpty || !templates.isEmpty || !connections.isEmpty
      || !recordValidations.isEmpty || !deletion.isNone || !kinds.isEmpty
  }
}

/// A member of a record of whose value it is noted if it came as another kind than is natural.
package struct KindRule: Sendable, BitwiseCopyable {
  package enum Origin: Sendable, BitwiseCopyable {
    case attribute(PlanID<AttributeRule>)
    case relationship(PlanID<RelationshipRule>)
  }

  /// The member of a record that has the notes.
  package static let memberName = "$from"

  package let origin: Origin
  package let column: UInt32
  /// The destination as JSON text, among the plan's constants.
  package let label: ByteRange
  package let natural: NaturalKinds
  /// The conversion of a list's elements, which have kinds of their own.
  package let element: PlanID<Conversion>

  package init(
    _ origin: Origin,
    column: UInt32,
    label: ByteRange,
    natural: NaturalKinds,
    element: PlanID<Conversion> = .none
  ) {
    self.origin = origin
    self.column = column
    self.label = label
    self.natural = natural
    self.element = element
  }
}
