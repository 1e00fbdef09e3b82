internal import RKDiagnostics
package import RKEngine

/// Where a value of an input is.
package struct ExplainedPlace: Sendable {
  package var file: String
  package var line: Int
  package var column: Int
  /// The number of its document, from 1.
  package var document: Int
  package var pointer: String
  /// It is that of a key, not of the value under it.
  var isKey = false

  init(_ place: InputPlace, document: Int) {
    file = place.input
    line = place.line
    column = place.column
    self.document = document
    pointer = place.pointer ?? ""
  }

  /// As editors open it.
  package var text: String { "\(file):\(line):\(column)" }

  /// The pointer as jq writes it: `.articles[0].title`.
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

/// Something that is said about a value.
package indirect enum ExplainedMember: Sendable {
  /// A name with JSON.
  case value(String, String)
  case place(ExplainedPlace)
  case list(String, [[ExplainedMember]])

  static func text(_ name: String, _ text: String) -> ExplainedMember {
    .value(name, JSONObjectText.quoted(text))
  }
}

/// One step on the way of a value.
package struct ExplainedStep: Sendable {
  package var name: String
  package var members: [ExplainedMember]
  /// Where its rule is in the spec.
  package var rulePlace: String?

  /// The JSON of a member; nil if it has none.
  package subscript(member: String) -> String? {
    for case .value(member, let value) in members { return value }
    return nil
  }

  /// Where what it read is.
  package var place: ExplainedPlace? {
    for case .place(let place) in members { return place }
    return nil
  }

  /// The objects of a list.
  package func list(_ name: String) -> [[ExplainedMember]] {
    for case .list(name, let items) in members { return items }
    return []
  }
}

/// One cell of the output, and every step to it.
package struct ExplainedCell: Sendable {
  package var target: String
  /// The identity as a JSON object; null without one.
  package var key: String
  package var attribute: String
  /// The name of its rule, and where that is in the spec.
  package var rule: String
  package var rulePlace: String
  /// As JSON; nil if it is absent.
  package var value: String?
  package var isHidden = false
  package var table: String?
  package var column: String?
  package var csv: String?
  package var steps: [ExplainedStep] = []
  /// Equal for all representations of its record; nil without an identity.
  var identity: [UInt8]?
  /// What later representations of the record did to the stored value.
  package var merge: [[ExplainedMember]] = []
  /// Its root record, from 0, and the pointer from there.
  var root = 0
  var pointer = ""
  /// Its record, from 0, among all that were explained.
  var record = 0
  /// The places of the values that it comes from.
  package var sources: [ExplainedPlace] = []
  /// Where its record's representation is.
  var recordPlace: ExplainedPlace?
  /// In the output of the document form; nil if it is in none.
  package var json: String?
}

/// A value that went nowhere.
package struct ExplainedLeaf: Sendable {
  package var place: ExplainedPlace
  package var reason: TracedLeaf.Reason
  package var rule: String?
  /// The rule whose source is nearest, for one that no rule takes.
  package var nearest: String?
}

/// What was found out about the values of an input.
package struct Explanation: Sendable {
  package var cells: [ExplainedCell] = []
  /// The value that was asked for, with its JSON if it is a leaf.
  package var asked: (place: ExplainedPlace, value: String?)?
  package var nowhere: [ExplainedLeaf] = []
  /// The input has several documents.
  package var hasDocuments = false
  /// What was asked for is not there.
  package var isNotThere = false
  /// The identities that were seen of the wanted target.
  package var identities: [String] = []
  /// What was asked for, as text.
  var wanted = ""

  /// Some of the identities that were seen, those first that are like what was asked for.
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
