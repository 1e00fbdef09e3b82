/// A set of Unicode scalars that a pattern matches.
package struct PatternClass: Sendable, BitwiseCopyable {
  /// The scalars outside ASCII that belong to the class.
  package enum Beyond: UInt8, Sendable, BitwiseCopyable {
    case none
    case all
    /// Those that the terms select.
    case some
  }

  /// The ASCII scalars, 0 to 63 and 64 to 127.
  package var low: UInt64 = 0
  package var high: UInt64 = 0
  package var beyond: Beyond = .none
  /// The range of its terms in the program.
  package var terms: Range32

  /// The class that some terms describe.
  package init(terms: Range32, of all: [PatternTerm]) {
    self.terms = terms
    for value in 0..<UInt32(128) where PatternTerm.contains(value, terms, all.span) {
      if value < 64 {
        low |= UInt64(1) << UInt64(value)
      } else {
        high |= UInt64(1) << UInt64(value - 64)
      }
    }
    // Terms with ASCII alone treat all other scalars alike, except the two that fold to ASCII.
    let isPlain = (Int(terms.first)..<Int(terms.end)).allSatisfy { all[$0].isOfASCII }
    let answers = [0x10_FFFF, 0x017F, 0x212A].map { PatternTerm.contains($0, terms, all.span) }
    if isPlain && !answers.contains(!answers[0]) {
      beyond = answers[0] ? .all : .none
    } else {
      beyond = .some
    }
  }

  @inline(__always)
  package func contains(ascii byte: UInt8) -> Bool {
    (byte < 64 ? low : high) &>> UInt64(byte & 63) & 1 != 0
  }

  /// Whether a scalar outside ASCII belongs to it.
  @inline(never)
  package func contains(beyond value: UInt32, _ terms: Span<PatternTerm>) -> Bool {
    switch beyond {
    case .none: false
    case .all: true
    case .some: PatternTerm.contains(value, self.terms, terms)
    }
  }

  /// The step cost of testing a scalar outside ASCII.
  package var cost: Int { beyond == .some ? 1 + Int(terms.end - terms.first) / 8 : 0 }
}

/// One part of the description of a class.
///
/// A class is a sequence of these, evaluated in order over a stack of at most 64 results: a set
/// adds to the result on top, `open` pushes a new one, an operation combines the upper two.
package enum PatternTerm: Sendable, BitwiseCopyable {
  package enum Operation: UInt8, Sendable, BitwiseCopyable {
    case union
    case intersection
    case subtraction
    case symmetricDifference
  }

  /// Properties of scalars, as the Unicode Character Database names them.
  package enum Property: UInt8, Sendable, BitwiseCopyable, CaseIterable {
    case alphabetic
    case cased
    case dash
    case defaultIgnorable
    case emoji
    case hexDigit
    case idContinue
    case idStart
    case ideographic
    case joinControl
    case lowercase
    case math
    case noncharacter
    case uppercase
    case whitespace
    case xidContinue
    case xidStart
  }

  /// The scalars from the first to the last; if folded, also those that differ from one of them
  /// only in case.
  case scalars(UInt32, UInt32, isFolded: Bool)
  /// Scalars of these general categories, one bit for each.
  case categories(UInt32)
  case property(Property)
  case open
  case close(Operation)
  case not

  /// The word characters of Unicode TR 18.
  package static let word: [PatternTerm] = [
    .property(.alphabetic),
    .categories(
      [.nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .connectorPunctuation]
        .reduce(0) { $0 | 1 << bit(of: $1) }
    ),
    .property(.joinControl),
  ]

  package static func contains(_ value: UInt32, _ range: Range32, _ terms: Span<PatternTerm>)
    -> Bool
  {
    var answers: UInt64 = 0
    var (folded, raised): (UInt32?, UInt32) = (nil, 0)
    for index in Int(range.first)..<Int(range.end) {
      let isAnswered = answers & 1 != 0
      switch terms[index] {
      case .scalars where isAnswered, .categories where isAnswered, .property where isAnswered:
        break
      case .scalars(let first, let last, let isFolded):
        if value >= first && value <= last {
          answers |= 1
        } else if isFolded {
          if folded == nil {
            folded = ScalarCase.folded(value)
            raised = ScalarCase.raised(folded ?? value)
          }
          if let folded, folded >= first && folded <= last || raised >= first && raised <= last {
            answers |= 1
          }
        }
      case .categories(let set):
        if set & 1 << category(value) != 0 { answers |= 1 }
      case .property(let property):
        if property.holds(for: value) { answers |= 1 }
      case .open: answers <<= 1
      case .close(let operation):
        let upper = answers & 1
        answers >>= 1
        switch operation {
        case .union: answers |= upper
        case .intersection: answers &= ~1 | upper
        case .subtraction: answers &= ~upper
        case .symmetricDifference: answers ^= upper
        }
      case .not: answers ^= 1
      }
    }
    return answers & 1 != 0
  }

  fileprivate var isOfASCII: Bool {
    switch self {
    case .scalars(_, let last, _): last < 0x80
    case .categories, .property: false
    case .open, .close, .not: true
    }
  }

  /// The bit of a scalar's general category.
  private static func category(_ value: UInt32) -> UInt32 {
    bit(of: Unicode.Scalar(value)?.properties.generalCategory ?? .unassigned)
  }

  /// The bit of a general category in a set of them.
  package static func bit(of category: Unicode.GeneralCategory) -> UInt32 {
    switch category {
    case .uppercaseLetter: 0
    case .lowercaseLetter: 1
    case .titlecaseLetter: 2
    case .modifierLetter: 3
    case .otherLetter: 4
    case .nonspacingMark: 5
    case .spacingMark: 6
    case .enclosingMark: 7
    case .decimalNumber: 8
    case .letterNumber: 9
    case .otherNumber: 10
    case .connectorPunctuation: 11
    case .dashPunctuation: 12
    case .openPunctuation: 13
    case .closePunctuation: 14
    case .initialPunctuation: 15
    case .finalPunctuation: 16
    case .otherPunctuation: 17
    case .mathSymbol: 18
    case .currencySymbol: 19
    case .modifierSymbol: 20
    case .otherSymbol: 21
    case .spaceSeparator: 22
    case .lineSeparator: 23
    case .paragraphSeparator: 24
    case .control: 25
    case .format: 26
    case .surrogate: 27
    case .privateUse: 28
    case .unassigned: 29
    @unknown default: 29
    }
  }
}

extension PatternTerm.Property {
  fileprivate func holds(for value: UInt32) -> Bool {
    guard let properties = Unicode.Scalar(value)?.properties else { return false }
    return switch self {
    case .alphabetic: properties.isAlphabetic
    case .cased: properties.isCased
    case .dash: properties.isDash
    case .defaultIgnorable: properties.isDefaultIgnorableCodePoint
    case .emoji: properties.isEmoji
    case .hexDigit: properties.isHexDigit
    case .idContinue: properties.isIDContinue
    case .idStart: properties.isIDStart
    case .ideographic: properties.isIdeographic
    case .joinControl: properties.isJoinControl
    case .lowercase: properties.isLowercase
    case .math: properties.isMath
    case .noncharacter: properties.isNoncharacterCodePoint
    case .uppercase: properties.isUppercase
    case .whitespace: properties.isWhitespace
    case .xidContinue: properties.isXIDContinue
    case .xidStart: properties.isXIDStart
    }
  }
}
