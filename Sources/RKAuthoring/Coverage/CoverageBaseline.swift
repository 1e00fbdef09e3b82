internal import RKDiagnostics
internal import RKEngine
package import RKMapping

/// The source paths that are known to be unmapped.
package struct CoverageBaseline {
  private let paths: Set<String>

  /// Returns nil if the bytes do not have the form of a baseline.
  package init?(_ bytes: [UInt8]) {
    guard let document = JSONNode(bytes), document["version"]?.int == 1,
      let listed = document["paths"]?.list
    else { return nil }
    let texts = listed.compactMap(\.text)
    guard texts.count == listed.count else { return nil }
    paths = Set(texts)
  }

  /// The paths in a coverage that are unmapped but not in the baseline.
  package func newPaths(of coverage: SourceCoverage) -> [SourceCoverage.Path] {
    coverage.paths.filter { $0.state == .unmapped && !paths.contains($0.text) }
  }

  /// The text of a baseline that lists all unmapped paths, one per line.
  package static func text(of coverage: SourceCoverage) -> String {
    let unmapped = coverage.paths.filter { $0.state == .unmapped }.map(\.text)
    return JSONTree.object([
      "version": .literal("1"), "paths": .texts(unmapped),
    ]).document
  }
}
