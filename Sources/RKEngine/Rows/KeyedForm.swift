/// How records are written as keyed lines: each record with an identity has its own line, and
/// appears in other records as its key.
package struct KeyedForm: Sendable {
  /// How records of one shape are keyed.
  package struct Shape: Sendable {
    /// The target's name, escaped, with which keys begin.
    package var name: [UInt8]
    /// The columns of the identity, -1 for a part that is not written; empty if nothing identifies the
    /// records of the target.
    package var identity: [Int32] = []
    /// For each identity column, whether its texts are instants.
    package var instants: [Bool] = []
    /// The columns whose value may be a default for new records only, which is not written.
    package var fallbacks: Set<UInt32> = []
    /// Nested records may be of several targets, so a member names the target.
    package var isLabelled = false

    package init(target: String) { name = KeyedForm.escaped(Array(target.utf8)[...]) }

    package var isIdentified: Bool { !identity.isEmpty }
  }

  /// The keys by which a connection refers to records.
  package struct Connection: Sendable {
    package struct Key: Sendable {
      /// The record's own column with the key.
      package var column: UInt32
      /// The names that lead to the key in the connected record.
      package var names: [String]

      package init(column: UInt32, names: [String]) {
        self.column = column
        self.names = names
      }
    }

    package var target: String
    package var keys: [Key]
    /// The connection refers to one record, even if the keys are a list.
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

  /// The member that names the target of a nested record.
  package static var targetKey: String { "$target" }
  /// The keys of lines that are not records.
  package static var errorKey: String { "$error" }
  package static var trailerKey: String { "$trailer" }

  /// The byte between the parts of a key.
  package static var separator: UInt8 { 0x1F }

  /// Escapes a text as a part of a key, so that it has no byte below U+0020.
  package static func escaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var escaped: [UInt8] = []
    for byte in text { append(byte) { escaped.append($0) } }
    return escaped
  }

  /// Passes the escaped form of a byte to `emit`.
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

/// Refuses records that cannot have a keyed line, as tables do: those that lack a part of their
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
