internal import RKDiagnostics
internal import RKEngine

/// Counts the findings of a run, and passes on the first of each kind with how often it was made.
///
/// How often is known when an input ends: until then the first finding of each kind is held, worded
/// while its bytes are at hand. No more are held than are to be shown, so that an input may have any
/// number of findings; the rest are counted.
final class FindingCounter: FaultReceiver {
  /// What equal findings have in common.
  private enum Kind: Hashable {
    case fault(MappingFault.Code, isError: Bool, site: UInt32, variant: UInt32, JSONKind?)
    case syntax(JSONSyntaxError.Fault, JSONSyntaxError.Expectation)
  }

  /// Equal findings, of which the first is shown.
  private struct Group {
    var finding: Diagnostic
    var count = 1
    var recordCount: Int
    var lastRecord: Int
    /// It is about a place of the input.
    var isPlaced = true

    var byteOffset: Int { isPlaced ? finding.location?.byteRange.lowerBound ?? .max : .max }
  }

  let explainer: FaultExplainer
  private let receiver: any DiagnosticReceiver
  private let largestCount: Int
  /// Equal findings are passed on as one.
  var groupsFindings = true
  private(set) var errorCount = 0
  private(set) var warningCount = 0
  /// The sites whose missing values were told.
  private(set) var sitesOfMissing: Set<UInt32> = []
  /// Bytes that were read of all inputs.
  private(set) var byteCount = 0
  /// How far the present input has been read.
  private var byteOffset = 0
  /// Root records that were made when that was last told.
  private var recordCount = 0
  private var groups: [Group] = []
  private var numbers: [Kind: Int] = [:]
  /// Groups of the present input: errors have a number of their own, so that no flood of warnings
  /// hides why a run has failed.
  private var errorGroupCount = 0
  private var otherGroupCount = 0
  private var hiddenCount = 0
  /// Those of the inputs before.
  private var errorsBefore = 0
  private var warningsBefore = 0

  init(_ explainer: FaultExplainer, _ receiver: any DiagnosticReceiver, largestCount: Int) {
    self.explainer = explainer
    self.receiver = receiver
    self.largestCount = largestCount
  }

  func wantsPlace(of fault: MappingFault, _ kind: JSONKind?) -> Bool {
    hasRoom(isError: fault.isError)
      && (!groupsFindings || numbers[Self.kind(of: fault, kind)] == nil)
  }

  func wantsPlace(of error: JSONSyntaxError) -> Bool {
    hasRoom(isError: true)
      && (!groupsFindings || numbers[.syntax(error.fault, error.expected)] == nil)
  }

  /// At least one error is shown, whatever the limit.
  private func hasRoom(isError: Bool) -> Bool {
    isError ? errorGroupCount < max(largestCount, 1) : otherGroupCount < largestCount
  }

  /// The kind of a value makes a difference where the message names it.
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
    if fault.code == .required || fault.code == .requiredRecord {
      sitesOfMissing.insert(fault.site.index)
    }
    take(Self.kind(of: fault, kind), of: record) {
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
    take(.syntax(error.fault, error.expected), of: record) {
      place.map {
        SyntaxExplainer.diagnostic(error, in: format, at: $0, statesDepth: explainer.statesDepth)
          .naming($0)
      }
    }
  }

  /// Takes a finding that is always shown.
  func receive(_ diagnostic: Diagnostic) {
    if diagnostic.severity != .note { count(isError: diagnostic.severity == .error) }
    groups.append(Group(finding: diagnostic, recordCount: 0, lastRecord: 0, isPlaced: false))
  }

  /// The same for one that stands for so many.
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

  /// The present input is an archive of so many bytes, of which all was read.
  func passArchive(byteCount: Int) { advance(to: byteCount, recordCount: recordCount) }

  private func count(isError: Bool) {
    if isError { errorCount += 1 } else { warningCount += 1 }
  }

  private func take(_ kind: Kind, of record: Int, _ finding: () -> Diagnostic?) {
    if let number = numbers[kind], groupsFindings {
      groups[number].count += 1
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
    groups.append(Group(finding: finding, recordCount: recordCount, lastRecord: record))
    if finding.severity == .error { errorGroupCount += 1 } else { otherGroupCount += 1 }
  }

  /// The input has ended, of which so many records were read: passes on its findings, and says how
  /// many of them are not shown.
  func endInput(named name: String, recordCount: Int, declinedCount: Int = 0) {
    passOn(recordCount: recordCount)
    if hiddenCount > 0 {
      let findings = hiddenCount == 1 ? "1 more finding" : "\(hiddenCount) more findings"
      receiver.receive(
        Diagnostic(
          .findingsNotShown,
          severity: .note,
          "\(findings) in \(name)",
          help: ["--max-report sets how many are shown"]
        )
      )
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
  func endRun() { passOn(recordCount: 0) }

  /// In the order of their places; what is about no place of the input comes last.
  private func passOn(recordCount: Int) {
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
  /// The finding with the part of the input that it lies in, where that has parts.
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
