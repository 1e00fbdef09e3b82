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
    /// It ends the run.
    case fail
    /// It is left out, and the run continues.
    case skip
    /// An object with the reason is written in its place, and the run continues.
    case emit
  }

  /// How many failed records a successful run may have.
  public enum FailureLimit: Sendable, Hashable {
    /// A number of records.
    case count(Int)
    /// A share of the records read, per million.
    case share(perMillion: Int)
  }

  /// The descriptors that apply, by name; all if nil.
  public var descriptorName: String?
  /// What the name of the input says of its request.
  package var fixtureName: FixtureName?
  /// The name of each input states its request, if it has such a form.
  package var readsFixtureNames = false
  /// What is known of the request that the inputs answer.
  public var context = RequestContext()
  /// The inputs include HAR archives, whose documents have requests of their own: the mapper is
  /// compiled for all of them, and descriptors of one key path need not be distinguished by
  /// `context`.
  ///
  /// `context` then applies to the other inputs, and to entries that do not contradict it.
  public var takesArchives = false
  /// What mappers can read besides; what a run knows itself takes precedence.
  public var metadata: [MetadataEntry] = []
  /// The names of the parts of the inputs' names, such as `:event/:name.json`; nil if mappers do
  /// not read them.
  public var filePattern: String?
  /// What happens to a key that occurs twice in one object.
  public var duplicateKeys: DuplicateKeys {
    get { statedDuplicateKeys ?? .last }
    set { statedDuplicateKeys = newValue }
  }
  /// The same, if it was stated.
  package var statedDuplicateKeys: DuplicateKeys?
  /// Bytes that are not UTF-8 become the replacement character.
  public var replacesInvalidUTF8 = false
  /// How inputs are read that are CSV.
  public var inputCSV = Input.CSV()
  /// What elements become of inputs that are XML.
  public var xmlForm = Input.XMLForm.compact
  /// The most levels of arrays and objects; the outermost value is level 1.
  public var maximumDepth = 1024
  /// The most root records to make.
  public var recordLimit = Int.max
  /// Root records of one identity are merged, at the position of the first.
  ///
  /// A database always does this.
  public var unifies = false
  /// Existing records, as a run writes them: new records are merged onto the record of their
  /// identity.
  ///
  /// Not for databases, which merge onto their own rows.
  public var existingRecords: Input?
  /// Records are compared with others: those of one identity count as one.
  package var comparesRecords = false
  /// A value that cannot be converted fails its record.
  public var isStrict = false
  /// What happens to data that is not what the spec says, unless the spec states it.
  public var drift: DriftPolicy?
  /// The inputs are to be validated: one that is empty, or has nothing for any descriptor, is an
  /// error.
  public var expectsRecords = false
  /// What happens to a record that fails; a related one that does not end the run is left out.
  public var failedRecords = FailedRecords.fail
  /// Faults in related records are reported although the record that they are related to has
  /// failed.
  package var looksIntoFailed = false
  /// Rules that never find anything are reported at the end of a run.
  package var surveysRules = false
  /// What rules read is counted; nil if not.
  package var coverage: CoverageRequest?
  /// How many records may fail if they are left out.
  public var failureLimit = FailureLimit.count(0)
  /// Of what stands in the place of a record that failed, what was kept of that is mapped.
  package var readsKeptValues = true
  /// Each document is one representation, whatever it is.
  package var takesDocuments = false
  /// Each element of a document that is a list is one instead, if the first one is an object or a list.
  package var takesElements = false
  /// Each element of the list at the key path of a descriptor is written as it stands.
  package var splitsLists = false
  /// Of archives only what is JSON is taken.
  package var takesOnlyJSON = false
  /// The command has flags that say how inputs are read, which findings may name.
  package var hasInputFlags = true
  /// One of them says in which format an input is.
  package var hasFormatFlag = true
  /// The most diagnostics to show for an input.
  public var reportLimit = 20
  /// Records contain the JSON kinds that their values came as.
  package var notesKinds = false
  /// The members whose kinds are left out.
  package var redactions: [Redaction] = []
  /// Equal diagnostics are shown as one, with a count.
  package var groupsFindings = true
  /// Diagnostics that are shown have a column in characters, too.
  package var countsCharacters = false
  /// How many threads map; as many as the machine can run at once if nil.
  ///
  /// Neither the output nor the diagnostics depend on it.
  public var threadCount: Int?
  /// How much of an input a thread maps at a time; tests make it small, and also what is read at a
  /// time.
  package var segmentSize: Int?
  /// The instruction set of the scan, by name; the best of the machine if nil.
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
