/// Describes a cycle of mappers, for messages.
enum MapperCycle {
  /// The most mappers to name.
  private static let mostNames = 10

  /// Lists the mappers in order, back to the first: `'a' extends 'b' extends 'a'`.
  static func text(_ ids: [String], joinedBy word: String) -> String {
    let names = (ids + ids.prefix(1)).map { "'\($0)'" }
    guard names.count > mostNames else { return names.joined(separator: word) }
    let shown = names.prefix(mostNames / 2) + ["\u{2026}"] + names.suffix(mostNames / 2)
    return shown.joined(separator: word)
  }
}
