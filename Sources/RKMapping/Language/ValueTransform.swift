internal import RKDiagnostics
internal import RKEngine

/// One step of an attribute's `transform`, such as `trim`, `prefix:x` and `round:2`.
package struct ValueTransform: Sendable, Hashable {
  package var name: Name
  /// The text in the spec.
  package var text: String
  /// The argument: everything after the first colon.
  package var argument: String
  /// For `round`, the number of digits after the point.
  package var places = 0
  /// For `replace`, the pattern and the replacement.
  package var replacing: (pattern: Pattern, replacement: Replacement)?

  package static func == (left: ValueTransform, right: ValueTransform) -> Bool {
    left.text == right.text
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }

  package init(_ text: String) throws(TextError) {
    self.text = text
    let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
    let word = String(text[..<(colon ?? text.endIndex)])
    guard let name = Name(rawValue: word) else {
      let names = Name.allCases.map(\.rawValue)
      throw TextError(
        "there is no transform '\(word)'\(NearestName.suggestion(for: word, among: names))"
      )
    }
    self.name = name
    argument = colon.map { String(text[text.utf8.index(after: $0)...]) } ?? ""
    switch name.declaration.argument {
    case .none:
      guard colon == nil else {
        throw TextError(
          "the transform '\(word)' takes no argument",
          at: word.utf8.count,
          help: "write \"\(word)\""
        )
      }
    case .text(_, _, let mayBeEmpty):
      guard colon != nil, mayBeEmpty || !argument.isEmpty else {
        throw TextError(
          "the transform '\(word)' needs an argument",
          help: "it stands after a colon: \"\(name.example)\""
        )
      }
    case .replacement: replacing = try Self.replacing(argument)
    case .places: places = try Self.places(argument, hasColon: colon != nil)
    }
  }

  /// Splits `/pattern/replacement/`.
  ///
  /// A slash inside one of them is escaped by a backslash.
  private static func replacing(_ argument: String) throws(TextError) -> (
    pattern: Pattern, replacement: Replacement
  ) {
    let bytes = Array(argument.utf8)
    var slashes: [Int] = []
    var at = 0
    while at < bytes.count {
      if bytes[at] == .solidus { slashes.append(at) }
      at += bytes[at] == .backslash ? 2 : 1
    }
    let start = "replace:".utf8.count
    guard slashes.count == 3, slashes[0] == 0, slashes[2] == bytes.count - 1, slashes[1] > 1 else {
      throw TextError(
        "the transform 'replace' takes a pattern and a replacement between slashes",
        at: bytes.isEmpty ? 0 : start,
        help: "write \"replace:/pattern/replacement/\"; a slash within them is \"\\\\/\""
      )
    }
    var part = 0
    do {
      let text = String(decoding: bytes[1..<slashes[1]], as: UTF8.self)
      let pattern = try Pattern(text)
      part = slashes[1]
      let replacement = String(decoding: bytes[(slashes[1] + 1)..<slashes[2]], as: UTF8.self)
      return (pattern, try Replacement(replacement, for: pattern))
    } catch {
      throw TextError(
        error.message,
        at: start + part + 1 + error.offset,
        help: error.help,
        code: error.code
      )
    }
  }

  private static func places(_ argument: String, hasColon: Bool) throws(TextError) -> Int {
    let range = ValueRule.Transform.places
    if let places = Int(argument), range.contains(places) { return places }
    let given = hasColon ? "not '\(argument)'" : "which is missing"
    throw TextError(
      "the transform 'round' takes a whole number from \(range.lowerBound) to "
        + "\(range.upperBound), \(given)",
      at: hasColon ? "round:".utf8.count : 0,
      help: "\"round:2\" keeps two digits after the point, \"round:0\" none"
    )
  }
}
