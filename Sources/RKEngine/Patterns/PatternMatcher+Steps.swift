extension PatternMatcher {
  /// Runs a program from its first step at one place of the text.
  ///
  /// A step that succeeds continues the loop; one that fails leaves the switch, and the search
  /// backtracks to the last choice.
  mutating func run(
    _ program: PatternProgram,
    _ steps: Span<PatternStep>,
    _ classes: Span<PatternClass>,
    _ terms: Span<PatternTerm>,
    _ text: Span<UInt8>,
    at start: Int,
    isWhole: Bool
  ) -> Outcome {
    guard text.count < Int32.max else { return .gaveUp }
    begin(at: start, program)
    // Each place where a match may begin has a cost, before the first step.
    stepsLeft -= Int(program.slotCount) / 8
    var (step, at) = (0, start)
    while true {
      stepsLeft -= 1
      if stepsLeft < 0 {
        guard beginRemembering(steps.count, text) else { return .gaveUp }
        begin(at: start, program)
        (step, at) = (0, start)
        continue
      }
      switch steps[step] {
      case .byte(let byte):
        if at < text.count && text[at] == byte {
          (step, at) = (step + 1, at + 1)
          continue
        }
      case .bytes(let bytes, let count):
        if Self.begins(text, at, bytes, count) {
          (step, at) = (step + 1, at + Int(count))
          continue
        }
      case .scalar(let number):
        let count = scalarLength(classes[Int(number)], terms, text, at)
        if count > 0 {
          (step, at) = (step + 1, at + count)
          continue
        }
      case .run(let number, let least, let most, let isLazy):
        let isBounded = most != PatternStep.unbounded
        guard let first = takeLeast(classes[Int(number)], terms, text, at, Int(least)),
          !fails(step, of: steps.count, isBounded ? at : first)
        else { break }
        var end = first
        if isLazy && most > least {
          let more = isBounded ? Int32(most - least) : Int32.max
          push(Choice(kind: .more, step: Int32(step), place: Int32(end), least: more))
        } else if !isLazy {
          let run = isBounded ? nil : step
          let left = isBounded ? Int(most - least) : Int.max
          end = takeMore(classes[Int(number)], terms, text, first, left, run, of: steps.count)
          if end > first {
            push(Choice(kind: .less, step: Int32(step + 1), place: Int32(end), least: Int32(first)))
          }
        }
        (step, at) = (step + 1, end)
        continue
      case .choose(let otherwise):
        if fails(step, of: steps.count, at) { break }
        push(Choice(kind: .step, step: otherwise, place: Int32(at)))
        step += 1
        continue
      case .prefer(let preferred):
        if fails(step, of: steps.count, at) { break }
        push(Choice(kind: .step, step: Int32(step + 1), place: Int32(at)))
        step = Int(preferred)
        continue
      case .jump(let target):
        step = Int(target)
        continue
      case .keep(let slot):
        set(slot, Int32(at))
        step += 1
        continue
      case .leaveIfEmpty(let slot, let target):
        step = slots[Int(slot)] == Int32(at) ? Int(target) : step + 1
        continue
      case .match:
        if !isWhole || at == text.count {
          slots[1] = Int32(at)
          return .matched
        }
      default:
        if Self.stands(steps[step], text, at) {
          step += 1
          continue
        }
      }
      guard let next = chooseAnew(steps, classes, terms, text) else { return .unmatched }
      (step, at) = next
    }
  }

  private mutating func begin(at start: Int, _ program: PatternProgram) {
    choices.removeAll()
    slots.removeAll()
    slots.append(repeating: -1, count: Int(program.slotCount))
    slots[0] = Int32(start)
  }

  // MARK: - Choices

  private mutating func push(_ choice: Choice) {
    if choices.count >= Self.mostOpen { stepsLeft = 0 }
    choices.append(choice)
  }

  /// Changes a slot so that backtracking past earlier choices restores it.
  @inline(__always)
  private mutating func set(_ slot: Int32, _ place: Int32) {
    if !choices.isEmpty { push(Choice(kind: .slot, step: slot, place: slots[Int(slot)])) }
    slots[Int(slot)] = place
  }

  /// The step and place to continue at; nil if there is no choice left.
  private mutating func chooseAnew(
    _ steps: Span<PatternStep>,
    _ classes: Span<PatternClass>,
    _ terms: Span<PatternTerm>,
    _ text: Span<UInt8>
  ) -> (step: Int, at: Int)? {
    while let choice = choices.last {
      let (step, at) = (Int(choice.step), Int(choice.place))
      switch choice.kind {
      case .step:
        choices.truncate(to: choices.count - 1)
        return (step, at)
      case .slot:
        choices.truncate(to: choices.count - 1)
        slots[step] = choice.place
      case .less:
        // The step before this one is the run; a bounded one may be shorter for another reason.
        if !failed.isEmpty, case .run(_, _, PatternStep.unbounded, _) = steps[step - 1] {
          noteFailure(step - 1, of: steps.count, at)
        }
        let shorter = ScalarText.start(text, before: at, notBefore: Int(choice.least))
        if shorter > Int(choice.least) {
          choices[choices.count - 1].place = Int32(shorter)
        } else {
          choices.truncate(to: choices.count - 1)
        }
        return (step, shorter)
      case .more:
        guard case .run(let number, _, let most, _) = steps[step] else { return nil }
        let count = scalarLength(classes[Int(number)], terms, text, at)
        choices.truncate(to: choices.count - 1)
        let isBounded = most != PatternStep.unbounded
        if count == 0 || !isBounded && fails(step, of: steps.count, at + count) { break }
        if choice.least > 1 {
          push(
            Choice(
              kind: .more,
              step: choice.step,
              place: Int32(at + count),
              least: isBounded ? choice.least - 1 : choice.least
            )
          )
        }
        return (step + 1, at + count)
      case .failed:
        choices.truncate(to: choices.count - 1)
        noteFailure(step, of: steps.count, at)
      }
    }
    return nil
  }

  // MARK: - What has failed

  /// Begins to remember what has failed; false if that was the case already, or takes too much
  /// memory.
  private mutating func beginRemembering(_ stepCount: Int, _ text: Span<UInt8>) -> Bool {
    let (states, overflows) = stepCount.multipliedReportingOverflow(by: text.count + 1)
    guard failed.isEmpty, !overflows, states <= Self.mostStates else { return false }
    failed.append(repeating: 0, count: states / 64 + 1)
    stepsLeft = .max
    return true
  }

  /// Whether a step of so many is known to fail at a place; if not, it will be when all choices
  /// after this have failed.
  @inline(__always)
  private mutating func fails(_ step: Int, of stepCount: Int, _ place: Int) -> Bool {
    if failed.isEmpty { return false }
    if hasFailed(step, of: stepCount, place) { return true }
    push(Choice(kind: .failed, step: Int32(step), place: Int32(place)))
    return false
  }

  @inline(__always)
  private func hasFailed(_ step: Int, of stepCount: Int, _ place: Int) -> Bool {
    if failed.isEmpty { return false }
    let state = place * stepCount + step
    return failed[state / 64] &>> UInt64(state & 63) & 1 != 0
  }

  private mutating func noteFailure(_ step: Int, of stepCount: Int, _ place: Int) {
    let state = place * stepCount + step
    failed[state / 64] |= 1 &<< UInt64(state & 63)
  }

  // MARK: - Consuming text

  /// The length of the scalar at `at` if it is in the class, otherwise 0.
  @inline(__always)
  private mutating func scalarLength(
    _ set: PatternClass,
    _ terms: Span<PatternTerm>,
    _ text: Span<UInt8>,
    _ at: Int
  ) -> Int {
    guard at < text.count else { return 0 }
    let byte = text[at]
    if byte < 0x80 { return set.contains(ascii: byte) ? 1 : 0 }
    if set.beyond == .none { return 0 }
    stepsLeft -= set.cost
    let (value, count) = ScalarText.scalar(text, at: at)
    return set.contains(beyond: value, terms) ? count : 0
  }

  /// The end of a number of scalars; nil if there are fewer.
  @inline(__always)
  private mutating func takeLeast(
    _ set: PatternClass,
    _ terms: Span<PatternTerm>,
    _ text: Span<UInt8>,
    _ start: Int,
    _ least: Int
  ) -> Int? {
    var at = start
    for _ in 0..<least {
      let count = scalarLength(set, terms, text, at)
      if count == 0 { return nil }
      at += count
    }
    return at
  }

  /// The end of as many more scalars as possible.
  ///
  /// An unbounded run, whose step is given, ends where it has failed before.
  @inline(__always)
  private mutating func takeMore(
    _ set: PatternClass,
    _ terms: Span<PatternTerm>,
    _ text: Span<UInt8>,
    _ start: Int,
    _ most: Int,
    _ run: Int?,
    of stepCount: Int
  ) -> Int {
    var (at, left) = (start, most)
    while left > 0 {
      let count = scalarLength(set, terms, text, at)
      if count == 0 { break }
      if let run, hasFailed(run, of: stepCount, at + count) { break }
      (at, left) = (at + count, left - 1)
    }
    stepsLeft -= (at - start) / 8
    return at
  }

  private static func begins(_ text: Span<UInt8>, _ at: Int, _ bytes: UInt64, _ count: UInt8)
    -> Bool
  {
    guard text.count - at >= Int(count) else { return false }
    var rest = bytes
    for offset in 0..<Int(count) {
      if text[at + offset] != UInt8(truncatingIfNeeded: rest) { return false }
      rest >>= 8
    }
    return true
  }
}
