internal import RKEngine

/// The offsets of the values of records in their input, where plain keys lead to the values.
final class ValueOffsets {
  private let rules: ComparisonRules
  /// For each record, by number, the offsets of its members; -1 for members that were not found.
  private var offsets: [Int: [Int]] = [:]

  init(_ rules: ComparisonRules) { self.rules = rules }

  /// Removes all offsets.
  func removeAll() { offsets = [:] }

  /// Finds the offsets of a record's members in its representation.
  func observe(
    _ row: Int,
    _ number: Int,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) {
    let target = rules.targetsOfShapes[Int(batch.rows[row].record.index)]
    let start = Int(batch.rows[row].offset)
    if target < 0 || batch.isTranscoded || start >= input.count { return }
    offsets[number] = rules.targets[target].members.map { member in
      for keys in member.sources {
        if let place = Self.place(of: keys, from: start, in: input) { return batch.origin + place }
      }
      return -1
    }
  }

  private static func place(of keys: [String], from start: Int, in text: Span<UInt8>) -> Int? {
    var start = start
    for key in keys {
      guard text[start] == .openObject else { return nil }
      var members = ObjectMembers(from: start)
      var found: Int?
      // If a key occurs more than once, the last value counts.
      while let (name, value) = members.next(text) {
        let content = (name.lowerBound + 1)..<(name.upperBound - 1)
        if Value.string(text, content).utf8.elementsEqual(key.utf8) { found = value.lowerBound }
      }
      guard let found else { return nil }
      start = found
    }
    return start
  }

  func offset(ofMember member: Int, ofRecord number: Int) -> Int? {
    guard let offset = offsets[number]?[member], offset >= 0 else { return nil }
    return offset
  }
}
