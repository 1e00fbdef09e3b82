internal import RKDiagnostics
internal import RKEngine

/// Reads the text of a spec into values with their places, and tolerates common mistakes.
///
/// Mistakes that occurred in old documentation of the format are accepted with a warning and the
/// change that fixes them (docs/spec-format.md, "Syntax"). Comments are allowed. Anything else is
/// reported, and reading continues after it, so that one run finds all mistakes.
package struct SpecScanner {
  let bytes: [UInt8]
  let file: Int
  let findings: SpecFindings
  var at = 0
  /// The closing brackets of open brackets, innermost last.
  private var closers: [UInt8] = []
  private let deepest = 200
  /// The places of comments, if requested.
  var comments: [Range<Int>] = []
  let keepsComments: Bool
  /// Whether the text is not a spec, so that its texts are not checked.
  let isData: Bool
  /// Whether brackets may have been skipped, so that it is unknown which ones are open.
  var hasLostTrack = false

  private init(file: Int, _ findings: SpecFindings, keepsComments: Bool, isData: Bool = false) {
    self.isData = isData
    bytes = findings.files[file].bytes
    self.file = file
    self.findings = findings
    self.keepsComments = keepsComments
  }

  /// Reads the value of a file that was added to the findings; nil if there is none.
  ///
  /// `isData` says that the file is not a spec, but has the same syntax.
  package static func scan(file: Int, _ findings: SpecFindings, isData: Bool = false) -> SpecNode? {
    var scanner = SpecScanner(file: file, findings, keepsComments: false, isData: isData)
    return scanner.scanDocument()
  }

  /// Reads the value of a file, and the places of its comments.
  static func scanWithComments(file: Int, _ findings: SpecFindings)
    -> (value: SpecNode?, comments: [Range<Int>])
  {
    var scanner = SpecScanner(file: file, findings, keepsComments: true)
    return (scanner.scanDocument(), scanner.comments)
  }

  private mutating func scanDocument() -> SpecNode? {
    at = bytes.markCount
    skipSpace()
    if at == bytes.count {
      // If there is only an unclosed comment, that has been reported.
      if !hasLostTrack { refuse("the file is empty", at..<at) }
      return nil
    }
    let value = scanValue()
    skipSpace()
    if at < bytes.count && !findings.hasSyntaxErrors {
      refuse("nothing may follow the value of the file, found \(nameOfNext)", at..<(at + 1))
    }
    return value
  }

  // MARK: - Values

  private mutating func scanValue() -> SpecNode? {
    let start = at
    guard at < bytes.count else {
      if !hasLostTrack { refuse("the text ends where a value should be", start..<start) }
      hasLostTrack = true
      return nil
    }
    switch bytes[at] {
    case UInt8(ascii: "{"): return scanObject()
    case UInt8(ascii: "["): return scanList()
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      return scanString().map { SpecNode(.string($0), at: place(start..<at)) }
    case let byte where Self.isWordByte(byte):
      guard byte >= 0x80, SpecQuote(bytes, at: at) != nil else { return scanWord() }
      return scanString().map { SpecNode(.string($0), at: place(start..<at)) }
    default:
      refuse("expected a value, found \(nameOfNext)", at..<(at + 1))
      recover()
      return nil
    }
  }

  private mutating func open(_ closer: UInt8) -> Bool {
    at += 1
    closers.append(closer)
    if closers.count <= deepest { return true }
    refuse("the spec is nested more than \(deepest) levels deep", (at - 1)..<at)
    hasLostTrack = true
    at = bytes.count
    return false
  }

  /// The usual number of members or items, to reserve memory.
  private static var usualCount: Int { 4 }

  private mutating func scanObject() -> SpecNode {
    let start = at
    var members: [SpecMember] = []
    members.reserveCapacity(Self.usualCount)
    if open(UInt8(ascii: "}")) {
      scanItems(from: start) { scanner in
        guard let member = scanner.scanMember() else { return }
        members.append(member)
      }
    }
    closers.removeLast()
    return SpecNode(
      .object(withoutRepeated(members), isBracketed: false),
      at: place(start..<at)
    )
  }

  private mutating func scanList() -> SpecNode {
    let start = at
    var items: [SpecNode] = []
    items.reserveCapacity(Self.usualCount)
    var pairs: [SpecMember] = []
    func close(_ pairs: inout [SpecMember], _ items: inout [SpecNode], _ scanner: SpecScanner) {
      guard let first = pairs.first, let last = pairs.last else { return }
      let place = scanner.place(
        first.namePlace.range.lowerBound..<last.value.place.range.upperBound
      )
      items.append(SpecNode(.object(scanner.withoutRepeated(pairs), isBracketed: true), at: place))
      pairs = []
    }
    if open(UInt8(ascii: "]")) {
      scanItems(from: start) { scanner in
        let item = scanner.scanValue()
        let after = scanner.at
        guard item == nil || item?.text != nil, scanner.nextIsColon() else {
          // Go back: the line end may replace a comma.
          if scanner.at < scanner.bytes.count { scanner.at = after }
          guard let item else { return }
          close(&pairs, &items, scanner)
          items.append(item)
          return
        }
        let value = scanner.scanMemberValue()
        guard let item, let name = item.text, let value else { return }
        pairs.append(SpecMember(name: name, namePlace: item.place, value: value))
      }
    }
    closers.removeLast()
    let isAllPairs = items.isEmpty && !pairs.isEmpty
    close(&pairs, &items, self)
    if isAllPairs { items[0].place = place(start..<at) }
    for item in items {
      guard case .object(_, isBracketed: true) = item.content else { continue }
      // Those of an inner list were reported there.
      if !isAllPairs && bytes[item.place.range.lowerBound] == UInt8(ascii: "[") { continue }
      findings.reportPairs(.object, openedAt: place(start..<(start + 1)), at: item.place)
    }
    return isAllPairs ? items[0] : SpecNode(.list(items), at: place(start..<at))
  }

  /// Scans the contents of brackets, item by item, including the closing bracket.
  private mutating func scanItems(from start: Int, _ scanItem: (inout SpecScanner) -> Void) {
    let closer = closers[closers.count - 1]
    var comma: Int?
    var isFirst = true
    while true {
      skipSpace()
      guard at < bytes.count else {
        if hasLostTrack { return }
        let opener = String(UnicodeScalar(bytes[start]))
        refuse("this \"\(opener)\" is not closed", start..<(start + 1))
        // Outer brackets are not closed either, for the same reason.
        hasLostTrack = true
        return
      }
      if bytes[at] == closer {
        if let comma {
          warn(
            "a comma before \"\(String(UnicodeScalar(closer)))\"",
            comma..<(comma + 1),
            [FixIt("remove the comma", replacing: comma..<(comma + 1), with: "")]
          )
        }
        at += 1
        return
      }
      if bytes[at] == UInt8(ascii: ",") {
        refuse("expected \(isFirst ? "a value" : "something") before the comma", at..<(at + 1))
        at += 1
        continue
      }
      if closesOuter(bytes[at]) {
        defer { hasLostTrack = true }
        if hasLostTrack { return }
        return refuse(
          "expected \"\(String(UnicodeScalar(closer)))\", found \(nameOfNext)",
          at..<(at + 1)
        )
      }
      scanItem(&self)
      isFirst = false
      comma = scanSeparator(closer)
    }
  }

  /// Whether a byte closes an outer bracket.
  private func closesOuter(_ byte: UInt8) -> Bool {
    (byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")) && closers.dropLast().contains(byte)
  }

  /// Scans the separator between two items: a comma, whose place is returned, or the end of a line.
  private mutating func scanSeparator(_ closer: UInt8) -> Int? {
    let after = at
    let hasNewLine = skipSpace()
    guard at < bytes.count, bytes[at] != closer else { return nil }
    if bytes[at] == UInt8(ascii: ",") {
      at += 1
      return at - 1
    }
    if beginsValue(bytes[at]) && hasNewLine {
      warn(
        "a comma is missing here",
        after..<after,
        [FixIt("insert ','", replacing: after..<after, with: ",")]
      )
      return nil
    }
    if closesOuter(bytes[at]) { return nil }
    let wanted = "\",\" or \"\(String(UnicodeScalar(closer)))\""
    refuse("expected \(wanted), found \(nameOfNext)", at..<(at + 1))
    if after == at && beginsValue(bytes[at]) {
      // A quote is missing or redundant, so that strings on this line cannot be told from the rest.
      passOverLine()
    } else if !beginsValue(bytes[at]) {
      recover()
      if at < bytes.count && bytes[at] == UInt8(ascii: ",") { at += 1 }
    }
    return nil
  }

  // MARK: - Members

  private mutating func scanMember() -> SpecMember? {
    let start = at
    let byte = bytes[at]
    let name: String?
    if SpecQuote(bytes, at: at) != nil {
      name = scanString()
    } else if Self.isWordByte(byte) {
      let word = scanBareText()
      warn(
        "the name \(word) has no quotes",
        start..<at,
        [FixIt("put quotes around it", replacing: start..<at, with: "\"\(word)\"")]
      )
      name = word
    } else {
      refuse("expected the name of a member, found \(nameOfNext)", at..<(at + 1))
      recover()
      return nil
    }
    let namePlace = place(start..<at)
    guard nextIsColon() else {
      if let name {
        refuse(
          "expected \":\" after the name \"\(name)\", found \(nameOfNext)",
          at..<min(at + 1, bytes.count)
        )
      }
      recover()
      return nil
    }
    guard let value = scanMemberValue(), let name else { return nil }
    return SpecMember(name: name, namePlace: namePlace, value: value)
  }

  private mutating func nextIsColon() -> Bool {
    skipSpace()
    return at < bytes.count && bytes[at] == UInt8(ascii: ":")
  }

  private mutating func scanMemberValue() -> SpecNode? {
    at += 1
    skipSpace()
    return scanValue()
  }

  /// Removes repeated members; the last one of each name stays.
  private func withoutRepeated(_ members: [SpecMember]) -> [SpecMember] {
    if Self.areFewAndDistinct(members) { return members }
    var last = KeyedValues<ExactText, Int>()
    for number in members.indices {
      let member = members[number]
      if let first = last[member.name.exact] {
        reportRepeated(member, members[first], members[first + 1])
      }
      last[member.name.exact] = number
    }
    if last.count == members.count { return members }
    return last.values.sorted().map { members[$0] }
  }

  /// Whether the members are few enough to compare each with all others, and their names differ.
  private static func areFewAndDistinct(_ members: [SpecMember]) -> Bool {
    if members.count > 8 { return false }
    for number in members.indices {
      for other in 0..<number where members[other].name == members[number].name {
        if members[other].name.exact == members[number].name.exact { return false }
      }
    }
    return true
  }

  private func reportRepeated(_ member: SpecMember, _ first: SpecMember, _ next: SpecMember) {
    let range = first.namePlace.range.lowerBound..<next.namePlace.range.lowerBound
    let title = "remove the first one"
    findings.report(
      .repeatedMember,
      "\"\(member.name)\" stands twice in one object; this one counts",
      at: member.namePlace,
      related: [(first.namePlace, "the first one, without effect")],
      fixIts: [FixIt(title, replacing: range, with: "", isSafe: !hasComment(range))]
    )
  }

  // MARK: - Findings

  func place(_ range: Range<Int>) -> SpecPlace { SpecPlace(file: file, range: range) }

  func refuse(_ message: String, _ range: Range<Int>, help: String? = nil) {
    findings.report(.specSyntax, message, at: place(range), help: help)
  }

  func warn(_ message: String, _ range: Range<Int>, _ fixIts: [FixIt]) {
    findings.report(
      .forgivenSyntax,
      message,
      at: place(range),
      help: fixIts.first?.title,
      fixIts: fixIts
    )
  }

  /// Skips what could not be understood, up to a comma or a bracket that closes something open.
  private mutating func recover() {
    var depth = 0
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: ","): if depth == 0 { return }
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 && closers.contains(bytes[at]) { return }
        depth = max(depth - 1, 0)
      case UInt8(ascii: "\""):
        let end = bytes[(at + 1)...].firstIndex {
          $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\n")
        }
        at = end ?? bytes.count - 1
      default: break
      }
      at += 1
    }
  }
}

extension SpecScanner {
  /// Returns the text of a JSON string, given with its quotes; nil if it is not one.
  package static func plainText(ofString bytes: [UInt8]) -> String? {
    let findings = SpecFindings()
    let file = findings.add(SourceFile(name: "", bytes: bytes))
    guard case .string(let text)? = scan(file: file, findings, isData: true)?.content,
      findings.diagnostics.isEmpty
    else { return nil }
    return text
  }
}
