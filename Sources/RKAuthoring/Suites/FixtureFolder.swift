internal import RKEngine

/// Assigns places below a suite's folder to fixtures, each only once.
struct FixtureFolder {
  static let name = "fixtures"

  /// The taken names in lower case, because some file systems ignore case.
  private var taken: Set<String> = []

  /// A free place for a fixture; if its path is taken, a number is inserted.
  mutating func place(of path: String) -> String {
    var place = "\(Self.name)/\(path)"
    var number = 1
    while !taken.insert(place.lowercased()).inserted {
      number += 1
      place = "\(Self.name)/\(number)/\(path)"
    }
    return place
  }

  /// The paths of files relative to the folder that contains all of them.
  static func relative(_ files: [String]) -> [String] {
    let here = FileDescriptor.resolvedOrGiven(".")
    let paths = files.map { parts(of: $0.begins(with: "/") ? $0 : "\(here)/\($0)") }
    var common = paths.first.map { Array($0.dropLast()) } ?? []
    for path in paths {
      common = Array(zip(common, path.dropLast()).prefix { $0 == $1 }.map(\.0))
    }
    return paths.map { $0.dropFirst(common.count).joined(separator: "/") }
  }

  /// The components of an absolute path.
  private static func parts(of path: String) -> [Substring] {
    var parts: [Substring] = []
    for part in path.split(byte: .solidus) where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts
  }
}
