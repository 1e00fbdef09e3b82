internal import RKDiagnostics
internal import RKEngine

/// The records of the original documents, and where their representations begin.
final class OriginalRecords {
  /// Records that may be matched with each other.
  struct Group: Hashable {
    /// The key path of their descriptor.
    var keyPath: String
    /// Nil if only the order distinguishes them.
    var target: String?
  }

  let input: Input
  let text: EditedText
  private(set) var roots: [(keyPath: String, record: Record)] = []
  /// For each record, whether it was matched.
  private(set) var isMatched: [Bool] = []
  /// Where something could not be read, which may be any record.
  var unread: Location?
  private var byIdentity: [Group: [String: [Int]]] = [:]

  /// `input` is where the text comes from; diagnostics use its name.
  init(_ bytes: [UInt8], of input: Input, _ naming: KeyNaming) {
    self.input = .bytes(bytes, name: input.name, format: input.format)
    text = EditedText(bytes) { naming.read($0) }
  }

  /// The place that receives the records of the text.
  func place(_ keyPaths: [String]) -> SinkPlace {
    Self.place(of: input, keyPaths, for: self) { [self] record, keyPath in
      roots.append((keyPath, record))
      isMatched.append(false)
    }
  }

  /// The place that passes on the records of an input, with the key paths of their descriptors.
  static func place(
    of input: Input,
    _ keyPaths: [String],
    for owner: AnyObject,
    receive: @escaping (Record, String) -> Void
  ) -> SinkPlace {
    SinkPlace(owner) { plan in
      .make(
        OriginalSink(input: input, maker: RecordMaker(plan), keyPaths: keyPaths, receive: receive)
      )
    }
  }

  /// Whether its documents are JSON lines or a JSON text sequence, even if there is only one.
  var isStream: Bool { input.isSequence }

  // MARK: - Matching

  /// Groups the records by identity; `identity` returns nil for a record without one.
  func group(by identity: (_ keyPath: String, Record) -> String?) {
    for (number, root) in roots.enumerated() {
      let text = identity(root.keyPath, root.record)
      let group = Group(keyPath: root.keyPath, target: text == nil ? nil : root.record.target)
      byIdentity[group, default: [:]][text ?? "", default: []].append(number)
    }
  }

  /// The numbers of the root records with an identity.
  func equals(_ group: Group, _ identity: String) -> [Int] { byIdentity[group]?[identity] ?? [] }

  func match(_ number: Int) { isMatched[number] = true }

  func forgetMatches() { isMatched = Array(repeating: false, count: roots.count) }

  /// The range of the document that contains a byte.
  func document(around offset: Int) -> Range<Int>? {
    let documents = text.documents
    var (low, high) = (0, documents.count)
    while low < high {
      let middle = (low + high) / 2
      if documents[middle].upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low < documents.count && documents[low].contains(offset) ? documents[low] : nil
  }
}

extension Record {
  /// The byte offset where its representation begins.
  var offset: Int { origin?.offset ?? 0 }

  /// Returns the value at a path of keys.
  func value(at names: [String]) -> Value? { Value.record(self).value(at: names) }
}

extension Value {
  /// Creates a value from JSON text that this program wrote.
  init(jsonText text: [UInt8]) {
    let padded = text + Array(repeating: 0, count: OutputBuffer.slack)
    self.init(json: padded.span, 0..<text.count)
  }

  /// A text that is equal for values that identify the same record, such as the number 1 and the text "1".
  var identityText: String {
    guard case .string(let text) = self, let number = Number(text),
      Value.number(number).canonicalText == text
    else { return canonicalText }
    return text
  }

  /// A text that is the same for equal values.
  var canonicalText: String {
    switch self {
    case .null: return "null"
    case .bool(let value): return "\(value)"
    case .number(let number):
      guard var text = DecimalText.plain(number.text.utf8Span.span, longest: 400) else {
        return number.text
      }
      if text.contains(".") {
        while text.hasSuffix("0") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
      }
      return text == "-0" ? "0" : text
    case .string(let text): return String(decoding: JSONText.quoted(text), as: UTF8.self)
    case .array(let values): return "[\(values.map(\.canonicalText).joined(separator: ","))]"
    case .object(let members):
      let texts = members.map { "\(Value.string($0.name).canonicalText):\($0.value.canonicalText)" }
      return "{\(texts.sorted().joined(separator: ","))}"
    case .record: return "{}"
    }
  }
}

private struct OriginalSink: RecordSink, ~Copyable {
  let input: Input
  let maker: RecordMaker
  let keyPaths: [String]
  let receive: (Record, String) -> Void

  mutating func write(_ batch: borrowing RecordBatch, _ bytes: Span<UInt8>) throws(SystemError) {
    for number in 0..<batch.marks.count where batch.marks[number].isRecord {
      let mark = batch.marks[number]
      if let record = maker.record(Int(mark.row), of: batch, bytes, input) {
        receive(record, keyPaths[Int(mark.section)])
      }
    }
  }

  mutating func finish() {}
  mutating func abandon() {}
}
