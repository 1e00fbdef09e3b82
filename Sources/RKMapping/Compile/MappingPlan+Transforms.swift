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

  /// Adds transforms to the plan's tables.
  mutating func add(_ transforms: [ValueTransform]) -> PlanRange<ValueRule.Transform> {
    let rules = transforms.map { rule($0) }
    return self.transforms.add(rules)
  }

  private mutating func rule(_ transform: ValueTransform) -> ValueRule.Transform {
    switch transform.name.declaration.argument {
    case .none(let rule): return rule
    case .text(let rule, _, _): return rule(add(text: transform.argument.utf8))
    case .places: return .round(places: Int32(transform.places))
    case .replacement:
      guard let (pattern, replacement) = transform.replacing else {
        preconditionFailure("'replace' is made with its pattern")
      }
      return .replace(add(pattern), with: add(replacement))
    }
  }
}
