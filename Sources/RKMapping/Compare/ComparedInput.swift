internal import RKDiagnostics
package import RKEngine

/// The source of the records on one side of a comparison.
package protocol ComparedSource {
  /// Passes on all records. Called twice.
  func pass(
    to records: ComparedRecords,
    reportingTo receiver: any DiagnosticReceiver
  ) -> MappingReport

  /// Passes on these records, and possibly others. Returns nil if that requires passing on all records.
  ///
  /// Returns how offsets of what was read correspond to those of the source.
  func fetch(_ roots: RecordPairing.Roots, to records: ComparedRecords) -> OffsetPieces?

  /// Whether related records with an identity only have their keys, because they are passed on separately.
  var passesKeys: Bool { get }

  /// The input in which the places of records can be found; nil if they have none.
  var input: Input? { get }
}

/// The records of an input, as one side of a comparison.
package struct ComparedInput: ComparedSource {
  private let mapper: Mapper
  private let document: Input

  /// The input must be one that can be read twice.
  package init(_ document: Input, by mapper: Mapper) {
    self.document = document
    self.mapper = mapper
  }

  package var passesKeys: Bool { false }

  /// In formats other than JSON, the offset of a record in the text is unknown.
  package var input: Input? { document.holdsJSON ? document : nil }

  package func pass(
    to records: ComparedRecords,
    reportingTo receiver: any DiagnosticReceiver
  ) -> MappingReport {
    pass(document, to: records, reportingTo: receiver)
  }

  private func pass(
    _ input: Input,
    to records: ComparedRecords,
    reportingTo receiver: any DiagnosticReceiver
  ) -> MappingReport {
    let place = SinkPlace(records) { _ in .make(ComparingSink(records)) }
    return mapper.apply(to: [input], into: .sink(place), reportingTo: receiver)
  }

  package func fetch(
    _ roots: RecordPairing.Roots,
    to records: ComparedRecords
  ) -> OffsetPieces? {
    guard document.holdsJSON, !mapper.options.replacesInvalidUTF8,
      !mapper.compiled.plan.hasConnections,
      let format = try? OpenInput(document, repairsUTF8: false, kernel: .best).layout,
      let source = document.sourceOfPlaces
    else { return nil }
    var extract: RecordExtract
    switch format {
    case .ndjson: extract = RecordExtract(roots, isLines: true)
    case .json: extract = RecordExtract(roots, isLines: false)
    case .sequence, .embedded: return nil
    }
    extract.read(source)
    let input = Input.bytes(
      extract.text,
      name: document.name,
      format: extract.isLines ? .ndjson : document.format
    )
    let report = pass(input, to: records, reportingTo: SilentReceiver())
    return report.ending == .complete ? extract.pieces : nil
  }
}

/// Discards diagnostics.
final class SilentReceiver: DiagnosticReceiver {
  func receive(_ diagnostic: Diagnostic) {}
}
