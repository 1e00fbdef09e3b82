/// Searches for a pattern's matches in UTF-8 text, scalar by scalar.
///
/// Runs a `PatternProgram` by backtracking, with an explicit stack. What follows from a step at a
/// place of the text depends on nothing else, so a search that takes many steps remembers what has
/// failed, and never fails twice in the same way: its time is linear in the text. One matcher
/// serves many values, and allocates only for those.
package struct PatternMatcher: ~Copyable {
  package enum Outcome: Sendable, Hashable {
    case matched
    case unmatched
    /// There is not enough memory to know whether the text matches.
    case gaveUp
  }

  /// How many steps a value takes before they are remembered; each byte of it adds some more.
  static let leastSteps = 4_096
  static let stepsPerByte = 32
  /// The longest text that is searched.
  static let longestText = 256 << 20
  /// The most open choices, which take 128 MiB.
  package static let mostOpen = 1 << 23
  /// The most states that are remembered, a bit for each: the steps of a pattern times the places in
  /// a text.
  static let mostStates = 1 << 31

  /// What to do when the current attempt fails.
  struct Choice: BitwiseCopyable {
    enum Kind: UInt8, BitwiseCopyable {
      /// Continue at `step` and `place`.
      case step
      /// Restore the slot `step` to `place`.
      case slot
      /// Give back a scalar: continue at `step` with one less, down to `least`.
      case less
      /// Consume one scalar more by the run at `step`, at most `least` times.
      case more
      /// Note that the step failed at the place, and try the choice before it.
      case failed
    }

    var kind: Kind
    var step: Int32
    var place: Int32
    var least: Int32 = 0
  }

  var choices = UniqueArray<Choice>()
  var slots = UniqueArray<Int32>()
  var stepsLeft = 0
  /// For each place and each step that chooses, whether it has failed; empty until many steps were
  /// taken.
  var failed = UniqueArray<UInt64>()
  private let remembersAtOnce: Bool

  /// With `remembersAtOnce` the first step is remembered already.
  package init(remembersAtOnce: Bool = false) { self.remembersAtOnce = remembersAtOnce }

  /// The range of text that a group captured in the last match, group 0 being the whole match.
  ///
  /// Nil for a group that took no part, and for all groups if there was no match.
  package func group(_ number: Int) -> Range<Int>? {
    guard number * 2 + 1 < slots.count else { return nil }
    let (start, end) = (slots[number * 2], slots[number * 2 + 1])
    return start >= 0 && end >= start ? Int(start)..<Int(end) : nil
  }

  /// Whether the whole text matches.
  package mutating func matchWhole(
    of id: PlanID<PatternProgram>,
    _ plan: borrowing MappingPlan,
    _ text: Span<UInt8>
  ) -> Outcome {
    allowSteps(for: text)
    let program = plan.patterns[id]
    return clearingSlots(
      run(
        program,
        plan.patternSteps.span.extracting(program.steps.indices),
        plan.patternClasses.span.extracting(program.classes.indices),
        plan.patternTerms.span.extracting(program.terms.indices),
        text,
        at: 0,
        isWhole: true
      )
    )
  }

  /// The first match that begins at or after `start`.
  package mutating func firstMatch(
    of id: PlanID<PatternProgram>,
    _ plan: borrowing MappingPlan,
    _ text: Span<UInt8>,
    from start: Int
  ) -> Outcome {
    allowSteps(for: text)
    return clearingSlots(search(plan.patterns[id], plan, text, from: start))
  }

  /// The outcome; if nothing was found, the slots are meaningless.
  private mutating func clearingSlots(_ outcome: Outcome) -> Outcome {
    switch outcome {
    case .matched: break
    case .unmatched, .gaveUp: slots.removeAll()
    }
    return outcome
  }

  /// Writes the text with each match replaced.
  ///
  /// An empty match is replaced, too, and the search continues one scalar later. If the matcher
  /// gives up, also because the result would be too large, the text written so far is removed.
  /// `matched` says that something was replaced.
  package mutating func replaceAll(
    of id: PlanID<PatternProgram>,
    with pieces: PlanRange<ReplacementPiece>,
    _ plan: borrowing MappingPlan,
    _ text: Span<UInt8>,
    to output: inout UniqueArray<UInt8>
  ) -> Outcome {
    allowSteps(for: text)
    let program = plan.patterns[id]
    let first = output.count
    var (copied, at) = (0, 0)
    var outcome = Outcome.unmatched
    while at <= text.count {
      switch search(program, plan, text, from: at) {
      case .unmatched: at = text.count + 1
      case .gaveUp:
        output.truncate(to: first)
        return .gaveUp
      case .matched:
        outcome = .matched
        let match = group(0) ?? at..<at
        output.append(contentsOf: text, copied..<match.lowerBound)
        append(pieces, plan, text, to: &output)
        guard output.count - first <= text.count + ValueRule.largestGrowth else {
          output.truncate(to: first)
          return .gaveUp
        }
        copied = match.upperBound
        at = match.upperBound
        if match.isEmpty { at += at < text.count ? ScalarText.scalar(text, at: at).count : 1 }
      }
    }
    output.append(contentsOf: text, copied..<text.count)
    return outcome
  }

  private func append(
    _ pieces: PlanRange<ReplacementPiece>,
    _ plan: borrowing MappingPlan,
    _ text: Span<UInt8>,
    to output: inout UniqueArray<UInt8>
  ) {
    for index in pieces.indices {
      switch plan.replacementPieces[index] {
      case .text(let range): output.append(contentsOf: plan.text.span, range.range)
      case .group(let number):
        if let taken = group(Int(number)) { output.append(contentsOf: text, taken) }
      }
    }
  }

  private mutating func allowSteps(for text: Span<UInt8>) {
    stepsLeft = remembersAtOnce ? 0 : Self.leastSteps + Self.stepsPerByte * text.count
    failed.removeAll()
  }

  private mutating func search(
    _ program: PatternProgram,
    _ plan: borrowing MappingPlan,
    _ text: Span<UInt8>,
    from start: Int
  ) -> Outcome {
    let steps = plan.patternSteps.span.extracting(program.steps.indices)
    let classes = plan.patternClasses.span.extracting(program.classes.indices)
    let terms = plan.patternTerms.span.extracting(program.terms.indices)
    var at = start
    while at <= text.count {
      switch program.start {
      case .anywhere: break
      case .textStart: if at > 0 { return .unmatched }
      case .byte(let bytes):
        while at < text.count && !bytes.contains(text[at]) { at += 1 }
        if at == text.count { return .unmatched }
      }
      switch run(program, steps, classes, terms, text, at: at, isWhole: false) {
      case .matched: return .matched
      case .gaveUp: return .gaveUp
      case .unmatched: break
      }
      at += at < text.count ? ScalarText.scalar(text, at: at).count : 1
    }
    return .unmatched
  }
}
