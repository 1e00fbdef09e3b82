internal import RKDiagnostics
internal import RKEngine

/// Explains how the cells of the output were made from values of an input.
package struct Explainer {
  private let mapper: Mapper
  private let request: ExplainRequest
  let words: CellExplainer

  /// The mapper must count what rules read, and compare records: see `options(_:)`.
  package init(_ mapper: Mapper, _ request: ExplainRequest) {
    self.mapper = mapper
    self.request = request
    words = CellExplainer(mapper)
  }

  /// Returns options with what a mapper for explanations needs.
  package static func options(_ options: MapperOptions) -> MapperOptions {
    var options = options
    options.coverage = CoverageRequest()
    options.comparesRecords = true
    options.failedRecords = .skip
    options.looksIntoFailed = false
    options.expectsRecords = false
    options.threadCount = 1
    return options
  }

  /// Maps an input, which must be readable twice, and explains the requested cells.
  package func run(
    on input: Input,
    reportingTo receiver: any DiagnosticReceiver
  ) -> (explanation: Explanation, report: MappingReport) {
    let collector = TraceCollector()
    let finder = RecordFinder(words, request)
    let report = trace(input, finder.selection, collector, reportingTo: receiver)
    var explanation = Explanation()
    explanation.hasDocuments = collector.documentCount > 1
    for document in collector.documents {
      for root in document.roots {
        for cell in words.cells(of: root, in: document)
        where finder.takes(cell, of: root, in: document) {
          var cell = cell
          finishConnection(&cell, collector)
          if cell.value != nil && !cell.isHidden {
            cell.json = collector.prefix(of: root, mapper, input) + cell.pointer
          }
          explanation.cells.append(cell)
        }
      }
      if let asked = document.asked, let place = words.place(of: asked.token, in: document) {
        explanation.asked = (place, asked.value)
        explanation.nowhere = nowhere(in: document)
      }
    }
    if !explanation.cells.isEmpty {
      let skips = SkippedRecords(mapper, words)
      let seen =
        finder.seesAll ? collector : merged(explanation.cells, input, collector, skips)
      if finder.seesAll {
        for root in collector.documents.flatMap(\.roots) { skips.take(root, isKept: true) }
      }
      MergeExplainer(words, seen, skips).explain(&explanation.cells)
    }
    switch request.selection {
    case .all, .record, .row: explanation.isNotThere = explanation.cells.isEmpty
    case .pointer: explanation.isNotThere = explanation.asked == nil
    }
    explanation.identities = finder.identities
    explanation.wanted = finder.wanted
    return (explanation, report)
  }

  /// Maps an input, and collects what the run records about its values.
  func trace(
    _ input: Input,
    _ selection: TraceOptions.Selection,
    _ collector: TraceCollector,
    reportingTo receiver: any DiagnosticReceiver,
    wantsLeaves: Bool = false,
    surveying survey: MappingSurvey? = nil
  ) -> MappingReport {
    var mapper = mapper
    var options = TraceOptions(selection) { collector.receive($0) }
    options.wantsLeaves = wantsLeaves
    mapper.trace = options
    var output = Output.nowhere
    if mapper.compiled.plan.hasConnections {
      let place = SinkPlace(collector) { plan in
        .make(ConnectedSink(plan: plan, collector: collector))
      }
      output = .sink(place)
    }
    let report = mapper.apply(
      to: [input],
      into: output,
      reportingTo: receiver,
      surveying: survey
    )
    collector.findPlaces(in: input)
    return report
  }

  /// Collects all representations of the records of some cells.
  private func merged(
    _ cells: [ExplainedCell],
    _ input: Input,
    _ known: TraceCollector,
    _ skips: SkippedRecords
  ) -> TraceCollector {
    let wanted = Set(cells.compactMap(\.identity))
    if wanted.isEmpty { return known }
    let collector = TraceCollector()
    let words = words
    _ = trace(
      input,
      .roots { root in
        let isKept = root.records.contains { record in
          words.identity(of: record).map(wanted.contains) ?? false
        }
        // All records are passed on, because earlier ones affect which later ones are skipped.
        skips.take(root, isKept: isKept)
        return isKept
      },
      collector,
      reportingTo: SilentReceiver()
    )
    return collector
  }

  // MARK: - Connections

  /// Adds to a cell of a connection which records its keys lead to.
  func finishConnection(_ cell: inout ExplainedCell, _ collector: TraceCollector) {
    guard let last = cell.steps.indices.last, cell.steps[last].name == "connection" else { return }
    let found = collector.found[
      ConnectedSink.Place(root: cell.root, record: cell.record, name: cell.attribute)
    ]
    cell.steps[last].members.append(
      .list(
        "found",
        (found?.records ?? []).map { record in
          var members: [ExplainedMember] = [
            .text("target", record.target), .value("key", record.key),
          ]
          if let place = collector.place(ofByte: record.offset) { members.append(.place(place)) }
          return members
        }
      )
    )
    guard let found else { return }
    cell.steps[last].members.append(.value("out", found.value))
    cell.value = found.value
  }

  // MARK: - Nowhere

  private func nowhere(in document: TracedDocument) -> [ExplainedLeaf] {
    document.leaves.compactMap { leaf in
      guard leaf.reason != .cell, let place = words.place(of: leaf.token, in: document) else {
        return nil
      }
      var explained = ExplainedLeaf(place: place, reason: leaf.reason)
      switch leaf.reason {
      case .declined, .read, .failed, .rejected:
        explained.rule = leaf.rule.flatMap { words.rule($0)?.name }
      case .unmapped:
        if let node = leaf.node, let owner = leaf.owner.flatMap({ document.places[$0]?.pointer }) {
          explained.nearest = words.nearest(to: Self.path(place.pointer, below: owner), of: node)
        }
      case .cell, .ignored, .unmatched: break
      }
      return explained
    }
  }

  /// The keys of a pointer after a prefix, as a key path without indexes.
  private static func path(_ pointer: String, below owner: String) -> String {
    (JSONPointer.parts(Array(pointer.utf8.dropFirst(owner.utf8.count))) ?? [])
      .map { String(decoding: $0, as: UTF8.self) }.filter { Int($0) == nil }
      .joined(separator: ".")
  }
}

/// Finds the requested records.
private struct RecordFinder {
  private let words: CellExplainer
  private let request: ExplainRequest
  private let seen = SeenIdentities()

  init(_ words: CellExplainer, _ request: ExplainRequest) {
    self.words = words
    self.request = request
  }

  /// Whether every record of the input is requested.
  var seesAll: Bool {
    if case .all = request.selection { true } else { false }
  }

  var identities: [String] { seen.texts }

  /// The requested values, written like an identity.
  var wanted: String {
    guard case .record(_, let values) = request.selection else { return "" }
    return "{" + values.map { "\"\($0.name)\":\($0.text)" }.joined(separator: ",") + "}"
  }

  var selection: TraceOptions.Selection {
    switch request.selection {
    case .all: return .all
    case .row(let number): return .row(number)
    case .pointer(let pointer, let document):
      return .pointer(Array(pointer.utf8), document: document)
    case .record(let target, let values):
      let (words, seen) = (words, seen)
      return .roots { root in
        for record in root.records where words.target(of: record.node) == target {
          seen.add(words.key(of: record))
        }
        return root.records.contains { Self.fits($0, target, values, words) }
      }
    }
  }

  private static func fits(
    _ record: TracedRecord,
    _ target: String,
    _ values: [(name: String, text: String)],
    _ words: CellExplainer
  ) -> Bool {
    guard words.target(of: record.node) == target else { return false }
    return values.allSatisfy { words.text(of: $0.name, of: record) == $0.text }
  }

  /// Whether a cell of a requested root record is itself requested.
  func takes(_ cell: ExplainedCell, of root: TracedRoot, in document: TracedDocument) -> Bool {
    if let attribute = request.attribute, cell.attribute != attribute { return false }
    switch request.selection {
    case .all, .row: return true
    case .record(let target, let values):
      return cell.target == target
        && Self.fits(root.records[cell.record], target, values, words)
    case .pointer:
      guard let asked = document.asked?.token, let place = document.places[asked]?.pointer else {
        return false
      }
      return cell.sources.contains { source in
        source.pointer == place || source.pointer.begins(with: place + "/")
          // A value under a key does not belong to a cell made from the key.
          || !source.isKey && place.begins(with: source.pointer + "/")
      }
    }
  }
}

/// The identities of the records that were examined.
private final class SeenIdentities: @unchecked Sendable {
  private(set) var texts: [String] = []

  func add(_ text: String) {
    if text != "null" && texts.count < 10_000 { texts.append(text) }
  }
}
