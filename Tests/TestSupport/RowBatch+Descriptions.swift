package import RKEngine

extension RowBatch {
  /// The events, each in the form "kind rule (owner, end): values".
  package var descriptions: [String] {
    (0..<events.count).map { number in
      let event = events[number]
      let count = event.kind == .list ? " x\(event.count)" : ""
      return "\(event.kind) \(event.rule)\(count) (\(event.owner), \(event.end)): "
        + values(of: number).joined(separator: " ")
    }
  }

  /// The values of an event.
  package func values(of number: Int) -> [String] {
    let isLast = number + 1 == events.count
    let end = isLast ? values.count : Int(events[number + 1].firstValue)
    return (Int(events[number].firstValue)..<end).map { text(ofValue: $0) }
  }

  /// All values of a batch without events.
  package var allValues: [String] { (0..<values.count).map { text(ofValue: $0) } }

  /// A value as text.
  ///
  /// An absent value is a dash; a value for new rows only is followed by a question mark.
  private func text(ofValue place: Int) -> String {
    let value = values[place]
    let text =
      switch value.kind {
      case .absent: "-"
      case .null: "null"
      case .integer: "\(value.integer)"
      case .real: "\(value.real)r"
      case .text: String(decoding: value.textRange.map { bytes[$0] }, as: UTF8.self)
      case .ownerNumber: "_id"
      }
    return value.isFallback ? text + "?" : text
  }
}
