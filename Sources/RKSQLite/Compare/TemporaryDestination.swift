internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// A temporary database that receives the tables of a run, and can be read after it.
struct TemporaryDestination: TableDestination, @unchecked Sendable {
  private let place: Place

  private final class Place {
    let file: DatabaseFile
    let database: Database

    init() throws(WriteError) {
      file = try DatabaseFile()
      guard let database = file.database else { preconditionFailure("a new database is open") }
      self.database = database
    }
  }

  init() throws(WriteError) { place = try Place() }

  /// The database, which stays open after the run.
  var database: Database { place.database }

  var path: String { "" }

  func begin(_ run: TableRun) throws(DiagnosticsError) -> RecordWriting? {
    do {
      return try SQLiteSink.writing(run, to: place.file, name: "", DatabaseOptions())
    } catch {
      throw error.diagnostics(of: "")
    }
  }

  static func == (one: Self, other: Self) -> Bool { one.place === other.place }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(place)) }
}
