/// A regular expression as a program for `PatternMatcher`.
///
/// Its data is in tables of the plan; steps refer to each other, to classes and to terms by indices
/// in the program's own part of those. The parser makes it, rejecting a faulty or too large pattern
/// with the position of the fault, and adds it to the plan:
///
///     let pattern = try Pattern("^(\\d+)-(\\d+)$")            // RKMapping/Language/Patterns
///     let id = plan.add(pattern)                             // RKMapping/Compile
///     var matcher = PatternMatcher()                         // one for many values
///     switch matcher.firstMatch(of: id, plan, text, from: 0) {
///     case .matched: matcher.group(1)                        // a range of the text, or nil
///     case .unmatched: ...
///     case .gaveUp: ...                                      // no memory: a failed conversion
///     }
///
/// `matchWhole` requires a match of the whole text, as `MATCHES` does; `replaceAll` writes the text
/// with all matches replaced by a `Replacement`, as `replace` does. The plan is best held in a
/// `let`: borrowed from a variable, it is copied for each call.
package struct PatternProgram: Sendable, BitwiseCopyable {
  package var steps: PlanRange<PatternStep>
  package var classes: PlanRange<PatternClass>
  package var terms: PlanRange<PatternTerm>
  /// The number of offsets that a run stores: two for each group, with the whole match as group 0
  /// first, and those of loops.
  package var slotCount: Int32
  /// The number of capturing groups, without the whole match.
  package var groupCount: Int32
  /// What a match can begin with.
  package var start: Start

  package enum Start: Sendable, BitwiseCopyable {
    /// Anything, or nothing.
    case anywhere
    case textStart
    /// One of these bytes.
    case byte(StartBytes)
  }

  /// The bytes that a match may begin with.
  package struct StartBytes: Sendable, Hashable, BitwiseCopyable {
    private var first: UInt64 = 0
    private var second: UInt64 = 0
    private var third: UInt64 = 0
    private var fourth: UInt64 = 0

    package init() {}

    package mutating func insert(_ byte: UInt8) {
      let bit = UInt64(1) << UInt64(byte & 63)
      switch byte >> 6 {
      case 0: first |= bit
      case 1: second |= bit
      case 2: third |= bit
      default: fourth |= bit
      }
    }

    @inline(__always)
    package func contains(_ byte: UInt8) -> Bool {
      let low = byte & 64 == 0 ? first : second
      let high = byte & 64 == 0 ? third : fourth
      return (byte < 128 ? low : high) &>> UInt64(byte & 63) & 1 != 0
    }
  }

  package init(
    steps: PlanRange<PatternStep>,
    classes: PlanRange<PatternClass>,
    terms: PlanRange<PatternTerm>,
    slotCount: Int,
    groupCount: Int,
    start: Start
  ) {
    self.steps = steps
    self.classes = classes
    self.terms = terms
    self.slotCount = Int32(slotCount)
    self.groupCount = Int32(groupCount)
    self.start = start
  }
}

/// One step of a pattern's program.
package enum PatternStep: Sendable, BitwiseCopyable {
  case byte(UInt8)
  /// Up to eight bytes, first byte lowest.
  case bytes(UInt64, count: UInt8)
  /// A scalar of a class.
  case scalar(class: Int32)
  /// As many scalars of a class as possible, or as few; `most` is `PatternStep.unbounded` for no
  /// limit.
  case run(class: Int32, least: UInt16, most: UInt16, isLazy: Bool)
  /// Continues, or goes to a step if continuing fails.
  case choose(otherwise: Int32)
  /// Goes to a step, or continues if that fails.
  case prefer(Int32)
  case jump(Int32)
  /// Stores the place in a slot.
  case keep(slot: Int32)
  /// Goes to a step if the place is still the one in the slot: a repetition must consume something.
  case leaveIfEmpty(slot: Int32, Int32)
  case textStart
  case textEnd
  /// The end, or before the line break there.
  case lastLineEnd
  case lineStart
  case lineEnd
  case wordBoundary
  case noWordBoundary
  case match

  package static var unbounded: UInt16 { .max }
}

/// One part of the text that replaces a match.
package enum ReplacementPiece: Sendable, BitwiseCopyable {
  /// Text among the plan's constants.
  case text(ByteRange)
  /// The text of a group; empty if it took no part in the match.
  case group(UInt8)
}
