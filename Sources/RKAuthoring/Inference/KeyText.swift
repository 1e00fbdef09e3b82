internal import RKDiagnostics
internal import RKEngine

/// Keys as they are written in key paths and predicates.
enum KeyText {
  /// The key path that consists of some keys.
  static func path(_ keys: [String]) -> String {
    var path = ""
    for key in keys {
      if isBare(key) {
        path += path.isEmpty ? key : "." + key
      } else {
        path += "[" + JSONObjectText.quoted(key) + "]"
      }
    }
    return path
  }

  /// A key as written in predicates: bare unless it is one of their words.
  static func operand(_ key: String) -> String {
    let isName =
      key.utf8.allSatisfy { $0.isAlphanumeric || $0 == .ascii("_") }
      && key.utf8.first.map { !$0.isDigit } ?? false && !words.contains(key.lowercased())
    return isName ? key : "[" + JSONObjectText.quoted(key) + "]"
  }

  private static let words: Set<String> = [
    "all", "and", "any", "beginswith", "between", "contains", "endswith", "false", "falsepredicate",
    "in", "like", "matches", "nil", "no", "none", "not", "null", "or", "self", "some", "true",
    "truepredicate", "yes",
  ]

  private static func isBare(_ key: String) -> Bool {
    // `self` means the representation.
    !key.isEmpty && key != "self"
      && key.utf8.allSatisfy {
        $0.isAlphanumeric || $0 >= 0x80 || "_-+$/".utf8.contains($0)
      }
  }
}
