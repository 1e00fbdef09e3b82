internal import CSQLite
package import RKEngine

/// A prepared statement, finalised when its owner is destroyed.
@safe
package final class Statement {
  package enum Kind {
    case null
    case integer
    case real
    case text
    case blob
  }

  private let handle: OpaquePointer
  private let database: Database
  /// Whether a parameter is a text that the caller owns.
  private var borrowsText = false

  package init(_ database: Database, _ sql: String) throws(Database.Failure) {
    self.database = database
    var handle: OpaquePointer?
    // SAFETY: the text is a C string during the call, which fills in the handle.
    let code = unsafe sqlite3_prepare_v3(
      database.handle,
      sql,
      -1,
      UInt32(SQLITE_PREPARE_PERSISTENT),
      &handle,
      nil
    )
    guard code == SQLITE_OK, let handle = unsafe handle else { throw database.failure(code) }
    unsafe self.handle = handle
  }

  deinit {
    // SAFETY: the handle is open, and nothing uses it any more.
    _ = unsafe sqlite3_finalize(handle)
  }

  // MARK: - Parameters

  /// Binds a value to the parameter at `place`, counted from 1; an absent value is bound as null.
  ///
  /// Text is not copied: it must stay valid until the statement is reset, which forgets it.
  @inline(__always)
  package func bind(
    _ place: Int,
    _ value: StoredValue,
    _ bytes: borrowing UniqueArray<UInt8>
  ) throws(Database.Failure) {
    let code: Int32
    switch value.kind {
    case .absent, .null, .ownerNumber:
      // SAFETY: the handle is open; an index out of range is an error code.
      code = unsafe sqlite3_bind_null(handle, Int32(place))
    case .integer:
      code = unsafe sqlite3_bind_int64(handle, Int32(place), value.integer)
    case .real:
      code = unsafe sqlite3_bind_double(handle, Int32(place), value.real)
    case .text:
      let range = value.textRange
      precondition(range.upperBound <= bytes.count, "a text ends after its batch")
      borrowsText = true
      // SAFETY: the text lies in the bytes, which the caller keeps until the statement is reset:
      // that removes the pointer, and without a step nothing reads through it.
      code = unsafe UnsafeRawPointer(bytes.start + range.lowerBound).withMemoryRebound(
        to: CChar.self,
        capacity: range.count
      ) { unsafe rk_sqlite3_bind_text(handle, Int32(place), $0, UInt64(range.count)) }
    }
    if code != SQLITE_OK { throw database.failure(code) }
  }

  package func bind(_ place: Int, _ value: Int64) throws(Database.Failure) {
    // SAFETY: as above.
    let code = unsafe sqlite3_bind_int64(handle, Int32(place), value)
    if code != SQLITE_OK { throw database.failure(code) }
  }

  /// Binds a copied text.
  package func bind(_ place: Int, _ text: String) throws(Database.Failure) {
    try bind(place, copying: text.utf8.span)
  }

  /// Binds a copied text, given as a range of bytes.
  package func bind(
    _ place: Int,
    copying bytes: borrowing UniqueArray<UInt8>,
    _ range: Range<Int>
  ) throws(Database.Failure) {
    try bind(place, copying: bytes.span.extracting(range))
  }

  private func bind(_ place: Int, copying text: Span<UInt8>) throws(Database.Failure) {
    // SAFETY: the bytes are copied in the call.
    let code = unsafe text.withUnsafeBufferPointer { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
        unsafe rk_sqlite3_bind_copied_text(
          handle,
          Int32(place),
          bytes.baseAddress,
          UInt64(bytes.count)
        )
      }
    }
    if code != SQLITE_OK { throw database.failure(code) }
  }

  // MARK: - Running

  /// Advances to the next row; false if there is none.
  package func step() throws(Database.Failure) -> Bool {
    // SAFETY: the handle is open.
    let code = unsafe sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    throw database.failure(code)
  }

  /// Prepares the statement for another run.
  ///
  /// If a text was not copied, all parameters become null.
  package func reset() {
    // SAFETY: as above; the code that it returns is the last step's.
    _ = unsafe sqlite3_reset(handle)
    guard borrowsText else { return }
    // SAFETY: as above.
    _ = unsafe sqlite3_clear_bindings(handle)
    borrowsText = false
  }

  /// Runs a statement that returns no rows, and prepares it for another run.
  package func run() throws(Database.Failure) {
    defer { reset() }
    while try step() {}
  }

  // MARK: - The current row

  /// How many columns its rows have.
  package var columnCount: Int {
    // SAFETY: as above.
    unsafe Int(sqlite3_column_count(handle))
  }

  package func kind(_ column: Int) -> Kind {
    // SAFETY: as above; a column that is out of range is null.
    switch unsafe sqlite3_column_type(handle, Int32(column)) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  package func integer(_ column: Int) -> Int64 {
    // SAFETY: as above.
    unsafe sqlite3_column_int64(handle, Int32(column))
  }

  package func real(_ column: Int) -> Double {
    // SAFETY: as above.
    unsafe sqlite3_column_double(handle, Int32(column))
  }

  /// The bytes of a blob, or of a text as UTF-8, whatever the encoding of the database.
  package func bytes(_ column: Int) -> [UInt8] {
    let isText = kind(column) == .text
    // SAFETY: as above; the first call decides what the count is of.
    let text = unsafe isText ? sqlite3_column_text(handle, Int32(column)) : nil
    guard
      let start = unsafe text.map({ unsafe UnsafeRawPointer($0) })
        ?? sqlite3_column_blob(handle, Int32(column))
    else {
      database.endIfWithoutMemory()
      return []
    }
    let count = unsafe Int(sqlite3_column_bytes(handle, Int32(column)))
    // SAFETY: the bytes are copied before anything else is done with the row.
    return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
  }

  /// A value as text; nil if it is null.
  package func text(_ column: Int) -> String? {
    // SAFETY: as above; requesting the text first decides what the count is of.
    guard let start = unsafe sqlite3_column_text(handle, Int32(column)) else {
      database.endIfWithoutMemory()
      return nil
    }
    let count = unsafe Int(sqlite3_column_bytes(handle, Int32(column)))
    return unsafe String(
      decoding: UnsafeRawBufferPointer(start: start, count: count),
      as: UTF8.self
    )
  }
}
