internal import RKDiagnostics
package import RKEngine

/// The place of a value in an input.
package struct ExplainedPlace: Sendable {
  package var file: String
  package var line: Int
  package var column: Int
  /// The number of its document, from 1.
  package var document: Int
  package var pointer: String
  /// Whether it is the place of a key, not of the value under it.
  var isKey = false

  init(_ place: InputPlace, document: Int) {
    file = place.input
    line = place.line
    column = place.column
    self.document = document
    pointer = place.pointer ?? ""
  }

  /// The place in the form that editors open.
  package var text: String { "\(file):\(line):\(column)" }

  /// The pointer in the notation of jq: `.articles[0].title`.
  package var path: String {
    if pointer.isEmpty { return "." }
    var path = ""
    for part in JSONPointer.parts(Array(pointer.utf8)) ?? [] {
      let name = String(decoding: part, as: UTF8.self)
      if !name.isEmpty && name.allSatisfy(\.isNumber) && Int(name) != nil {
        path += path.isEmpty ? ".[\(name)]" : "[\(name)]"
      } else if Self.isPlain(name) {
        path += ".\(name)"
      } else {
        path += (path.isEmpty ? "." : "") + "[\(JSONObjectText.quoted(name))]"
      }
    }
    return path
  }

  private static func isPlain(_ name: String) -> Bool {
    guard let first = name.utf8.first, first.isLetter || first == .ascii("_") else { return false }
    return name.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == .ascii("_") }
  }
}

/// A member of an explanation.
package indirect enum ExplainedMember: Sendable {
  /// A name, and a value as JSON.
  case value(String, String)
  case place(ExplainedPlace)
  case list(String, [[ExplainedMember]])

  static func text(_ name: String, _ text: String) -> ExplainedMember {
    .value(name, JSONObjectText.quoted(text))
  }
}

/// One step in making a value.
package struct ExplainedStep: Sendable {
  package var name: String
  package var members: [ExplainedMember]
  /// The place of its rule in the spec.
  package var rulePlace: String?

  /// Returns a member as JSON; nil if there is none.
  package subscript(member: String) -> String? {
    for case .value(member, let value) in members { return value }
    return nil
  }

  /// The place of the value that it read.
  package var place: ExplainedPlace? {
    for case .place(let place) in members { return place }
    return nil
  }

  /// Returns the objects of a list.
  package func list(_ name: String) -> [[ExplainedMember]] {
    for case .list(name, let items) in members { return items }
    return []
  }
}

/// One cell of the output, with every step by which it was made.
package struct ExplainedCell: Sendable {
  package var target: String
  /// The identity of its record as a JSON object; null without one.
  package var key: String
  package var attribute: String
  /// The name of its rule, and the place of the rule in the spec.
  package var rule: String
  package var rulePlace: String
  /// The value as JSON; nil if it is absent.
  package var value: String?
  package var isHidden = false
  package var table: String?
  package var column: String?
  package var csv: String?
  package var steps: [ExplainedStep] = []
  /// A text that is equal for all representations of its record; nil without an identity.
  var identity: [UInt8]?
  /// How later representations of the record changed the stored value.
  package var merge: [[ExplainedMember]] = []
  /// The index of its root record, and the pointer from there.
  var root = 0
  var pointer = ""
  /// The index of its record among all explained records.
  var record = 0
  /// The places of the values that it was made from.
  package var sources: [ExplainedPlace] = []
  /// The place of its record's representation.
  var recordPlace: ExplainedPlace?
  /// The pointer in the output as one document; nil if there is no such output.
  package var json: String?
}

/// A value that is in no cell.
package struct ExplainedLeaf: Sendable {
  package var place: ExplainedPlace
  package var reason: TracedLeaf.Reason
  package var rule: String?
  /// For a value that no rule reads, the rule with the most similar source.
  package var nearest: String?
}

/// The explanations of an input's values.
package struct Explanation: Sendable {
  package var cells: [ExplainedCell] = []
  /// The requested value, with its JSON if it is a leaf.
  package var asked: (place: ExplainedPlace, value: String?)?
  package var nowhere: [ExplainedLeaf] = []
  /// Whether the input has several documents.
  package var hasDocuments = false
  /// Whether what was requested does not exist.
  package var isNotThere = false
  /// The identities of the records seen of the requested target.
  package var identities: [String] = []
  /// The request, as text.
  var wanted = ""

  /// Some of the identities that were seen; those most similar to the request come first.
  package var nearestIdentities: [String] {
    var rest = identities.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    var nearest: [String] = []
    while nearest.count < 3, let next = NearestName.of(wanted, among: rest, within: 32) {
      nearest.append(next)
      rest.removeAll { $0 == next }
    }
    return nearest
  }
}
