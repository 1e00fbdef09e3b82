internal import RKDiagnostics

/// Writes the differences as one JSON document.
struct DifferenceJSON: DifferenceForm {
  /// Whether only the counts of each target are written.
  let isStat: Bool
  let tellsPlaces: Bool
  private var isFirst = true

  init(isStat: Bool, tellsPlaces: Bool) {
    self.isStat = isStat
    self.tellsPlaces = tellsPlaces
  }

  mutating func begin(_ counts: [(target: String, counts: ChangeCounts)]) -> String {
    var summary = JSONObjectText()
    for (target, counts) in counts { summary.add(target, raw: counts.json) }
    return "{\"version\":1,\"summary\":\(summary.text)" + (isStat ? "" : ",\"changes\":[")
  }

  mutating func text(of change: RecordChange, _ places: [InputPlaces]) -> String {
    defer { isFirst = false }
    return (isFirst ? "" : ",") + change.json(tellsPlaces ? places : [])
  }

  mutating func end(
    _ counts: [(target: String, counts: ChangeCounts)],
    leftOut: Int
  ) -> String {
    isStat ? "}\n" : "]}\n"
  }
}

/// Writes the differences as JSON, one change per line.
struct DifferenceLines: DifferenceForm {
  /// Whether only the counts of each target are written.
  let isStat: Bool
  let tellsPlaces: Bool

  mutating func begin(_ counts: [(target: String, counts: ChangeCounts)]) -> String { "" }

  mutating func text(of change: RecordChange, _ places: [InputPlaces]) -> String {
    change.json(tellsPlaces ? places : []) + "\n"
  }

  mutating func end(
    _ counts: [(target: String, counts: ChangeCounts)],
    leftOut: Int
  ) -> String {
    guard isStat else { return "" }
    return counts.map { target, counts in
      var line = JSONObjectText()
      line.add("target", raw: JSONObjectText.quoted(target))
      line.add("counts", raw: counts.json)
      return line.text + "\n"
    }.joined()
  }
}

extension ChangeCounts {
  fileprivate var json: String {
    var object = JSONObjectText()
    object.add("added", number: added)
    object.add("removed", number: removed)
    object.add("changed", number: changed)
    object.add("same", number: same)
    return object.text
  }
}

extension RecordChange {
  /// The change as an object, with its places if there are any.
  fileprivate func json(_ places: [InputPlaces]) -> String {
    var object = JSONObjectText()
    object.add("op", kind.rawValue)
    object.add("target", raw: JSONObjectText.quoted(target))
    object.add("key", raw: keyValue.jsonText)
    if count > 1 { object.add("count", number: count) }
    if let record { object.add("record", raw: record.jsonText) }
    switch kind {
    case .add: Self.add(places.last?.place(of: offset), "newPlace", to: &object)
    case .remove: Self.add(places.first?.place(of: offset), "oldPlace", to: &object)
    case .change:
      var changes = JSONObjectText()
      for attribute in attributes {
        var change = JSONObjectText()
        if let old = attribute.old { change.add("old", raw: old.jsonText) }
        if let new = attribute.new { change.add("new", raw: new.jsonText) }
        Self.add(places.first?.place(of: attribute.oldOffset), "oldPlace", to: &change)
        Self.add(places.last?.place(of: attribute.newOffset), "newPlace", to: &change)
        changes.add(attribute.name, raw: change.text)
      }
      object.add("changes", raw: changes.text)
    }
    return object.text
  }

  private static func add(
    _ place: InputPlaces.Place?,
    _ name: String,
    to object: inout JSONObjectText
  ) {
    if let place { object.add(name, raw: place.json) }
  }
}
