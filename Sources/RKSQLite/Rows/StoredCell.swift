internal import RKEngine
internal import RKMapping

/// A value of a stored row, in the form that it had in the record.
enum StoredCell: Equatable {
  case null
  case flag(Bool)
  case integer(Int64)
  case real(Double)
  /// A decimal that is stored as a number.
  case decimal(Double)
  case scaled(Int64, UInt8)
  case text([UInt8])
  case json([UInt8])

  /// The value of a column of the current row; `isJSON` says whether it is an array or an object.
  init(
    _ row: Statement,
    _ column: Int,
    _ storage: ColumnForm.Storage,
    isJSON: () -> Bool
  ) {
    switch row.kind(column) {
    case .null: self = .null
    case .integer:
      let value = row.integer(column)
      if case .scaled(let scale) = storage {
        self = .scaled(value, scale)
        return
      }
      self = storage == .flag && (value == 0 || value == 1) ? .flag(value == 1) : .integer(value)
    case .real where storage == .real && row.real(column).isFinite:
      self = .decimal(row.real(column))
    case .real: self = row.real(column).isFinite ? .real(row.real(column)) : .null
    case .text:
      let mayBeJSON = storage == .json || storage == .anything
      self = mayBeJSON && isJSON() ? .json(row.bytes(column)) : .text(row.bytes(column))
    case .blob: self = .text(row.bytes(column))
    }
  }

  /// The value of a column of the current row, where only declared structures are JSON.
  init(_ row: Statement, _ column: Int, _ storage: ColumnForm.Storage) {
    self.init(row, column, storage) { storage == .json }
    if storage == .digits, case .text(let digits) = self { self = .json(digits) }
  }

  /// The value in a message; nil for null.
  var words: String? {
    let text: String
    switch self {
    case .null: return nil
    case .flag(let value): text = "\(value)"
    case .integer(let value): text = "\(value)"
    case .real(let value), .decimal(let value): text = StoredValue.text(of: value)
    case .scaled(let value, let scale): text = StoredValue.text(of: value, scale)
    case .text(let bytes): text = "\"\(String(decoding: bytes, as: UTF8.self))\""
    case .json(let bytes): text = String(decoding: bytes, as: UTF8.self)
    }
    let most = 60
    return text.count > most ? String(text.prefix(most)) + "\u{2026}" : text
  }

  /// The value as a cell of a record; its text is appended to `side`.
  func cell(_ side: inout UniqueArray<UInt8>) -> Cell {
    let start = side.count
    let kind: Cell.Kind
    switch self {
    case .null: return Cell(.null)
    case .flag(let value): return Cell(value ? .true : .false)
    case .integer(let value):
      kind = .number
      side.append(contentsOf: Array(String(value).utf8))
    case .real(let value):
      kind = .number
      side.append(contentsOf: Array(StoredValue.text(of: value).utf8))
    case .decimal(let value):
      kind = .string
      side.append(contentsOf: JSONText.quoted(Array(StoredValue.text(of: value).utf8)))
    case .scaled(let value, let scale):
      kind = .string
      side.append(contentsOf: JSONText.quoted(Array(StoredValue.text(of: value, scale).utf8)))
    case .text(let bytes):
      kind = .string
      side.append(contentsOf: JSONText.quoted(bytes))
    case .json(let bytes):
      kind = .structure
      side.append(contentsOf: bytes)
    }
    return Cell(
      kind,
      space: .batch,
      traits: [.mayHaveEscapes, .mayHaveWhitespace],
      offset: UInt32(start),
      count: UInt32(side.count - start)
    )
  }

  /// The value as a parameter of a statement; its text is appended to `bytes`.
  func value(_ bytes: inout UniqueArray<UInt8>) -> StoredValue {
    switch self {
    case .null: return .null
    case .flag(let value): return StoredValue(integer: value ? 1 : 0)
    case .integer(let value): return StoredValue(integer: value)
    case .real(let value), .decimal(let value): return StoredValue(real: value)
    case .scaled(let value, _): return StoredValue(integer: value)
    case .text(let text), .json(let text):
      let start = bytes.count
      bytes.append(contentsOf: text)
      return StoredValue(textAt: start..<bytes.count)
    }
  }
}
