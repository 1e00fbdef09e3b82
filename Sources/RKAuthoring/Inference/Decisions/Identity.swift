/// A possible identity of a target's records.
struct Identity {
  var members: [String]
  var confidence: Double
  /// How many values were seen, and how many of them belong to different records.
  var count: Int
  var contradicted: Int
  var prior: Prior

  /// How strongly a name suggests an identity.
  enum Prior: Int {
    case weak, composite, medium, strong

    var least: Double {
      switch self {
      case .weak: 0.1
      case .composite: 0.4
      case .medium: 0.5
      case .strong: 0.8
      }
    }

    var most: Double {
      switch self {
      case .weak: 0.5
      case .composite: 0.9
      case .medium: 0.95
      case .strong: 1
      }
    }
  }

  private static let strong: Set<String> = ["id", "_id", "uuid", "guid"]
  private static let medium: Set<String> = [
    "code", "key", "slug", "sku", "isbn", "asin", "ean", "symbol", "sha", "login", "username",
    "email", "screen_name", "number",
  ]

  init(_ members: [String], _ prior: Prior, count: Int, contradicted: Int) {
    self.members = members
    self.prior = prior
    self.count = count
    self.contradicted = contradicted
    let isContradicted = contradicted * 100 > count || count == 0
    confidence =
      isContradicted
      ? 0 : prior.least + (prior.most - prior.least) * Double(count) / Double(count + 10)
  }

  /// Whether records are sampled by a member with this name.
  static func isCandidate(_ name: String) -> Bool {
    prior(name, targets: []) != .weak || endsLikeKey(name)
      || [
        "id", "code", "key", "slug", "sku", "isbn", "symbol", "sha", "login", "username", "email",
      ]
      .contains(Names.split(name).last?.lowercased() ?? "")
  }

  /// Whether its name suggests a key, but different records have the same value.
  var isContradictedKey: Bool {
    confidence == 0 && contradicted > 0 && (prior == .strong || prior == .medium)
  }

  /// Whether a name is that of a position in an order, which is not an identity.
  static func isPosition(_ name: String) -> Bool {
    ["index", "order", "ordinal", "position", "rank"]
      .contains(Names.split(name).last?.lowercased() ?? "")
  }

  /// Whether a name can be a part of an identity with several members.
  static func endsLikeKey(_ name: String) -> Bool {
    ["id", "ids", "code", "number", "date"].contains(Names.split(name).last?.lowercased() ?? "")
      || name.hasSuffix("Id")
  }

  static func prior(_ name: String, targets: [String]) -> Prior {
    let plain = name.lowercased()
    if strong.contains(plain) { return .strong }
    if medium.contains(plain) || medium.contains(Names.snake(name)) { return .medium }
    for target in targets {
      let start = Names.snake(target) + "_"
      let snake = Names.snake(name)
      guard snake.hasPrefix(start) else { continue }
      let rest = String(snake.dropFirst(start.count))
      if rest == "id" || rest == "uuid" || rest == "guid" { return .strong }
      if medium.contains(rest) { return .medium }
    }
    return .weak
  }

  /// Whether the evidence is better than that for another one; `order` is the order of the members.
  func precedes(_ other: Identity, _ order: [String: Int]) -> Bool {
    if confidence != other.confidence { return confidence > other.confidence }
    if prior != other.prior { return prior.rawValue > other.prior.rawValue }
    return (order[members[0]] ?? 0) < (order[other.members[0]] ?? 0)
  }
}
