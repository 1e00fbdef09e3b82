internal import RKEngine

/// Makes file names relative to the root of a checked-out repository.
struct RepositoryPath {
  /// The folders from the root to the working directory; nil if that is not below the root.
  private let folders: [Substring]?
  private let root: String

  /// `root` is the folder of the repository; empty if there is none.
  init(root: String) {
    guard root.hasPrefix("/") else {
      (self.root, folders) = ("", nil)
      return
    }
    self.root = FileDescriptor.resolvedOrGiven(root)
    let present = FileDescriptor.resolvedOrGiven(".")
    let isBelow = present == self.root || present.hasPrefix(self.root + "/")
    folders = isBelow ? present.dropFirst(self.root.count).split(separator: "/") : nil
  }

  /// The name relative to the root; a name that leads elsewhere is returned unchanged.
  func name(of file: String) -> String {
    if file.hasPrefix("/") {
      return !root.isEmpty && file.hasPrefix(root + "/")
        ? String(file.dropFirst(root.count + 1)) : file
    }
    guard let folders, !file.hasPrefix("<") else { return file }
    var steps = folders
    for step in file.split(separator: "/") {
      switch step {
      case ".": break
      case "..":
        if steps.isEmpty { return file }
        steps.removeLast()
      default: steps.append(step)
      }
    }
    return steps.joined(separator: "/")
  }
}
