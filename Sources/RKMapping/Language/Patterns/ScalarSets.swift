internal import RKEngine

/// The named sets of scalars in patterns.
enum ScalarSets {
  static let digit = [categories([.decimalNumber])]

  static let space: [PatternTerm] =
    horizontalSpace + verticalSpace

  static let horizontalSpace = ranges([
    0x09...0x09, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x202F...0x202F,
    0x205F...0x205F, 0x3000...0x3000,
  ])

  /// The scalars that end a line.
  static let verticalSpace = ranges([0x0A...0x0D, 0x85...0x85, 0x2028...0x2029])

  private static func ranges(_ ranges: [ClosedRange<UInt32>]) -> [PatternTerm] {
    ranges.map { .scalars($0.lowerBound, $0.upperBound, isFolded: false) }
  }

  private static func categories(_ categories: [Unicode.GeneralCategory]) -> PatternTerm {
    .categories(categories.reduce(0) { $0 | 1 << PatternTerm.bit(of: $1) })
  }

  /// Removes what is ignored in names: case, spaces, hyphens and underscores.
  static func plain(_ name: String) -> String {
    name.lowercased().filter { !" _-".contains($0) }
  }

  /// Returns the terms of a property or of a POSIX class.
  static func named(_ text: String) -> [PatternTerm]? {
    let name = plain(text)
    for prefix in ["gc=", "generalcategory="] where name.hasPrefix(prefix) {
      return category(String(name.dropFirst(prefix.count)))
    }
    if let terms = category(name) ?? other(name) { return terms }
    guard name.hasPrefix("is") else { return nil }
    let rest = String(name.dropFirst(2))
    return category(rest) ?? other(rest)
  }

  private static func category(_ name: String) -> [PatternTerm]? {
    let found = names.filter { name == $0.long || $0.short == name }.map(\.category)
    if !found.isEmpty { return [categories(found)] }
    guard let initials = groups[name] else { return nil }
    return [categories(names.filter { initials.contains($0.short) }.map(\.category))]
  }

  private static func other(_ name: String) -> [PatternTerm]? {
    switch name {
    case "any": [.not]
    case "assigned": [categories([.unassigned]), .not]
    case "ascii": ranges([0...0x7F])
    case "alnum": [.property(.alphabetic), categories([.decimalNumber])]
    case "blank": [categories([.spaceSeparator]), .scalars(0x09, 0x09, isFolded: false)]
    case "graph": [.property(.whitespace), categories([.control, .surrogate, .unassigned]), .not]
    case "print":
      [
        categories([
          .control, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator,
        ]), .not,
      ]
    case "word": PatternTerm.word
    default: properties[name].map { [.property($0)] }
    }
  }

  private static let properties: [String: PatternTerm.Property] = [
    "alphabetic": .alphabetic, "alpha": .alphabetic, "cased": .cased, "dash": .dash,
    "defaultignorablecodepoint": .defaultIgnorable, "di": .defaultIgnorable, "emoji": .emoji,
    "hexdigit": .hexDigit, "hex": .hexDigit, "xdigit": .hexDigit, "idcontinue": .idContinue,
    "idc": .idContinue, "idstart": .idStart, "ids": .idStart, "ideographic": .ideographic,
    "ideo": .ideographic, "joincontrol": .joinControl, "joinc": .joinControl,
    "lowercase": .lowercase, "lower": .lowercase, "math": .math,
    "noncharactercodepoint": .noncharacter, "nchar": .noncharacter, "uppercase": .uppercase,
    "upper": .uppercase, "whitespace": .whitespace, "wspace": .whitespace, "space": .whitespace,
    "xidcontinue": .xidContinue, "xidc": .xidContinue, "xidstart": .xidStart, "xids": .xidStart,
  ]

  /// For each name of several categories, the short names of these categories.
  private static let groups: [String: [String]] = {
    var groups: [String: [String]] = [
      "lc": ["lu", "ll", "lt"], "l&": ["lu", "ll", "lt"], "casedletter": ["lu", "ll", "lt"],
    ]
    for (initial, long) in [
      ("l", "letter"), ("m", "mark"), ("n", "number"), ("p", "punctuation"), ("s", "symbol"),
      ("z", "separator"), ("c", "other"), ("m", "combiningmark"), ("p", "punct"),
    ] {
      groups[initial] = names.map(\.short).filter { $0.hasPrefix(initial) }
      groups[long] = groups[initial]
    }
    return groups
  }()

  private static let names: [(short: String, long: String, category: Unicode.GeneralCategory)] = [
    ("lu", "uppercaseletter", .uppercaseLetter), ("ll", "lowercaseletter", .lowercaseLetter),
    ("lt", "titlecaseletter", .titlecaseLetter), ("lm", "modifierletter", .modifierLetter),
    ("lo", "otherletter", .otherLetter), ("mn", "nonspacingmark", .nonspacingMark),
    ("mc", "spacingmark", .spacingMark), ("me", "enclosingmark", .enclosingMark),
    ("nd", "decimalnumber", .decimalNumber), ("nd", "digit", .decimalNumber),
    ("nl", "letternumber", .letterNumber), ("no", "othernumber", .otherNumber),
    ("pc", "connectorpunctuation", .connectorPunctuation),
    ("pd", "dashpunctuation", .dashPunctuation), ("ps", "openpunctuation", .openPunctuation),
    ("pe", "closepunctuation", .closePunctuation),
    ("pi", "initialpunctuation", .initialPunctuation),
    ("pf", "finalpunctuation", .finalPunctuation), ("po", "otherpunctuation", .otherPunctuation),
    ("sm", "mathsymbol", .mathSymbol), ("sc", "currencysymbol", .currencySymbol),
    ("sk", "modifiersymbol", .modifierSymbol), ("so", "othersymbol", .otherSymbol),
    ("zs", "spaceseparator", .spaceSeparator), ("zl", "lineseparator", .lineSeparator),
    ("zp", "paragraphseparator", .paragraphSeparator), ("cc", "control", .control),
    ("cc", "cntrl", .control), ("cf", "format", .format), ("cs", "surrogate", .surrogate),
    ("co", "privateuse", .privateUse), ("cn", "unassigned", .unassigned),
  ]
}
