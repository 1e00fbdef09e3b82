package import RKDiagnostics
internal import RKEngine

/// Rejects specs in which a word has two spellings that look the same: canonically equivalent ones
/// (UAX 15), such as U+00E9 and "e" with U+0301.
///
/// This also applies to test files, alone and together with their specs.
///
/// Keys of documents are compared by their bytes, so these would be two names that look the same.
/// In Swift, the two are equal strings; after this check no other code needs to care. The names of
/// files, the entries of value maps, and constants in predicates are exempt. The user's own members
/// are not, because whether `x-name` is one depends on its object.
package struct SpellingCheck {
  private let findings: SpecFindings
  private let known: KnownSpellings
  private let isSuite: Bool

  package static func check(_ root: SpecNode, _ findings: SpecFindings, isSuite: Bool = false) {
    guard !isPlain(findings.files[root.place.file].bytes),
      case .object(let members, _) = root.content
    else { return }
    let known = findings.spellings ?? KnownSpellings()
    findings.spellings = known
    let check = SpellingCheck(findings: findings, known: known, isSuite: isSuite)
    for member in members where member.name != "include" {
      if member.name == "valueMaps", case .object(let maps, _) = member.value.content {
        for map in maps { check.check(map.name, map.namePlace) }
      } else {
        check.check(member)
      }
    }
  }

  /// ASCII text without escapes has only one spelling.
  private static func isPlain(_ bytes: [UInt8]) -> Bool {
    let bytes = bytes.span
    var (at, bits) = (0, UInt64(0))
    while at + 8 <= bytes.count {
      bits |= bytes.word(at: at)
      at += 8
    }
    while at < bytes.count {
      bits |= UInt64(bytes[at])
      at += 1
    }
    return bits & 0x8080_8080_8080_8080 == 0 && bytes.first(.backslash, in: 0..<bytes.count) == nil
  }

  /// The words of some files that are not ASCII, each with its first place.
  ///
  /// Spellings that look the same are equal as keys.
  package static func words(of files: [SourceFile]) -> [String: SpecText] {
    let findings = SpecFindings()
    for file in files {
      let number = findings.add(file)
      if let root = SpecScanner.scan(file: number, findings) { check(root, findings) }
    }
    return findings.spellings?.words ?? [:]
  }

  private func check(_ member: SpecMember) {
    if member.name == SpecMember.commentName { return }
    if isSuite, Self.fileNames.contains(member.name) { return }
    check(member.name, member.namePlace)
    if member.name == "map", case .object = member.value.content { return }
    guard let text = member.value.text else { return check(member.value) }
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return }
    check(text, member.value.place, isExpression: Self.expressions.contains(member.name))
  }

  private func check(_ node: SpecNode) {
    switch node.content {
    case .null, .boolean, .number: break
    case .string(let text), .word(let text): check(text, node.place)
    case .list(let items): for item in items { check(item) }
    case .object(let members, _): for member in members { check(member) }
    }
  }

  /// Checks a text.
  ///
  /// Quoted text in an expression is a value, and is exempt, unless it follows a bracket, where it
  /// is a key.
  private func check(_ text: String, _ place: SpecPlace, isExpression: Bool = false) {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return }
    let bytes = Array(text.utf8)
    var (offset, before) = (0, UInt8(0))
    var open: (quote: UInt8, isKey: Bool)?
    for word in text.split(omittingEmptySubsequences: false, whereSeparator: Self.isBetweenWords) {
      let end = offset + word.utf8.count
      if (open?.isKey ?? true) && !word.utf8.allSatisfy({ $0 < 0x80 }) {
        check(word: String(word), findings.place(of: offset..<end, ofText: place))
      }
      guard end < bytes.count else { return }
      let sign = bytes[end]
      if let quote = open?.quote {
        if sign == quote && !(word.isEmpty && before == .backslash) { open = nil }
      } else if isExpression && (sign == .quote || sign == UInt8(ascii: "'")) {
        open = (sign, isKey: word.isEmpty && before == .openArray)
      }
      before = sign
      // One byte separates words.
      offset = end + 1
    }
  }

  private func check(word: String, _ place: SpecPlace) {
    guard let first = known.words[word] else {
      known.words[word] = SpecText(word, at: place)
      return
    }
    if word.exact == first.value.exact || !known.reported.insert(word).inserted { return }
    findings.report(
      .twoSpellings,
      Self.message(word, first.value),
      at: place,
      related: [(first.place, "the other spelling")],
      help: Self.help
    )
  }

  /// The parts of a key that need a comparison: those that are not ASCII.
  package static func words(inKey key: String) -> [String] {
    if key.utf8.allSatisfy({ $0 < 0x80 }) { return [] }
    return key.split(whereSeparator: isBetweenWords).map(String.init)
      .filter { !$0.utf8.allSatisfy { $0 < 0x80 } }
  }

  /// The members of test files whose values are names of files.
  private static let fileNames = ["spec", "files", "output"]

  /// The members with predicates or expressions.
  private static let expressions = SpecObjectKind.names(where: \.isExpression)

  /// The message about a word that has another spelling.
  package static func message(_ word: String, _ other: String) -> String {
    "'\(VisibleText.spelling(word))' looks the same as '\(VisibleText.spelling(other))'"
  }

  package static let help = "write both as the documents do"

  /// Whether a character separates names in key paths, templates and predicates.
  private static func isBetweenWords(_ character: Character) -> Bool {
    guard let byte = character.asciiValue, character.utf8.count == 1 else { return false }
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      return false
    default: return true
    }
  }
}

/// The words of a spec that are not ASCII.
package final class KnownSpellings {
  /// The first place of each word; spellings that look the same are equal as keys.
  package fileprivate(set) var words: [String: SpecText] = [:]
  fileprivate var reported: Set<String> = []
}

extension String {
  /// The most consecutive marks for which the normal form of text is computed piece by piece (UAX
  /// 15, stream-safe text).
  static var mostMarks: Int { 30 }

  /// Whether it has so many consecutive marks that comparing texts takes quadratic time.
  package var hasTooManyMarks: Bool {
    if utf8.count <= Self.mostMarks || utf8.allSatisfy({ $0 < 0x80 }) { return false }
    var count = 0
    for scalar in unicodeScalars {
      count = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : count + 1
      if count > Self.mostMarks { return true }
    }
    return false
  }
}
