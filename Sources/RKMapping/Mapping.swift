public import RKDiagnostics
package import RKEngine

/// A spec that has been read, checked and resolved.
///
/// ```swift
/// let mapping = try Mapping(contentsOf: "specs/articles.json")
/// let mapper = try Mapper(mapping)
/// try mapper.apply(to: [.file("articles.json")], into: .standardOutput(.ndjson))
/// ```
public struct Mapping: Sendable {
  /// Warnings about the spec.
  public let warnings: [Diagnostic]
  package private(set) var graph: MappingGraph

  /// Reads the spec in a file, and the files that it includes; the path `-` means standard input.
  ///
  /// Included files must be ordinary files in the folder of the spec or below it. The files may
  /// total at most 16 MiB.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - folders: Other folders whose files may be included.
  ///   - isStrict: Whether warnings are errors.
  ///   - isLinted: Whether the warnings include what is valid but probably unintended.
  /// - Throws: All diagnostics if at least one of them is an error.
  public init(
    contentsOf path: String,
    including folders: [String] = [],
    isStrict: Bool = false,
    isLinted: Bool = false
  ) throws(DiagnosticsError) {
    do throws(DiagnosticsError) {
      try self.init(isStrict: isStrict, isLinted: isLinted) { findings in
        defer { Self.noteCompiling(path) }
        return SpecLoader.load(path, findings, including: folders)
      }
    } catch {
      throw OutsideFile.veiled(error, path)
    }
  }

  /// Reads a spec from its text.
  ///
  /// - Parameters:
  ///   - text: The text of the spec.
  ///   - name: The name of the spec in diagnostics. Included files are looked up relative to it.
  ///   - folders: Other folders whose files may be included.
  ///   - isStrict: Whether warnings are errors.
  ///   - isLinted: Whether the warnings include what is valid but probably unintended.
  /// - Throws: All diagnostics if at least one of them is an error.
  public init(
    text: String,
    name: String = "<spec>",
    including folders: [String] = [],
    isStrict: Bool = false,
    isLinted: Bool = false
  ) throws(DiagnosticsError) {
    try self.init(isStrict: isStrict, isLinted: isLinted) { findings in
      SpecLoader.load(text: Array(text.utf8), name: name, findings, including: folders)
    }
  }

  private init(
    isStrict: Bool,
    isLinted: Bool,
    load: (SpecFindings) -> SpecLoader.Result?
  ) throws(DiagnosticsError) {
    let findings = SpecFindings()
    let graph = load(findings).map { loaded in
      let (graph, mappers) = GraphBuilder.build(loaded, findings)
      GraphCheck.check(graph, mappers, findings)
      return graph
    }
    if isLinted, let graph, !findings.hasErrors { Linter.check(graph, findings) }
    let diagnostics = findings.sorted(isStrict: isStrict)
    guard let graph, !diagnostics.contains(where: { $0.severity == .error }) else {
      throw DiagnosticsError(diagnostics, files: findings.files.map(\.name))
    }
    self.graph = graph
    warnings = diagnostics
  }

  /// Reads a spec with the texts of some files replaced, and collects all warnings.
  package init(
    contentsOf path: String,
    including folders: [String],
    replacing texts: [ExactText: [UInt8]]
  ) throws(DiagnosticsError) {
    try self.init(isStrict: false, isLinted: true) { findings in
      defer { Self.noteCompiling(path) }
      return SpecLoader.load(path, findings, including: folders, replacing: texts)
    }
  }

  /// Returns the mapping with a drift policy that counts unless that of the spec's defaults is stricter.
  func tightened(to drift: DriftPolicy) -> Mapping {
    var mapping = self
    mapping.graph.tighten(to: drift)
    return mapping
  }

  /// Returns the mapping with another graph, derived from its own.
  func replacing(_ graph: MappingGraph) -> Mapping {
    var mapping = self
    mapping.graph = graph
    return mapping
  }

  private static func noteCompiling(_ path: String) {
    Emergency.note(work: "the spec '\(VisibleText.escaped(path))' was compiled")
  }

  /// The files of the spec, as they were named: the main file and its included files.
  package var files: [String] { graph.files.map(\.name) }
  /// The files of the spec with their texts.
  package var sourceFiles: [SourceFile] { graph.files }

  /// The name of the spec, for reports.
  public var name: String? { graph.name }

  /// The names of the descriptors that have one.
  public var descriptorNames: [String] { graph.descriptors.compactMap(\.name) }
}
