/// A comparison that had no answer, with the values that it met.
package struct Clash: Sendable {
  /// The values that could not be compared.
  package enum Form: UInt8, Sendable {
    /// Values of kinds that never compare.
    case kinds
    /// Two texts that are numbers, by their order as texts.
    case asTexts
    /// Something that is no text, by an operator for texts.
    case noText
    /// What the functions `number`, `text` and `date` could not convert.
    case unfitNumber
    case unfitText
    case unfitDate
    /// What an operator, a function or a sign could not compute.
    case uncomputed
  }

  package let program: Int
  package let form: Form
  package let left: [UInt8]
  package let right: [UInt8]
  /// The token of the value, 0 if it has none.
  var token: UInt32
}

/// Counts, for each program of a plan, the evaluations and those that met a comparison without an
/// answer (docs/spec-format.md, Predicates and expressions).
struct ClashTally: ~Copyable {
  /// The evaluations of each program.
  private var judged = UniqueArray<Int>()
  /// Those that met such a comparison.
  private var met = UniqueArray<Int>()
  /// The first such comparison of each program, until it is reported.
  var examples: [Clash] = []

  init(programCount: Int) {
    judged.append(repeating: 0, count: programCount)
    met.append(repeating: 0, count: programCount)
  }

  /// Counts an evaluation of a program.
  @inline(__always)
  mutating func judge(_ program: PlanID<ExpressionProgram>) {
    judged[Int(program.index)] &+= 1
  }

  /// Counts an evaluation that met such a comparison; true for the first.
  mutating func meet(_ program: Int) -> Bool {
    met[program] &+= 1
    return met[program] == 1
  }

  /// The counts so far.
  var counts: [ClashCount] {
    (0..<judged.count).map { ClashCount(judged: judged[$0], met: met[$0]) }
  }

  /// Begins a part of the input.
  mutating func removeAll() {
    for number in 0..<judged.count {
      judged[number] = 0
      met[number] = 0
    }
    examples.removeAll()
  }
}

/// How often a program was evaluated, and how often it had values that could not be compared.
package struct ClashCount: Sendable, Hashable {
  package var judged = 0
  package var met = 0

  package init(judged: Int = 0, met: Int = 0) { (self.judged, self.met) = (judged, met) }

  package static func + (one: ClashCount, other: ClashCount) -> ClashCount {
    ClashCount(judged: one.judged + other.judged, met: one.met + other.met)
  }
}
