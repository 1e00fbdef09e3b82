internal import RKDiagnostics
internal import RKMapping

/// What commands do with a spec before all else.
extension Reporter {
  /// Reads a spec and tells what is found in it; nil where it cannot be used.
  func readMapping(_ spec: String, isStrict: Bool) -> Mapping? {
    do {
      let mapping = try Mapping(contentsOf: spec, isStrict: isStrict)
      for warning in mapping.warnings { receive(warning) }
      return mapping
    } catch {
      for diagnostic in error.diagnostics { receive(diagnostic) }
      return nil
    }
  }

  /// The end of the report of a command that maps nothing.
  var summaryOfSpec: JSONObjectText {
    var object = JSONObjectText()
    object.add("version", number: JSONRenderer.version)
    object.add("kind", "summary")
    object.add("errors", number: errorCount)
    object.add("warnings", number: warningCount)
    return object
  }
}
