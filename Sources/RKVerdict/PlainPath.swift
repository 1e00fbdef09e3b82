internal import RKEngine

/// Normalizes paths: removes `.`, and also `..` where that is safe.
enum PlainPath {
  /// The normalized path, such as `users/spec.json` for `kept/../users/./spec.json`, if both are the same file.
  static func of(_ path: String) -> String {
    let steps = path.split(byte: .solidus, omittingEmptySubsequences: false)
    guard steps.dropFirst().contains("") || steps.contains(".") || steps.contains("..") else {
      return path
    }
    var plain: [Substring] = []
    var hasStepsBack = false
    for step in steps where !step.isEmpty && step != "." {
      if step == "..", let last = plain.last, last != ".." {
        plain.removeLast()
        hasStepsBack = true
      } else {
        plain.append(step)
      }
    }
    let isFolder = path.utf8.last == .solidus && !plain.isEmpty
    let short =
      (path.begins(with: "/") ? "/" : "") + plain.joined(separator: "/") + (isFolder ? "/" : "")
    if short.isEmpty { return path }
    guard hasStepsBack else { return short }
    // After a symbolic link to a folder, `..` leads elsewhere.
    let place = FileDescriptor.resolvedOrGiven(path).exact
    return FileDescriptor.resolvedOrGiven(short).exact == place ? short : path
  }
}
