internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// Options of a command that shows diagnostics.
protocol ReportingOptions: CommandOptions {
  var report: ReportOptions { get set }
}

/// The options about diagnostics, shared by all commands that report any.
struct ReportOptions {
  enum Form: String, CaseIterable {
    case human
    case json
    case junit
    case sarif
    case github
    case gcc

    /// Whether the report is one document, which nothing else may be mixed with.
    var isDocument: Bool {
      switch self {
      case .json, .junit, .sarif: true
      case .human, .github, .gcc: false
      }
    }

    /// Whether columns in the report count characters.
    var countsCharacters: Bool { self == .sarif || self == .github }
  }

  enum Coloring: String, CaseIterable {
    case auto
    case always
    case never
  }

  var reports: [(form: Form, file: String?)] = []
  /// The reports that only this command has, each with its file.
  var documents: [(form: String, file: String)] = []
  var coloring = Coloring.auto
  var failsOn: FailingSeverity { statedFailsOn ?? .error }
  /// The value of --fail-on, if given.
  var statedFailsOn: FailingSeverity?
  var isQuiet = false
  var isStrict = false
  /// Folders from which files may be included or named by test files, besides those that are always allowed.
  var includedFolders: [String] = []

  /// What `--strict` means for a command beyond treating warnings about the spec as errors.
  enum Strictness: String {
    /// Nothing more: the command does not map.
    case ofSpecs = "warnings about the spec are errors"
    case ofRecords = """
      warnings about the spec are errors; so is a record of which nothing is written
      """
    case ofConversions = """
      warnings about the spec are errors; a value that cannot be converted fails its record; --drift is \
      not included
      """
    case ofDrift = """
      --drift fail; warnings about the spec are errors; a value that cannot be converted fails its \
      record whatever the spec says
      """
  }

  private static func specFlags<Options: ReportingOptions>(_ strict: Strictness) -> [Flag<Options>]
  {
    [
      Flag("strict", in: .errors, strict.rawValue) {
        $0.report.isStrict = true
      },
      Flag(
        "allow-include",
        value: "DIR",
        in: .input,
        """
        let specs include, and test files name, files of that folder, too (repeatable)
        """
      ) { (options, path) throws(FlagError) in
        guard FileDescriptor.isSeen(path, as: .directory) else {
          throw FlagError("--allow-include takes a folder, and '\(path)' is not one")
        }
        options.report.includedFolders.append(path)
      },
    ]
  }

  /// The flags for a command that embeds these options and has reports of its own in `documents`; `strict` is
  /// nil for a command that reads no spec.
  static func flags<Options: ReportingOptions>(
    strict: Strictness? = .ofSpecs,
    documents: [String] = []
  ) -> [Flag<Options>] {
    let forms = documents + Form.allCases.map(\.rawValue).filter { !documents.contains($0) }
    return (strict.map { specFlags($0) } ?? []) + [
      Flag(
        "fail-on",
        in: .errors,
        "the least severity that makes the exit status 1, and keeps files as they were (default error)"
      ) { $0.report.statedFailsOn = $1 },
      Flag("quiet", in: .errors, "no warnings and no summary; errors are always shown") {
        $0.report.isQuiet = true
      },
      Flag(
        "color",
        in: .errors,
        "colours in findings; auto means on a terminal, if NO_COLOR is not set"
      ) { $0.report.coloring = $1 },
      Flag(
        "report",
        value: forms.joined(separator: "|") + "[=FILE]",
        choices: forms,
        in: .errors,
        "the report format, and a file for the report (- is the standard output) (repeatable)"
      ) { (options, text) throws(FlagError) in
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        let word = parts.first ?? ""
        if !forms.contains(word), let cure = curesForDocuments[word] {
          throw FlagError("--report does not know '\(word)' here", help: cure)
        }
        let name = try FlagError.choice(word, among: forms, flag: "report")
        if text.hasSuffix("=") && parts.count < 2 {
          throw FlagError("--report takes the name of a file after '=', not an empty one")
        }
        let named = parts.count > 1 ? parts[1] : nil
        let isOutput = named.map(OutputFile.standardOutputNames.contains) ?? false
        let file = isOutput ? "-" : named
        guard let form = Form(rawValue: name), !documents.contains(name) else {
          guard let file else {
            throw FlagError("--report \(name) needs a file: --report \(name)=FILE")
          }
          options.report.documents.append((name, file))
          return
        }
        options.report.reports.append((form, file))
      },
    ]
  }

  /// For each report that only some commands have, the command that writes it.
  private static let curesForDocuments = [
    "html": "rkmap report SPEC INPUT... -o FILE writes the page",
    "lcov": "rkmap coverage SPEC INPUT... --report lcov=FILE writes it",
    "cobertura": "rkmap coverage SPEC INPUT... --report cobertura=FILE writes it",
  ]

  /// Refuses a `--drift` value that contradicts the one that `--strict` includes.
  func refuseContradiction(of drift: DriftPolicy?) throws(DiagnosticsError) {
    guard isStrict, let drift, drift != .fail else { return }
    throw .refusal(
      "--strict includes --drift fail, and --drift \(drift.rawValue) contradicts it",
      help: ["leave out one of them"]
    )
  }

  /// Refuses a report of the command's own on the standard output, which has the findings.
  func refuseDocumentInOutput() throws(DiagnosticsError) {
    guard let document = documents.first(where: { $0.file == "-" }) else { return }
    throw .refusal(
      "--report \(document.form) and the findings both write to the standard output",
      help: ["--report \(document.form)=FILE writes it to a file"]
    )
  }

  /// Whether a report of the command's own is written to the standard output.
  var hasDocumentInOutput: Bool { documents.contains { $0.file == "-" } }

  var countsCharacters: Bool { reports.contains { $0.form.countsCharacters } }

  /// Whether a report that is one document is written to the standard output, assuming that the command's
  /// findings are.
  var writesDocumentToOutput: Bool {
    reports.contains { $0.form.isDocument && ($0.file ?? "-") == "-" }
  }

  /// Whether a file is one of the inputs.
  ///
  /// If the file does not exist, links are followed only for inputs that do not exist either, as following
  /// the links of many inputs takes longer than reading them.
  private static func isRead(_ file: String, by inputs: [String]) -> Bool {
    let isFree = FileDescriptor.isFree(file)
    return inputs.contains { input in
      input != "-" && (!isFree || FileDescriptor.isFree(input))
        && FileDescriptor.isOneFile(file, input)
    }
  }

  /// Refuses outputs that would replace a file of the run: reports and a file for failed records must differ
  /// from each other and from all files that the run reads or writes; records must differ from what is read.
  ///
  /// `includes` are the files that the spec includes. `records` is where the records go, or another
  /// `product`. `companionEndings` are the endings of files beside it. `rejects` is where failed records go,
  /// `baseline` is a baseline that is written, and `read` are the files read besides the spec. A hyphen is a
  /// standard stream.
  func refuseSharedFiles(
    spec: String,
    read: [String] = [],
    includes: [String] = [],
    records: String? = nil,
    called product: String = "the records",
    companionEndings: [String] = [],
    rejects: String? = nil,
    baseline: String? = nil
  ) throws(DiagnosticsError) {
    if let records, records != "-", !FileDescriptor.isSeen(records, as: .other),
      ([spec] + includes).contains(where: { $0 != "-" && FileDescriptor.isOneFile(records, $0) })
    {
      throw Self.refusal(of: "the spec and \(product)", records)
    }
    if let records, records != "-", !FileDescriptor.isSeen(records, as: .other),
      Self.isRead(records, by: read)
    {
      throw Self.refusal(of: "an input and \(product)", records)
    }
    if let records, records != "-", FileDescriptor.isStandardInput(records) {
      throw Self.refusal(of: "the standard input and \(product)", records)
    }
    if let records,
      let taken = ([spec] + includes).first(where: { Self.isTable(Self.place($0), of: records) })
    {
      throw Self.refusal(of: "the spec and the tables", taken)
    }
    let files = reports.compactMap(\.file) + documents.map(\.file)
    var written = files.map { (what: "a report", path: $0) }
    if let rejects { written.insert(("the rejects", rejects), at: 0) }
    if let baseline { written.insert(("the baseline", baseline), at: 0) }
    if written.isEmpty { return }
    var taken = ([spec] + read + includes).filter { $0 != "-" }
      .map { (what: "what is read", place: Self.place($0)) }
    if let records {
      let place = Self.place(records)
      taken.append((product, place))
      // These exist beside the database during a run, and SQLite trusts them.
      taken += companionEndings.map { ("a journal of the database", (place.text + $0).exact) }
    }
    for (what, path) in written where !FileDescriptor.isSeen(path, as: .other) {
      let place = Self.place(path)
      if let records, Self.isTable(place, of: records) {
        throw .refusal(
          "the tables and \(what) both use '\(path)'",
          help: [
            "in that folder .csv files and datapackage.json belong to the tables"
          ]
        )
      }
      if FileDescriptor.isStandardInput(path) {
        throw Self.refusal(of: "the standard input and \(what)", path)
      }
      if let other = taken.first(where: { $0.place == place }) {
        let both = other.what == what ? "two reports" : "\(other.what) and \(what)"
        throw Self.refusal(of: both, path)
      }
      taken.append((what, place))
    }
  }

  /// Whether a file could be one of the files in a folder of tables.
  private static func isTable(_ place: ExactText, of records: String) -> Bool {
    guard records.hasSuffix("/") else { return false }
    let folder = Self.place(records + "datapackage.json").text.dropLast("datapackage.json".count)
    guard place.text.utf8.starts(with: folder.utf8) else { return false }
    let name = place.text.dropFirst(folder.count).lowercased()
    return !name.contains("/") && (name.hasSuffix(".csv") || name == "datapackage.json")
  }

  static func refusal(of both: String, _ path: String) -> DiagnosticsError {
    .refusal("\(both) both use '\(path)'", help: ["give each its own file"])
  }

  static func place(_ path: String) -> ExactText {
    (path == "-" ? path : (try? FileDescriptor.place(ofFile: path)) ?? path).exact
  }
}
