internal import RKDiagnostics
internal import RKEngine

/// Writes failed records with their reasons, in place of the records or into a file of their own.
final class FailedRecordWriter: FailedRecordReceiver {
  private let explainer: FaultExplainer
  /// Whether each failed record is replaced by an error in the output.
  private let emits: Bool
  private var rejects: OutputFile?
  /// The positions at the beginnings of input lines; the file's lines then begin with them, too.
  private let positions: LinePositions?
  private var lines = OutputBuffer(capacity: 4096)
  private var text = OutputBuffer(capacity: 4096)
  private var error = OutputBuffer(capacity: 1024)
  /// Templates for kinds of failures, and the index of the one used last.
  private var templates: [FailureTemplate] = []
  private var lastTemplate: FailureTemplate?
  private static let mostTemplates = 64
  /// The name of the current input, and the part of an error that states it.
  private var file: (name: String, text: [UInt8]) = ("", [])
  /// Whether the file could not be written.
  private(set) var hasFailed = false
  private let flushSize = 128 * 1024

  init(
    _ explainer: FaultExplainer,
    emits: Bool,
    rejects: consuming OutputFile?,
    positions: LinePositions? = nil
  ) {
    self.positions = positions
    self.explainer = explainer
    self.emits = emits
    self.rejects = rejects
  }

  func receive(
    _ record: FailedRecord,
    _ bytes: Span<UInt8>,
    into output: inout UniqueArray<UInt8>
  ) throws(SystemError) {
    if case .replaced = record.reason { return try keep(record, bytes, into: &output) }
    makeError(of: record)
    text.removeAll()
    if let range = record.text { appendText(of: record, bytes, range) }
    if emits {
      output.append("{\"$error\":")
      output.append(contentsOf: error.span, 0..<(error.count - 1))
      if text.count > 0 {
        output.append(",\"raw\":")
        output.append(contentsOf: text.span, 0..<text.count)
      }
      output.append("}}")
    }
    if rejects != nil {
      appendLine(of: record)
      if lines.count >= flushSize { try writeLines() }
    }
  }

  /// Stores the text that replaces a record.
  private func keep(
    _ record: FailedRecord,
    _ bytes: Span<UInt8>,
    into output: inout UniqueArray<UInt8>
  ) throws(SystemError) {
    guard let range = record.text else { return }
    if emits { output.append(contentsOf: bytes, range) }
    guard rejects != nil else { return }
    lines.append(bytes.extracting(range))
    lines.append(.lineFeed)
    if lines.count >= flushSize { try flush() }
  }

  /// Appends the text of a representation without white space, or as a string if it is not JSON.
  private func appendText(of record: FailedRecord, _ bytes: Span<UInt8>, _ range: Range<Int>) {
    if record.isCompact { return text.append(bytes.extracting(range)) }
    guard record.reason.isText else {
      return JSONReshaper.append(bytes, range, JSONLayout(), to: &text)
    }
    // Bytes that are not UTF-8 become the replacement character.
    let line = String(decoding: range.map { bytes[$0] }, as: UTF8.self)
    text.append(JSONText.quoted(line).span)
  }

  // MARK: - Reasons

  /// Makes the error of a record: `{"code":...,"spec":"..."}`.
  private func makeError(of record: FailedRecord) {
    error.removeAll()
    if case .fault(let fault, _) = record.reason, let template = template(fault, record.place) {
      if file.text.isEmpty || file.name != record.place.input {
        let name = JSONObjectText.visible(record.place.input)
        file = (record.place.input, Array(",\"file\":\(name),\"line\":".utf8))
      }
      template.append(at: record.place, in: file.text, to: &error)
    } else {
      error.append(Array(explained(record).utf8).span)
    }
  }

  /// Returns the template for the failures of a kind; nil if there can be none.
  private func template(_ fault: MappingFault, _ place: InputPlace) -> FailureTemplate? {
    let kind = FailureTemplate.Kind(fault, of: place.kind, isRepetition: place.isRepetition)
    guard let kind else { return nil }
    if let lastTemplate, lastTemplate.kind == kind { return lastTemplate }
    if let found = templates.first(where: { $0.kind == kind }) {
      lastTemplate = found
      return found
    }
    guard let made = FailureTemplate(kind, fault, at: place, explainer) else { return nil }
    if templates.count == Self.mostTemplates { templates.removeAll() }
    templates.append(made)
    lastTemplate = made
    return made
  }

  /// The error of a record, made from the diagnostic about it.
  private func explained(_ record: FailedRecord) -> String {
    var finding: Diagnostic?
    var object = JSONObjectText()
    switch record.reason {
    case .fault(let fault, let keys):
      finding = explainer.diagnostic(fault, at: record.place, keys: keys)
    case .syntax(let error, let format):
      finding = SyntaxExplainer.diagnostic(error, in: format, at: record.place)
    case .replaced: break
    case .told(let code, let message):
      object.add("code", code)
      object.add("message", message)
    }
    if let finding {
      object.add("code", finding.code.id)
      object.add("message", finding.message)
    }
    if let pointer = record.place.pointer { object.add("pointer", pointer) }
    object.add("file", record.place.input)
    object.add("line", number: record.place.line)
    if let rule = finding.flatMap(Self.rule) { object.add("spec", rule) }
    return object.text
  }

  /// The rule that an error states.
  static func rule(of finding: Diagnostic) -> String? {
    guard finding.related.count == 1, finding.code != .notFound else { return nil }
    return finding.related.first?.subject
  }

  // MARK: - The file

  /// Appends a line that `apply` can read back: the failed representation, nested as in its
  /// document, after a first member with the reason.
  private func appendLine(of record: FailedRecord) {
    if let positions {
      lines.append(positions.position(at: record.place.byteOffset).span)
      lines.append(.tab)
    }
    lines.append("{\"$error\":")
    let isMember = !record.way.isEmpty && text.count > 0
    // A list inside a list would be read back as a list of representations.
    let isListed = record.isElement && text.count > 0 && text[0] == .openArray
    if isMember || isObjectWithMembers(record) {
      lines.append(error)
      lines.append(.comma)
      for (number, key) in record.way.enumerated() {
        if number > 0 { lines.append(.openObject) }
        lines.append(JSONText.quoted(key).span)
        lines.append(.colon)
      }
      if isListed { lines.append(.openArray) }
      lines.append(text.span.extracting((isMember ? 0 : 1)..<text.count))
      if isListed { lines.append(.closeArray) }
      for _ in record.way.indices { lines.append(.closeObject) }
    } else {
      lines.append(error.span.extracting(0..<(error.count - 1)))
      if text.count > 0 {
        lines.append(",\"raw\":")
        if isListed { lines.append(.openArray) }
        lines.append(text.span)
        if isListed { lines.append(.closeArray) }
      }
      lines.append("}}")
    }
    lines.append(.lineFeed)
  }

  /// Whether the text is an object with members other than `$error`.
  private func isObjectWithMembers(_ record: FailedRecord) -> Bool {
    guard !record.reason.isText, text.count > 2, text[0] == .openObject else { return false }
    let reason = Self.reason
    return text.count < reason.count || !reason.indices.allSatisfy { text[$0] == reason[$0] }
  }

  private static let reason = Array("{\"$error\":".utf8)

  private func writeLines() throws(SystemError) {
    do {
      try rejects?.write(lines.span)
    } catch {
      hasFailed = true
      throw error
    }
    lines.removeAll()
  }

  func flush() throws(SystemError) {
    if lines.count > 0, rejects?.isAside == false { try writeLines() }
  }

  /// Completes the file.
  func commit() throws(SystemError) {
    guard rejects != nil else { return }
    try writeLines()
    do {
      try rejects?.commit()
    } catch {
      hasFailed = true
      throw error
    }
  }
}
