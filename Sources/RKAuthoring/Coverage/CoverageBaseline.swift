internal import RKDiagnostics
internal import RKEngine
package import RKMapping

/// The source paths that are known to be unmapped.
package struct CoverageBaseline {
  /// The paths of each set of descriptors; nil for those that are known for every set.
  private var paths: [String?: Set<String>] = [:]

  /// Returns nil if the bytes do not have the form of a baseline.
  package init?(_ bytes: [UInt8]) {
    guard let document = JSONNode(bytes), let version = document["version"]?.int,
      1...2 ~= version, let listed = document["paths"].flatMap(Self.texts)
    else { return nil }
    paths[version == 1 ? nil : ""] = listed
    guard version == 2, let sets = document["for"] else { return }
    guard let members = sets.members else { return nil }
    for (name, list) in members {
      guard let texts = Self.texts(list) else { return nil }
      paths[name] = texts
    }
  }

  private static func texts(_ list: JSONNode) -> Set<String>? {
    guard let listed = list.list else { return nil }
    let texts = listed.compactMap(\.text)
    return texts.count == listed.count ? Set(texts) : nil
  }

  /// The paths in a coverage that are unmapped but not in the baseline.
  package func newPaths(of coverage: SourceCoverage) -> [SourceCoverage.Path] {
    coverage.paths.filter { path in
      path.state == .unmapped
        && ![nil, path.set].contains { paths[$0]?.contains(path.text) == true }
    }
  }

  /// The text of a baseline that lists all unmapped paths: one per line, or together if some belong to
  /// sets of descriptors.
  package static func text(of coverage: SourceCoverage) -> String {
    func unmapped(_ set: String) -> [String] {
      coverage.paths.filter { $0.state == .unmapped && $0.set == set }.map(\.text)
    }
    let sets = coverage.sets.filter { !$0.isEmpty && !unmapped($0).isEmpty }
    if sets.isEmpty {
      return JSONTree.object(["version": .literal("1"), "paths": .texts(unmapped(""))]).document
    }
    func list(_ set: String) -> String {
      "[" + unmapped(set).map(JSONObjectText.quoted).joined(separator: ",") + "]"
    }
    var known = JSONObjectText()
    for set in sets { known.add(set, raw: list(set)) }
    var document = JSONObjectText()
    document.add("version", number: 2)
    document.add("paths", raw: list(""))
    document.add("for", raw: known.text)
    return document.text + "\n"
  }
}
