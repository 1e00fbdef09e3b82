/// A form in which differences are written.
package protocol DifferenceForm {
  /// Returns the text before the changes.
  mutating func begin(_ counts: [(target: String, counts: ChangeCounts)]) -> String

  /// Returns the text of a change. `places` has the places on the old and the new side.
  mutating func text(of change: RecordChange, _ places: [InputPlaces]) -> String

  /// Returns the text after the changes. `leftOut` is the number of changes not written.
  mutating func end(_ counts: [(target: String, counts: ChangeCounts)], leftOut: Int) -> String
}

/// The forms, by name.
package enum DifferenceFormat: String, Sendable, CaseIterable {
  case human
  case json
  case ndjson
  case markdown
  case sql

  /// Returns the writer of the form; nil for a script, which is made from two databases.
  ///
  /// `isStat` says that only counts are written. `tellsPlaces` requests places from forms where
  /// they are optional.
  package func form(isStat: Bool, tellsPlaces: Bool) -> (any DifferenceForm)? {
    switch self {
    case .human: DifferenceText(isStat: isStat)
    case .json: DifferenceJSON(isStat: isStat, tellsPlaces: tellsPlaces)
    case .ndjson: DifferenceLines(isStat: isStat, tellsPlaces: tellsPlaces)
    case .markdown: DifferenceTable(isStat: isStat, tellsPlaces: tellsPlaces)
    case .sql: nil
    }
  }

  /// Whether the form always includes places.
  package var tellsPlaces: Bool { self == .human }
}
