internal import RKEngine
internal import RKFormats

/// The result of mapping an input, for a page that shows it.
package struct ReportedInput: Sendable {
  package struct Document: Sendable {
    package var text: String
    /// The state of each leaf, by pointer: `mapped`, `unmapped`, `ignored` or `failed`.
    package var states: [(pointer: String, state: String)]
    package var records: [Record]
  }

  package struct Record: Sendable {
    package var target: String
    /// The identity as text; nil if the record has none.
    package var key: String?
    /// The index in the document of the record that owns this one.
    package var parent: Int?
    package var pointer: String
    /// The name of its mapper.
    package var rule: String
    package var cells: [ExplainedCell]
  }

  package var name: String
  package var documents: [Document] = []
  package var report = MappingReport()
}

extension Explainer {
  /// Maps an input, which must be readable twice, and keeps the result for everything in it.
  ///
  /// The survey counts what rules read.
  package func report(on input: Input, surveying survey: MappingSurvey) -> ReportedInput {
    let collector = TraceCollector()
    var reported = ReportedInput(name: input.name)
    reported.report = trace(
      input,
      .all,
      collector,
      reportingTo: SilentReceiver(),
      wantsLeaves: true,
      surveying: survey
    )
    reported.documents = collector.documents.map { document in
      ReportedInput.Document(
        text: document.text ?? "",
        states: document.leaves.compactMap { leaf in
          document.places[leaf.token]?.pointer.map { ($0, Self.state(of: leaf)) }
        },
        records: records(in: document, collector)
      )
    }
    return reported
  }

  private static func state(of leaf: TracedLeaf) -> String {
    if leaf.isFaulty { return "failed" }
    if leaf.isRead { return "mapped" }
    return leaf.reason == .ignored ? "ignored" : "unmapped"
  }

  private func records(
    in document: TracedDocument,
    _ collector: TraceCollector
  ) -> [ReportedInput.Record] {
    var records: [ReportedInput.Record] = []
    for root in document.roots {
      let first = records.count
      let cells = Dictionary(grouping: words.cells(of: root, in: document), by: \.record)
      for (number, record) in root.records.enumerated() {
        let key = words.key(of: record)
        records.append(
          ReportedInput.Record(
            target: words.target(of: record.node),
            key: key == "null" ? nil : Value(jsonText: key).keyWords,
            parent: record.parent.map { $0 + first },
            pointer: document.places[record.token]?.pointer ?? "",
            rule: words.mapper(of: record),
            cells: cells[number, default: []].map { cell in
              var cell = cell
              finishConnection(&cell, collector)
              return cell
            }
          )
        )
      }
    }
    return records
  }
}

extension Value {
  /// The members of an object as text, such as `id=1 name=Ann`.
  fileprivate var keyWords: String {
    guard case .object(let members) = self else { return keyText }
    return members.map { "\($0.name)=\($0.value.keyText)" }.joined(separator: " ")
  }
}

/// Compresses text for use in a page.
package enum PackedText {
  /// Returns the bytes of a text, compressed with gzip, in base64; nil if the program was built
  /// without zlib.
  package static func packed(_ text: String) -> String? {
    guard let packer = try? Packer(.gzip) else { return nil }
    var packed = UniqueArray<UInt8>()
    do throws(SystemError) {
      try packer.take(Array(text.utf8).span, into: &packed)
      try packer.finish(into: &packed)
    } catch {
      return nil
    }
    var coded = UniqueArray<UInt8>()
    TextTransform.base64Encode(packed.span, &coded)
    return String(decoding: (0..<coded.count).map { coded[$0] }, as: UTF8.self)
  }
}
