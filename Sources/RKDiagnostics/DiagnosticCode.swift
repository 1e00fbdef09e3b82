/// What kind of finding it is.
///
/// The number of a code never changes; its words may.
///
/// RK1xxx is about mapping a representation (with RestKit's own numbers for RestKit's errors),
/// RK2xxx about the spec, RK3xxx about coverage and drift, RK4xxx about the input, RK5xxx about the
/// output and the command line.
public struct DiagnosticCode: Sendable, Hashable, CustomStringConvertible {
  /// `RK1002`.
  public let id: String
  /// `conversion-failed`.
  public let name: String
  /// How bad it is unless said otherwise.
  public let severity: Diagnostic.Severity
  /// One line.
  public let title: String
  /// The rest of its page, in Markdown.
  public let explanation: String

  init(
    _ id: String,
    _ name: String,
    _ severity: Diagnostic.Severity,
    _ title: String,
    _ explanation: String
  ) {
    self.id = id
    self.name = name
    self.severity = severity
    self.title = title
    self.explanation = explanation
  }

  /// All codes, in the order of their numbers.
  public static let all: [DiagnosticCode] = [
    mappingCodes,
    storedRecordCodes,
    boundOfRecordCodes,
    specCodes,
    boundOfSpecCodes,
    targetCodes,
    expressionCodes,
    ruleCodes,
    keyCodes,
    connectionCodes,
    contextCodes,
    storedPredicateCodes,
    suiteCodes,
    checkCodes,
    formattingCodes,
    coverageCodes,
    verdictCodes,
    snapshotCodes,
    inputCodes,
    archiveCodes,
    outputCodes,
    pruneCodes,
    commandCodes,
  ].flatMap(\.self)

  /// The code of that number, in any case; nil where there is none.
  public static func find(_ id: String) -> DiagnosticCode? {
    all.first { $0.id == id.uppercased() }
  }

  /// `RK1002 conversion-failed`.
  public var description: String { "\(id) \(name)" }

  /// Its page: what it means and how to fix it, without the example.
  public var page: String {
    "\(self) (\(severity.rawValue))\n\n\(title)\n\n\(explanation)\n"
  }

  /// Codes are equal when their numbers are.
  public static func == (left: DiagnosticCode, right: DiagnosticCode) -> Bool {
    left.id == right.id
  }

  /// Feeds the number, which is all that equality looks at.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
