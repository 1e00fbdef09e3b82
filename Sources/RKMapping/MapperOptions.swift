internal import RKDiagnostics
package import RKEngine

/// What a mapper does in cases that the spec leaves open.
///
/// ```swift
/// var options = MapperOptions()
/// options.descriptorName = "articles"
/// options.failedRecords = .skip
/// options.failureLimit = .count(10)
/// ```
public struct MapperOptions: Sendable, Hashable {
  /// What is made of a key that occurs twice in one object.
  public enum DuplicateKeys: String, Sendable, Hashable, CaseIterable {
    /// The last one counts, with one warning.
    case last
    /// The first one counts, with one warning.
    case first
    /// The input is refused, also where nothing of it is mapped.
    case error
  }

  /// What happens to a record that fails.
  public enum FailedRecords: String, Sendable, Hashable, CaseIterable {
    /// It ends the run.
    case fail
    /// It is left out, and the run goes on.
    case skip
    /// An object with the reason stands in its place, and the run goes on.
    case emit
  }

  /// How many failed records still make a good run.
  public enum FailureLimit: Sendable, Hashable {
    /// So many.
    case count(Int)
    /// So many of a million that are read.
    case share(perMillion: Int)
  }

  /// The descriptors that apply, by name; all when nil.
  public var descriptorName: String?
  /// What the name of the input says of its request.
  package var fixtureName: FixtureName?
  /// The request of each input is said by its name, where that has such a form.
  package var readsFixtureNames = false
  /// What is known of the request that the inputs answer.
  public var context = RequestContext()
  /// There are HAR archives among the inputs, whose documents have requests of their own: the mapper is
  /// compiled for all of them, and descriptors of one key path need not be told apart by `context`.
  ///
  /// What is said in `context` then is for the other inputs, and for entries that do not differ from it.
  public var takesArchives = false
  /// What mappers can ask for beside it; what a run knows itself counts more.
  public var metadata: [MetadataEntry] = []
  /// How the parts of the inputs' names are called, such as `:event/:name.json`; nil where mappers
  /// do not ask for them.
  public var filePattern: String?
  /// What is made of a key that occurs twice in one object.
  public var duplicateKeys: DuplicateKeys {
    get { statedDuplicateKeys ?? .last }
    set { statedDuplicateKeys = newValue }
  }
  /// The same where anybody has said it.
  package var statedDuplicateKeys: DuplicateKeys?
  /// Bytes that are no UTF-8 become the replacement character.
  public var replacesInvalidUTF8 = false
  /// How inputs are read that are CSV.
  public var inputCSV = Input.CSV()
  /// What elements become of inputs that are XML.
  public var xmlForm = Input.XMLForm.compact
  /// The most levels of arrays and objects; the outermost value is level 1.
  public var maximumDepth = 1024
  /// The most root records to make.
  public var recordLimit = Int.max
  /// Root records of one identity become one, at the place of the first.
  ///
  /// A database does it in any case.
  public var unifies = false
  /// Records that are there already, as a run writes them: what a run makes is merged onto the record
  /// of its identity.
  ///
  /// Not for databases, which merge onto the rows that they have.
  public var existingRecords: Input?
  /// A value that cannot be converted fails its record.
  public var isStrict = false
  /// What happens to data that is not what the spec says, where the spec does not state it.
  public var drift: DriftPolicy?
  /// The inputs are there to be validated: one that is empty, or has nothing for any descriptor, is an
  /// error.
  public var expectsRecords = false
  /// What happens to a record that fails; a related one that does not end the run is left out.
  public var failedRecords = FailedRecords.fail
  /// What is wrong in related records is told although the record that they are related to has failed.
  package var looksIntoFailed = false
  /// Rules that never find anything are told at the end of a run.
  package var surveysRules = false
  /// How many records may fail where they are left out.
  public var failureLimit = FailureLimit.count(0)
  /// Of what stands in the place of a record that failed, what was kept of that is mapped.
  package var readsKeptValues = true
  /// The most findings to show for an input.
  public var reportLimit = 20
  /// Records note as which JSON kinds their values came.
  package var notesKinds = false
  /// The members of whose values nothing is noted.
  package var redactions: [Redaction] = []
  /// Equal findings are shown as one, with how often it was made.
  package var groupsFindings = true
  /// Findings that are shown have a column in characters, too.
  package var countsCharacters = false
  /// How many threads map; as many as the machine can run at once when nil.
  ///
  /// What is made of the inputs, and what is said of them, never depends on it.
  public var threadCount: Int?
  /// How much of an input a thread maps at a time; tests make it small, and what is read with it.
  package var segmentSize: Int?
  /// The instruction set of the scan, by name; the best of the machine when nil.
  public var instructionSet: String?

  /// Makes the options that hold where nothing else is said.
  public init() {}

  /// Throws a finding when an option is out of bounds.
  func check() throws(DiagnosticsError) {
    guard (1...Self.largestDepth).contains(maximumDepth) else {
      throw DiagnosticsError([
        Diagnostic(
          .flagValue,
          "the maximum depth is 1 to \(Self.largestDepth), not \(maximumDepth)"
        )
      ])
    }
    if let delimiter = inputCSV.delimiter,
      !(delimiter.asciiValue.map(CSVDialect.isDelimiter) ?? false) || delimiter == "\r\n"
    {
      throw DiagnosticsError([
        Diagnostic(
          .flagValue,
          "a delimiter is one ASCII character that is in no number and no word, not '\(delimiter)'"
        )
      ])
    }
    try context.check()
    _ = try filePathPattern()
    guard recordLimit >= 0 && reportLimit >= 0 else {
      throw DiagnosticsError([Diagnostic(.flagValue, "a limit is not less than 0")])
    }
  }

  func filePathPattern() throws(DiagnosticsError) -> PathPattern? {
    guard let filePattern else { return nil }
    do {
      return try PathPattern(filePattern, of: .files)
    } catch {
      throw DiagnosticsError([
        Diagnostic(.flagValue, error.message, help: [error.help].compactMap { $0 })
      ])
    }
  }

  /// The largest number of levels that can be asked for.
  public static let largestDepth = 10_000

  /// The instruction sets that the scan can use on this machine.
  public static var instructionSets: [String] { ScanKernel.available.map(\.name) }
}
