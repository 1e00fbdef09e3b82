/// The type of the values that become one attribute.
struct ValueType: Equatable {
  /// The type as in a spec, such as `integer`, `[string]` or `any`.
  var name: String
  /// The format of dates that are not ISO 8601.
  var format: String?
  /// A remark about the type for people.
  var comment: String?

  init(_ name: String, format: String? = nil, comment: String? = nil) {
    self.name = name
    self.format = format
    self.comment = comment
  }

  static let any = ValueType("any")

  /// Finds the narrowest type that fits every value; `name` is the member's name.
  init(of positions: [Position], name: String) {
    var tally = Tally()
    for position in positions { tally.add(position.tally) }
    let filled = tally.lists - tally.emptyLists
    let kinds = [tally.booleans, tally.numbers, tally.strings, tally.lists, tally.objects]
    switch kinds.count(where: { $0 > 0 }) {
    case 0: self = ValueType("any", comment: "\(name): only null")
    case 1 where tally.lists > 0:
      if filled == 0 {
        self = ValueType("any", comment: "\(name): only empty lists")
      } else {
        self = Self.list(positions, name)
      }
    case 1 where tally.objects > 0:
      let areRecords = positions.contains { $0.site.map { !$0.isEmpty } ?? false }
      self = ValueType(
        "any",
        comment: "\(name): objects \(areRecords ? "as they are" : "without members")"
      )
    case 1: self = Self.scalar(positions, tally, name)
    default: self = ValueType("any", comment: "\(name): \(tally.words)")
    }
  }

  private static func list(_ positions: [Position], _ name: String) -> ValueType {
    let elements = positions.compactMap(\.element)
    var tally = Tally()
    for element in elements { tally.add(element.tally) }
    let type = ValueType(of: elements, name: name)
    if type.name == "any" || type.name.hasPrefix("[") || tally.scalars == 0 {
      return ValueType("any", comment: type.comment.map { "\($0), in lists" })
    }
    // An empty text is null for other types; in a list it would be lost.
    if tally.emptyStrings > 0 && ["date", "day", "local", "url", "uuid"].contains(type.name) {
      return ValueType("[string]")
    }
    return ValueType("[\(type.name)]", format: type.format, comment: type.comment)
  }

  private static func scalar(_ positions: [Position], _ tally: Tally, _ name: String) -> ValueType {
    if tally.booleans > 0 { return ValueType("boolean") }
    if tally.brokenStrings > 0 {
      return ValueType("any", comment: "\(name): texts that are no Unicode")
    }
    if tally.strings > 0 { return text(positions, tally, name) }
    if tally.fractions > 0 { return ValueType("number") }
    if tally.bigs > 0 { return ValueType("decimal") }
    var range = IntegerRange()
    for position in positions { range.merge(position.integers) }
    guard Self.isNameOfDate(name) else { return ValueType("integer") }
    if range.lies(in: 946_684_800...4_102_444_800) {
      return ValueType("date", format: "epoch", comment: "\(name): dates as seconds since 1970")
    }
    if range.lies(in: 946_684_800_000...4_102_444_800_000) {
      return ValueType(
        "date",
        format: "epochMillis",
        comment: "\(name): dates as milliseconds since 1970"
      )
    }
    return ValueType("integer")
  }

  private static let dateWords: Set<String> = [
    "at", "on", "time", "date", "timestamp", "created", "updated", "modified", "start", "end",
    "begin", "expires", "expiry", "due", "since", "until", "published", "ts",
  ]

  private static func isNameOfDate(_ name: String) -> Bool {
    let words = Names.split(name)
    guard let last = words.last?.lowercased() else { return false }
    return dateWords.contains(last) || dateWords.contains(String(last.drop { $0.isNumber }))
  }

  private static func text(_ positions: [Position], _ tally: Tally, _ name: String) -> ValueType {
    guard tally.strings > tally.emptyStrings else { return ValueType("string") }
    var formats = TextFormats.all
    for position in positions { formats.formIntersection(position.formats) }
    if formats.contains(.decimal) && tally.emptyStrings == 0 { return ValueType("decimal") }
    if formats.contains(.digits) { return ValueType("string") }
    if formats.contains(.uuid) { return ValueType("uuid") }
    if formats.contains(.url) { return ValueType("url") }
    if formats.isSuperset(of: [.monthFirst, .dayFirst]) {
      return ValueType("string", comment: "\(name): dates as MM/dd/yyyy or as dd/MM/yyyy, not made")
    }
    for (format, pattern) in TextFormats.dates where formats.contains(format) {
      guard !formats.isDisjoint(with: [.day, .local, .zoned]) else {
        return ValueType("string", comment: "\(name): dates with and without a time or a zone")
      }
      return ValueType(
        formats.contains(.day) ? "day" : formats.contains(.local) ? "local" : "date",
        format: pattern,
        comment: pattern.map { "\(name): dates as \($0)" }
      )
    }
    return ValueType(
      "string",
      comment: formats.contains(.base64) ? "\(name): looks like base64; 'data' decodes it" : nil
    )
  }
}

extension Tally {
  /// The counts in words, such as `string in 2, list in 1`.
  var words: String {
    let counts = [
      ("boolean", booleans), ("number", numbers), ("string", strings), ("list", lists),
      ("object", objects), ("null", nulls),
    ]
    return counts.filter { $0.1 > 0 }.map { "\($0.0) in \($0.1)" }.joined(separator: ", ")
  }
}
