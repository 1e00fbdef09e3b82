internal import RKEngine

/// Parses regular expressions in Swift's dialect.
struct PatternParser {
  /// The deepest nesting of groups and classes.
  static let deepest = 100
  /// The largest number of a repetition.
  static let mostRepetitions = 1_000
  static let mostScalars = 20_000

  /// The flags that `(?imsnx)` sets.
  struct Flags {
    var ignoresCase = false
    var dotTakesBreaks = false
    var anchorsAreOfLines = false
    var ignoresSpace = false
    var onlyNamedCapture = false
  }

  let scalars: [Unicode.Scalar]
  /// The byte offset of each scalar, and of the end.
  private let offsets: [Int]
  var at = 0
  var flags = Flags()
  var depth = 0
  private(set) var groupCount = 0
  var names: [String: Int] = [:]
  var classes: [PatternClass] = []
  var terms: [PatternTerm] = []

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
    var offsets = [0]
    for scalar in scalars { offsets.append((offsets.last ?? 0) + UTF8.width(scalar)) }
    self.offsets = offsets
  }

  mutating func parse() throws(TextError) -> PatternNode {
    guard scalars.count <= Self.mostScalars else {
      throw error("the pattern is longer than \(Self.mostScalars) characters", at: 0)
    }
    let node = try parseChoice()
    if at < scalars.count { throw error("')' closes no group") }
    return node
  }

  // MARK: - Examining

  func offset(at index: Int) -> Int { offsets[min(index, scalars.count)] }

  func error(_ message: String, at index: Int? = nil) -> TextError {
    TextError(message, at: offset(at: index ?? at))
  }

  func unsupported(_ what: String, at index: Int) -> TextError {
    TextError(
      "\(what) is not supported in a pattern",
      at: offset(at: index),
      code: .unsupportedInSpec
    )
  }

  /// What would take more steps than the text has characters is not in the dialect.
  func nonlinear(_ what: String, at index: Int, _ help: String) -> TextError {
    TextError(
      "\(what) cannot be searched in linear time, and is no part of a pattern",
      at: offset(at: index),
      help: help,
      code: .nonlinearPattern
    )
  }

  /// The scalar `distance` ahead; nil beyond the end.
  func peek(_ distance: Int = 0) -> Unicode.Scalar? {
    at + distance < scalars.count ? scalars[at + distance] : nil
  }

  mutating func accept(_ text: StaticString) -> Bool {
    let wanted = Array(text.description.unicodeScalars)
    guard scalars.count - at >= wanted.count, scalars[at..<at + wanted.count] == wanted[...] else {
      return false
    }
    at += wanted.count
    return true
  }

  mutating func expect(_ text: StaticString, _ message: String) throws(TextError) {
    if !accept(text) { throw error(message) }
  }

  /// Skips white space and comments if a flag says to ignore them.
  mutating func skipIgnored() {
    guard flags.ignoresSpace else { return }
    while let scalar = peek() {
      if scalar == "#" {
        while let inner = peek(), inner != "\n", inner != "\r" { at += 1 }
      } else if scalar.properties.isPatternWhitespace {
        at += 1
      } else {
        return
      }
    }
  }

  // MARK: - Structure

  /// Parses alternatives, up to the end of a group or of the pattern.
  mutating func parseChoice() throws(TextError) -> PatternNode {
    var ways = [try parseSequence()]
    while accept("|") { ways.append(try parseSequence()) }
    return ways.count == 1 ? ways[0] : .choice(ways)
  }

  private mutating func parseSequence() throws(TextError) -> PatternNode {
    var parts: [PatternNode] = []
    while true {
      skipIgnored()
      guard let scalar = peek(), scalar != "|", scalar != ")" else { return .sequence(parts) }
      let start = at
      guard let part = try parsePart(scalar, &parts) else { continue }
      parts.append(try parseRepetition(of: part, from: start))
    }
  }

  /// Parses one part, without its repetition; returns nil if the part matches nothing by itself.
  ///
  /// Only the last scalar of quoted text can be repeated. The others are added to `parts`.
  private mutating func parsePart(_ scalar: Unicode.Scalar, _ parts: inout [PatternNode])
    throws(TextError) -> PatternNode?
  {
    switch scalar {
    case "(": return try parseGroup()
    case "[": return try parseSet()
    case "\\":
      guard accept("\\Q") else { return try parseEscape() }
      var quoted: [PatternNode] = []
      while at < scalars.count && !accept("\\E") {
        quoted.append(try literal(scalars[at]))
        at += 1
      }
      parts += quoted.dropLast()
      return quoted.last
    case ".":
      at += 1
      return .set(try addClass(flags.dotTakesBreaks ? [.not] : ScalarSets.verticalSpace + [.not]))
    case "^":
      at += 1
      return .place(flags.anchorsAreOfLines ? .lineStart : .textStart)
    case "$":
      at += 1
      return .place(flags.anchorsAreOfLines ? .lineEnd : .textEnd)
    default:
      let start = at
      if try parseCount() != nil {
        throw error("'\(text(from: start, upTo: at - 1))' has nothing to repeat", at: start)
      }
      at += 1
      return try literal(scalar)
    }
  }

  /// Returns a literal scalar, with its other case if case is ignored.
  mutating func literal(_ scalar: Unicode.Scalar) throws(TextError) -> PatternNode {
    let value = scalar.value
    guard flags.ignoresCase else { return .scalar(scalar) }
    let folded = ScalarCase.folded(value)
    guard folded != value || scalar.properties.isCased else { return .scalar(scalar) }
    return .set(try addClass([.scalars(folded, folded, isFolded: true)]))
  }

  mutating func addClass(_ added: [PatternTerm]) throws(TextError) -> Int {
    let first = terms.count
    terms += added
    return try addClass(from: first)
  }

  /// Makes a class of the terms from index `first` on.
  mutating func addClass(from first: Int) throws(TextError) -> Int {
    try checkSize()
    classes.append(PatternClass(terms: Range32(first..<terms.count), of: terms))
    return classes.count - 1
  }

  func checkSize() throws(TextError) {
    guard terms.count <= PatternAssembler.mostSteps else {
      throw error(
        "the pattern is too large: its classes have more than \(PatternAssembler.mostSteps) parts"
      )
    }
  }

  // MARK: - Repetition

  private mutating func parseRepetition(of part: PatternNode, from start: Int)
    throws(TextError) -> PatternNode
  {
    skipIgnored()
    let place = at
    guard let (least, most) = try parseCount() else { return part }
    if case .place = part { throw error("what takes no text cannot be repeated", at: place) }
    skipIgnored()
    let isLazy = accept("?")
    if !isLazy && peek() == "+" {
      throw nonlinear("a possessive repetition", at: at, "leave out this '+'")
    }
    return .repetition(part, least: least, most: most, isLazy: isLazy, offset: offset(at: start))
  }

  /// Parses `*`, `+`, `?`, `{n}`, `{n,}`, `{,m}` or `{n,m}`.
  ///
  /// Returns nil if there is none. Other braces are literal.
  private mutating func parseCount() throws(TextError) -> (least: Int, most: Int?)? {
    if accept("*") { return (0, nil) }
    if accept("+") { return (1, nil) }
    if accept("?") { return (0, 1) }
    let start = at
    guard accept("{") else { return nil }
    let least = try parseNumber()
    let hasComma = accept(",")
    let most = hasComma ? try parseNumber() : least
    guard accept("}"), least != nil || most != nil else {
      at = start
      return nil
    }
    if let least, let most, least > most {
      throw error("a repetition of \(least) to \(most) times is none", at: start)
    }
    return (least ?? 0, most)
  }

  private mutating func parseNumber() throws(TextError) -> Int? {
    while accept(" ") {}
    let start = at
    var number = 0
    while let digit = peek(), "0"..."9" ~= digit {
      number = min(number * 10 + Int(digit.value - 0x30), Self.mostRepetitions + 1)
      at += 1
    }
    guard at > start else { return nil }
    guard number <= Self.mostRepetitions else {
      throw error("nothing is repeated more than \(Self.mostRepetitions) times", at: start)
    }
    while accept(" ") {}
    return number
  }

  mutating func takeGroup() -> Int {
    groupCount += 1
    return groupCount
  }
}
