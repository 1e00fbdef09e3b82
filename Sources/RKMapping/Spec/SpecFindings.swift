package import RKDiagnostics

/// Collects the diagnostics of a spec, and holds the texts of its files.
///
/// Reading and checking never stop at an error. Checks leave out errors that only follow from others.
package final class SpecFindings {
  package private(set) var files: [SourceFile] = []
  package private(set) var diagnostics: [Diagnostic] = []
  /// Whether a file has a syntax error; what seems to be missing may then just not have been read.
  package private(set) var hasSyntaxErrors = false
  /// Whether an included file was not read; what seems to be missing may be in that file.
  private var lacksFile = false
  /// The warnings about words without quotes, as indices by place.
  private var bareWords: [SpecPlace: Int] = [:]
  /// The warnings about lists of pairs, and how each is read, by the place of the object.
  private var pairs: [SpecPlace: (number: Int, reading: PairsReading)] = [:]
  private var placesReportedOnce: Set<SpecPlace> = []
  /// How many bytes of names may still be compared for suggestions; limits the time.
  private var suggestionsLeft = 100_000
  /// The last place looked up in a text; later places are searched for from there.
  var lastPlace: (text: SpecPlace, at: Int, count: Int)?

  /// The words that are not ASCII; nil until there is one.
  package var spellings: KnownSpellings?

  /// For each list of date formats, the places where they are named.
  private(set) var dateFormats: [[(format: DatePattern, place: SpecPlace)]] = []

  /// Relationships without a mapper, which are attributes: the names of the values that they copy.
  private(set) var copiedRelationships: [SpecText] = []

  package init() {}

  /// Creates findings for files that were already read.
  init(files: [SourceFile]) { self.files = files }

  /// Adds a file and returns its number.
  package func add(_ file: SourceFile) -> Int {
    files.append(file)
    return files.count - 1
  }

  /// Adds a list of date formats that are tried in order.
  func add(_ formats: [(format: DatePattern, place: SpecPlace)]) { dateFormats.append(formats) }

  /// Adds a relationship without a mapper.
  func add(copiedRelationship name: SpecText) { copiedRelationships.append(name) }

  package func add(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  /// Drops all findings after the first `count`, because the file is something other than a spec.
  func drop(from count: Int) {
    diagnostics.removeSubrange(count...)
    bareWords = bareWords.filter { $0.value < count }
    pairs = pairs.filter { $0.value.number < count }
  }

  package func location(of place: SpecPlace) -> Location {
    files[place.file].location(of: place.range)
  }

  package func report(
    _ code: DiagnosticCode,
    severity: Diagnostic.Severity? = nil,
    _ message: String,
    at place: SpecPlace,
    related: [(place: SpecPlace, message: String)] = [],
    help: String? = nil,
    fixIts: [FixIt] = []
  ) {
    if code == .specSyntax { hasSyntaxErrors = true }
    if [.unreadableInclude, .includeCycle, .fileOutside].contains(code) { lacksFile = true }
    let others = related.map {
      Diagnostic.Related(location: location(of: $0.place), subject: "", message: $0.message)
    }
    diagnostics.append(
      Diagnostic(
        code,
        severity: severity,
        message,
        at: location(of: place),
        related: others,
        help: help.map { [$0] } ?? [],
        fixIts: fixIts
      )
    )
  }

  /// Reports a finding about a rule that several mappers share only once.
  package func reportOnce(
    _ code: DiagnosticCode,
    _ message: String,
    at place: SpecPlace,
    related: [(place: SpecPlace, message: String)] = [],
    help: String? = nil,
    fixIts: [FixIt] = []
  ) {
    guard placesReportedOnce.insert(place).inserted else { return }
    report(code, message, at: place, related: related, help: help, fixIts: fixIts)
  }

  /// Warns of a word without quotes; a later report for the same place replaces this one.
  ///
  /// Only the reader of the word knows how it is interpreted.
  package func reportBareWord(
    _ word: String,
    readAs reading: String,
    better: String,
    at place: SpecPlace
  ) {
    let warning = Diagnostic(
      .forgivenSyntax,
      "the bare word \(word) is read as \(reading)",
      at: location(of: place),
      help: ["write \(better)"],
      fixIts: [FixIt("write \(better)", replacing: place.range, with: better)]
    )
    if let number = bareWords[place] {
      diagnostics[number] = warning
    } else {
      bareWords[place] = diagnostics.count
      diagnostics.append(warning)
    }
  }

  /// How the word without quotes at a place should be written; nil if there is none.
  package func text(ofWordAt place: SpecPlace) -> String? {
    bareWords[place].flatMap { diagnostics[$0].fixIts.first?.replacement }
  }

  /// Warns of `"key": value` pairs in a list.
  ///
  /// A later report for the same place replaces this one.
  ///
  /// `bracket` is the place of the opening bracket. `place` is that of the object that the pairs form.
  package func reportPairs(
    _ reading: PairsReading,
    openedAt bracket: SpecPlace? = nil,
    at place: SpecPlace
  ) {
    guard
      let location = pairs[place].map({ diagnostics[$0.number].location })
        ?? bracket.map({ self.location(of: $0) })
    else { return }
    let fixIts = reading.fixIts(of: place.range, in: files[place.file].bytes)
    let warning = Diagnostic(
      .forgivenSyntax,
      "a list of \"key\": value pairs is read as \(reading.name)",
      at: location,
      help: fixIts.first.map { [$0.title] } ?? [],
      fixIts: fixIts
    )
    if let number = pairs[place]?.number {
      diagnostics[number] = warning
      pairs[place] = (number, reading)
    } else {
      pairs[place] = (diagnostics.count, reading)
      diagnostics.append(warning)
    }
  }

  /// How the pairs in a list are read.
  package func reading(ofPairsAt place: SpecPlace) -> PairsReading {
    pairs[place]?.reading ?? .object
  }

  /// Reports a problem that may only follow from broken text or from a file that was not read,
  /// unless there is either.
  package func reportUnlessBroken(
    _ code: DiagnosticCode,
    _ message: String,
    at place: SpecPlace,
    help: String? = nil,
    fixIts: [FixIt] = []
  ) {
    if hasSyntaxErrors || lacksFile { return }
    report(code, message, at: place, help: help, fixIts: fixIts)
  }

  /// Reports a missing member, unless an earlier error may be the reason.
  package func reportMissing(_ message: String, at place: SpecPlace, help: String? = nil) {
    reportUnlessBroken(.missingMember, message, at: place, help: help)
  }

  /// Reports an unknown name, unless something is broken.
  ///
  /// The message ends with the known name that was probably meant.
  package func reportUnknown(
    _ code: DiagnosticCode,
    _ message: String,
    _ name: SpecText,
    help: String? = nil,
    among known: () -> [String]
  ) {
    let suggestion = suggestion(for: name.value, among: known)
    reportUnlessBroken(
      code,
      "\(message)\(suggestion)",
      at: name.place,
      help: help,
      fixIts: suggestion.fixIts(replacing: name.place.range)
    )
  }

  /// Reports that two files define the same name.
  package func reportClash(_ kind: String, _ name: SpecText, _ other: SpecPlace) {
    report(
      .includeClash,
      "'\(files[other.file].name)' and '\(files[name.place.file].name)' both have a \(kind) "
        + "'\(name.value)'",
      at: name.place,
      related: [(other, "the other one")]
    )
  }

  /// Returns the end of a sentence that suggests a similar name of the spec.
  ///
  /// Every name is compared, so that only the first unknown names get a suggestion.
  package func suggestion(for name: String, among names: () -> [String]) -> NameOffer {
    guard suggestionsLeft > 0 else { return NameOffer(name: nil) }
    let names = names()
    suggestionsLeft -= names.reduce(0) { $0 + $1.utf8.count }
    return NearestName.offer(for: name, among: names)
  }

  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// The diagnostics in the order of files and positions; with `isStrict` warnings become errors.
  package func sorted(isStrict: Bool = false) -> [Diagnostic] {
    var order = KeyedValues<String, Int>()
    for (number, file) in files.enumerated() { order[file.name] = order[file.name] ?? number }
    func key(_ diagnostic: Diagnostic) -> (Int, Int) {
      guard let location = diagnostic.location else { return (-1, 0) }
      return (order[location.file] ?? 0, location.byteRange.lowerBound)
    }
    var sorted = diagnostics.enumerated().sorted {
      let (left, right) = (key($0.element), key($1.element))
      return left != right ? left < right : $0.offset < $1.offset
    }.map(\.element)
    if isStrict {
      for number in sorted.indices where sorted[number].severity == .warning {
        sorted[number].severity = .error
      }
    }
    return sorted
  }
}
