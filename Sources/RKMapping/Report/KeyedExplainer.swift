internal import RKDiagnostics
internal import RKEngine
internal import RKFormats

/// Words the faults of text that is not a keyed line.
enum KeyedExplainer {
  static func diagnostic(_ fault: KeyedReader.Fault, at place: InputPlace) -> Diagnostic {
    let (code, message, help) = words(fault)
    return Diagnostic(code, message, at: Location(place), help: [help])
  }

  private static func words(_ fault: KeyedReader.Fault) -> (DiagnosticCode, String, help: String) {
    let written = "'rkmap apply SPEC --emit keyed' writes such lines"
    switch fault {
    case .notKeyed:
      return (
        .notKeyed, "this is no keyed line: a key, a tab, a position, a tab and a record as JSON",
        written
      )
    case .unknownTarget(let name):
      return (
        .notKeyed, "the line has a record of '\(name)', and the spec has no such records",
        "the spec is to be the one that the lines were written by"
      )
    case .otherKey(let target, let partCount):
      return (
        .notKeyed,
        "the key of this '\(target)' does not have the \(partCount == 1 ? "part" : "\(partCount) parts") "
          + "of the spec's identification",
        "the spec is to be the one that the lines were written by"
      )
    case .notSorted:
      return (
        .notSorted, "the line comes before the one before it",
        "'LC_ALL=C sort' brings keyed lines in order; other orders of bytes do not"
      )
    case .samePosition:
      return (
        .notSorted,
        "the line has the key and the position of the one before it, and another record",
        "parts of one input have numbers of their own: --part N"
      )
    }
  }

  /// The error of a record that had failed when the lines were written; nil if the text has none.
  static func error(_ text: [UInt8], at place: InputPlace) -> Diagnostic? {
    guard let members = members(of: "$error", in: text) else { return nil }
    let code = members["code"].flatMap { DiagnosticCode.find($0) } ?? .unmappable
    var origin = members["file"].map { "it was in '\($0)'" }
    if let line = members["line"] { origin = origin.map { "\($0), line \(line)" } }
    return Diagnostic(
      code,
      severity: .error,
      members["message"] ?? "a record failed when the lines were written",
      at: Location(place),
      help: [origin].compactMap { $0 }
    )
  }

  /// The members, as texts, of the object that is the only member of an object; nil if the text is
  /// anything else.
  static func members(of name: String, in text: [UInt8]) -> [String: String]? {
    guard let outer = members(of: text), outer.count == 1 else { return nil }
    return outer[name].flatMap { members(of: Array($0.utf8)) }
  }

  /// The members of a text, as texts, if it is a JSON object; otherwise nil.
  static func members(of text: [UInt8]) -> [String: String]? {
    guard text.first == .openObject,
      let keys = try? InputWindow.outermostKeys(of: text, kernel: .best), !keys.isEmpty
    else { return nil }
    // The padding is for wide loads, which read past the text.
    let bytes = text + [UInt8](repeating: 0, count: 64)
    var members: [String: String] = [:]
    var inner = ObjectMembers(from: 0)
    while let (key, value) = inner.next(bytes.span) {
      members[string(bytes, key)] = string(bytes, value)
    }
    return members
  }

  private static func string(_ bytes: [UInt8], _ range: Range<Int>) -> String {
    guard bytes[range.lowerBound] == .quote else {
      return String(decoding: bytes[range], as: UTF8.self)
    }
    var text = UniqueArray<UInt8>()
    _ = StringText.append(bytes.span, range.lowerBound + 1..<range.upperBound - 1, to: &text)
    return String(decoding: (0..<text.count).map { text[$0] }, as: UTF8.self)
  }
}

/// Receives faults in keyed lines.
///
/// A value that is not a record of the spec makes the whole input unreadable.
final class KeyedFaults: FaultReceiver {
  private let counter: FindingCounter
  /// Why the input cannot be read, which is reported at the end.
  private(set) var finding: Diagnostic?
  /// What the parts tell that the lines come from.
  var told: [[String: String]] = []

  init(_ counter: FindingCounter) { self.counter = counter }

  func wantsPlace(of fault: MappingFault, _ kind: JSONKind?) -> Bool {
    isBad(fault) ? finding == nil : counter.wantsPlace(of: fault, kind)
  }

  func wantsPlace(of error: JSONSyntaxError) -> Bool { finding == nil }

  func receive(
    _ fault: MappingFault,
    _ kind: JSONKind?,
    of record: Int,
    at place: InputPlace?,
    keys: [[UInt8]]
  ) {
    guard isBad(fault) else {
      return counter.receive(fault, kind, of: record, at: place, keys: keys)
    }
    report(place, "no rule of the spec has written this record", fault.code == .unknownKey)
  }

  func receive(
    _ error: JSONSyntaxError,
    of record: Int,
    in format: InputFormat,
    at place: InputPlace?
  ) {
    report(place, "the record of this line is not JSON", false)
  }

  func advance(to byteOffset: Int, recordCount: Int) {
    counter.advance(to: byteOffset, recordCount: recordCount)
  }

  private func report(_ place: InputPlace?, _ message: String, _ isMember: Bool) {
    guard let place else { return }
    let value = String(decoding: place.value, as: UTF8.self)
    keep(
      Diagnostic(
        .notKeyed,
        isMember ? "\(value) is a member that no rule of the spec writes" : message,
        at: Location(place),
        help: ["the spec is to be the one that the lines were written by, and the lines complete"]
      )
    )
  }

  /// Keeps the first reason only.
  func keep(_ finding: Diagnostic) { self.finding = self.finding ?? finding }

  /// Whether a fault shows that a line was written by another spec, or is damaged.
  private func isBad(_ fault: MappingFault) -> Bool {
    switch fault.code {
    case .unknownKey, .unmatched, .conversion, .notRecord, .unmappable, .notFound: true
    default: false
    }
  }
}
