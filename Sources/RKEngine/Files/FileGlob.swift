#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Expands file name patterns that no shell has expanded.
///
/// The system's own `glob` silently skips what it cannot read.
package enum FileGlob {
  /// The files that match a pattern, in the order of their bytes.
  ///
  /// Returns the pattern itself if no file matches, if it may be the name of a file, or if it has
  /// no wildcard; `{a,b}` counts as a wildcard.
  ///
  /// Throws if a folder of the pattern cannot be read or lies outside `scope`. `**/` matches any
  /// number of folders, including none.
  package static func expand(
    _ pattern: String,
    within scope: FileScope? = nil
  ) throws(SystemError) -> [String] {
    guard isUnmatched(pattern) else { return [pattern] }
    let alternatives = BracePattern.alternatives(of: pattern)
    var found: [String] = []
    for alternative in alternatives { found += try matches(alternative, within: scope) }
    if found.isEmpty { return [pattern] }
    return alternatives.count == 1 ? found : sorted(found)
  }

  /// Names in the order of their bytes, without duplicates.
  private static func sorted(_ names: [String]) -> [String] {
    var sorted: [String] = []
    for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    where sorted.last?.utf8.elementsEqual(name.utf8) != true {
      sorted.append(name)
    }
    return sorted
  }

  /// Whether a name has wildcards and no file has exactly that name.
  package static func isUnmatched(_ name: String) -> Bool {
    isPattern(name) && FileDescriptor.isFree(name)
  }

  /// Whether a name has wildcards.
  package static func isPattern(_ name: String) -> Bool {
    name.utf8.contains(where: isWildcard) || BracePattern.has(name)
  }

  /// The pattern that matches only a path itself.
  package static func pattern(ofFile path: String) -> String {
    let escaped = path.utf8.flatMap { byte -> [UInt8] in
      "*?[{\\".utf8.contains(byte) ? [.backslash, byte] : [byte]
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  private static func isWildcard(_ byte: UInt8) -> Bool { "*?[".utf8.contains(byte) }

  private static func matches(
    _ pattern: String,
    within scope: FileScope?
  ) throws(SystemError) -> [String] {
    var steps = pattern.split(byte: .solidus, omittingEmptySubsequences: false)
    // At the end of a pattern, `**` matches the files in all folders.
    if steps.last == "**" { steps.append("*") }
    // The folders that the steps before the last match, each with its slash.
    var folders = [""]
    for step in steps.dropLast() {
      var next: [String] = []
      for folder in folders {
        if let name = literal(step) {
          next.append(folder + name + "/")
        } else if step == "**" {
          next += try [folder] + tree(below: folder, within: scope)
        } else {
          let matched = try names(in: folder, like: String(step), within: scope).map { folder + $0 }
          next += try self.folders(among: matched).map { $0 + "/" }
        }
      }
      // With two such steps, a folder may be found several times.
      folders = step == "**" ? sorted(next) : next
    }
    let last = steps[steps.count - 1]
    var found: [String] = []
    for folder in folders {
      if let name = literal(last) {
        if try isThere(folder + name) { found.append(folder + name) }
      } else {
        found += try names(in: folder, like: String(last), within: scope).map { folder + $0 }
      }
    }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// All folders below one, except those whose names begin with a dot and the folders `__rkmap__`
  /// of `rkmap test`.
  ///
  /// Links are not followed, as they may form cycles.
  private static func tree(below folder: String, within scope: FileScope?) throws(SystemError)
    -> [String]
  {
    var found: [String] = []
    for entry in try entries(of: folder, named: "**", within: scope)
    where entry.isFolder && !entry.name.begins(with: ".") && entry.name != "__rkmap__" {
      let inner = folder + entry.name + "/"
      found += try [inner] + tree(below: inner, within: scope)
    }
    return found
  }

  /// The name that a step without wildcards matches; nil for a step with wildcards.
  private static func literal(_ step: Substring) -> String? {
    var name: [UInt8] = []
    var isEscaped = false
    for byte in step.utf8 {
      if !isEscaped && isWildcard(byte) { return nil }
      isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      if !isEscaped { name.append(byte) }
    }
    return String(decoding: name, as: UTF8.self)
  }

  /// The names in a folder that match a step.
  ///
  /// Names that begin with a dot are matched only by patterns that do, too.
  private static func names(
    in folder: String,
    like step: String,
    within scope: FileScope?
  ) throws(SystemError) -> [String] {
    try entries(of: folder, named: step, within: scope).map(\.name).filter {
      // SAFETY: the call reads two C strings.
      unsafe fnmatch(step, $0, FNM_PERIOD) == 0
    }
  }

  /// The entries of a folder; none if it does not exist.
  private static func entries(of folder: String, named step: String, within scope: FileScope?)
    throws(SystemError) -> [FolderListing.Entry]
  {
    do throws(SystemError) {
      let place = folder.isEmpty ? "." : folder
      if let scope, !FileDescriptor.isFree(place), try !scope.contains(folder + step) {
        throw .outside(folder + step)
      }
      return try FolderListing.entries(of: place)
    } catch {
      if error.isAbsence { return [] }
      throw error
    }
  }

  /// A dangling link counts as present, as it has a name.
  private static func isThere(_ path: String) throws(SystemError) -> Bool {
    if try FileDescriptor.target(ofLink: path) != nil { return true }
    return try FileDescriptor.kind(of: path) != nil
  }

  /// The folders among some paths.
  ///
  /// Throws if a link leads to nothing, as a folder may be missing.
  private static func folders(among paths: [String]) throws(SystemError) -> [String] {
    var folders: [String] = []
    for path in paths {
      guard let kind = try FileDescriptor.kind(of: path) else { throw .missing(path) }
      if kind == .directory { folders.append(path) }
    }
    return folders
  }
}
