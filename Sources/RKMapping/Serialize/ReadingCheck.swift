internal import RKDiagnostics
internal import RKEngine

/// Checks that records would be read back from the written text unchanged.
final class ReadingCheck: WrittenCheck {
  /// What faults with the same wording have in common.
  private struct Key: Hashable {
    var code: MappingFault.Code
    var site: UInt32
  }

  let checksAll: Bool
  private let graph: MappingGraph
  private let descriptors: [ResponseDescriptor]
  private let writer: RecordWriter
  private let comparison: RecordComparison
  /// Compiled when the first record is read.
  private lazy var compiled = PlanCompiler.compile(graph, descriptors: descriptors)
  private lazy var reader = WrittenReader(compiled.plan)
  private lazy var maker = RecordMaker(compiled.plan)
  private var faults: [MappingFault] = []
  private var numbers: [Key: Int] = [:]

  /// Creates a check for the records of some descriptors; nil if how they are read depends on more
  /// than the records.
  init?(_ graph: MappingGraph, _ descriptors: [ResponseDescriptor], _ writer: RecordWriter) {
    guard graph.readsRecordsAlone(descriptors) else { return nil }
    (self.graph, self.descriptors, self.writer) = (graph, descriptors, writer)
    checksAll = graph.mayRefuseRecords(descriptors)
    comparison = RecordComparison(writer, deletes: false)
    writer.check = self
  }

  func failure(
    of record: Int,
    written: [UInt8],
    entry: Int,
    node: Int,
    _ view: TokenView
  ) -> RecordWriter.Failure? {
    let site = Int(writer.plan.nodes[node].site)
    guard reader.readsAlone else { return nil }
    var found: Record?
    let outcome = reader.read(
      written,
      by: entry,
      isMember: writer.plan.nodes[node].isCollection
    ) { found = maker.record(0, of: $0, $1, nil) }
    switch outcome {
    case nil: return nil
    case .mapped: break
    case .declined: return RecordWriter.Failure(.declined, at: record, site)
    case .failed(let fault):
      // A record of which nothing is written is an empty object: nothing is lost.
      if fault.code == .unmappable, written == Array("{}".utf8) { return nil }
      return RecordWriter.Failure(.refused, at: record, number(of: fault))
    }
    guard let found else { return RecordWriter.Failure(.unlike, at: record, site) }
    let wanted = Value(json: view.padded, view.range(ofValue: record))
    let (member, isRead) = comparison.difference(.init(wanted: wanted), found, node)
    if isRead { return nil }
    guard let member else { return RecordWriter.Failure(.unlike, at: record, site) }
    let base = writer.open(record, as: node, view)
    defer { writer.close(base) }
    let value = writer.token(of: member, of: node, base)
    return RecordWriter.Failure(
      value == 0 ? .unsaid : .unlike,
      at: value == 0 ? record : value,
      Int(writer.plan.nodes[node].members[member].site)
    )
  }

  private func number(of fault: MappingFault) -> Int {
    let key = Key(code: fault.code, site: fault.site.index)
    if let known = numbers[key] { return known }
    numbers[key] = faults.count
    faults.append(fault)
    return faults.count - 1
  }

  /// The diagnostic of the fault for which a record was refused, as a run would report it.
  func finding(_ number: Int, at place: InputPlace) -> Diagnostic {
    FaultExplainer(graph: graph, compiled: compiled).diagnostic(faults[number], at: place, keys: [])
  }
}

extension MappingGraph {
  /// Whether what is written of a record decides alone how it is read: filters and choices only use
  /// what rules write, and no rule without an inverse is required.
  fileprivate func readsRecordsAlone(_ descriptors: [ResponseDescriptor]) -> Bool {
    writtenMappings(descriptors).allSatisfy { mapping in
      mapping.when?.tree.sourcePaths.allSatisfy { writes($0, mapping) } != false
        && mapping.attributes.allSatisfy { $0.isWritten || !$0.mayRefuse }
        && mapping.relationships.allSatisfy { $0.isSerialized || !$0.mayRefuse }
    } && writtenChoosers(descriptors).allSatisfy(isDecidedByRecords)
  }

  /// Whether reading may refuse, decline or change some of what is written.
  fileprivate func mayRefuseRecords(_ descriptors: [ResponseDescriptor]) -> Bool {
    !writtenChoosers(descriptors).isEmpty
      || writtenMappings(descriptors).contains { mapping in
        mapping.when != nil || mapping.deletionPredicate != nil || !mapping.validations.isEmpty
          || mapping.attributes.contains(where: \.mayRefuse)
          || mapping.relationships.contains(where: \.mayRefuse)
      }
  }
}

extension AttributeMapping {
  /// Whether reading may refuse some of its values, or their absence.
  fileprivate var mayRefuse: Bool { isRequired || !validations.isEmpty || policies.refusesMissing }
}

extension RelationshipMapping {
  /// Whether its absence may fail the record.
  fileprivate var mayRefuse: Bool { isRequired || policies.refusesMissing }
}

extension ValuePolicies {
  fileprivate var refusesMissing: Bool { onMissing == .error || onMissing == nil && drift == .fail }
}
