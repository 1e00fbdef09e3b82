package import RKDiagnostics
package import RKEngine
internal import RKFormats

extension Output {
  /// Removes the ending of compressed files from a name.
  package static func nameOfContents(_ path: String) -> String { Compression.innerName(of: path) }

  /// The ending of a name that requests compression, and the library for it if the program was
  /// built without it; nil if the name has no such ending.
  package static func compression(ofFile path: String) -> (ending: String, missing: String?)? {
    Compression(ofFile: path).map { ($0.fileEnding, $0.isKnown ? nil : $0.libraryName) }
  }

  /// Creates a file, compressed if its name says so.
  package static func file(named path: String, in group: FileGroup? = nil) throws(SystemError)
    -> OutputFile
  {
    try .named(path, in: group)
  }

  /// Creates the file of a script, or opens the standard output if the name is empty.
  package static func scriptFile(named path: String) throws(DiagnosticsError) -> OutputFile {
    do {
      return path.isEmpty ? OutputFile() : try file(named: path)
    } catch {
      throw DiagnosticsError(.unwritableOutput, "'\(path)' cannot be written: \(error.reason)")
    }
  }
}
