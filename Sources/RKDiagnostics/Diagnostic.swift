/// What the program reports to the user: what happened, how severe it is, where, related places, and
/// how to fix it.
///
/// ```swift
/// do {
///   try mapper.apply(to: [.file("articles.json")], into: .nowhere)
/// } catch {
///   for finding in error.diagnostics { print(finding.code, finding.message, finding.help) }
/// }
/// ```
public struct Diagnostic: Sendable, Hashable {
  /// The severity of a diagnostic.
  public enum Severity: String, Sendable, Hashable, Comparable, CaseIterable {
    /// For information only.
    case note
    /// The run continues, but something is probably not as intended.
    case warning
    /// Something failed.
    case error

    /// A note is less than a warning, a warning less than an error.
    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// A place that is related to the diagnostic, such as the rule in the spec or the first of two
  /// definitions.
  public struct Related: Sendable, Hashable {
    /// The place.
    public var location: Location
    /// What is there, in the terms of the spec, such as `mappers.article.attributes.publicationDate`.
    public var subject: String
    /// What to say about it; may be empty.
    public var message: String

    /// Creates a related place.
    public init(location: Location, subject: String, message: String = "") {
      self.location = location
      self.subject = subject
      self.message = message
    }
  }

  /// How often equal diagnostics occurred in an input; this is the first of them.
  public struct Extent: Sendable, Hashable {
    /// The number of diagnostics.
    public var findings: Int
    /// The number of records that they are about; 0 if they are not about records.
    public var records: Int
    /// The number of records of the input that were read.
    public var recordsRead: Int

    /// Creates an extent.
    public init(findings: Int, records: Int, recordsRead: Int) {
      self.findings = findings
      self.records = records
      self.recordsRead = recordsRead
    }
  }

  /// A result that differs from the expected one.
  package struct Difference: Sendable, Hashable {
    /// What differs: a record, or a place in one.
    package var subject: String
    /// What was expected, as JSON; nil if nothing was.
    package var expected: String?
    /// What came instead, as JSON; nil if nothing did.
    package var actual: String?

    package init(_ subject: String, expected: String?, actual: String?) {
      self.subject = subject
      self.expected = expected
      self.actual = actual
    }
  }

  /// The kind of diagnostic; every code has a page.
  public var code: DiagnosticCode
  /// How severe it is.
  public var severity: Severity
  /// One sentence without a full stop; names are in quotes.
  public var message: String
  /// Its place, if it has one.
  public var location: Location?
  /// Related places.
  public var related: [Related]
  /// What is expected there, if a value is not what its rule declares.
  public var expected: String?
  /// The value that is there.
  public var actual: String?
  /// How to fix it.
  public var help: [String]
  /// Changes to the text that fix it, all of them together.
  public var fixIts: [FixIt]
  /// How often it occurred, if it stands for several.
  public var extent: Extent?
  /// All differences between the results and the expected ones, for a page that shows them.
  package var differences: [Difference] = []
  /// Whether it says that a document is empty (`{}`, `[]` or null) although records are expected.
  package var isOfNothing = false

  /// Creates a diagnostic; its severity is the default of its code unless another is given.
  public init(
    _ code: DiagnosticCode,
    severity: Severity? = nil,
    _ message: String,
    at location: Location? = nil,
    related: [Related] = [],
    help: [String] = [],
    fixIts: [FixIt] = []
  ) {
    self.code = code
    self.severity = severity ?? code.severity
    self.message = message
    self.location = location
    self.related = related
    self.help = help
    self.fixIts = fixIts
  }
}

extension Diagnostic {
  /// A note about how many diagnostics --max-report leaves out.
  package static func notShown(_ message: String) -> Diagnostic {
    let help = ["--max-report sets how many are shown"]
    return Diagnostic(.findingsNotShown, severity: .note, message, help: help)
  }

  /// The diagnostic with the value that is expected, and the value that is there.
  package func stating(expected: String?, actual: String?) -> Self {
    var stated = self
    stated.expected = expected
    stated.actual = actual
    return stated
  }
}

/// A change to a text that would fix a diagnostic.
///
/// ```swift
/// for fixIt in finding.fixIts where fixIt.isSafe { print(fixIt.title, fixIt.replacement) }
/// ```
public struct FixIt: Sendable, Hashable {
  /// What the change does, such as "insert ','".
  public var title: String
  /// The bytes of the file to replace.
  public var range: Range<Int>
  /// The replacement.
  public var replacement: String
  /// Whether the change keeps the meaning of the text; a change that is not safe needs the user's
  /// confirmation.
  public var isSafe: Bool

  /// Creates a change.
  public init(
    _ title: String,
    replacing range: Range<Int>,
    with replacement: String,
    isSafe: Bool = true
  ) {
    self.title = title
    self.range = range
    self.replacement = replacement
    self.isSafe = isSafe
  }
}

/// A place in a file.
///
/// ```swift
/// if let place = finding.location { print(place.text, place.pointer ?? "") }
/// ```
public struct Location: Sendable, Hashable {
  /// The file as the user named it, or `<stdin>`.
  public var file: String
  /// The marked bytes, as offsets from the start of the file.
  public var byteRange: Range<Int>
  /// The line, counted from 1.
  public var line: Int
  /// The column, counted from 1 in bytes of UTF-8.
  public var column: Int
  /// The column, counted from 1 in UTF-16 code units; nil if these were not counted.
  public var characterColumn: Int?
  /// The JSON Pointer of the value (RFC 6901), if the place is in an input.
  public var pointer: String?
  /// The number of the record in its input, counted from 1, if the place is in a record.
  public var recordNumber: Int?
  /// The line for an excerpt; trimmed around the place if it is long.
  ///
  /// Empty if there is no line to show.
  public var lineText: [UInt8]
  /// The offset in `lineText` where the place begins.
  public var lineOffset: Int
  /// The number of marked bytes in `lineText`.
  public var markedCount: Int

  /// Creates a place.
  public init(
    file: String,
    byteRange: Range<Int>,
    line: Int,
    column: Int,
    characterColumn: Int? = nil,
    pointer: String? = nil,
    recordNumber: Int? = nil,
    lineText: [UInt8] = [],
    lineOffset: Int = 0,
    markedCount: Int = 0
  ) {
    self.file = file
    self.byteRange = byteRange
    self.line = line
    self.column = column
    self.characterColumn = characterColumn
    self.pointer = pointer
    self.recordNumber = recordNumber
    self.lineText = lineText
    self.lineOffset = lineOffset
    self.markedCount = markedCount
  }

  /// The place as `file:line:column`.
  public var text: String { "\(file):\(line):\(column)" }
}

/// Diagnostics that stop a piece of work.
///
/// ```swift
/// do {
///   _ = try Mapping(text: "{}")
/// } catch {
///   print(error.diagnostics.count, "findings")
/// }
/// ```
public struct DiagnosticsError: Error, Sendable {
  /// The diagnostics, in the order of the text.
  public var diagnostics: [Diagnostic]
  /// The files that were read so far, as the user named them.
  package var files: [String] = []

  /// Creates an error from diagnostics.
  public init(_ diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics
  }

  /// Creates an error from a single diagnostic.
  package init(
    _ code: DiagnosticCode,
    _ message: String,
    at location: Location? = nil,
    help: [String] = []
  ) {
    diagnostics = [Diagnostic(code, message, at: location, help: help)]
  }

  /// An error about options that contradict the run or each other.
  package static func refusal(_ message: String, help: [String] = []) -> DiagnosticsError {
    DiagnosticsError(.flagValue, message, help: help)
  }

  package init(_ diagnostics: [Diagnostic], files: [String]) {
    self.diagnostics = diagnostics
    self.files = files
  }
}
