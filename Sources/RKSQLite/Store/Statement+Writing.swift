internal import RKEngine

/// The calls of `Statement` for callers that throw `WriteError`.
extension Statement {
  static func make(_ database: Database, _ sql: String) throws(WriteError) -> Statement {
    do { return try Statement(database, sql) } catch { throw .failure(error) }
  }

  @inline(__always)
  func set(
    _ place: Int,
    _ value: StoredValue,
    _ bytes: borrowing UniqueArray<UInt8>
  ) throws(WriteError) {
    do { try bind(place, value, bytes) } catch { throw .failure(error) }
  }

  func set(_ place: Int, _ value: Int64) throws(WriteError) {
    do { try bind(place, value) } catch { throw .failure(error) }
  }

  func set(_ place: Int, _ text: String) throws(WriteError) {
    do { try bind(place, text) } catch { throw .failure(error) }
  }

  @inline(__always)
  func next() throws(WriteError) -> Bool {
    do { return try step() } catch { throw .failure(error) }
  }

  @inline(__always)
  func execute() throws(WriteError) {
    do { try run() } catch { throw .failure(error) }
  }
}
