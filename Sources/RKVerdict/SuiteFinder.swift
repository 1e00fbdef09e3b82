package import RKDiagnostics
internal import RKEngine

/// Finds the test files below some paths.
package struct SuiteFinder {
  /// The usual name of a test file, which the search looks for.
  package static let fileName = "rkmap.test.json"
  /// Folders in which nobody keeps test files.
  private static let passedOver: Set<String> = ["node_modules", "__rkmap__"]

  /// The paths of the test files from the working directory, without duplicates; those below one path in byte
  /// order.
  package private(set) var files: [String] = []
  package private(set) var findings: [Diagnostic] = []
  private var places: Set<ExactText> = []

  /// Whether the search skips a folder with this name.
  package static func passesOver(_ folder: String) -> Bool {
    folder.hasPrefix(".") || passedOver.contains(folder)
  }

  /// Searches folders; takes any other path as a test file.
  package init(_ paths: [String]) {
    for path in paths {
      do {
        guard try FileDescriptor.kind(of: path) == .directory else {
          add(path)
          continue
        }
      } catch {
        findings.append(Self.unreadable(path, error))
        continue
      }
      let unreadCount = findings.count
      let found = below(path)
      if found.isEmpty && findings.count == unreadCount {
        findings.append(Self.noSuite(below: path))
      }
      for file in found { add(file) }
    }
  }

  private mutating func add(_ path: String) {
    let file = PlainPath.of(path)
    if places.insert(FileDescriptor.resolvedOrGiven(file).exact).inserted { files.append(file) }
  }

  /// The test files in a folder and its subfolders; does not follow links to folders.
  private mutating func below(_ path: String) -> [String] {
    var found: [String] = []
    var folders = [path == "." ? "" : path.hasSuffix("/") ? path : path + "/"]
    while let folder = folders.popLast() {
      do {
        for entry in try FolderListing.entries(of: folder.isEmpty ? "." : folder) {
          if entry.isFolder {
            if !Self.passesOver(entry.name) { folders.append(folder + entry.name + "/") }
          } else if entry.name == Self.fileName {
            found.append(folder + entry.name)
          }
        }
      } catch {
        findings.append(Self.unreadable(folder.isEmpty ? "." : folder, error))
      }
    }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private static func unreadable(_ path: String, _ error: SystemError) -> Diagnostic {
    Diagnostic(
      .unreadableInput,
      "'\(path)', where test files are looked for, cannot be read: \(error.reason)"
    )
  }

  private static func noSuite(below path: String) -> Diagnostic {
    Diagnostic(
      .noSuite,
      "there is no \(fileName) in '\(path)', nor in a folder below it",
      help: ["a test file of another name is given itself: rkmap test FILE"]
    )
  }
}
