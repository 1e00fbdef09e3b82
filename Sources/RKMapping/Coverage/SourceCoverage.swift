package import RKEngine

/// What a spec maps of some inputs, and which of its rules are used.
package struct SourceCoverage: Sendable {
  /// A path of leaves in the inputs.
  package struct Path: Sendable {
    package var text: String
    package var components: [SourceTree.Component]
    package var counts: SourceTree.Counts
    /// The rules that read it, by their places among all rules.
    package var rules: [Int]
    package var example: SourceTree.Example

    package var state: SourceTree.State { counts.state }
  }

  package var inputCount = 0
  package var documentCount = 0
  package var recordCount = 0
  /// By their bytes.
  package private(set) var paths: [Path] = []
  /// By their places.
  package var rules: [CoverageRule]
  /// The lines of the inputs, if they are counted.
  package var files: [CoverageTally.FileLines]?

  package init(_ rules: [CoverageRule]) { self.rules = rules }

  /// Takes the paths of a tree, whose rules are at these places.
  package mutating func take(_ tree: SourceTree, places: (Int32) -> Int?) {
    paths = tree.paths.map { path in
      Path(
        text: KeyPathText.text(of: path.components),
        components: path.components,
        counts: path.counts,
        rules: Set(path.rules.compactMap(places)).sorted(),
        example: path.example
      )
    }
    paths.sort { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
  }

  /// How many paths are in a state.
  package func count(_ state: SourceTree.State) -> Int { paths.count { $0.state == state } }

  package var unusedCount: Int { rules.count(where: \.isUnused) }

  /// The mapped paths and all that count.
  package var fraction: (mapped: Int, all: Int) {
    let mapped = count(.mapped)
    return (mapped, mapped + count(.unmapped))
  }

  /// The percentage of mapped paths with one decimal, rounded down; nil if there is none to count.
  package var percent: String? {
    let (mapped, all) = fraction
    if all == 0 { return nil }
    let tenths = mapped * 1000 / all
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// Some descriptor has found something, if only an empty list, or one that was considered is
  /// optional.
  package var hasFound: Bool {
    rules.indices.contains { number in
      let rule = rules[number]
      guard rule.kind == .descriptor else { return false }
      if rule.counts.hits > 0 || rule.isOptional && rule.counts.records > 0 { return true }
      return paths.contains { path in
        path.rules.contains(number) && rule.emptyFinding?.isAt(path) == true
      }
    }
  }
}

/// Paths of leaves as text.
package enum KeyPathText {
  /// `articles[].title`; a key that needs it stands in quotes and brackets, keys as data are `{}`.
  package static func text(of components: [SourceTree.Component]) -> String {
    var text = ""
    for component in components {
      switch component {
      case .elements: text += "[]"
      case .everyKey: text += "{}"
      case .key(let key):
        let name = String(decoding: key, as: UTF8.self)
        if isPlain(name) {
          text += text.isEmpty ? name : ".\(name)"
        } else {
          text += "[\(String(decoding: JSONText.quoted(key), as: UTF8.self))]"
        }
      }
    }
    return text
  }

  private static func isPlain(_ key: String) -> Bool {
    !key.isEmpty && key.unicodeScalars.allSatisfy(isPlain)
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "_", "-", "+", "$", "/", "0"..."9", "a"..."z", "A"..."Z": true
    default: scalar.value >= 0x80 && scalar.properties.isAlphabetic
    }
  }

  /// The components of a path; nil if it is none.
  package static func components(_ text: String) -> [SourceTree.Component]? {
    var components: [SourceTree.Component] = []
    var rest = Substring(text)
    while let first = rest.first {
      if rest.hasPrefix("[]") {
        components.append(.elements)
        rest = rest.dropFirst(2)
      } else if rest.hasPrefix("{}") {
        components.append(.everyKey)
        rest = rest.dropFirst(2)
      } else if rest.hasPrefix("[\"") {
        guard let (key, end) = quotedKey(rest.dropFirst()) else { return nil }
        components.append(.key(key))
        rest = end
      } else {
        if first == "." {
          if components.isEmpty { return nil }
          rest = rest.dropFirst()
        }
        let key = rest.prefix { $0.unicodeScalars.allSatisfy(isPlain) }
        if key.isEmpty { return nil }
        components.append(.key(Array(key.utf8)))
        rest = rest.dropFirst(key.count)
      }
    }
    return components
  }

  /// The key in quotes that a text begins with, and what follows its bracket.
  private static func quotedKey(_ text: Substring) -> (key: [UInt8], rest: Substring)? {
    let bytes = Array(text.utf8)
    var end = 1
    while end < bytes.count && bytes[end] != UInt8(ascii: "\"") {
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard end + 1 < bytes.count, bytes[end + 1] == UInt8(ascii: "]"),
      let key = SpecScanner.plainText(ofString: Array(bytes[...end]))
    else { return nil }
    return (Array(key.utf8), Substring(decoding: bytes[(end + 2)...], as: UTF8.self))
  }
}
