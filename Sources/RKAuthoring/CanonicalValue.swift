internal import RKDiagnostics

/// A value of a spec as strict JSON.
indirect enum CanonicalValue: Sendable {
  /// A text, a number, a boolean or null, as JSON writes it.
  case scalar(String)
  case list([CanonicalValue])
  case object([Member])

  struct Member: Sendable {
    var name: String
    var value: CanonicalValue
  }

  /// A non-empty list or object.
  var isStructure: Bool {
    switch self {
    case .scalar: false
    case .list(let items): !items.isEmpty
    case .object(let members): !members.isEmpty
    }
  }

  /// A comment as a text.
  static func comment(_ line: String) -> CanonicalValue { .scalar(JSONObjectText.quoted(line)) }
}
