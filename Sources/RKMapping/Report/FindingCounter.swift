internal import RKDiagnostics
internal import RKEngine

/// Counts the diagnostics of a run, and passes on the first of each kind, with the count.
///
/// The count is known only when an input ends. Until then the first diagnostic of each kind is
/// held, and is worded at once, while its bytes are available. At most as many are held as will be
/// shown, so that an input may have any number of diagnostics; the rest are only counted.
final class FindingCounter: FaultReceiver {
  /// What equal diagnostics have in common.
  private enum Kind: Hashable {
    case fault(MappingFault.Code, isError: Bool, site: UInt32, variant: UInt32, JSONKind?)
    case syntax(JSONSyntaxError.Fault, JSONSyntaxError.Expectation)

    /// A small number, usually different for kinds that alternate.
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
    /// Whether it has a position in the input.
    var isPlaced = true
    /// How many other places of equal diagnostics it names.
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

  /// What the receiver is to be told.
  private enum Told {
    /// `site` is that of an attribute for whose value a row may keep a stored one.
    case finding(Diagnostic, site: UInt32?)
    case end(of: String, InputOutcome)
  }

  let explainer: FaultExplainer
  let receiver: any DiagnosticReceiver
  private let largestCount: Int
  /// Whether equal diagnostics are passed on as one.
  var groupsFindings = true
  /// Whether a grouped diagnostic also names the next places.
  ///
  /// Rows of cells are corrected by hand, one by one.
  var namesPlaces = false
  /// The most other places to name.
  private static let mostOtherPlaces = 3
  private(set) var errorCount = 0
  private(set) var warningCount = 0
  /// Whether there was an error that belongs to no record, so that leaving out a record does not help.
  private(set) var hasFailedAsWhole = false
  /// The sites whose missing values were reported.
  private(set) var sitesOfMissing: Set<UInt32> = []
  /// The rules that were not judged for some records, by their sites, until they are taken.
  private var unjudged: [UInt32: UnjudgedRule] = [:]
  /// The first comparison without an answer of each program, which are told at the end of the run.
  private(set) var clashes: [(program: Int, finding: Diagnostic)] = []
  /// The number of bytes read from all inputs.
  private(set) var byteCount = 0
  /// How far the current input has been read.
  private var byteOffset = 0
  /// The number of root records at the last progress report.
  private var recordCount = 0
  private var groups: [Group] = []
  private var numbers: [Kind: Int] = [:]
  /// The numbers of groups looked up last, by the slots of their kinds.
  ///
  /// This avoids hashing kinds when most records have findings.
  private var recent = InlineArray<16, Int>(repeating: .max)
  /// The number of error groups of the current input.
  ///
  /// Errors have their own limit, so that a flood of warnings does not hide why a run has failed.
  private var errorGroupCount = 0
  private var otherGroupCount = 0
  private var hiddenCount = 0
  /// For each target with records that overwrite earlier ones, the finding about the first.
  private var repeated: [(target: Int, finding: Diagnostic)] = []
  /// What follows a finding about a value that a row may keep, which is known at the end of the run.
  private var held: [Told] = []
  private static let mostHeld = 1_000
  /// The counts of earlier inputs.
  private var errorsBefore = 0
  private var warningsBefore = 0

  init(_ explainer: FaultExplainer, _ receiver: any DiagnosticReceiver, largestCount: Int) {
    self.explainer = explainer
    self.receiver = receiver
    self.largestCount = largestCount
  }

  func wantsPlace(of fault: MappingFault, _ kind: JSONKind?) -> Bool {
    if fault.code == .repeated && !fault.isError { return true }
    if fault.code == .notJudged { return unjudged[fault.site.index] == nil }
    if fault.code == .neverCompares {
      return !clashes.contains { $0.program == Int(fault.variant) }
    }
    return wantsPlace(Self.kind(of: fault, kind), isError: fault.isError)
  }

  func wantsPlace(of error: JSONSyntaxError) -> Bool {
    wantsPlace(.syntax(error.fault, error.expected), isError: true)
  }

  private func wantsPlace(_ kind: Kind, isError: Bool) -> Bool {
    guard let number = number(of: kind) else { return hasRoom(isError: isError) }
    return namesPlaces && groups[number].otherPlaceCount < Self.mostOtherPlaces
  }

  /// Returns the number of a kind's group; nil if it has none.
  private func number(of kind: Kind) -> Int? {
    guard groupsFindings else { return nil }
    let number = recent[kind.slot]
    if number < groups.count && groups[number].kind == kind { return number }
    guard let number = numbers[kind] else { return nil }
    recent[kind.slot] = number
    return number
  }

  /// Returns whether a new group would be shown; at least one error is shown, whatever the limit.
  private func hasRoom(isError: Bool) -> Bool {
    isError ? errorGroupCount < max(largestCount, 1) : otherGroupCount < largestCount
  }

  /// Returns the kind of a fault; the kind of its value is part of it only if the message names it.
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
    if fault.code == .repeated && !fault.isError {
      guard let place, let target = explainer.repeats.watch?.conflicts[Int(fault.detail)].target
      else {
        return
      }
      var finding = explainer.diagnostic(fault, at: place, keys: keys).naming(place)
      finding.message = explainer.compiled.sites[Int(fault.site.index)].target
      return repeated.append((target, finding))
    }
    if fault.code == .notJudged {
      if let place { unjudged[fault.site.index] = explainer.unjudged(fault, at: place) }
      unjudged[fault.site.index]?.count += 1
      return
    }
    if fault.code == .neverCompares {
      if let place, wantsPlace(of: fault, kind) {
        clashes.append(
          (Int(fault.variant), explainer.neverCompares(fault, keys, at: place).naming(place))
        )
      }
      return
    }
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

  /// Receives a diagnostic, and adds the part of the input that it is in.
  func receive(_ diagnostic: Diagnostic, at place: InputPlace) {
    receive(diagnostic.naming(place))
  }

  /// Receives a diagnostic that represents several.
  func receive(_ diagnostic: Diagnostic, times: Int) {
    receive(diagnostic)
    for _ in 1..<max(times, 1) { count(isError: diagnostic.severity == .error) }
  }

  /// Takes the rules that were not judged so far, in the order of their sites.
  func takeUnjudged() -> [UnjudgedRule] {
    defer { unjudged = [:] }
    return unjudged.sorted { $0.key < $1.key }.map(\.value)
  }

  func advance(to byteOffset: Int, recordCount: Int) {
    let added = max(byteOffset - self.byteOffset, 0)
    byteCount += added
    self.byteOffset = max(byteOffset, self.byteOffset)
    receiver.advance(byteCount: added, recordCount: recordCount - self.recordCount)
    self.recordCount = recordCount
  }

  /// Notes that all bytes of an archive, which is the current input, were read.
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

  /// Tells which records overwrote earlier ones, when all of them are known.
  func tellRepeated() {
    for (target, finding) in repeated { receive(explainer.summed(finding, target)) }
    repeated = []
    for finding in explainer.droppedMembers() { receive(finding) }
    let count = explainer.repeats.watch?.leftOutCount ?? 0
    if count == 0 { return }
    receive(
      Diagnostic(
        .repeatedIdentity,
        severity: .note,
        "\(count.counting("record")) could not be compared with earlier ones: there are too many identities"
      )
    )
  }

  /// Makes the held warnings of a code errors; returns whether errors of the code are held.
  func raise(_ code: DiagnosticCode) -> Bool {
    let held = groups.indices.filter { groups[$0].finding.code == code }
    for number in held where groups[number].finding.severity == .warning {
      groups[number].finding.severity = .error
      errorCount += groups[number].count
      warningCount -= groups[number].count
    }
    return !held.isEmpty
  }

  /// Ends an input with this number of records: passes on its diagnostics, and reports how many are
  /// not shown.
  func endInput(named name: String, recordCount: Int, declinedCount: Int = 0) {
    reportGroups(recordCount: recordCount)
    if hiddenCount > 0 {
      tell(.finding(.notShown("\(hiddenCount.counting("more finding")) in \(name)"), site: nil))
    }
    hiddenCount = 0
    byteOffset = 0
    let outcome = InputOutcome(
      readCount: recordCount,
      errorCount: errorCount - errorsBefore,
      warningCount: warningCount - warningsBefore,
      declinedCount: declinedCount
    )
    tell(.end(of: name, outcome))
    (errorsBefore, warningsBefore) = (errorCount, warningCount)
  }

  /// Ends the run; `rows` says what happened to those of a database.
  func endRun(_ rows: RowCounts? = nil) {
    reportGroups(recordCount: 0)
    tellHeld(rows)
  }

  private func tell(_ told: Told) {
    held.append(told)
    if case .finding(_, site: _?)? = held.first, held.count < Self.mostHeld { return }
    tellHeld(nil)
  }

  private func tellHeld(_ rows: RowCounts?) {
    let sites = held.compactMap { if case .finding(_, let site?) = $0 { site } else { nil } }
    for told in held {
      switch told {
      case .finding(let finding, let site?):
        let isOnly = finding.extent == nil && sites.count(where: { $0 == site }) == 1
        let kept = rows?.keptValues[site]
        // A row that nothing identifies is never there, unless it was counted.
        let target = explainer.compiled.sites[Int(site)].target
        let mayKeep = kept != nil || explainer.graph.identificationNames()[target] != nil
        receiver.receive(mayKeep ? finding.keepingRow(kept, isOnly: isOnly) : finding)
      case .finding(let finding, nil): receiver.receive(finding)
      case .end(let name, let outcome): receiver.endInput(named: name, outcome)
      }
    }
    held = []
  }

  /// Passes on the diagnostics in the order of their positions; those without a position come last.
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
      if explainer.hasRows, finding.code == .conversionFailed,
        case .fault(_, isError: false, let site, _, _) = group.kind
      {
        tell(.finding(finding, site: site))
      } else {
        tell(.finding(finding, site: nil))
      }
    }
    groups = []
    numbers = [:]
    errorGroupCount = 0
    otherGroupCount = 0
  }
}

extension Diagnostic {
  /// A finding about a value in place of which a stored row keeps its own; `kept` says which.
  fileprivate func keepingRow(_ kept: RowCounts.KeptValues?, isOnly: Bool) -> Diagnostic {
    var finding = self
    let subject =
      switch kept {
      case nil: "a row that is there keeps its value"
      case let kept? where kept.count > 1:
        "\(kept.count) rows keep their values (\(kept.key): \(kept.value))"
      case let kept?:
        isOnly
          ? "the row keeps \(kept.value)" : "1 row keeps its value (\(kept.key): \(kept.value))"
      }
    finding.help.append("\(subject), unless \"onError\" is \"null\"; --strict fails the record")
    return finding
  }

  /// Adds the part of the input that a diagnostic is in, if the input has parts.
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
