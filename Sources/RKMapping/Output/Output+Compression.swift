package import RKDiagnostics
package import RKEngine
internal import RKFormats

extension Output {
  /// The name of what a file holds, where its ending says that it is compressed.
  package static func nameOfContents(_ path: String) -> String { Compression.innerName(of: path) }

  /// The ending of a name that says that the file is compressed, and the library that this needs and the
  /// program was built without.
  package static func compression(ofFile path: String) -> (ending: String, missing: String?)? {
    Compression(ofFile: path).map { ($0.fileEnding, $0.isKnown ? nil : $0.libraryName) }
  }

  /// A file by name, compressed where that says so.
  package static func file(named path: String) throws(SystemError) -> OutputFile {
    try .named(path)
  }

  /// The file of a script; the standard output if the name is empty.
  package static func scriptFile(named path: String) throws(DiagnosticsError) -> OutputFile {
    do {
      return path.isEmpty ? OutputFile() : try file(named: path)
    } catch {
      throw DiagnosticsError(.unwritableOutput, "'\(path)' cannot be written: \(error.reason)")
    }
  }
}
