/// A form in which people and programs are told what differs.
package protocol DifferenceForm {
  /// What comes before the changes.
  mutating func begin(_ counts: [(target: String, counts: ChangeCounts)]) -> String

  /// A change; the places are those of the old and the new side.
  mutating func text(of change: RecordChange, _ places: [InputPlaces]) -> String

  /// What follows the changes; so many were left out.
  mutating func end(_ counts: [(target: String, counts: ChangeCounts)], leftOut: Int) -> String
}

/// The forms by their names.
package enum DifferenceFormat: String, Sendable, CaseIterable {
  case human
  case json
  case ndjson
  case markdown
  case sql

  /// What writes it; nil for a script, which is made of two databases.
  ///
  /// `isStat` says that nothing but counts is told, `tellsPlaces` that a form that need not tell places
  /// does.
  package func form(isStat: Bool, tellsPlaces: Bool) -> (any DifferenceForm)? {
    switch self {
    case .human: DifferenceText(isStat: isStat)
    case .json: DifferenceJSON(isStat: isStat, tellsPlaces: tellsPlaces)
    case .ndjson: DifferenceLines(isStat: isStat, tellsPlaces: tellsPlaces)
    case .markdown: DifferenceTable(isStat: isStat, tellsPlaces: tellsPlaces)
    case .sql: nil
    }
  }

  /// Whether it always tells where the values are.
  package var tellsPlaces: Bool { self == .human }
}
