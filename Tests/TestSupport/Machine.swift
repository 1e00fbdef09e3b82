internal import Foundation
internal import RKFormats

/// Facts about the machine that tests run on.
package enum Machine {
  /// Whether to run a test with a requirement: if the requirement is met, and always in CI, where
  /// no test may be skipped silently.
  package static func offers(_ isThere: Bool) -> Bool {
    isThere || ProcessInfo.processInfo.environment["CI"] == "true"
  }

  /// Whether to run a test that needs a library which a build may lack: zlib, zstd or expat.
  package static func has(_ library: String) -> Bool {
    let isThere =
      library == "expat"
      ? XMLLibrary.version != nil
      : Compression.allCases.contains { $0.libraryName == library && $0.isKnown }
    return offers(isThere)
  }

  /// Whether to run a case whose commands and files these are; if not, a line names the library that the
  /// build lacks.
  package static func canRun(_ title: String, _ text: String) -> Bool {
    let signs = [("zlib", ".gz"), ("zstd", ".zst"), ("expat", "xml")]
    guard let (library, _) = signs.first(where: { text.contains($0.1) && !has($0.0) }) else {
      return true
    }
    print("skipped: \(title) needs \(library), which this build lacks")
    return false
  }
}
