/// Everything we ever tell the user: what, how bad, where, at which other place, and what to do
/// about it.
///
/// ```swift
/// do {
///   try mapper.apply(to: [.file("articles.json")], into: .nowhere)
/// } catch {
///   for finding in error.diagnostics { print(finding.code, finding.message, finding.help) }
/// }
/// ```
public struct Diagnostic: Sendable, Hashable {
  /// How bad a finding is.
  public enum Severity: String, Sendable, Hashable, Comparable, CaseIterable {
    /// Said for completeness.
    case note
    /// The run goes on, but something is probably not as it was meant.
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

  /// Another place that has to do with the finding: the rule in the spec, the first of two
  /// definitions.
  public struct Related: Sendable, Hashable {
    /// The place.
    public var location: Location
    /// What stands there, in the words of the spec: `mappers.article.attributes.publicationDate`.
    public var subject: String
    /// What is said of it; may be empty.
    public var message: String

    /// Makes a related place.
    public init(location: Location, subject: String, message: String = "") {
      self.location = location
      self.subject = subject
      self.message = message
    }
  }

  /// How often equal findings were made of an input, of which this is the first.
  public struct Extent: Sendable, Hashable {
    /// The findings.
    public var findings: Int
    /// The records that they are about; 0 where they are about none.
    public var records: Int
    /// All records of the input that were read.
    public var recordsRead: Int

    /// Makes an extent.
    public init(findings: Int, records: Int, recordsRead: Int) {
      self.findings = findings
      self.records = records
      self.recordsRead = recordsRead
    }
  }

  /// What kind of finding it is; every code has a page.
  public var code: DiagnosticCode
  /// How bad it is.
  public var severity: Severity
  /// One sentence, without a full stop, names in quotes.
  public var message: String
  /// Where it is, if it is anywhere.
  public var location: Location?
  /// Other places that have to do with it.
  public var related: [Related]
  /// What should stand there, where a value is not what its rule declares.
  public var expected: String?
  /// What stands there.
  public var actual: String?
  /// How to fix it.
  public var help: [String]
  /// Changes to the text that fix it when all of them are made.
  public var fixIts: [FixIt]
  /// How often it was made, where it stands for several.
  public var extent: Extent?
  /// It says that a document holds nothing at all, where records are expected: `{}`, `[]` or null.
  package var isOfNothing = false

  /// Makes a finding; its severity is the code's own unless another is given.
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

/// A change to a text that would fix a finding.
///
/// ```swift
/// for fixIt in finding.fixIts where fixIt.isSafe { print(fixIt.title, fixIt.replacement) }
/// ```
public struct FixIt: Sendable, Hashable {
  /// What the change does: "insert ','".
  public var title: String
  /// The bytes of the file that are replaced.
  public var range: Range<Int>
  /// What they are replaced by.
  public var replacement: String
  /// The text means the same with it; of one that is not safe somebody has to say that it is what
  /// was meant.
  public var isSafe: Bool

  /// Makes a change.
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
  /// The file as it was named, or `<stdin>`.
  public var file: String
  /// The bytes that are meant, from the start of the file.
  public var byteRange: Range<Int>
  /// From 1.
  public var line: Int
  /// From 1, in bytes of UTF-8.
  public var column: Int
  /// The same in code units of UTF-16, where that was counted.
  public var characterColumn: Int?
  /// The path from the document to the value (RFC 6901), where the place is in an input.
  public var pointer: String?
  /// The place of the record among those of its input, from 1, where the place is in one.
  public var recordNumber: Int?
  /// The line, for an excerpt; cut around the place when it is long.
  ///
  /// Empty where there is none to show.
  public var lineText: [UInt8]
  /// Where in `lineText` the place begins.
  public var lineOffset: Int
  /// How many bytes of `lineText` are meant.
  public var markedCount: Int

  /// Makes a place.
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

  /// `file:line:column`.
  public var text: String { "\(file):\(line):\(column)" }
}

/// Several findings that stop a piece of work.
///
/// ```swift
/// do {
///   _ = try Mapping(text: "{}")
/// } catch {
///   print(error.diagnostics.count, "findings")
/// }
/// ```
public struct DiagnosticsError: Error, Sendable {
  /// All of them, in the order in which they stand in the text.
  public var diagnostics: [Diagnostic]
  /// The files that were read until then, as they were named.
  package var files: [String] = []

  /// Makes an error of findings.
  public init(_ diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics
  }

  package init(_ diagnostics: [Diagnostic], files: [String]) {
    self.diagnostics = diagnostics
    self.files = files
  }
}
