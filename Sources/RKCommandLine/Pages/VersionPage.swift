internal import RKMapping
internal import RKSQLite

/// The text of `rkmap --version`.
enum VersionPage {
  static var text: String {
    """
    rkmap \(CommandLineTool.version)
    formats read: \(Input.Format.allCases.map { $0.door.name }.joined(separator: ", "))
    formats written: \(Output.Format.allCases.map { $0.writer.name }.joined(separator: ", "))
    system libraries: \(libraries)
    instruction sets: \(MapperOptions.instructionSets.joined(separator: ", "))

    """
  }

  private static var libraries: String {
    let known =
      [("SQLite", Database.version)]
      + Input.libraries.compactMap { library in
        library.version.map { (library.name, $0) }
      }
    let missing = Input.libraries.filter { $0.version == nil }.map(\.name)
    return known.map { "\($0) \($1)" }.joined(separator: ", ")
      + (missing.isEmpty ? "" : "; built without \(missing.joined(separator: ", "))")
  }
}
