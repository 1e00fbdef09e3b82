internal import RKMapping

/// What `rkmap --version` shows.
enum VersionPage {
  static var text: String {
    """
    rkmap \(CommandLineTool.version)
    formats read: JSON, NDJSON, JSON text sequences
    formats written: JSON, NDJSON, CSV
    system libraries: none
    instruction sets: \(MapperOptions.instructionSets.joined(separator: ", "))

    """
  }
}
