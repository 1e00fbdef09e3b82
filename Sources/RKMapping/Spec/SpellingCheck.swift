internal import RKDiagnostics
internal import RKEngine

/// Refuses a spec that spells a word in two ways that look the same: those that Unicode calls canonically
/// equivalent (UAX 15), as U+00E9 and "e" with U+0301.
///
/// Keys are compared by their bytes, so that these would be two names that nobody can tell apart by sight;
/// and texts of them are equal in Swift, which nothing behind this check has to think of. The names of
/// included files and the entries of value maps are exempt: both are as files and documents have them.
struct SpellingCheck {
  private let findings: SpecFindings
  private let known: KnownSpellings

  static func check(_ root: SpecNode, _ findings: SpecFindings) {
    // Without escapes, what is ASCII has one spelling.
    let isPlain = findings.files[root.place.file].bytes.allSatisfy {
      $0 < 0x80 && $0 != UInt8(ascii: "\\")
    }
    guard !isPlain, case .object(let members, _) = root.content else { return }
    let known = findings.spellings ?? KnownSpellings()
    findings.spellings = known
    let check = SpellingCheck(findings: findings, known: known)
    for member in members where member.name != SpecKey.include.rawValue {
      if member.name == SpecKey.valueMaps.rawValue, case .object(let maps, _) = member.value.content
      {
        for map in maps { check.check(map.name, map.namePlace) }
      } else {
        check.check(member)
      }
    }
  }

  private func check(_ member: SpecMember) {
    if member.name == SpecMember.commentName { return }
    check(member.name, member.namePlace)
    if member.name == SpecKey.map.rawValue, case .object = member.value.content { return }
    check(member.value)
  }

  private func check(_ node: SpecNode) {
    switch node.content {
    case .null, .boolean, .number: break
    case .string(let text), .word(let text): check(text, node.place)
    case .list(let items): for item in items { check(item) }
    case .object(let members, _): for member in members { check(member) }
    }
  }

  private func check(_ text: String, _ place: SpecPlace) {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return }
    var offset = 0
    for word in text.split(omittingEmptySubsequences: false, whereSeparator: Self.isBetweenWords) {
      let end = offset + word.utf8.count
      if !word.utf8.allSatisfy({ $0 < 0x80 }) {
        check(word: String(word), findings.place(of: offset..<end, ofText: place))
      }
      // What is between words is one byte.
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
      "'\(VisibleText.spelling(word))' looks the same as '\(VisibleText.spelling(first.value))'",
      at: place,
      related: [(first.place, "the other spelling")],
      help: "write both as the documents do"
    )
  }

  /// What parts names in key paths, templates and predicates.
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
final class KnownSpellings {
  /// Where each stands first; those that look the same are one here.
  fileprivate var words: [String: SpecText] = [:]
  fileprivate var reported: Set<String> = []
}
