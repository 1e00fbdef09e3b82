internal import RKDiagnostics
internal import RKEngine
internal import RKMapping
internal import RKVerdict

/// A folder of recorded responses below the working directory.
struct ResponseFolder {
  /// The input files in the folder and its subfolders, relative to the working directory, sorted by bytes.
  let files: [String]

  /// Finds the files; throws a diagnostic if there are none, or if the folder is not below the working
  /// directory.
  ///
  /// Hidden folders, links to folders, and files that `rkmap test` ignores are left out.
  init(_ folder: String) throws(DiagnosticsError) {
    let prefix = try Self.prefix(of: folder)
    var found: [String] = []
    var folders = [prefix]
    while let open = folders.popLast() {
      let entries: [FolderListing.Entry]
      do throws(SystemError) {
        entries = try FolderListing.entries(of: open.isEmpty ? "." : open)
      } catch {
        throw Self.unreadable("the folder '\(open)' cannot be read: \(error.reason)")
      }
      for entry in entries where !SuiteFinder.passesOver(entry.name) {
        if entry.isFolder {
          folders.append(open + entry.name + "/")
        } else if InputOperands.isInput(entry.name) {
          found.append(open + entry.name)
        }
      }
    }
    if found.isEmpty {
      throw Self.unreadable("the folder '\(folder)' has no JSON files, nor has a folder in it")
    }
    files = found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The folder's path relative to the working directory, with a slash at its end; empty for the working
  /// directory.
  private static func prefix(of folder: String) throws(DiagnosticsError) -> String {
    guard FileDescriptor.isSeen(folder, as: .directory) else {
      throw unreadable("there is no folder '\(folder)'")
    }
    let place = FileDescriptor.resolvedOrGiven(folder)
    let here = FileDescriptor.resolvedOrGiven(".")
    if place == here { return "" }
    let start = here == "/" ? here : here + "/"
    guard place.hasPrefix(start) else {
      throw .refusal(
        "'\(folder)' is not below the working directory, where the suite is made",
        help: ["rkmap infer '\(folder)' --tests DIR copies the responses"]
      )
    }
    return place.dropFirst(start.count) + "/"
  }

  private static func unreadable(_ message: String) -> DiagnosticsError {
    DiagnosticsError(.unreadableInput, message)
  }
}
