internal import RKDiagnostics
internal import RKEngine
internal import RKMapping
internal import Synchronization

/// The mappers of a suite, one for each request of its fixtures, compiled on demand.
///
/// A mapper holds all rules that its request reaches. To limit memory, only the most recently used ones are kept:
/// as many as have `mostRules` together, and at least a few. Safe to use from several threads.
final class MapperCache: Sendable {
  /// What distinguishes one mapper from another.
  struct Request: Hashable, Sendable {
    var context = RequestContext()
    var fixtureName: FixtureName?
    var takesArchives = false
    /// Whether the records go to a snapshot that notes the kinds of their values.
    var notesKinds = false
    /// Whether it notes the forms of dates as well.
    var notesForms = false
    var groupsFindings = true
  }

  let mapping: Mapping
  private let options: MapperOptions
  private let redactions: [Redaction]
  private typealias Made = Result<Mapper, DiagnosticsError>
  /// The most recently used mapper comes first.
  private let kept = Mutex<[(request: Request, mapper: Made)]>([])

  private let mostKept: Int

  /// The most rules in all kept mappers, about 8 MB.
  private static let mostRules = 3 << 12
  private static let fewestKept = 3

  init(
    _ mapping: Mapping,
    _ suite: TestSuite,
    _ redactions: [Redaction],
    _ options: TestRunner.Options
  ) {
    self.mapping = mapping
    self.redactions = redactions
    mostKept = max(Self.fewestKept, Self.mostRules / max(1, mapping.graph.ruleCount))
    var own = options.mapper
    // The fixtures themselves run in parallel.
    own.threadCount = 1
    own.isStrict = options.isStrict || suite.isStrict
    own.drift = [own.drift, suite.drift, own.isStrict ? .fail : nil].compactMap { $0 }.max()
    own.failedRecords = .skip
    own.expectsRecords = true
    own.hasFormatFlag = false
    own.takesFixtures = true
    own.looksIntoFailed = true
    own.reportLimit = options.reportLimit
    own.countsCharacters = options.countsCharacters
    own.statedDuplicateKeys = own.statedDuplicateKeys ?? suite.duplicateKeys
    self.options = own
  }

  /// The request of a fixture: the route of its case, or else what its name says.
  func request(of path: String, _ testCase: TestCase) -> Request {
    var request = Request()
    request.takesArchives = Input.file(path).isArchive
    if let route = testCase.route {
      request.context = route
    } else if let name = Input.file(path).fixtureName {
      request.context = name.context
      request.fixtureName = name
    }
    request.notesKinds = testCase.hasSnapshot
    request.notesForms = testCase.hasSnapshot
    // Each listed finding is matched by its own place, so findings must not be grouped.
    if case .listed = testCase.expectation.findings { request.groupsFindings = false }
    return request
  }

  /// The mapper for a request, or the reason why it cannot be compiled.
  func mapper(for request: Request) -> Result<Mapper, DiagnosticsError> {
    let known = kept.withLock { kept in
      let place = kept.firstIndex { $0.request == request }
      guard let place else {
        // The least recently used one is dropped before a new one takes its memory.
        kept = Array(kept.prefix(mostKept - 1))
        return nil as Made?
      }
      kept.insert(kept.remove(at: place), at: 0)
      return kept[0].mapper
    }
    if let known { return known }
    let made = make(request)
    kept.withLock { kept in
      // Another thread may have compiled it in the meantime.
      kept.removeAll { $0.request == request }
      kept = [(request, made)] + kept.prefix(mostKept - 1)
    }
    return made
  }

  private func make(_ request: Request) -> Made {
    var options = options
    options.context = request.context
    options.fixtureName = request.fixtureName
    options.notesKinds = request.notesKinds
    options.notesForms = request.notesForms
    if request.notesKinds { options.redactions = redactions }
    options.takesArchives = request.takesArchives
    options.groupsFindings = request.groupsFindings
    if !request.groupsFindings { options.reportLimit = .max }
    return Result { () throws(DiagnosticsError) in try Mapper(mapping, options: options) }
  }
}
