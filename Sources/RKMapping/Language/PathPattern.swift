/// A pattern for paths: literal text with parameters, as in `/articles/:articleID`
/// (docs/spec-format.md, "Descriptors"; docs/restkit.md).
///
/// Slashes at the beginning and the end are ignored.
package struct PathPattern: Sendable, Hashable {
  package enum Part: Sendable, Hashable {
    case literal(PathLiteral)
    case parameter(String)
  }

  /// A parameter, and its value in a path.
  package struct Binding: Sendable, Hashable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The text in the spec.
  package let text: String
  /// Parameters alternate with literals.
  let parts: [Part]

  package init(_ text: String, of language: PathPatternParser.Language = .requests)
    throws(TextError)
  {
    self.text = text
    parts = try PathPatternParser.parts(of: text, language)
  }

  /// Returns a path in which each `(name)` that is a whole component, or precedes its dot, becomes
  /// a parameter; nil if there is none.
  ///
  /// Other parentheses are literal text, as in `/Products(:id)`.
  static func withColons(_ path: String) -> String? {
    guard path.utf8.contains(UInt8(ascii: "(")) else { return nil }
    var isChanged = false
    let components = path.split(separator: "/", omittingEmptySubsequences: false).map { component in
      guard component.first == "(", let end = component.firstIndex(of: ")") else {
        return String(component)
      }
      let name = component[component.index(after: component.startIndex)..<end]
      let rest = component[component.index(after: end)...]
      guard let first = name.first, first.isLetter || first == "_",
        name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }),
        rest.isEmpty || rest.first == "." || rest.first == "?"
      else { return String(component) }
      isChanged = true
      // After `:name` a dot would belong to the name.
      return rest.first == "." ? "{\(name)}\(rest)" : ":\(name)\(rest)"
    }
    return isChanged ? components.joined(separator: "/") : nil
  }

  /// The number of bytes of literal text.
  package var literalCount: Int {
    parts.reduce(0) { count, part in
      if case .literal(let literal) = part { count + literal.bytes.count } else { count }
    }
  }

  package var parameterNames: [String] {
    parts.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
  }

  /// Whether it matches the same paths as another pattern, whatever the names of the parameters.
  package func takesSamePaths(as other: PathPattern) -> Bool {
    shape == other.shape
  }

  /// Equal for patterns that match the same paths.
  var shape: [Part] { parts.map(\.withoutName) }

  // MARK: - Matching

  /// Returns the values of the parameters in the path of a request, percent-decoded; nil if the
  /// pattern does not match it.
  package func match(request path: String) -> [Binding]? {
    match(Self.withoutSlashes(Self.pathOnly(path)), decodes: true)
  }

  /// Returns the values of the parameters in the last components of a file's path, as many as the
  /// pattern has; nil if the pattern does not match them.
  package func match(file path: String) -> [Binding]? {
    let bytes = Self.withoutSlashes(Array(path.utf8)[...])
    var start = bytes.endIndex
    var missing = componentCount
    while start > bytes.startIndex {
      if bytes[start - 1] == Self.slash {
        missing -= 1
        if missing == 0 { break }
      }
      start -= 1
    }
    return match(bytes[start...], decodes: false)
  }

  private var componentCount: Int {
    1
      + parts.reduce(0) { count, part in
        if case .literal(let literal) = part {
          count + literal.bytes.count { $0 == Self.slash }
        } else {
          count
        }
      }
  }

  /// Matches from left to right.
  ///
  /// A literal must come next. A parameter ends where the following literal first occurs; its value
  /// is not empty, and is within one component.
  ///
  /// Takes time linear in the length of the path.
  private func match(_ path: ArraySlice<UInt8>, decodes: Bool) -> [Binding]? {
    var rest = path
    var bindings: [Binding] = []
    var open: String?
    for part in parts {
      switch part {
      case .parameter(let name): open = name
      case .literal(let literal):
        guard let name = open.take() else {
          guard rest.starts(with: literal.bytes) else { return nil }
          rest = rest.dropFirst(literal.bytes.count)
          continue
        }
        guard let place = literal.firstPlace(in: rest),
          let binding = Self.bind(name, rest[..<place], decodes: decodes)
        else { return nil }
        bindings.append(binding)
        rest = rest[(place + literal.bytes.count)...]
      }
    }
    if let name = open {
      guard let binding = Self.bind(name, rest, decodes: decodes) else { return nil }
      bindings.append(binding)
      rest = []
    }
    return rest.isEmpty ? bindings : nil
  }

  private static func bind(_ name: String, _ value: ArraySlice<UInt8>, decodes: Bool) -> Binding? {
    if value.isEmpty || value.contains(slash) { return nil }
    let bytes = decodes ? percentDecoded(value) : Array(value)
    return Binding(name, String(decoding: bytes, as: UTF8.self))
  }

  // MARK: - Texts

  static let slash = UInt8(ascii: "/")

  private static func withoutSlashes(_ path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = path
    while bytes.first == slash { bytes.removeFirst() }
    while bytes.last == slash { bytes.removeLast() }
    return bytes
  }

  /// Whether two paths, or URLs, have the same path.
  static func isSame(_ path: String, as other: String) -> Bool {
    withoutSlashes(pathOnly(path)) == withoutSlashes(pathOnly(other))
  }

  /// Returns the path of a URL, or of the part of a URL in a request: without scheme, host, query
  /// and fragment.
  private static func pathOnly(_ url: String) -> ArraySlice<UInt8> {
    var path = Array(url.utf8)[...]
    if let colon = path.firstIndex(of: UInt8(ascii: ":")), colon > 0,
      path[colon...].starts(with: "://".utf8), path[..<colon].allSatisfy(isPartOfScheme)
    {
      path = path[(colon + 3)...].drop { $0 != slash && !isEndOfPath($0) }
    }
    return path.prefix { !isEndOfPath($0) }
  }

  private static func isEndOfPath(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
  }

  private static func isPartOfScheme(_ byte: UInt8) -> Bool {
    let character = Character(Unicode.Scalar(byte))
    return character.isASCII
      && (character.isLetter || character.isNumber || "+-.".contains(character))
  }

  /// A percent sign that two hexadecimal digits do not follow is literal.
  private static func percentDecoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var at = text.startIndex
    while at < text.endIndex {
      if text[at] == UInt8(ascii: "%"), at + 2 < text.endIndex,
        let high = digit(text[at + 1]), let low = digit(text[at + 2])
      {
        bytes.append(high << 4 | low)
        at += 3
      } else {
        bytes.append(text[at])
        at += 1
      }
    }
    return bytes
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
  }
}

extension PathPattern.Part {
  fileprivate var withoutName: PathPattern.Part {
    if case .parameter = self { .parameter("") } else { self }
  }
}

/// Literal text of a path pattern, prepared for search.
package struct PathLiteral: Sendable, Hashable {
  let bytes: [UInt8]
  /// For each prefix of the text, the length of the longest shorter prefix that it ends with
  /// (Knuth-Morris-Pratt).
  private let borders: [Int]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var borders = [Int](repeating: 0, count: bytes.count)
    var length = 0
    for at in bytes.indices.dropFirst() {
      while length > 0 && bytes[at] != bytes[length] { length = borders[length - 1] }
      if bytes[at] == bytes[length] { length += 1 }
      borders[at] = length
    }
    self.borders = borders
  }

  /// Returns where it first occurs in a text.
  func firstPlace(in text: ArraySlice<UInt8>) -> Int? {
    var length = 0
    for at in text.indices {
      while length > 0 && text[at] != bytes[length] { length = borders[length - 1] }
      if text[at] == bytes[length] { length += 1 }
      if length == bytes.count { return at - length + 1 }
    }
    return nil
  }
}
