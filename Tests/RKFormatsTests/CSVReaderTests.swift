import RKEngine
import Testing

@testable import RKFormats

@Suite("CSVReader")
struct CSVReaderTests {
  private static func reader(
    _ text: String,
    delimiter: UInt8? = nil,
    hasHeader: Bool = true,
    chunkSize: Int = .max
  ) throws -> CSVReader {
    try CSVReader(
      InputSource(bytes: Array(text.utf8), chunkSize: chunkSize),
      name: "x.csv",
      byteOffset: 0,
      form: CSVReader.Form(delimiter: delimiter, hasHeader: hasHeader, wrapsLists: false)
    )
  }

  /// All text that is made, with what stands in the place of rows that are too long.
  private static func text(_ reader: CSVReader, room: Int = 1000) throws -> String {
    var buffer = InputBuffer(capacity: 100)
    var text = ""
    while true {
      let before = buffer.count
      _ = try reader.read(into: &buffer, upTo: room)
      if let row = reader.takeLongRow() {
        text += String(decoding: row.text, as: UTF8.self) + " at \(row.place.column)\n"
      } else if buffer.count == before {
        break
      }
      text += String(decoding: (before..<buffer.count).map { buffer.padded[$0] }, as: UTF8.self)
    }
    return text
  }

  @Test(
    "Rows are objects of texts",
    arguments: [
      ("a,b\n1,2\n", #"{"a":"1","b":"2"}"# + "\n"),
      ("a,b\r\n1,2\r\n", #"{"a":"1","b":"2"}"# + "\n"),
      ("a,b\n1,2", #"{"a":"1","b":"2"}"# + "\n"),
      ("a,b\n\n\r\n1\n", #"{"a":"1"}"# + "\n"),
      ("a,b\n,\n", #"{"a":"","b":""}"# + "\n"),
      ("a\n\"\"\n", #"{"a":""}"# + "\n"),
      (#"a,"b ""c""""# + "\n\"x\ny\",z\\\n", #"{"a":"x\ny","b \"c\"":"z\\"}"# + "\n"),
      ("a,b\n1\"2,\u{0}\r\u{1F}\n", #"{"a":"1\"2","b":"\u0000\r\u001f"}"# + "\n"),
      ("a\n1,2,3\n4\n", #"{"a":"1","$rest":["2","3"]} at 3"# + "\n" + #"{"a":"4"}"# + "\n"),
    ]
  )
  func rows(text: String, json: String) throws {
    for chunkSize in [1, 3, Int.max] {
      let reader = try Self.reader(text, delimiter: .comma, chunkSize: chunkSize)
      #expect(try Self.text(reader) == json)
      #expect(reader.failure == nil)
      #expect(reader.isAtEnd)
    }
  }

  @Test("Rows with long cells are read, however little of them comes at a time")
  func longCells() throws {
    let cell = String(repeating: "x,\n", count: 800_000)
    let text = "a,b\n\"\(cell)\",1\n2,\"\(cell)\"\n"
    let json = cell.replacing("\n", with: "\\n")
    let reader = try Self.reader(text, delimiter: .comma, chunkSize: 4096)
    #expect(
      try Self.text(reader, room: 1 << 20)
        == "{\"a\":\"\(json)\",\"b\":\"1\"}\n{\"a\":\"2\",\"b\":\"\(json)\"}\n"
    )
  }

  @Test("A row that is too large has a fault where it begins")
  func tooLarge() throws {
    var form = CSVReader.Form(delimiter: .comma, hasHeader: true, wrapsLists: false)
    form.longestRow = 1000
    let text = "a\n1\n\"" + String(repeating: "x", count: 3000)
    let reader = try CSVReader(
      InputSource(bytes: Array(text.utf8), chunkSize: 500),
      name: "x.csv",
      byteOffset: 0,
      form: form
    )
    #expect(try Self.text(reader) == #"{"a":"1"}"# + "\n")
    #expect(reader.failure?.fault == .tooLarge)
    #expect(reader.failure?.place.line == 3)
  }

  @Test("Rows without a header are lists")
  func lists() throws {
    let reader = try Self.reader("1,x,\n2\n", hasHeader: false)
    #expect(try Self.text(reader) == "[\"1\",\"x\",\"\"]\n[\"2\"]\n")
  }

  @Test(
    "The first rows say what stands between cells",
    arguments: [
      ("a;b\n1;2,3\n", ";"), ("a\tb\n1\t2\n", "\t"), ("a,b\n1,2\n", ","), ("a\n1\n", ","),
      ("a,b\n1\n", ","), ("\"a;b\",c\n1\n", ","),
    ]
  )
  func delimiters(text: String, delimiter: Character) throws {
    let reader = try Self.reader(text)
    let named = try Self.reader(text, delimiter: delimiter.asciiValue)
    #expect(reader.failure == nil)
    #expect(try Self.text(reader) == Self.text(named))
  }

  @Test(
    "What cannot be read has a place",
    arguments: [
      ("a,b;c,d\n1,5;2,5\n", CSVReader.Fault.unclearDelimiter([.comma, 0x3B], fit: true), 1, 1),
      ("a;b\n1\n", .unclearDelimiter([0x3B], fit: false), 1, 1),
      ("id,x,id\n", .repeatedName("id"), 1, 6), ("id,x\r1,2\r", .returnInName, 1, 4),
      ("id,x\n1,\"a\"b\n", .textBehindQuote, 2, 6),
      ("id,x\n1,\"a\nb\n", .openQuote, 2, 3),
    ]
  )
  func failures(text: String, fault: CSVReader.Fault, line: Int, column: Int) throws {
    let reader = try Self.reader(text)
    _ = try Self.text(reader)
    let failure = try #require(reader.failure)
    #expect(failure.fault == fault)
    #expect(failure.place.line == line)
    #expect(failure.place.column == column)
  }

  @Test("Places in the text lead to cells, however much was read since")
  func places() throws {
    var text = "id,name\n"
    for number in 1...20_000 { text += "\(number),\"n\n\(number)\"\n" }
    let reader = try Self.reader(text)
    var buffer = InputBuffer(capacity: 100)
    var last = 0
    while !reader.isAtEnd {
      let start = buffer.count
      _ = try reader.read(into: &buffer, upTo: 50_000)
      if buffer.count == start { break }
      reader.release(before: start)
      let made = (start..<buffer.count).map { buffer.padded[$0] }
      // The value of the last name that was made.
      let value = try #require(made.lastIndex(of: .colon)) + 1 + start
      let number = made.split(separator: .lineFeed).count + last
      last = number
      #expect(reader.line(of: value) == 2 * number)
      var place = reader.locate(Self.place(at: value))
      #expect(place.line == 2 * number)
      #expect(place.column == "\(number),".utf8.count + 1)
      place = reader.locate(Self.place(at: value - 2))
      #expect(place.line == 2 * number)
    }
    #expect(last == 20_000)
  }

  /// A place of a text, as a window would give it.
  private static func place(at offset: Int) -> InputPlace {
    var window = InputWindow(
      source: InputSource(bytes: Array("\"x\"".utf8)),
      options: ReadingOptions(),
      kernel: .best
    )
    while let _ = try? window.fill() {}
    var place = window.place(0..<1, input: "", pointer: nil)
    place.byteOffset = offset
    return place
  }
}

@Suite("FormReader")
struct FormReaderTests {
  private static func read(
    _ text: String,
    chunkSize: Int = .max
  ) throws -> (json: String, failure: FormReader.Failure?) {
    let reader = FormReader(
      InputSource(bytes: Array(text.utf8), chunkSize: chunkSize),
      name: "x",
      byteOffset: 0
    )
    var buffer = InputBuffer(capacity: 100)
    while true {
      let before = buffer.count
      _ = try reader.read(into: &buffer, upTo: 10)
      if buffer.count == before { break }
    }
    let json = (0..<buffer.count).map { buffer.padded[$0] }
    return (String(decoding: json, as: UTF8.self), reader.failure)
  }

  @Test(
    "Each line is an object of texts",
    arguments: [
      ("a=1&b=2", #"{"a":"1","b":"2"}"# + "\n"),
      ("a=1&b&a=2&c=x=y&d=+", #"{"a":["1","2"],"c":"x","d":"+"}"# + "\n"),
      ("a%5B%5D=%C3%BC\r\n\nb=\n", #"{"a[]":"ü"}"# + "\n" + #"{"b":""}"# + "\n"),
      ("a=%22%0A", #"{"a":"\"\n"}"# + "\n"), ("flag", "{}\n"), ("", ""),
    ]
  )
  func lines(text: String, json: String) throws {
    for chunkSize in [1, 2, Int.max] {
      let read = try Self.read(text, chunkSize: chunkSize)
      #expect(read.json == json)
      #expect(read.failure == nil)
    }
  }

  @Test(
    "Bad escapes have a place",
    arguments: [
      ("a=1\nb=%4&c=2", FormReader.Fault.escape, 2, 3), ("a=%", .escape, 1, 3),
      ("a=x%C3%BC%C3", .notUTF8, 1, 10), ("%FF=1", .notUTF8, 1, 1),
    ]
  )
  func failures(text: String, fault: FormReader.Fault, line: Int, column: Int) throws {
    for chunkSize in [1, 2, Int.max] {
      let failure = try #require(try Self.read(text, chunkSize: chunkSize).failure)
      #expect(failure.fault == fault)
      #expect(failure.place.line == line)
      #expect(failure.place.column == column)
    }
  }
}
