package import RKEngine

/// A regular expression in the dialect of Swift's `Regex`, compiled.
///
/// It matches scalar by scalar. `PatternProgram` describes how it is added to a plan and run.
package struct Pattern: Sendable, Hashable {
  /// The text in the spec.
  package var text: String
  /// The program, in tables of its own.
  package var program: PatternProgram
  package var steps: [PatternStep]
  package var classes: [PatternClass]
  package var terms: [PatternTerm]

  package static func == (left: Pattern, right: Pattern) -> Bool { left.text == right.text }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }

  /// The number of capturing groups.
  package var groupCount: Int { Int(program.groupCount) }

  package init(_ text: String) throws(TextError) {
    try self.init(text, PatternParser.Flags(), isWhole: false)
  }

  /// Creates a pattern with flags; with `isWhole` it must match the whole text.
  init(_ text: String, _ flags: PatternParser.Flags, isWhole: Bool) throws(TextError) {
    self.text = text
    var parser = PatternParser(text)
    parser.flags = flags
    var node = try parser.parse()
    if isWhole { node = .sequence([.place(.textStart), node, .place(.textEnd)]) }
    var assembler = PatternAssembler(groupCount: parser.groupCount, classes: parser.classes)
    steps = try assembler.assemble(node, terms: &parser.terms)
    classes = assembler.classes
    terms = parser.terms
    program = PatternProgram(
      steps: PlanRange(0..<steps.count),
      classes: PlanRange(0..<classes.count),
      terms: PlanRange(0..<terms.count),
      slotCount: assembler.slotCount,
      groupCount: parser.groupCount,
      start: Self.start(of: node, classes)
    )
  }

  private static func start(of node: PatternNode, _ classes: [PatternClass])
    -> PatternProgram.Start
  {
    if node.isAnchored { return .textStart }
    var bytes = PatternProgram.StartBytes()
    return node.addStart(classes, to: &bytes) ? .anywhere : .byte(bytes)
  }
}
