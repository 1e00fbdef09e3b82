internal import RKEngine

/// Makes the steps of a pattern's program.
struct PatternAssembler {
  /// The most steps that a program may have.
  static let mostSteps = 10_000
  /// The most parts to process, because repeating an empty part makes no steps.
  private static let mostParts = 100_000

  private(set) var classes: [PatternClass]
  private(set) var slotCount: Int
  private var steps: [PatternStep] = []
  private var terms: [PatternTerm] = []
  private var partCount = 0
  /// The position of the repetition being expanded, for errors.
  private var offset = 0

  init(groupCount: Int, classes: [PatternClass]) {
    self.classes = classes
    slotCount = 2 * (groupCount + 1)
  }

  mutating func assemble(_ node: PatternNode, terms: inout [PatternTerm])
    throws(TextError) -> [PatternStep]
  {
    self.terms = terms
    try add(node)
    try emit(.match)
    terms = self.terms
    return steps
  }

  @discardableResult
  private mutating func emit(_ step: PatternStep) throws(TextError) -> Int {
    guard steps.count < Self.mostSteps else { throw tooLarge() }
    steps.append(step)
    return steps.count - 1
  }

  private func tooLarge() -> TextError {
    TextError(
      "the pattern is too large: its repetitions make more than \(Self.mostSteps) steps",
      at: offset
    )
  }

  /// The index of the next step.
  private var next: Int32 { Int32(steps.count) }

  private mutating func takeSlots(_ count: Int) -> Int32 {
    defer { slotCount += count }
    return Int32(slotCount)
  }

  private mutating func add(_ node: PatternNode) throws(TextError) {
    partCount += 1
    guard partCount <= Self.mostParts else { throw tooLarge() }
    switch node {
    case .scalar(let scalar): try addText([scalar])
    case .set(let number): try emit(.scalar(class: Int32(number)))
    case .sequence(let parts): try addSequence(parts)
    case .choice(let ways): try addChoice(ways)
    case .group(let number, let inner):
      try emit(.keep(slot: Int32(2 * number)))
      try add(inner)
      try emit(.keep(slot: Int32(2 * number + 1)))
    case .repetition(let inner, let least, let most, let isLazy, let offset):
      let outer = self.offset
      self.offset = offset
      try addRepetition(of: inner, least, most, isLazy: isLazy)
      self.offset = outer
    case .place(let place): try emit(place.step)
    }
  }

  // MARK: - Texts and choices

  private mutating func addSequence(_ parts: [PatternNode]) throws(TextError) {
    var text: [Unicode.Scalar] = []
    for part in parts {
      if case .scalar(let scalar) = part {
        text.append(scalar)
        continue
      }
      try addText(text)
      text = []
      try add(part)
    }
    try addText(text)
  }

  private mutating func addText(_ scalars: [Unicode.Scalar]) throws(TextError) {
    var rest = scalars.flatMap { Array(String($0).utf8) }[...]
    while let first = rest.first {
      let part = rest.prefix(8)
      if part.count == 1 {
        try emit(.byte(first))
      } else {
        let bytes = part.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        try emit(.bytes(bytes, count: UInt8(part.count)))
      }
      rest = rest.dropFirst(part.count)
    }
  }

  private mutating func addChoice(_ ways: [PatternNode]) throws(TextError) {
    var jumps: [Int] = []
    for way in ways.dropLast() {
      let choice = try emit(.choose(otherwise: 0))
      try add(way)
      jumps.append(try emit(.jump(0)))
      steps[choice] = .choose(otherwise: next)
    }
    if let last = ways.last { try add(last) }
    for jump in jumps { steps[jump] = .jump(next) }
  }

  // MARK: - Repetitions

  private mutating func addRepetition(
    of inner: PatternNode,
    _ least: Int,
    _ most: Int?,
    isLazy: Bool
  ) throws(TextError) {
    if most == 0 { return }
    if let set = single(inner) {
      let most = most.map(UInt16.init) ?? PatternStep.unbounded
      if least == 1 && most == 1 { return try add(inner) }
      try emit(.run(class: Int32(set), least: UInt16(least), most: most, isLazy: isLazy))
    } else {
      for _ in 0..<least { try add(inner) }
      if let most {
        try addOptions(of: inner, most - least, isLazy: isLazy)
      } else {
        try addLoop(of: inner, isLazy: isLazy)
      }
    }
  }

  /// Returns the class of the scalar if a single scalar is repeated; else nil.
  private mutating func single(_ node: PatternNode) -> Int? {
    switch node {
    case .set(let number): return number
    case .scalar(let scalar):
      let first = terms.count
      terms.append(.scalars(scalar.value, scalar.value, isFolded: false))
      classes.append(PatternClass(terms: Range32(first..<terms.count), of: terms))
      return classes.count - 1
    case .sequence(let parts): return parts.count == 1 ? single(parts[0]) : nil
    default: return nil
    }
  }

  /// Adds at most `count` repetitions, each of which can be skipped.
  private mutating func addOptions(of inner: PatternNode, _ count: Int, isLazy: Bool)
    throws(TextError)
  {
    var choices: [Int] = []
    for _ in 0..<count {
      choices.append(try emit(.jump(0)))
      try add(inner)
    }
    for choice in choices { steps[choice] = isLazy ? .prefer(next) : .choose(otherwise: next) }
  }

  private mutating func addLoop(of inner: PatternNode, isLazy: Bool) throws(TextError) {
    let start = try emit(.jump(0))
    var check: (step: Int, slot: Int32)?
    if inner.canBeEmpty {
      let slot = takeSlots(1)
      try emit(.keep(slot: slot))
      try add(inner)
      check = (try emit(.jump(0)), slot)
    } else {
      try add(inner)
    }
    try emit(.jump(Int32(start)))
    steps[start] = isLazy ? .prefer(next) : .choose(otherwise: next)
    if let check { steps[check.step] = .leaveIfEmpty(slot: check.slot, next) }
  }
}

extension PatternNode.Place {
  fileprivate var step: PatternStep {
    switch self {
    case .textStart: .textStart
    case .textEnd: .textEnd
    case .lastLineEnd: .lastLineEnd
    case .lineStart: .lineStart
    case .lineEnd: .lineEnd
    case .wordBoundary: .wordBoundary
    case .noWordBoundary: .noWordBoundary
    }
  }
}
