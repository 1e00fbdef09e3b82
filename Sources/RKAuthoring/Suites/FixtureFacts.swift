internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// The results of mapping a fixture.
struct FixtureFacts {
  typealias Descriptor = Mapper.RecordSource

  /// The descriptors that find records in it.
  var descriptors: [Descriptor]
  /// The targets of its root records.
  var targets: Set<String>
  /// How many of its lines are not JSON; inferring a spec skips them, too.
  var malformedCount: Int
}

/// Maps fixtures as `rkmap test` does, to learn their results.
struct FixtureTrials {
  /// What distinguishes one mapper from another.
  private struct Request: Hashable {
    var name: FixtureName?
    var takesArchives: Bool
  }

  private let mapping: Mapping
  private let options: MapperOptions
  /// The mapper of the last fixture, which the next one can often use.
  private var last: (request: Request, mapper: Mapper)?

  init(_ mapping: Mapping, _ options: MapperOptions) {
    self.mapping = mapping
    var options = options
    options.isStrict = true
    options.drift = .fail
    options.failedRecords = .skip
    self.options = options
  }

  /// The results of a fixture; throws if no descriptor can be chosen for it.
  mutating func facts(of input: Input) throws(DiagnosticsError) -> FixtureFacts {
    let mapper = try mapper(for: input)
    let collection = RecordCollection()
    let malformed = MalformedLines()
    _ = mapper.apply(to: [input], into: .collection(collection), reportingTo: malformed)
    let targets = Set(collection.records.map(\.target))
    let descriptors = mapper.recordSources.filter { !targets.isDisjoint(with: $0.targets) }
    return FixtureFacts(
      descriptors: descriptors,
      targets: targets,
      malformedCount: malformed.count
    )
  }

  private mutating func mapper(for input: Input) throws(DiagnosticsError) -> Mapper {
    let name = input.fixtureName
    let request = Request(name: name, takesArchives: input.isArchive)
    if let last, last.request == request { return last.mapper }
    var options = options
    options.fixtureName = name
    options.context = name?.context ?? RequestContext()
    options.takesArchives = input.isArchive
    let mapper = try Mapper(mapping, options: options)
    last = (request, mapper)
    return mapper
  }
}

/// Counts lines that are not JSON; other findings are reported by the run that writes the snapshots.
private final class MalformedLines: DiagnosticReceiver {
  private(set) var count = 0

  func receive(_ diagnostic: Diagnostic) {
    switch diagnostic.code {
    case .inputSyntax, .invalidUTF8, .tooDeep: count += diagnostic.extent?.findings ?? 1
    default: break
    }
  }
}
