package import RKEngine

/// Reads JSON: one document, several in a row, or whichever layout was detected.
package class JSONDoor: InputDoor {
  package class var name: String { "JSON" }
  package class var fileEndings: [String] { [] }
  package class var layout: InputFormat { .json }

  private var opened: OpenInput?
  private let turn: InputTurn

  package required init(_ opened: consuming OpenInput, _ turn: InputTurn) {
    self.opened = consume opened
    self.turn = turn
  }

  package func next() -> InputPart? {
    guard let opened = opened.take() else { return nil }
    return .documents(opened.documents(isStream: turn.isStream, context: turn.context))
  }
}

/// One document per line.
final class NDJSONDoor: JSONDoor {
  override class var name: String { "NDJSON" }
  override class var fileEndings: [String] { [".ndjson", ".jsonl"] }
  override class var layout: InputFormat { .ndjson }
}

/// JSON text sequences (RFC 7464).
final class SequenceDoor: JSONDoor {
  override class var name: String { "JSON text sequences" }
  override class var layout: InputFormat { .sequence }
}
