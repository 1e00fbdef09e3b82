internal import RKDiagnostics
package import RKEngine

/// Where the records of one side of a comparison come from.
package protocol ComparedSource {
  /// Passes all records on; called twice.
  func pass(
    to records: ComparedRecords,
    reportingTo receiver: any DiagnosticReceiver
  ) -> MappingReport

  /// Passes on some records alone, and perhaps others; nil if all have to be passed on for that.
  ///
  /// Returns how offsets of them lead to those of the source.
  func fetch(_ roots: RecordPairing.Roots, to records: ComparedRecords) -> OffsetPieces?

  /// Related records with an identity are nothing but their keys: they are passed on by themselves.
  var passesKeys: Bool { get }

  /// What the places of its records are found in; nil for what has none.
  var input: Input? { get }
}

/// The records of an input.
package struct ComparedInput: ComparedSource {
  private let mapper: Mapper
  private let document: Input

  /// The input must be one that can be read twice.
  package init(_ document: Input, by mapper: Mapper) {
    self.document = document
    self.mapper = mapper
  }

  package var passesKeys: Bool { false }

  /// Of other formats it is not known where in their text a record begins.
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

/// Nobody wants to know.
final class SilentReceiver: DiagnosticReceiver {
  func receive(_ diagnostic: Diagnostic) {}
}
