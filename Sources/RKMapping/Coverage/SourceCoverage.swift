package import RKEngine

/// What a spec maps of some inputs, and which of its rules were used.
package struct SourceCoverage: Sendable {
  /// A path to leaves in the inputs.
  package struct Path: Sendable {
    /// The name of the set of descriptors that were considered for its documents; empty for all of
    /// the spec.
    package var set: String
    package var text: String
    package var components: [SourceTree.Component]
    package var counts: SourceTree.Counts
    /// The indices of the rules that read it.
    package var rules: [Int]
    package var example: SourceTree.Example

    package var state: SourceTree.State { counts.state }
  }

  package var inputCount = 0
  package var documentCount = 0
  package var recordCount = 0
  /// The paths, in byte order within each set of descriptors.
  package private(set) var paths: [Path] = []
  /// The rules, in the order of the spec.
  package var rules: [CoverageRule]
  /// The lines of the inputs; nil unless they are counted.
  package var files: [CoverageTally.FileLines]?

  package init(_ rules: [CoverageRule]) { self.rules = rules }

  /// Takes the paths of a tree; `places` returns the indices of rules.
  package mutating func take(_ tree: SourceTree, places: (Int32) -> Int?) {
    paths = tree.paths.map { path in
      var set = ""
      if case .set(let name) = path.components.first { set = name }
      let components = Array(path.components[(set.isEmpty ? 0 : 1)...])
      return Path(
        set: set,
        text: KeyPathText.text(of: components),
        components: components,
        counts: path.counts,
        rules: Set(path.rules.compactMap(places)).sorted(),
        example: path.example
      )
    }
    sets = Set(paths.map(\.set)).map { (tree.firstDescriptor(ofSet: $0), $0) }.sorted {
      one,
      other in
      one.0 != other.0 ? one.0 < other.0 : one.1.utf8.lexicographicallyPrecedes(other.1.utf8)
    }.map(\.1)
    let order = Dictionary(uniqueKeysWithValues: sets.enumerated().map { ($1, $0) })
    paths.sort { one, other in
      one.set != other.set
        ? order[one.set, default: 0] < order[other.set, default: 0]
        : one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
    }
  }

  /// The names of the sets of descriptors that have paths, in their order.
  package private(set) var sets: [String] = []

  /// Whether a path belongs to some of the descriptors only.
  package var hasSets: Bool { sets.contains { !$0.isEmpty } }

  /// The number of paths in a state.
  package func count(_ state: SourceTree.State) -> Int { paths.count { $0.state == state } }

  package var unusedCount: Int { rules.count(where: \.isUnused) }

  /// The number of mapped paths, and of all paths that count.
  package var fraction: (mapped: Int, all: Int) {
    let mapped = count(.mapped)
    return (mapped, mapped + count(.unmapped))
  }

  /// The percentage of mapped paths, with one decimal, rounded down; nil if no path counts.
  package var percent: String? {
    let (mapped, all) = fraction
    if all == 0 { return nil }
    let tenths = mapped * 1000 / all
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// Whether a descriptor found something, even an empty list, or a descriptor that was considered
  /// is optional.
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

/// Converts paths of leaves to text and back.
package enum KeyPathText {
  /// Returns a path as text, such as `articles[].title`.
  ///
  /// Keys are in brackets and quotes if necessary, and keys that are data are `{}`.
  package static func text(of components: [SourceTree.Component]) -> String {
    var text = ""
    for component in components {
      switch component {
      case .set: break
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

  /// Parses the text of a path; nil if it is not one.
  package static func components(_ text: String) -> [SourceTree.Component]? {
    var components: [SourceTree.Component] = []
    var rest = Substring(text).unicodeScalars
    while let first = rest.first {
      if rest.starts(with: "[]".unicodeScalars) {
        components.append(.elements)
        rest = rest.dropFirst(2)
      } else if rest.starts(with: "{}".unicodeScalars) {
        components.append(.everyKey)
        rest = rest.dropFirst(2)
      } else if rest.starts(with: "[\"".unicodeScalars) {
        guard let (key, end) = quotedKey(Substring(rest.dropFirst())) else { return nil }
        components.append(.key(key))
        rest = end.unicodeScalars
      } else {
        if first == "." {
          if components.isEmpty { return nil }
          rest = rest.dropFirst()
        }
        let key = rest.prefix(while: isPlain)
        if key.isEmpty { return nil }
        components.append(.key(Array(Substring(key).utf8)))
        rest = rest[key.endIndex...]
      }
    }
    return components
  }

  /// Reads the key in quotes at the beginning of a text; also returns what follows its bracket.
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
