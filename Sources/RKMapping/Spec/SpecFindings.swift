package import RKDiagnostics

/// Collects the diagnostics of a spec, and keeps the texts of its files.
///
/// Reading and checking a spec never stop at an error; whoever reports leaves out what only follows
/// from another one.
package final class SpecFindings {
  package private(set) var files: [SourceFile] = []
  package private(set) var diagnostics: [Diagnostic] = []
  /// The text of a file is broken, so that what seems to be missing may just not have been read.
  package private(set) var hasSyntaxErrors = false
  /// An included file was not read, so that what seems to be missing may be in it.
  private var lacksFile = false
  /// The warnings about words without quotes.
  private var bareWords: [SpecPlace: Int] = [:]
  /// The warnings about lists of pairs, and how each is read, by the places of the objects.
  private var pairs: [SpecPlace: (number: Int, reading: PairsReading)] = [:]
  private var placesReportedOnce: Set<SpecPlace> = []
  /// How many bytes of names may still be compared for suggestions.
  private var suggestionsLeft = 100_000
  /// The last place within a text, so that later ones are searched for from there.
  var lastPlace: (text: SpecPlace, at: Int, count: Int)?

  /// The words that are not ASCII, once there are any.
  package var spellings: KnownSpellings?

  /// The places where date formats are named, for each list of them.
  private(set) var dateFormats: [[(format: DatePattern, place: SpecPlace)]] = []

  /// Relationships without a mapper, which are attributes: the values they copy, and their places.
  private(set) var copiedRelationships: [SpecText] = []

  package init() {}

  /// Findings for files that have been read.
  init(files: [SourceFile]) { self.files = files }

  /// Adds a file; returns its number.
  package func add(_ file: SourceFile) -> Int {
    files.append(file)
    return files.count - 1
  }

  /// Adds date formats that are tried in order.
  func add(_ formats: [(format: DatePattern, place: SpecPlace)]) { dateFormats.append(formats) }

  /// Adds a relationship without a mapper.
  func add(copiedRelationship name: SpecText) { copiedRelationships.append(name) }

  package func add(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  /// Forgets all findings but the first ones: what was read is something else.
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

  /// Reports something about a rule that several mappers share only once.
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

  /// Warns of a word without quotes; the last report about it counts.
  ///
  /// Only its reader knows what it is read as.
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

  /// How to write a word without quotes; nil if there is none.
  package func text(ofWordAt place: SpecPlace) -> String? {
    bareWords[place].flatMap { diagnostics[$0].fixIts.first?.replacement }
  }

  /// Warns of `"key": value` pairs in a list; the last report about them counts.
  ///
  /// `bracket` is where the list opens, and `place` all of the object that the pairs form.
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

  /// How pairs in a list are read.
  package func reading(ofPairsAt place: SpecPlace) -> PairsReading {
    pairs[place]?.reading ?? .object
  }

  /// Reports something that may only follow from a broken text or from a file that was not read.
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

  /// Reports that something lacks a member, unless it may be lacking because of an error before.
  package func reportMissing(_ message: String, at place: SpecPlace, help: String? = nil) {
    reportUnlessBroken(.missingMember, message, at: place, help: help)
  }

  /// Reports a name that is none of those that are known, unless something is broken; the message ends
  /// with the one that may be meant.
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

  /// Reports that two files define the same thing.
  package func reportClash(_ kind: String, _ name: SpecText, _ other: SpecPlace) {
    report(
      .includeClash,
      "'\(files[other.file].name)' and '\(files[name.place.file].name)' both have a \(kind) "
        + "'\(name.value)'",
      at: name.place,
      related: [(other, "the other one")]
    )
  }

  /// The end of a sentence that suggests one of the spec's own names.
  ///
  /// Every name is compared, so only the first unknown ones get a suggestion.
  package func suggestion(for name: String, among names: () -> [String]) -> NameOffer {
    guard suggestionsLeft > 0 else { return NameOffer(name: nil) }
    let names = names()
    suggestionsLeft -= names.reduce(0) { $0 + $1.utf8.count }
    return NearestName.offer(for: name, among: names)
  }

  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// The diagnostics in the order of the files and of their texts; with `isStrict` warnings are
  /// errors.
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
