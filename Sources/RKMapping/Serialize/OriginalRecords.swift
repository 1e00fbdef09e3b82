internal import RKDiagnostics
internal import RKEngine

/// The records of the documents that others are put into, and where their representations begin.
final class OriginalRecords {
  /// Records that are matched with each other.
  struct Group: Hashable {
    /// The key path of their descriptor.
    var keyPath: String
    /// None where only the order tells them from each other.
    var target: String?
  }

  let input: Input
  let text: EditedText
  private(set) var roots: [(keyPath: String, record: Record)] = []
  /// Which of them were matched.
  private(set) var isMatched: [Bool] = []
  private var byIdentity: [Group: [String: [Int]]] = [:]

  /// The text that an input has, which names it in findings.
  init(_ bytes: [UInt8], of input: Input, _ naming: KeyNaming) {
    self.input = .bytes(bytes, name: input.name, format: input.format)
    text = EditedText(bytes) { naming.read($0) }
  }

  /// Takes the records of its text.
  func place(_ keyPaths: [String]) -> SinkPlace {
    Self.place(of: input, keyPaths, for: self) { [self] record, keyPath in
      roots.append((keyPath, record))
      isMatched.append(false)
    }
  }

  /// Hands on the records of an input with the key paths of their descriptors.
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

  /// Its documents are lines, or a sequence, also where there is only one.
  var isStream: Bool { input.isSequence }

  // MARK: - Matching

  /// Groups the records by what identifies them, which is nil for those that nothing does.
  func group(by identity: (_ keyPath: String, Record) -> String?) {
    for (number, root) in roots.enumerated() {
      let text = identity(root.keyPath, root.record)
      let group = Group(keyPath: root.keyPath, target: text == nil ? nil : root.record.target)
      byIdentity[group, default: [:]][text ?? "", default: []].append(number)
    }
  }

  /// The numbers of the root records of one identity.
  func equals(_ group: Group, _ identity: String) -> [Int] { byIdentity[group]?[identity] ?? [] }

  func match(_ number: Int) { isMatched[number] = true }

  func forgetMatches() { isMatched = Array(repeating: false, count: roots.count) }

  /// Where the document begins and ends in which a byte is.
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
  /// Where its representation begins.
  var offset: Int { origin?.offset ?? 0 }

  /// The value that some keys lead to.
  func value(at names: [String]) -> Value? { Value.record(self).value(at: names) }
}

extension Value {
  /// A value that the program has written.
  init(jsonText text: [UInt8]) {
    let padded = text + Array(repeating: 0, count: OutputBuffer.slack)
    self.init(json: padded.span, 0..<text.count)
  }

  /// Equal for what identifies the same record: the number 1 and the text "1" do.
  var identityText: String {
    guard case .string(let text) = self, let number = Number(text),
      Value.number(number).canonicalText == text
    else { return canonicalText }
    return text
  }

  /// Equal for equal values.
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
