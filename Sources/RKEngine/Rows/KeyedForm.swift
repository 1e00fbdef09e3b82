/// How records are written as keyed lines: each record with an identity has a line of its own, and stands in
/// others as its key.
package struct KeyedForm: Sendable {
  /// What is known of the records of one shape.
  package struct Shape: Sendable {
    /// The target's name as it begins keys.
    package var name: [UInt8]
    /// The columns of the identity, -1 for a part that is not written; empty if nothing identifies the
    /// records of the target.
    package var identity: [Int32] = []
    /// For each of them, whether its texts are instants.
    package var instants: [Bool] = []
    /// The columns that may have a default for new records alone, which is not written.
    package var fallbacks: Set<UInt32> = []
    /// Records of several targets may stand where one of these stands: a member says its target.
    package var isLabelled = false

    package init(target: String) { name = KeyedForm.escaped(Array(target.utf8)[...]) }

    package var isIdentified: Bool { !identity.isEmpty }
  }

  /// The keys by which a connection leads to records.
  package struct Connection: Sendable {
    package struct Key: Sendable {
      /// The record's own column that holds it.
      package var column: UInt32
      /// The names that lead to it in the connected record.
      package var names: [String]

      package init(column: UInt32, names: [String]) {
        self.column = column
        self.names = names
      }
    }

    package var target: String
    package var keys: [Key]
    /// It leads to one record, even if the keys are a list.
    package var isSingle: Bool
    package var isLabelled = false

    package init(target: String, keys: [Key], isSingle: Bool) {
      self.target = target
      self.keys = keys
      self.isSingle = isSingle
    }
  }

  /// One for each shape of the plan.
  package var shapes: [Shape]
  /// One for each connection of the plan.
  package var connections: [Connection]

  package init(shapes: [Shape], connections: [Connection]) {
    self.shapes = shapes
    self.connections = connections
  }

  /// The member that says the target of a record in another one.
  package static var targetKey: String { "$target" }
  /// The keys of lines that are no records.
  package static var errorKey: String { "$error" }
  package static var trailerKey: String { "$trailer" }

  /// Between the parts of a key.
  package static var separator: UInt8 { 0x1F }

  /// A text as a part of a key, which has no byte below U+0020.
  package static func escaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var escaped: [UInt8] = []
    for byte in text { append(byte) { escaped.append($0) } }
    return escaped
  }

  /// Gives the bytes that stand for one of a text to `emit`.
  @inline(__always)
  static func append(_ byte: UInt8, _ emit: (UInt8) -> Void) {
    guard byte < 0x20 || byte == .backslash else { return emit(byte) }
    emit(.backslash)
    switch byte {
    case .backslash: emit(byte)
    case .tab: emit(.ascii("t"))
    case .lineFeed: emit(.ascii("n"))
    case .carriageReturn: emit(.ascii("r"))
    default:
      for digit in [.ascii("u"), .zero, .zero, hexadecimal(byte >> 4), hexadecimal(byte & 0xF)] {
        emit(digit)
      }
    }
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt8 { JSONText.hexadecimalDigit(digit) }
}

/// Refuses records that cannot have a keyed line, as a table refuses them: those that lack a part of their
/// identity.
package final class KeyedAdmission: RecordAdmission {
  private let form: KeyedForm

  package init(_ form: KeyedForm) { self.form = form }

  package var isIndependent: Bool { true }

  package func refusal(
    of row: Int,
    in batch: borrowing RecordBatch,
    _ view: TokenView
  ) -> RecordRefusal? {
    for column in form.shapes[Int(batch.rows[row].record.index)].identity {
      if column < 0 { return RecordRefusal(.noIdentity, column: -1) }
      let cell = batch.cell(UInt32(column), of: row)
      if cell.kind == .missing || cell.kind == .null || cell.traits.contains(.isFallback) {
        return RecordRefusal(.noIdentity, column: column)
      }
    }
    return nil
  }
}
