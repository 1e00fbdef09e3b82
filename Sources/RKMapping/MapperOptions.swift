internal import RKDiagnostics
package import RKEngine

/// Choices that the spec leaves open.
///
/// ```swift
/// var options = MapperOptions()
/// options.descriptorName = "articles"
/// options.failedRecords = .skip
/// options.failureLimit = .count(10)
/// ```
public struct MapperOptions: Sendable, Hashable {
  /// What happens to a key that occurs twice in one object.
  public enum DuplicateKeys: String, Sendable, Hashable, CaseIterable {
    /// The last one counts, with one warning.
    case last
    /// The first one counts, with one warning.
    case first
    /// The input is rejected, even if nothing of it is mapped.
    case error
  }

  /// What happens to a record that fails.
  public enum FailedRecords: String, Sendable, Hashable, CaseIterable {
    /// The run ends.
    case fail
    /// The record is left out, and the run continues.
    case skip
    /// An object with the reason is written in place of the record, and the run continues.
    case emit
  }

  /// How many failed records a successful run may have.
  public enum FailureLimit: Sendable, Hashable {
    /// A number of records.
    case count(Int)
    /// A share of the records read, per million.
    case share(perMillion: Int)
  }

  /// The name of the descriptors that apply; nil for all.
  public var descriptorName: String?
  /// The request that the name of the input states.
  package var fixtureName: FixtureName?
  /// Whether the name of each input states its request, where it has that form.
  package var readsFixtureNames = false
  /// Whether the inputs are fixtures, of which a `.json` file has one document.
  package var takesFixtures = false
  /// What is known of the request that the inputs respond to.
  public var context = RequestContext()
  /// Whether the inputs include HAR archives, whose entries have their own requests.
  ///
  /// The mapper is then compiled for all of them, and descriptors with the same key path need not
  /// be distinguished by `context`.
  ///
  /// `context` then applies to the other inputs, and to entries that do not contradict it.
  public var takesArchives = false
  /// More metadata for mappers to read; metadata that the run itself knows takes precedence.
  public var metadata: [MetadataEntry] = []
  /// A pattern that names the parts of the inputs' names, such as `:event/:name.json`; nil if
  /// mappers do not read them.
  public var filePattern: String?
  /// What happens to a key that occurs twice in one object.
  public var duplicateKeys: DuplicateKeys {
    get { statedDuplicateKeys ?? .last }
    set { statedDuplicateKeys = newValue }
  }
  /// What happens to a key that occurs twice in one object; nil unless it was set.
  package var statedDuplicateKeys: DuplicateKeys?
  /// Whether bytes that are not UTF-8 become the replacement character.
  public var replacesInvalidUTF8 = false
  /// How CSV inputs are read.
  public var inputCSV = Input.CSV()
  /// How the elements of XML inputs become values.
  public var xmlForm = Input.XMLForm.compact
  /// The most levels of nested arrays and objects; the outermost value is level 1.
  public var maximumDepth = 1024
  /// The most root records to make.
  public var recordLimit = Int.max
  /// Whether root records with the same identity are merged, at the position of the first.
  ///
  /// Databases always do this.
  public var unifies = false
  /// Records that an earlier run wrote; new records are merged onto the record with the same identity.
  ///
  /// Not for databases, which merge onto their own rows.
  public var existingRecords: Input?
  /// Whether records are compared with others: those with the same identity count as one.
  package var comparesRecords = false
  /// Whether a value that cannot be converted fails its record.
  public var isStrict = false
  /// What happens to data that the spec does not describe, unless a mapper or a policy states it, or the
  /// `drift` of its defaults is stricter.
  public var drift: DriftPolicy?
  /// Whether the inputs are validated: an input that is empty, or has nothing for any descriptor,
  /// is an error.
  public var expectsRecords = false
  /// What happens to a record that fails.
  ///
  /// A failed related record that does not end the run is left out.
  public var failedRecords = FailedRecords.fail
  /// Whether faults in related records are reported even if their owner has failed.
  package var looksIntoFailed = false
  /// Whether rules that never find anything are reported at the end of a run.
  package var surveysRules = false
  /// What to count of the values that rules read; nil to count nothing.
  package var coverage: CoverageRequest?
  /// How many records may fail when failed records are left out.
  public var failureLimit = FailureLimit.count(0)
  /// Whether a failed record's replacement document is mapped by the value that it kept.
  package var readsKeptValues = true
  /// Whether each document is one representation, whatever its kind.
  package var takesDocuments = false
  /// Whether each element of a document that is a list is one representation, if the first is an
  /// object or a list.
  package var takesElements = false
  /// Whether each element of the list at a descriptor's key path is written unchanged.
  package var splitsLists = false
  /// Whether only the JSON entries of archives are taken.
  package var takesOnlyJSON = false
  /// Whether the command has flags for how inputs are read, which findings may name.
  package var hasInputFlags = true
  /// Whether one of these flags states the format of an input.
  package var hasFormatFlag = true
  /// The most diagnostics to show for each input.
  public var reportLimit = 20
  /// Whether records include the JSON kinds of the values that they were made from.
  package var notesKinds = false
  /// Whether these are the forms of dates, and all kinds of decimals.
  package var notesForms = false
  /// The members whose JSON kinds are left out.
  package var redactions: [Redaction] = []
  /// Whether equal diagnostics are shown as one, with a count.
  package var groupsFindings = true
  /// Whether the diagnostics also state columns in characters.
  package var countsCharacters = false
  /// The number of threads that map; nil for as many as the machine can run at once.
  ///
  /// Neither the output nor the diagnostics depend on it.
  public var threadCount: Int?
  /// How many bytes of an input a thread maps at a time.
  ///
  /// Tests make it small, which also reduces how much is read at a time.
  package var segmentSize: Int?
  /// The name of the instruction set of the scan; nil for the best one of the machine.
  public var instructionSet: String?

  /// Creates the default options.
  public init() {}

  /// Throws a diagnostic if an option is out of bounds.
  func check() throws(DiagnosticsError) {
    guard (1...Self.largestDepth).contains(maximumDepth) else {
      throw .refusal("the maximum depth is 1 to \(Self.largestDepth), not \(maximumDepth)")
    }
    if let delimiter = inputCSV.delimiter,
      !(delimiter.asciiValue.map(CSVDialect.isDelimiter) ?? false) || delimiter == "\r\n"
    {
      throw .refusal(
        "a delimiter is one ASCII character that is in no number and no word, not '\(delimiter)'"
      )
    }
    try context.check()
    _ = try filePathPattern()
    guard recordLimit >= 0 && reportLimit >= 0 else {
      throw .refusal("a limit is not less than 0")
    }
  }

  func filePathPattern() throws(DiagnosticsError) -> PathPattern? {
    guard let filePattern else { return nil }
    do {
      return try PathPattern(filePattern, of: .files)
    } catch {
      throw .refusal(error.message, help: [error.help].compactMap { $0 })
    }
  }

  /// The largest number of levels that can be requested.
  public static let largestDepth = 10_000

  /// The instruction sets that the scan can use on this machine.
  public static var instructionSets: [String] { ScanKernel.available.map(\.name) }
}
