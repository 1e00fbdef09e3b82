internal import RKDiagnostics
package import RKEngine
package import RKMapping

/// Merges the coverage of several runs from their JSON documents.
package struct CoverageShards {
  private var coverage: SourceCoverage
  private var tree: SourceTree
  private let numbers: [String: Int]

  /// `rules` are the spec's rules, `tree` is an empty one.
  package init(_ rules: [CoverageRule], _ tree: SourceTree) {
    coverage = SourceCoverage(rules)
    self.tree = tree
    numbers = Dictionary(
      rules.enumerated().map { ($1.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// The merged coverage of all runs.
  package func merged() -> SourceCoverage {
    var merged = coverage
    merged.take(tree) { Int($0) }
    return merged
  }

  /// Adds a document.
  ///
  /// If it is invalid, returns the reason and adds nothing.
  ///
  /// With `isPart` the document may count only some of the rules.
  package mutating func add(_ bytes: [UInt8], isPart: Bool = false) -> String? {
    guard let report = JSONNode(bytes), let version = report["version"]?.int, 1...2 ~= version,
      let summary = report["summary"], let rules = report["rules"]?.list,
      let paths = report["paths"]?.list
    else { return "is no report of 'coverage --to json'" }
    let read = self.rules(rules, isPart: isPart)
    guard let read else { return "counts other rules than the spec has" }
    guard ["inputs", "documents", "records"].allSatisfy({ summary[$0]?.count != nil }),
      rules.allSatisfy(Self.areCounts)
    else { return "is no report of 'coverage --to json'" }
    var found: [(path: [SourceTree.Component], SourceTree.Counts, [Int32], SourceTree.Example)] = []
    for path in paths {
      guard let path = self.path(path) else {
        return "is no report of 'coverage --to json'"
      }
      found.append(path)
    }
    for (number, counts) in read.enumerated() { coverage.rules[number].counts.add(counts) }
    // In the order of the inputs, so that the first leaf of a merged path is the first one of the inputs.
    for (path, counts, rules, example) in found.sorted(by: { $0.3.precedes($1.3) }) {
      tree.add(path, counts, rules: rules, example)
    }
    coverage.inputCount += summary["inputs"]?.count ?? 0
    coverage.documentCount += summary["documents"]?.count ?? 0
    coverage.recordCount += summary["records"]?.count ?? 0
    if let files = report["files"]?.list {
      coverage.files = (coverage.files ?? []) + files.compactMap(file)
    }
    return nil
  }

  private static var ruleCounts: [(name: String, count: WritableKeyPath<RuleCounts, Int>)] {
    [
      ("hits", \.hits), ("records", \.records), ("found", \.found), ("null", \.null),
      ("missing", \.missing), ("failed", \.failed), ("default", \.defaulted),
    ]
  }

  /// Whether all usage counts of a rule are valid counts.
  private static func areCounts(_ rule: JSONNode) -> Bool {
    ruleCounts.allSatisfy { rule[$0.name].map { $0.count != nil } ?? true }
  }

  /// The counts of all rules; nil if the document is about other rules.
  private func rules(_ nodes: [JSONNode], isPart: Bool) -> [RuleCounts]? {
    var rest = nodes[...]
    var all: [RuleCounts] = []
    for rule in coverage.rules {
      if isPart && rest.first?["rule"]?.text != rule.name {
        all.append(RuleCounts())
        continue
      }
      guard let node = rest.popFirst() else { return nil }
      guard node["rule"]?.text == rule.name, node["kind"]?.text == rule.kind.rawValue,
        node["file"]?.text == rule.location.file, node["line"]?.int == rule.location.line,
        node["column"]?.int == rule.location.column
      else { return nil }
      var counts = RuleCounts()
      for (name, count) in Self.ruleCounts { counts[keyPath: count] = node[name]?.count ?? 0 }
      all.append(counts)
    }
    return rest.isEmpty ? all : nil
  }

  private func path(_ node: JSONNode) -> (
    [SourceTree.Component], SourceTree.Counts, [Int32], SourceTree.Example
  )? {
    guard var path = node["path"]?.text.flatMap(KeyPathText.components),
      let state = node["state"]?.text.flatMap(SourceTree.State.init),
      let occurrences = node["occurrences"]?.count, let mapped = node["mapped"]?.count,
      mapped <= occurrences, let failed = node["failed"]?.count,
      let rules = node["rules"]?.list, let example = node["example"], let value = example["value"]
    else { return nil }
    if let set = node["for"]?.text, !set.isEmpty { path.insert(.set(set), at: 0) }
    // An unmapped occurrence of a mapped path counts for as little as one of an ignored path.
    var counts = SourceTree.Counts()
    counts.mapped = mapped
    if state == .ignored {
      counts.ignored = occurrences - mapped
    } else {
      counts.unmapped = occurrences - mapped
    }
    counts.failed = failed
    return (
      path, counts, rules.compactMap { $0.text.flatMap { numbers[$0] }.map { Int32($0) } },
      SourceTree.Example(
        value: value.scalarText,
        file: example["file"]?.text ?? "",
        line: example["line"]?.int ?? 0,
        column: example["column"]?.int ?? 0,
        document: example["document"]?.int ?? 0,
        pointer: example["pointer"]?.text ?? ""
      )
    )
  }

  private func file(_ node: JSONNode) -> CoverageTally.FileLines? {
    guard let name = node["file"]?.text, let lines = node["lines"]?.list else { return nil }
    var file = CoverageTally.FileLines(file: name)
    for line in lines {
      guard let pair = line.list, pair.count == 2, let number = pair[0].int else { return nil }
      file.lines[number] = pair[1].int == 1
    }
    return file
  }
}

extension SourceTree.Example {
  /// Whether the example comes first among the inputs of a run, which are sorted by bytes unless stated
  /// otherwise.
  fileprivate func precedes(_ other: SourceTree.Example) -> Bool {
    if file != other.file { return file.utf8.lexicographicallyPrecedes(other.file.utf8) }
    return (line, column) < (other.line, other.column)
  }
}
