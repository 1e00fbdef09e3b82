import RKEngine
import TestSupport
import Testing

@Suite("JSONTestSuite")
struct JSONTestSuiteTests {
  /// Texts that the suite does not accept as JSON, and that are none or several documents for a
  /// reader of streams (docs/json-policy.md).
  static let documentsOfStreams: Set<String> = Set(
    ((try? JSONPolicy.rows()) ?? []).map(\.file).filter { $0.hasPrefix("n_") }
  )

  @Test("is complete")
  func files() throws {
    let counts = try ["y_", "n_", "i_"].map { try JSONTestSuite.files("test_parsing", $0).count }
    #expect(counts == [95, 188, 35])
    #expect(try JSONTestSuite.files("test_transform").count == 22)
  }

  @Test(
    "accepted files are one document",
    arguments: try JSONTestSuite.files("test_parsing", "y_")
  )
  func accepted(file: JSONTestSuite.File) {
    let expected = SinglePassScanner.scan(file.bytes)
    #expect(expected.firstFault == nil)
    #expect(expected.documentCount == 1)
    for way in EngineReading.Way.all {
      let reading = EngineReading.read(file.bytes, way)
      let fault = reading.fault
      #expect(fault == nil, "\(way)")
      #expect(reading.tokens == expected.tokens, "\(way)")
    }
  }

  @Test(
    "rejected files are rejected with a position",
    arguments: try JSONTestSuite.files("test_parsing", "n_").filter {
      !documentsOfStreams.contains($0.name)
    }
  )
  func rejected(file: JSONTestSuite.File) throws {
    let expected = try #require(SinglePassScanner.scan(file.bytes).firstFault)
    for way in EngineReading.Way.all {
      let place = EngineReading.read(file.bytes, way).place
      #expect(place == Self.place(expected, in: file.bytes), "\(way)")
    }
  }

  @Test(
    "rejected texts are rejected wherever they occur between valid tokens",
    arguments: try JSONTestSuite.files("test_parsing", "n_")
  )
  func rejectedAnywhere(file: JSONTestSuite.File) {
    // Two files of 100,000 containers are only read at the ends of a block.
    let places = file.bytes.count < 10_000 ? Array(64..<128) : [64, 127]
    let found = EngineReading.disagreements(file.bytes, at: places)
    #expect(found == [])
    let onLines = EngineReading.disagreements(
      file.bytes,
      separator: .lineFeed,
      at: places.filter { $0 % 9 == 1 }
    )
    #expect(onLines == [])
  }

  @Test(
    "what the suite rejects but a stream may contain is not one document",
    arguments: try JSONTestSuite.files("test_parsing", "n_").filter {
      documentsOfStreams.contains($0.name)
    }
  )
  func severalDocuments(file: JSONTestSuite.File) {
    #expect(SinglePassScanner.scan(file.text).documentCount != 1)
    for way in EngineReading.Way.all {
      let fault = EngineReading.read(file.text, way).fault
      #expect(fault == nil, "\(way)")
    }
  }

  @Test(
    "undefined cases are read the same by every kernel, in chunks of any size",
    arguments: try JSONTestSuite.files("test_parsing", "i_") + JSONTestSuite.files("test_transform")
  )
  func open(file: JSONTestSuite.File) {
    let expected = SinglePassScanner.scan(file.text)
    for way in EngineReading.Way.all {
      let reading = EngineReading.read(file.text, way)
      #expect(reading.place?.offset == expected.firstFault, "\(way)")
      #expect(reading.tokens == expected.tokens, "\(way)")
    }
  }

  /// The line and column of an offset, counted by hand.
  private static func place(_ offset: Int, in bytes: [UInt8]) -> EngineReading.Place {
    let before = bytes[..<offset]
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return EngineReading.Place(
      offset: offset,
      line: before.count { $0 == UInt8(ascii: "\n") } + 1,
      column: offset - lineStart + 1
    )
  }
}
