internal import RKDiagnostics

/// The template of a text made from a record's other attributes: `https://x.org/{id|url}`.
package struct SpecTemplate: Sendable, Hashable {
  package enum Piece: Sendable, Hashable {
    case text(String)
    /// The value of the attribute with a destination, escaped for URLs if requested.
    case attribute(SpecText, isEscaped: Bool)
  }

  package var pieces: [Piece] = []
  /// The text in the spec.
  package var text: String
  package var place: SpecPlace

  /// The attributes that it uses.
  package var names: [SpecText] {
    pieces.compactMap { if case .attribute(let name, _) = $0 { name } else { nil } }
  }
}

extension SpecReader {
  /// Reads a template, and reports errors.
  func readTemplate(_ node: SpecNode, _ members: SpecMembers) -> SpecTemplate? {
    guard let text = node.text, !node.isNil || node.text == "" else {
      members.refuse("template", node, expected: "a text")
      return nil
    }
    let source = SpecText(text, at: node.place)
    var template = SpecTemplate(text: text, place: node.place)
    var plain: [UInt8] = []
    let bytes = Array(text.utf8)
    var at = 0
    func addPlain() {
      if !plain.isEmpty { template.pieces.append(.text(String(decoding: plain, as: UTF8.self))) }
      plain = []
    }
    while at < bytes.count {
      let byte = bytes[at]
      guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") else {
        plain.append(byte)
        at += 1
        continue
      }
      if at + 1 < bytes.count && bytes[at + 1] == byte {
        plain.append(byte)
        at += 2
        continue
      }
      let end = bytes[at...].firstIndex(of: UInt8(ascii: "}"))
      guard byte == UInt8(ascii: "{"), let end else {
        reportBrace(byte, in: source, at: at)
        return nil
      }
      addPlain()
      guard let piece = piece(bytes, (at + 1)..<end, in: source) else { return nil }
      template.pieces.append(piece)
      at = end + 1
    }
    addPlain()
    return template
  }

  private func piece(_ bytes: [UInt8], _ range: Range<Int>, in text: SpecText)
    -> SpecTemplate.Piece?
  {
    let bar = bytes[range].lastIndex(of: UInt8(ascii: "|"))
    let name = range.lowerBound..<(bar ?? range.upperBound)
    if name.isEmpty {
      findings.report(
        .badTemplate,
        "the braces of the template hold no name",
        at: findings.place(of: (range.lowerBound - 1)..<(range.upperBound + 1), ofText: text.place),
        help: "{name} is the attribute with that destination; a brace itself is written twice"
      )
      return nil
    }
    if let bar {
      let filter = (bar + 1)..<range.upperBound
      let word = String(decoding: bytes[filter], as: UTF8.self)
      guard word == "url" else {
        findings.report(
          .badTemplate,
          "a template does not know '|\(word)'",
          at: findings.place(of: bar..<range.upperBound, ofText: text.place),
          help: "{name|url} escapes a value for a URL; a \"transform\" does more"
        )
        return nil
      }
    }
    return .attribute(
      SpecText(
        String(decoding: bytes[name], as: UTF8.self),
        at: findings.place(of: name, ofText: text.place)
      ),
      isEscaped: bar != nil
    )
  }

  private func reportBrace(_ byte: UInt8, in text: SpecText, at offset: Int) {
    findings.report(
      .badTemplate,
      byte == UInt8(ascii: "{")
        ? "a brace of the template is not closed" : "a brace of the template was not opened",
      at: findings.place(of: offset..<(offset + 1), ofText: text.place),
      help: "a brace itself is written twice: {{ or }}"
    )
  }
}
