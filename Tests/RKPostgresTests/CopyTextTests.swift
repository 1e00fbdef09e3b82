import RKEngine
import Testing

@testable import RKPostgres

@Suite("Values for COPY")
struct CopyTextTests {
  private func line(_ text: String, _ type: PostgresType, isOther: Bool = false) -> String {
    var bytes = UniqueArray<UInt8>()
    for byte in text.utf8 { bytes.append(byte) }
    var value = StoredValue(textAt: 0..<bytes.count)
    value.isOther = isOther
    return written(value, type, bytes)
  }

  private func written(
    _ value: StoredValue,
    _ type: PostgresType,
    _ bytes: borrowing UniqueArray<UInt8> = UniqueArray()
  ) -> String {
    var copy = CopyText()
    var output = OutputBuffer()
    copy.write(value, as: type, bytes, to: &output)
    return String(decoding: (0..<output.count).map { output.span[$0] }, as: UTF8.self)
  }

  @Test("What ends a cell or a line is escaped, and so is a backslash")
  func escapes() {
    #expect(line("a\tb\nc\rd\\.", .text) == "a\\tb\\nc\\rd\\\\.")
    #expect(line("", .text) == "")
    #expect(line("\\N", .text) == "\\\\N")
  }

  @Test("A text of no type is JSON, and so is what is not a text")
  func json() {
    #expect(line("a\"\n", .json) == "\"a\\\\\"\\\\n\"")
    #expect(line("[1]", .json, isOther: true) == "[1]")
    #expect(line("5", .json) == "\"5\"")
    var truth = StoredValue(integer: 1)
    truth.isOther = true
    #expect(written(truth, .json) == "true")
    #expect(written(StoredValue(integer: 1), .json) == "1")
  }

  @Test("Numbers keep their values", arguments: [-5, 0, Int64.min, Int64.max])
  func integers(value: Int64) {
    #expect(written(StoredValue(integer: value), .bigint) == "\(value)")
  }

  @Test("A scaled decimal is the value itself")
  func scaled() {
    #expect(written(StoredValue(integer: -150), .scaled(2)) == "-1.50")
    #expect(written(StoredValue(integer: 5), .scaled(3)) == "0.005")
  }

  @Test("Base64 becomes its bytes", arguments: [("aGk=", "6869"), ("", ""), ("+/8=", "fbff")])
  func data(text: String, bytes: String) {
    #expect(line(text, .bytea) == "\\\\x" + bytes)
  }

  @Test("The year 0 is the first before Christ")
  func yearZero() {
    #expect(line("0000-02-03T04:05:06Z", .timestamp) == "0001-02-03T04:05:06Z BC")
    #expect(line("2024-02-03T04:05:06Z", .timestamp) == "2024-02-03T04:05:06Z")
  }

  @Test("Nothing said is null")
  func nulls() {
    for value in [StoredValue.null, .absent, StoredValue(.ownerNumber)] {
      #expect(written(value, .text) == "\\N")
    }
  }
}
