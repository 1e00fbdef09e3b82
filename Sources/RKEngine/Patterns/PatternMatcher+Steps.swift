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
    choices.removeAll()
    slots.removeAll()
    slots.append(repeating: -1, count: Int(program.slotCount))
    slots[0] = Int32(start)
    // Each place where a match may begin has a cost, before the first step.
    stepsLeft -= Int(program.slotCount) / 8
    var (step, at) = (0, start)
    while true {
      stepsLeft -= 1
      guard stepsLeft >= 0 else { return .gaveUp }
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
      case .run(let number, let least, let most, let greed):
        let set = classes[Int(number)]
        let wanted = greed == .lazy ? least : most
        let (end, leastEnd) = takeRun(set, terms, text, at, least: Int(least), most: wanted)
        guard let leastEnd else { break }
        if greed == .greedy && end > leastEnd {
          push(
            Choice(kind: .less, step: Int32(step + 1), place: Int32(end), least: Int32(leastEnd))
          )
        } else if greed == .lazy && most > least {
          let more = most == PatternStep.unbounded ? Int32.max : Int32(most - least)
          push(Choice(kind: .more, step: Int32(step), place: Int32(end), least: more))
        }
        (step, at) = (step + 1, end)
        continue
      case .choose(let otherwise):
        push(Choice(kind: .step, step: otherwise, place: Int32(at)))
        step += 1
        continue
      case .prefer(let preferred):
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
      case .hold(let slot):
        // No earlier choice can lead between this and its end, so nothing needs restoring.
        slots[Int(slot)] = Int32(choices.count)
        slots[Int(slot) + 1] = Int32(at)
        step += 1
        continue
      case .cut(let slot):
        closeChoices(to: Int(slots[Int(slot)]))
        step += 1
        continue
      case .cutBack(let slot):
        closeChoices(to: Int(slots[Int(slot)]))
        (step, at) = (step + 1, Int(slots[Int(slot) + 1]))
        continue
      case .deny(let slot):
        undo(to: Int(slots[Int(slot)]))
      case .reference(let group, let isFolded):
        if let end = repetition(of: Int(group), isFolded, text, at) {
          (step, at) = (step + 1, end)
          continue
        }
      case .back(let count):
        if let start = Self.start(text, before: at, scalars: Int(count)) {
          (step, at) = (step + 1, start)
          continue
        }
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

  /// Discards the choices from `height` on, except for slots that must be restored.
  private mutating func closeChoices(to height: Int) {
    stepsLeft -= choices.count - height
    var kept = height
    // With no choice before them, nothing will ever be restored.
    for index in height..<(height == 0 ? 0 : choices.count) where choices[index].kind == .slot {
      choices[kept] = choices[index]
      kept += 1
    }
    choices.truncate(to: kept)
  }

  /// Restores all slots to their values when there were `height` choices.
  private mutating func undo(to height: Int) {
    while choices.count > height {
      let choice = choices.removeLast()
      if choice.kind == .slot { slots[Int(choice.step)] = choice.place }
    }
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
        let shorter = ScalarText.start(text, before: at, notBefore: Int(choice.least))
        if shorter > Int(choice.least) {
          choices[choices.count - 1].place = Int32(shorter)
        } else {
          choices.truncate(to: choices.count - 1)
        }
        return (step, shorter)
      case .more:
        guard case .run(let number, _, _, _) = steps[step] else { return nil }
        let count = scalarLength(classes[Int(number)], terms, text, at)
        if count == 0 || choice.least == 1 {
          choices.truncate(to: choices.count - 1)
        } else {
          choices[choices.count - 1].place = Int32(at + count)
          if choice.least != .max { choices[choices.count - 1].least = choice.least - 1 }
        }
        if count > 0 { return (step + 1, at + count) }
      }
    }
    return nil
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

  /// Consumes as many scalars as possible.
  ///
  /// Returns the end of the least number of them; nil if there are fewer.
  @inline(__always)
  private mutating func takeRun(
    _ set: PatternClass,
    _ terms: Span<PatternTerm>,
    _ text: Span<UInt8>,
    _ start: Int,
    least: Int,
    most: UInt16
  ) -> (end: Int, leastEnd: Int?) {
    var at = start
    for _ in 0..<least {
      let count = scalarLength(set, terms, text, at)
      if count == 0 { return (at, nil) }
      at += count
    }
    let leastEnd = at
    var left = most == PatternStep.unbounded ? Int.max : Int(most) - least
    while left > 0 {
      let count = scalarLength(set, terms, text, at)
      if count == 0 { break }
      (at, left) = (at + count, left - 1)
    }
    stepsLeft -= (at - start) / 8
    return (at, leastEnd)
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

  /// The end of a captured group's text if it occurs here again; nil if it does not, or if the
  /// group took no part in the match.
  private mutating func repetition(
    of number: Int,
    _ isFolded: Bool,
    _ text: Span<UInt8>,
    _ start: Int
  ) -> Int? {
    guard let taken = group(number) else { return nil }
    stepsLeft -= isFolded ? taken.count : taken.count / 8
    var (at, index) = (start, taken.lowerBound)
    while index < taken.upperBound {
      guard at < text.count else { return nil }
      guard isFolded else {
        if text[at] != text[index] { return nil }
        (at, index) = (at + 1, index + 1)
        continue
      }
      let (wanted, found) = (ScalarText.scalar(text, at: index), ScalarText.scalar(text, at: at))
      guard ScalarCase.folded(wanted.value) == ScalarCase.folded(found.value) else { return nil }
      (at, index) = (at + found.count, index + wanted.count)
    }
    return at
  }

  private static func start(_ text: Span<UInt8>, before end: Int, scalars count: Int) -> Int? {
    var at = end
    for _ in 0..<count {
      if at == 0 { return nil }
      at = ScalarText.start(text, before: at)
    }
    return at
  }
}
