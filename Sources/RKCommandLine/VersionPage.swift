internal import RKMapping
internal import RKSQLite

/// What `rkmap --version` shows.
enum VersionPage {
  static var text: String {
    """
    rkmap \(CommandLineTool.version)
    formats read: JSON, NDJSON, JSON text sequences, HAR
    formats written: JSON, NDJSON, CSV, SQLite, SQL
    system libraries: SQLite \(Database.version)
    instruction sets: \(MapperOptions.instructionSets.joined(separator: ", "))

    """
  }
}
