internal import RKEngine

/// Valid text around a piece of JSON under test, so that the piece is at a chosen position in the
/// blocks of 64 tokens that the kernels validate.
///
/// All strings are empty, and all numbers have one digit.
package enum Surroundings: CaseIterable, Sendable {
  case documents, lines, elements, members, memberElements

  /// Whether it opens no container.
  var isFlat: Bool { self == .documents || self == .lines }

  /// Whether a text is tested at a position: at every position in lists and lines, otherwise at
  /// some.
  func isTried(at place: Int) -> Bool {
    self == .elements || self == .lines || place % 4 == 3 || place % 64 == 0
  }

  /// The separator of documents, if any.
  package var separator: UInt8? { self == .lines ? .lineFeed : nil }

  /// Text with this many tokens, after which a document, an element or a member may begin.
  package func before(_ count: Int) -> [UInt8] {
    var text = Array(beginning.text.utf8)
    var left = count - beginning.tokenCount
    text += fillers[left % fillers.count].utf8
    left -= fillers.count + left % fillers.count
    for _ in 0..<(left / fillers.count) { text += fillers[0].utf8 }
    return text
  }

  /// Text with at least this many tokens, before which a document, an element or a member may end.
  package func after(_ count: Int) -> [UInt8] {
    let piece =
      switch self {
      case .documents: " 1[]\"\""
      case .lines: "\n1\n[]\n\"\""
      case .elements, .memberElements: ",1,[],\"\""
      case .members: ",\"\":1,\"\":{}"
      }
    var text: [UInt8] = []
    for _ in 0...(count / 4) { text += piece.utf8 }
    return text
  }

  /// The text, with this many tokens before it and at least 128 after it.
  ///
  /// If a separator is given, it replaces the one between lines.
  package func around(_ text: [UInt8], at place: Int, separator: UInt8?) -> [UInt8] {
    func parted(_ text: [UInt8]) -> [UInt8] {
      separator == self.separator ? text : text.map { $0 == self.separator ? separator ?? $0 : $0 }
    }
    return parted(before(place)) + text + parted(after(128))
  }

  private var beginning: (text: String, tokenCount: Int) {
    switch self {
    case .documents, .lines: ("", 0)
    case .elements: ("[", 1)
    case .members: ("{", 1)
    case .memberElements: ("{\"\":[", 4)
    }
  }

  /// Pieces of text: the first has as many tokens as there are pieces, and each further one has one
  /// token more.
  private var fillers: [String] {
    switch self {
    case .documents: ["1 "]
    case .lines: ["1\n", "[]\n"]
    case .elements, .memberElements: ["1,", "[],"]
    case .members: ["\"\":1,", "\"\":[],", "\"\":[1],", "\"\":[[]],"]
    }
  }
}

extension EngineReading {
  /// Reads a text between valid tokens; returns where kernels and the oracle disagree.
  ///
  /// The text is tested at every position in a block of 64 tokens among the elements of a list, and
  /// at some positions among members, documents and lines, always after at least one whole block.
  package static func disagreements(
    _ text: [UInt8],
    separator: UInt8? = nil,
    maximumDepth: Int = 1024,
    at places: some Sequence<Int> = 64..<128
  ) -> [String] {
    let surroundings = Surroundings.allCases.filter {
      ($0 == .lines) == (separator != nil) && ($0.isFlat || maximumDepth > 2)
    }
    var found: [String] = []
    for (surroundings, place) in surroundings.flatMap({ kind in places.map { (kind, $0) } })
    where surroundings.isTried(at: place) {
      let whole = surroundings.around(text, at: place, separator: separator)
      let expected = SinglePassScanner.scan(
        whole,
        separator: separator,
        maximumDepth: maximumDepth
      )
      // The portable twin is slow, so it runs only at some of the positions.
      let isTwinAsked = place % 9 == 0
      for kernel in ScanKernel.available where kernel.name != "portable" || isTwinAsked {
        let reading = firstFault(
          whole,
          Way(kernel),
          separator: separator,
          maximumDepth: maximumDepth
        )
        if reading.place?.offset != expected.firstFault || !reading.agrees(with: expected.kind) {
          found.append(
            "\(kernel.name), \(surroundings) at \(place): \(String(describing: reading.fault)),"
              + " not \(String(describing: expected.firstFault))"
          )
        }
      }
    }
    return found
  }
}
