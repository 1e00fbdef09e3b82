#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Names of files with wildcards, for where no shell has expanded them.
package enum FileGlob {
  /// The files that a pattern names, in the order of their bytes; the pattern itself where there
  /// are none, where it is the name of a file, or where it has no wildcard.
  package static func expand(_ pattern: String) -> [String] {
    guard isUnmatched(pattern) else { return [pattern] }
    // SAFETY: `glob` fills the structure, which is freed here; the names are copied before that.
    var found = unsafe glob_t()
    defer { unsafe globfree(&found) }
    guard unsafe glob(pattern, 0, nil, &found) == 0 else { return [pattern] }
    var names: [String] = []
    for number in 0..<Int(unsafe found.gl_pathc) {
      if let name = unsafe found.gl_pathv?[number] { names.append(unsafe String(cString: name)) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Whether a name has wildcards and there is no file of that very name.
  package static func isUnmatched(_ name: String) -> Bool {
    name.contains { "*?[".contains($0) } && FileDescriptor.kind(of: name) == nil
  }
}
