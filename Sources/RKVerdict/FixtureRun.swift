package import RKDiagnostics
package import RKEngine
package import RKMapping

/// What one fixture of a suite has given.
package struct FixtureRun {
  package let suite: TestSuite
  package let testCase: TestCase
  /// The fixture as it is named from the working directory, which findings name it by, too.
  package let path: String
  /// Its records.
  package let collection: RecordCollection
  package let report: MappingReport
  /// Where its records are kept; nil where nobody asked for that.
  package let snapshotPath: String?
  /// What it has been mapped by.
  package var mapper: Mapper
  /// It has errors that were not expected, or not what was expected.
  package var isFailed = false
  /// It is empty, or has nothing for any descriptor, where records are expected.
  package var isWithoutRecords = false

  /// The place of a fixture as a whole, for findings that are about it but lie elsewhere.
  package var location: Location {
    Location(file: path, byteRange: 0..<0, line: 1, column: 1)
  }
}
