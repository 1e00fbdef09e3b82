internal import RKDiagnostics
internal import RKEngine

/// Counts the diagnostics of a run, and passes on the first of each kind with the count.
///
/// The count is known when an input ends: until then the first diagnostic of each kind is held,
/// worded while its bytes are available. No more are held than will be shown, so that an input may
/// have any number of diagnostics; the rest are counted.
final class FindingCounter: FaultReceiver {
  /// What equal diagnostics have in common.
  private enum Kind: Hashable {
    case fault(MappingFault.Code, isError: Bool, site: UInt32, variant: UInt32, JSONKind?)
    case syntax(JSONSyntaxError.Fault, JSONSyntaxError.Expectation)

    /// One of a few numbers, mostly different for kinds that come in turns.
    var slot: Int {
      switch self {
      case .fault(let code, _, let site, _, _):
        Int(site &+ UInt32(code.rawValue)) % 16
      case .syntax: 0
      }
    }
  }

  /// Equal diagnostics, of which the first is shown.
  private struct Group {
    let kind: Kind?
    var finding: Diagnostic
    var count = 1
    var recordCount: Int
    var lastRecord: Int
    /// It has a position in the input.
    var isPlaced = true
    /// How many other places of equal findings are told.
    var otherPlaceCount = 0

    var byteOffset: Int { isPlaced ? finding.location?.byteRange.lowerBound ?? .max : .max }

    mutating func name(_ place: InputPlace, upTo most: Int) {
      guard otherPlaceCount < most else { return }
      otherPlaceCount += 1
      let location = Location(place)
      finding.related.append(
        Diagnostic.Related(location: location, subject: location.pointer ?? "")
      )
    }
  }

  let explainer: FaultExplainer
  private let receiver: any DiagnosticReceiver
  private let largestCount: Int
  /// Equal diagnostics are passed on as one.
  var groupsFindings = true
  /// That one names the next places, too: rows of cells are corrected by hand, one by one.
  var namesPlaces = false
  /// How many of them.
  private static let mostOtherPlaces = 3
  private(set) var errorCount = 0
  private(set) var warningCount = 0
  /// There was an error that no record has, and that no record can be left out for.
  private(set) var hasFailedAsWhole = false
  /// The sites whose missing values were reported.
  private(set) var sitesOfMissing: Set<UInt32> = []
  /// Bytes that were read from all inputs.
  private(set) var byteCount = 0
  /// How far the current input has been read.
  private var byteOffset = 0
  /// The number of root records at the last progress report.
  private var recordCount = 0
  private var groups: [Group] = []
  private var numbers: [Kind: Int] = [:]
  /// The numbers of groups that were asked for, by the slots of their kinds: when most records have
  /// findings, their kinds are not hashed.
  private var recent = InlineArray<16, Int>(repeating: .max)
  /// Groups of the current input: errors have their own limit, so that a flood of warnings does not
  /// hide why a run has failed.
  private var errorGroupCount = 0
  private var otherGroupCount = 0
  private var hiddenCount = 0
  /// Those of earlier inputs.
  private var errorsBefore = 0
  private var warningsBefore = 0

  init(_ explainer: FaultExplainer, _ receiver: any DiagnosticReceiver, largestCount: Int) {
    self.explainer = explainer
    self.receiver = receiver
    self.largestCount = largestCount
  }

  func wantsPlace(of fault: MappingFault, _ kind: JSONKind?) -> Bool {
    wantsPlace(Self.kind(of: fault, kind), isError: fault.isError)
  }

  func wantsPlace(of error: JSONSyntaxError) -> Bool {
    wantsPlace(.syntax(error.fault, error.expected), isError: true)
  }

  private func wantsPlace(_ kind: Kind, isError: Bool) -> Bool {
    guard let number = number(of: kind) else { return hasRoom(isError: isError) }
    return namesPlaces && groups[number].otherPlaceCount < Self.mostOtherPlaces
  }

  /// The group of a kind.
  private func number(of kind: Kind) -> Int? {
    guard groupsFindings else { return nil }
    let number = recent[kind.slot]
    if number < groups.count && groups[number].kind == kind { return number }
    guard let number = numbers[kind] else { return nil }
    recent[kind.slot] = number
    return number
  }

  /// At least one error is shown, whatever the limit.
  private func hasRoom(isError: Bool) -> Bool {
    isError ? errorGroupCount < max(largestCount, 1) : otherGroupCount < largestCount
  }

  /// The kind of a value only matters if the message names it.
  private static func kind(of fault: MappingFault, _ kind: JSONKind?) -> Kind {
    let named: JSONKind? =
      switch fault.code {
      case .conversion, .notRecord, .unmapped, .surrogate, .untransformed: kind
      case .otherKind: kind
      case .changed: kind
      case .required, .noIdentity: kind == .null ? .null : nil
      default: nil
      }
    return .fault(
      fault.code,
      isError: fault.isError,
      site: fault.site.index,
      variant: fault.variant,
      named
    )
  }

  func receive(
    _ fault: MappingFault,
    _ kind: JSONKind?,
    of record: Int,
    at place: InputPlace?,
    keys: [[UInt8]]
  ) {
    count(isError: fault.isError)
    if fault.code == .missingPart && fault.isError { hasFailedAsWhole = true }
    if fault.code == .required || fault.code == .requiredRecord {
      sitesOfMissing.insert(fault.site.index)
    }
    take(Self.kind(of: fault, kind), of: record, at: place) {
      place.map { explainer.diagnostic(fault, at: $0, keys: keys).naming($0) }
    }
  }

  func receive(
    _ error: JSONSyntaxError,
    of record: Int,
    in format: InputFormat,
    at place: InputPlace?
  ) {
    count(isError: true)
    take(.syntax(error.fault, error.expected), of: record, at: place) {
      place.map {
        SyntaxExplainer.diagnostic(
          error,
          in: format,
          at: $0,
          statesDepth: explainer.statesDepth,
          hasFlags: explainer.hasInputFlags,
          hasFormatFlag: explainer.hasFormatFlag
        ).naming($0)
      }
    }
  }

  /// Receives a diagnostic that is always shown.
  func receive(_ diagnostic: Diagnostic) {
    if diagnostic.severity != .note { count(isError: diagnostic.severity == .error) }
    groups.append(
      Group(kind: nil, finding: diagnostic, recordCount: 0, lastRecord: 0, isPlaced: false)
    )
  }

  /// The same with the part of the input that it lies in.
  func receive(_ diagnostic: Diagnostic, at place: InputPlace) {
    receive(diagnostic.naming(place))
  }

  /// The same for one that represents several.
  func receive(_ diagnostic: Diagnostic, times: Int) {
    receive(diagnostic)
    for _ in 1..<max(times, 1) { count(isError: diagnostic.severity == .error) }
  }

  func advance(to byteOffset: Int, recordCount: Int) {
    let added = max(byteOffset - self.byteOffset, 0)
    byteCount += added
    self.byteOffset = max(byteOffset, self.byteOffset)
    receiver.advance(byteCount: added, recordCount: recordCount - self.recordCount)
    self.recordCount = recordCount
  }

  /// The current input is an archive of this many bytes, all of which were read.
  func passArchive(byteCount: Int) { advance(to: byteCount, recordCount: recordCount) }

  private func count(isError: Bool) {
    if isError { errorCount += 1 } else { warningCount += 1 }
  }

  private func take(
    _ kind: Kind,
    of record: Int,
    at place: InputPlace?,
    _ finding: () -> Diagnostic?
  ) {
    if let number = number(of: kind) {
      groups[number].count += 1
      if namesPlaces, let place { groups[number].name(place, upTo: Self.mostOtherPlaces) }
      if groups[number].lastRecord != record {
        groups[number].recordCount += 1
        groups[number].lastRecord = record
      }
      return
    }
    guard let finding = finding() else {
      hiddenCount += 1
      return
    }
    numbers[kind] = groups.count
    let recordCount = record > 0 ? 1 : 0
    groups.append(
      Group(kind: kind, finding: finding, recordCount: recordCount, lastRecord: record)
    )
    if finding.severity == .error { errorGroupCount += 1 } else { otherGroupCount += 1 }
  }

  /// The input has ended, with this many records read: passes its diagnostics on, and reports how
  /// many of them are not shown.
  func endInput(named name: String, recordCount: Int, declinedCount: Int = 0) {
    reportGroups(recordCount: recordCount)
    if hiddenCount > 0 {
      receiver.receive(.notShown("\(hiddenCount.counting("more finding")) in \(name)"))
    }
    hiddenCount = 0
    byteOffset = 0
    receiver.endInput(
      named: name,
      InputOutcome(
        readCount: recordCount,
        errorCount: errorCount - errorsBefore,
        warningCount: warningCount - warningsBefore,
        declinedCount: declinedCount
      )
    )
    (errorsBefore, warningsBefore) = (errorCount, warningCount)
  }

  /// The run has ended.
  func endRun() { reportGroups(recordCount: 0) }

  /// In the order of their positions; those without a position in the input come last.
  private func reportGroups(recordCount: Int) {
    if groups.isEmpty { return }
    let order = groups.indices.sorted { left, right in
      (groups[left].byteOffset, left) < (groups[right].byteOffset, right)
    }
    for group in order.map({ groups[$0] }) {
      var finding = group.finding
      if group.count > 1 {
        finding.extent = Diagnostic.Extent(
          findings: group.count,
          records: group.recordCount,
          recordsRead: recordCount
        )
      }
      receiver.receive(finding)
    }
    groups = []
    numbers = [:]
    errorGroupCount = 0
    otherGroupCount = 0
  }
}

extension Diagnostic {
  /// The diagnostic with the part of the input that it lies in, if the input has parts.
  fileprivate func naming(_ place: InputPlace) -> Diagnostic {
    guard let part = place.part else { return self }
    var finding = self
    finding.related.append(
      Related(
        location: Location(
          file: place.input,
          byteRange: part.byteOffset..<(part.byteOffset + 1),
          line: part.line,
          column: part.column
        ),
        subject: part.name,
        message: part.description
      )
    )
    return finding
  }
}
