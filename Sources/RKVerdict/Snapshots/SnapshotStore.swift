internal import RKEngine

/// The snapshots of a suite: files in `__rkmap__/` beside its test file.
///
/// A test file that does not have the usual name has its own folder in there.
package struct SnapshotStore {
  package static let folderName = "__rkmap__"
  static let nameEnd = ".snap.json"
  /// How the names of snapshots of older forms end.
  static let olderEnd = ".ndjson"

  private let suite: TestSuite
  /// The folder of the snapshots, with a trailing slash.
  private let folder: String

  package init(_ suite: TestSuite) {
    self.suite = suite
    let name = suite.file.dropFirst(suite.folder.count)
    let own = name == SuiteFinder.fileName ? "" : name + "/"
    folder = suite.folder + Self.folderName + "/" + own
  }

  /// The path of a fixture's snapshot, relative to the folder of a test file with the usual name; so is the
  /// fixture's path.
  package static func name(ofFixture path: String) -> String { "\(folderName)/\(path)\(nameEnd)" }

  /// The path of a fixture's snapshot; its name contains the request if `route` is given.
  ///
  /// Folders above the test file's folder appear as `__`.
  package func path(of fixture: String, route: String? = nil) -> String {
    let relative = fixture.suffix(after: suite.folder) ?? fixture
    var parts: [Substring] = relative.begins(with: "/") ? ["__root__"] : []
    for part in relative.split(byte: .solidus) where part != "." {
      if part != ".." {
        parts.append(part)
      } else if parts.last.map({ $0 != "__" }) ?? false {
        parts.removeLast()
      } else {
        parts.append("__")
      }
    }
    let request = route.map { "." + Self.fileName(of: $0) } ?? ""
    return folder + parts.joined(separator: "/") + request + Self.nameEnd
  }

  /// The path that a snapshot of an older form has in place of a path.
  static func older(_ path: String) -> String { path.dropLast(nameEnd.count) + olderEnd }

  /// Encodes a text as part of a file name, so that different texts have different names.
  private static func fileName(of text: String) -> String {
    var name = ""
    for byte in text.utf8 {
      let scalar = UnicodeScalar(byte)
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "-", "~": name.unicodeScalars.append(scalar)
      case "/": name += "_"
      case " ": name += "."
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        name += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return name
  }

  /// Refuses a path that a symbolic link leads out of the permitted folders.
  private func confine(_ path: String) throws(SystemError) {
    if try !suite.scope.contains(path) { throw .outside(path) }
  }

  /// The contents of a snapshot; nil if it does not exist.
  func read(_ path: String) throws(SystemError) -> [UInt8]? {
    do throws(SystemError) {
      if try !suite.scope.mayRead(path) { throw .outside(path) }
      return try FileDescriptor.bytes(ofNamed: path)
    } catch {
      if error.isAbsence { return nil }
      throw error
    }
  }

  /// Writes a snapshot under a temporary name and renames it; creates missing folders.
  func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    var end = path.utf8.index(path.startIndex, offsetBy: suite.folder.utf8.count)
    var made: [Leftover] = []
    while let slash = path[end...].utf8.firstIndex(of: .solidus) {
      let folder = String(path[..<slash])
      try confine(folder)
      do throws(SystemError) {
        switch try FileDescriptor.kind(of: folder) {
        case .directory: break
        case .regular, .other: throw .notFolder(folder)
        case nil: made.append(try FileDescriptor.makeFolder(folder))
        }
      } catch {
        // Another thread may have created the folder.
        if !FileDescriptor.isSeen(folder, as: .directory) { throw error }
      }
      end = path.utf8.index(after: slash)
    }
    try confine(path)
    try withExtendedLifetime(made) { () throws(SystemError) in
      try OutputFile.replace(path, with: bytes)
    }
  }

  /// The snapshots that are not in `known`, in byte order.
  ///
  /// Does not follow links to folders, and ignores files with other names.
  func files(besides known: Set<ExactText>) throws(SystemError) -> [String] {
    var found: [String] = []
    var folders = try FileDescriptor.kind(of: folder) == .directory ? [folder] : []
    if !folders.isEmpty { try confine(folder) }
    while let open = folders.popLast() {
      for entry in try FolderListing.entries(of: open) {
        let path = open + entry.name
        if !entry.isFolder {
          let isSnapshot = path.hasSuffix(Self.nameEnd) || path.hasSuffix(Self.olderEnd)
          if isSnapshot && !known.contains(path.exact) { found.append(path) }
        } else if try open == folder ? !isOther(entry.name) : true {
          folders.append(path + "/")
        }
      }
    }
    return found.sorted { $0.bytesPrecede($1) }
  }

  /// Whether a folder belongs to another test file beside this one, even if that is a broken link.
  private func isOther(_ name: String) throws(SystemError) -> Bool {
    if try FileDescriptor.target(ofLink: suite.folder + name) != nil { return true }
    return try FileDescriptor.kind(of: suite.folder + name) == .regular
  }

  /// Removes a snapshot, and snapshot folders that become empty.
  func remove(_ path: String) throws(SystemError) {
    try FileDescriptor.removeFile(path)
    var open = path
    while let slash = open.utf8.lastIndex(of: .solidus) {
      open = String(open[..<slash])
      guard open.utf8.count > suite.folder.utf8.count else { return }
      FileDescriptor.removeFolder(open)
    }
  }
}
