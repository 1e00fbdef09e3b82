/// The folders in which a file must lie if another file names it.
///
/// An untrusted file may name anything: with `..`, an absolute path, or a link beside it. Links are
/// followed before a path is compared.
package struct FileScope: Sendable {
  /// The first folder's name in messages, such as "the spec's folder".
  package let name: String
  /// The folders, each with a slash at its end.
  private let folders: [[UInt8]]

  private init(_ name: String, _ folders: [String]) throws(SystemError) {
    self.name = name
    var places: [[UInt8]] = []
    for folder in folders {
      let place = try FileDescriptor.resolved(folder)
      places.append(Array((place.utf8.last == .solidus ? place : place + "/").utf8))
    }
    self.folders = places
  }

  /// The scope of files that a spec includes: the spec's folder, and others that the user allows.
  package init(ofSpec path: String, allowing others: [String]) throws(SystemError) {
    try self.init("the spec's folder", [FileDescriptor.folder(of: path)] + others)
  }

  /// The scope of files that a test file names: the repository that it lies in, and others that the
  /// user allows.
  ///
  /// Without a repository it is the working directory if that is above the test file, otherwise the
  /// file's own folder.
  package init(ofTestFile path: String, allowing others: [String]) throws(SystemError) {
    let own = try FileDescriptor.resolved(FileDescriptor.folder(of: path))
    var above = own
    while above.begins(with: "/") {
      let start = above == "/" ? above : above + "/"
      if !FileDescriptor.isFree(start + ".git") {
        try self.init("the test file's repository", [above] + others)
        return
      }
      if above == "/" { break }
      above = String(above[..<(above.utf8.lastIndex(of: .solidus) ?? above.startIndex)])
      if above.isEmpty { above = "/" }
    }
    let present = try FileScope("the working directory", ["."] + others)
    self =
      try present.contains(own) ? present : FileScope("the test file's folder", [own] + others)
  }

  /// Whether a file lies in one of the folders, or would lie there; throws if that cannot be
  /// determined.
  package func contains(_ path: String) throws(SystemError) -> Bool {
    let place = Array(try FileDescriptor.place(ofFile: path).utf8)
    return folders.contains { place.starts(with: $0) || place + [UInt8(ascii: "/")] == $0 }
  }

  /// Whether a file may be read: it lies in one of the folders, or there are none.
  package func mayRead(_ path: String) throws(SystemError) -> Bool {
    if FileDescriptor.isFree(path) { return true }
    return try contains(path)
  }

  /// The folder that the user must allow so that a file may be read: relative to the working
  /// directory, or as the file's name spells it if that leads there.
  package static func folder(toAllow path: String) -> String {
    func folder(_ path: String) -> String {
      let folder = FileDescriptor.folder(of: path)
      return folder == "/" ? folder : String(folder.dropLast())
    }
    let named = folder(path)
    guard let file = try? FileDescriptor.place(ofFile: path) else { return named }
    let place = folder(file)
    let present = FileDescriptor.resolvedOrGiven(".")
    if place == present { return "." }
    if let below = place.suffix(after: present + "/") { return below }
    return FileDescriptor.resolvedOrGiven(named).exact == place.exact ? named : place
  }

  /// Whether a file is a link that leads out of its folder.
  package static func isLinkedOut(_ path: String) throws(SystemError) -> Bool {
    if FileDescriptor.isOfSystem(path) || !FileDescriptor.isSeen(path, as: .regular) {
      return false
    }
    guard try FileDescriptor.target(ofLink: path) != nil else { return false }
    return try !FileScope(ofSpec: path, allowing: []).contains(path)
  }
}
