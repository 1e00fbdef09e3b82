package import RKDiagnostics
package import RKEngine
package import RKMapping

/// The result of mapping one fixture of a suite.
package struct FixtureRun {
  package let suite: TestSuite
  package let testCase: TestCase
  /// The fixture's path from the working directory; diagnostics use this name as well.
  package let path: String
  /// The fixture's records.
  package let collection: RecordCollection
  package let report: MappingReport
  /// The path of the snapshot; nil if the case has none.
  package let snapshotPath: String?
  /// The mapper that was used.
  package var mapper: Mapper
  /// Whether it has unexpected errors, or not the expected result.
  package var isFailed = false
  /// Whether it is empty, or has nothing for any descriptor, although records are expected.
  package var isWithoutRecords = false

  /// The records with the notes that snapshots of form 2 have.
  var recordsNotingKinds: () -> RecordCollection

  /// The records as a snapshot of an older form has them.
  func older(_ form: Snapshot.Form) -> RecordCollection {
    form == .kinds ? recordsNotingKinds() : collection
  }

  /// The targets whose snapshots cannot note kinds, because a destination has the name of that member.
  var unnotedTargets: Set<String> {
    Set(
      mapper.mapping.graph.mappingsOfRecords.compactMap { mapping in
        let destinations =
          mapping.attributes.map(\.destination) + mapping.relationships.map(\.destination)
        let isTaken = destinations.contains { $0.keys.first == KindRule.memberName }
        return isTaken ? mapping.target : nil
      }
    )
  }

  /// The fixture as a whole, for findings that have no place inside it.
  package var location: Location {
    Location(file: path, byteRange: 0..<0, line: 1, column: 1)
  }
}
