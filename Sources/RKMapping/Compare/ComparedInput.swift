internal import RKDiagnostics
package import RKEngine

/// Where the records of one side of a comparison come from.
package protocol ComparedSource {
  /// Passes all records on; called twice.
  func pass(
    to records: ComparedRecords,
    reportingTo receiver: any DiagnosticReceiver
  ) -> MappingReport

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
    let place = SinkPlace(records) { _ in .make(ComparingSink(records)) }
    return mapper.apply(to: [document], into: .sink(place), reportingTo: receiver)
  }
}
