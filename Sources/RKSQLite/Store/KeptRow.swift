package import RKEngine

/// Values of some columns of one row, copied so that they outlive their batch or statement.
package final class KeptRow {
  package private(set) var values: [StoredValue] = []
  private var bytes = UniqueArray<UInt8>(minimumCapacity: 64)

  package init() {}

  /// Copies columns of a statement's current row.
  package init(_ columns: Range<Int>, of row: Statement) {
    for column in columns { append(column, of: row) }
  }

  /// Copies values of a batch; `number` is the row number of the owner.
  package init(_ range: Range<Int>, of batch: borrowing RowBatch, number: Int64? = nil) {
    for place in range { append(batch.values[place], batch.bytes, number: number) }
  }

  package func append(
    _ value: StoredValue,
    _ text: borrowing UniqueArray<UInt8>,
    number: Int64? = nil
  ) {
    switch value.kind {
    case .text:
      let start = bytes.count
      bytes.append(contentsOf: text.span, value.textRange)
      values.append(StoredValue(textAt: start..<bytes.count))
    case .ownerNumber: values.append(number.map { StoredValue(integer: $0) } ?? .null)
    case .absent, .null: values.append(.null)
    case .integer, .real: values.append(value)
    }
  }

  package func append(_ column: Int, of row: Statement) {
    switch row.kind(column) {
    case .null: values.append(.null)
    case .integer: values.append(StoredValue(integer: row.integer(column)))
    case .real: values.append(StoredValue(real: row.real(column)))
    case .text, .blob:
      let start = bytes.count
      bytes.append(contentsOf: row.bytes(column))
      values.append(StoredValue(textAt: start..<bytes.count))
    }
  }

  package func append(text: String) {
    let start = bytes.count
    bytes.append(contentsOf: Array(text.utf8))
    values.append(StoredValue(textAt: start..<bytes.count))
  }

  package func append(_ other: KeptRow) {
    for value in other.values { append(value, other.bytes) }
  }

  package func append(integer: Int64) { values.append(StoredValue(integer: integer)) }

  /// Whether a part is null, so that the key refers to nothing.
  package var hasNull: Bool { values.contains { $0.kind == .null } }

  /// Some of the values, as a row of their own.
  package func row(_ places: some Sequence<Int>) -> KeptRow {
    let row = KeptRow()
    for place in places { row.append(values[place], bytes) }
    return row
  }

  func withValue(
    _ place: Int,
    _ use: (StoredValue, borrowing UniqueArray<UInt8>) -> Void
  ) {
    use(values[place], bytes)
  }

  /// Adds the values to the hash of a key.
  package func add(to hash: inout KeyedHash) {
    for value in values { hash.add(key: value, bytes) }
  }

  /// Binds copies of the values to the parameters from `place` on, so that the row need not be
  /// kept.
  package func bind(to statement: Statement, from place: Int = 1) throws(WriteError) {
    do {
      for (number, value) in values.enumerated() {
        if value.kind == .text {
          try statement.bind(place + number, copying: bytes, value.textRange)
        } else {
          try statement.bind(place + number, value, bytes)
        }
      }
    } catch { throw .failure(error) }
  }

  /// The values as text for people.
  package var text: String {
    values.map { value in
      switch value.kind {
      case .integer: "\(value.integer)"
      case .real: "\(value.real)"
      case .text: String(decoding: value.textRange.map { bytes[$0] }, as: UTF8.self)
      case .absent, .null, .ownerNumber: "null"
      }
    }.joined(separator: ", ")
  }
}
