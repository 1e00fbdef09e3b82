internal import RKEngine

/// Makes file names relative to the root of a checked-out repository.
struct RepositoryPath {
  /// The folders from the root to the working directory; nil if that is not below the root.
  private let folders: [Substring]?
  private let root: String

  /// `root` is the folder of the repository; empty if there is none.
  init(root: String) {
    guard root.begins(with: "/") else {
      (self.root, folders) = ("", nil)
      return
    }
    self.root = FileDescriptor.resolvedOrGiven(root)
    let present = FileDescriptor.resolvedOrGiven(".")
    folders = (present + "/").suffix(after: self.root + "/")?.split(byte: .solidus)
  }

  /// The name relative to the root; a name that leads elsewhere is returned unchanged.
  func name(of file: String) -> String {
    if file.begins(with: "/") {
      return root.isEmpty ? file : file.suffix(after: root + "/") ?? file
    }
    guard let folders, !file.hasPrefix("<") else { return file }
    var steps = folders
    for step in file.split(byte: .solidus) {
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
