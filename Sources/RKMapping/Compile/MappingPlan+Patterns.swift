package import RKEngine

extension MappingPlan {
  /// Adds a pattern's program to the plan's tables.
  package mutating func add(_ pattern: Pattern) -> PlanID<PatternProgram> {
    var program = pattern.program
    program.steps = patternSteps.add(pattern.steps)
    program.classes = patternClasses.add(pattern.classes)
    program.terms = patternTerms.add(pattern.terms)
    return patterns.add(program)
  }

  /// Adds a replacement to the plan's tables.
  package mutating func add(_ replacement: Replacement) -> PlanRange<ReplacementPiece> {
    var pieces: [ReplacementPiece] = []
    for piece in replacement.pieces {
      switch piece {
      case .text(let bytes): pieces.append(.text(add(text: bytes)))
      case .group(let number): pieces.append(.group(UInt8(number)))
      }
    }
    return replacementPieces.add(pieces)
  }
}
