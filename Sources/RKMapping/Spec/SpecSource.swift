package import RKDiagnostics

/// The text of one file of a spec, with the values and comments in it and how syntax other than
/// JSON's is read.
///
/// It can be created whenever the text can be read, whatever the contents mean.
package struct SpecSource {
  package let file: SourceFile
  /// The outermost value, which is an object.
  package let root: SpecNode
  /// The places of the comments, in the order of the text.
  package let comments: [Range<Int>]
  private let findings: SpecFindings

  /// - Throws: The errors in the text.
  package init(_ file: SourceFile) throws(DiagnosticsError) {
    self.file = file
    findings = SpecFindings()
    let number = findings.add(file)
    var scanned: (value: SpecNode?, comments: [Range<Int>]) = (nil, [])
    if findings.checkText(number, .unreadableSpec), !SpecReader.isForeign(number, findings) {
      let before = findings.diagnostics.count
      scanned = SpecScanner.scanWithComments(file: number, findings)
      if let value = scanned.value, SpecReader.isData(value, from: before, findings) {
        scanned.value = nil
      }
    }
    guard let root = scanned.value, !findings.hasErrors else {
      throw DiagnosticsError(findings.sorted().filter { $0.severity == .error })
    }
    guard case .object(let members, _) = root.content else {
      throw DiagnosticsError(
        .wrongKind,
        "a spec is an object, not \(root.kindName)",
        at: findings.location(of: root.place)
      )
    }
    self.root = root
    comments = scanned.comments
    isSuite = members.contains { $0.name == "cases" }
    // Only the reader knows where lists and booleans are expected.
    if !isSuite { _ = SpecReader.read(root, findings) }
  }

  /// Whether it is a test file; only test files have cases.
  private let isSuite: Bool
  /// The members of test files that are lists of objects.
  private static let suiteLists = Set(["cases", "errors"])

  /// Returns a word without quotes as JSON.
  package func text(of word: String, at place: SpecPlace) -> String {
    findings.text(ofWordAt: place) ?? JSONObjectText.quoted(word)
  }

  /// How an object that was written as pairs in a list is read.
  ///
  /// `name` is that of the member whose value it is, if any.
  package func reading(ofPairsAt place: SpecPlace, in name: String?) -> PairsReading {
    if isSuite, let name, Self.suiteLists.contains(name) { return .list }
    return findings.reading(ofPairsAt: place)
  }
}
