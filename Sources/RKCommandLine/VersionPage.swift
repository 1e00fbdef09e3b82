internal import RKMapping
internal import RKSQLite

/// The text of `rkmap --version`.
enum VersionPage {
  static var text: String {
    """
    rkmap \(CommandLineTool.version)
    formats read: \(Input.Format.allCases.map { $0.door.name }.joined(separator: ", "))
    formats written: \(Output.Format.allCases.map { $0.writer.name }.joined(separator: ", "))
    system libraries: SQLite \(Database.version)
    instruction sets: \(MapperOptions.instructionSets.joined(separator: ", "))

    """
  }
}
