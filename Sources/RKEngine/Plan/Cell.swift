/// One value of a record, as a kind and a location: 16 bytes, without references.
///
/// The bytes stay where they are until a writer needs them: in the window that the value came from,
/// in the batch's side buffer if a conversion made them, or in the plan if they are a constant.
///
/// All bits zero are a missing value.
package struct Cell: Sendable, ZeroInitializable {
  package enum Kind: UInt8, Sendable, BitwiseCopyable {
    /// No value: the member is left out.
    case missing = 0
    case null
    case `false`
    case `true`
    /// The text of a JSON number.
    case number
    /// A JSON string with its quotes.
    case string
    /// The text of a JSON array or object.
    case structure
    /// One related record: `offset` is its row.
    case record
    /// Related records: `offset` is the first one's row, `count` their number.
    case list
    /// Records that the record's own keys refer to, not yet looked up: `offset` is the number of
    /// the connection in the plan.
    case reference
  }

  /// The buffer with the bytes.
  package enum Space: UInt8, Sendable, BitwiseCopyable {
    case input = 0
    case batch
    case plan
  }

  /// What is known about the bytes without reading them again.
  package struct Traits: OptionSet, Sendable, BitwiseCopyable {
    package var rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A string may contain a backslash.
    package static let mayHaveEscapes = Traits(rawValue: 1)
    /// A structure may have white space outside its strings.
    package static let mayHaveWhitespace = Traits(rawValue: 2)
    /// A default for a missing value that the spec does not ask for, so it applies only to new
    /// records.
    package static let isFallback = Traits(rawValue: 4)
    /// A reference becomes a list, whatever the number of records found.
    package static let isList = Traits(rawValue: 8)
    /// A date that only matched a format that the spec does not declare; not used in cells of
    /// records.
    static let isAssumedDate = Traits(rawValue: 16)
    /// A date whose text had no zone, where those are counted; not used in cells of records.
    static let isAssumedZone = Traits(rawValue: 32)
    static let isNotedDate: Traits = [isAssumedDate, isAssumedZone]
    /// An operator could not compute it; not used in cells of records.
    static let isUncomputed = Traits(rawValue: 64)
    /// A string is the text of a decimal; the bit is also used for references.
    package static let isDecimal = isList
  }

  package var kind: Kind
  package var space: Space
  package var traits: Traits
  package var offset: UInt32
  package var count: UInt32
  /// The token of the input that the value came from, 0 if there is none; the position for
  /// diagnostics.
  package var token: UInt32

  package init(
    _ kind: Kind,
    space: Space = .input,
    traits: Traits = [],
    offset: UInt32 = 0,
    count: UInt32 = 0,
    token: UInt32 = 0
  ) {
    self.kind = kind
    self.space = space
    self.traits = traits
    self.offset = offset
    self.count = count
    self.token = token
  }

  package static var missing: Cell { Cell(.missing) }

  /// No value, as the one that came could not be converted by the rule at a site.
  static func failed(_ site: PlanSite) -> Cell { Cell(.missing, offset: site.index &+ 1) }

  /// The site of the rule that could not convert a missing value; nil if none came.
  var failedSite: UInt32? { offset == 0 ? nil : offset &- 1 }

  package var range: Range<Int> { Int(offset)..<(Int(offset) + Int(count)) }

  /// A string's bytes between its quotes.
  package var contentRange: Range<Int> { (range.lowerBound + 1)..<(range.upperBound - 1) }
}
