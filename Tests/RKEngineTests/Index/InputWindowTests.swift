@testable import RKEngine
import TestSupport
import Testing

@Suite("InputWindow")
struct InputWindowTests {
  private static func window(
    _ text: String,
    blockSize: Int = 64,
    chunkSize: Int = .max,
    largest: Int? = nil,
    byteOffset: Int = 0
  ) -> InputWindow {
    var options = ReadingOptions()
    options.blockSize = blockSize
    if let largest { options.largestWindow = largest }
    return InputWindow(
      source: InputSource(bytes: Array(text.utf8), chunkSize: chunkSize),
      options: options,
      kernel: .best,
      byteOffset: byteOffset
    )
  }

  @Test("numbers from 0 to 199 bytes long are read to their ends", arguments: 0..<200)
  func everyLength(count: Int) {
    expectTwins(Array(String(repeating: "1", count: count).utf8))
    expectTwins(Array(("\"" + String(repeating: "x", count: count)).utf8))
    expectTwins(Array(("\"" + String(repeating: "x", count: count) + "\"").utf8))
    expectTwins(Array(String(repeating: "[", count: count).utf8), maximumDepth: 150)
    expectTwins(Array((String(repeating: " ", count: count) + "{\"a\":\"\\u00e9\u{E9}\"}").utf8))
    expectTwins([UInt8](repeating: 0xE2, count: count))
  }

  @Test(
    "a value at every place of a block is read",
    arguments: [
      "\"\\\\\"", "\"\\\"\"", "\"\\u20AC\"", "\"\u{20AC}\u{1F600}\"", "-1.25e+10", "false",
      "[[],{}]",
      "{\"k\":[\"v\"]}", "\"a\\", "\"\\u20G0\"", "1.e5", "nulx", "[}", "\"\n\"",
    ]
  )
  func everyOffset(value: String) {
    for count in 0..<130 {
      expectTwins(Array(("[" + String(repeating: " ", count: count) + value + ",1]").utf8))
      expectTwins(Array(("[\"" + String(repeating: "x", count: count) + "\"," + value + "]").utf8))
    }
  }

  // MARK: - Sliding

  /// The numbers that begin at token `first` or after it.
  private static func numbers(in window: borrowing InputWindow, from first: Int) -> [String] {
    let view = window.view
    return (first..<view.count).filter { view.token($0).isDigit }.map { token in
      let range = view.position(token)..<view.end(ofScalar: token)
      return String(decoding: range.map { view.byte($0) }, as: UTF8.self)
    }
  }

  @Test("consumed tokens are dropped, and the rest keeps its positions")
  func sliding() throws {
    let numbers = (100..<400).map(String.init)
    var window = Self.window("[" + numbers.joined(separator: ",") + "]")
    var read: [String] = []
    var next = 0
    while let moved = try window.fill() {
      next -= moved
      read += Self.numbers(in: window, from: next)
      next = window.view.count
      window.consume(upTo: next)
    }
    #expect(read == numbers)
    let byteOffset = window.byteOffset
    #expect(byteOffset > 0 && byteOffset.isMultiple(of: 64))
  }

  @Test("tokens that are not consumed stay, however large they are")
  func growing() throws {
    var window = Self.window("[" + String(repeating: "{},", count: 5000) + "1]")
    while try window.fill() != nil {}
    let close = window.view.close(of: 0)
    #expect(close == 15_002)
    let byteOffset = window.byteOffset
    #expect(byteOffset == 0)
  }

  @Test("a unit larger than a window may be is refused at its beginning")
  func tooLarge() throws {
    var window = Self.window("[1, \"" + String(repeating: "x", count: 2000) + "\"]", largest: 1000)
    while try window.fill() != nil { window.consume(upTo: min(3, window.view.count)) }
    let fault = window.fault
    #expect(fault == JSONSyntaxError(.tooLarge, at: 4))
  }

  @Test("a unit is read where it just fits into the largest window", arguments: [4700, 4900])
  func largest(count: Int) throws {
    let unit = "[\"" + String(repeating: "x", count: count) + "\"]"
    var window = Self.window(unit + " []", largest: 5000)
    while window.view.close(of: 0) == nil, try window.fill() != nil {}
    let (fault, close) = (window.fault, window.view.close(of: 0))
    #expect(fault == nil)
    #expect(close == 2)
  }

  @Test("a unit is refused where it just does not fit", arguments: [5000, 5200])
  func justTooLarge(count: Int) throws {
    let unit = "[\"" + String(repeating: "x", count: count) + "\"]"
    var window = Self.window(unit + " []", largest: 5000)
    while try window.fill() != nil {}
    let fault = window.fault
    #expect(fault == JSONSyntaxError(.tooLarge, at: 0))
  }

  @Test("bytes that grow when replaced stay within the largest window")
  func growingRepair() throws {
    var options = ReadingOptions()
    options.blockSize = 1024
    options.largestWindow = 4096
    let bytes = Array("[\"".utf8) + [UInt8](repeating: 0xFF, count: 3000)
    var window = InputWindow(
      source: InputSource(bytes: bytes, repairsUTF8: true),
      options: options,
      kernel: .best
    )
    while try window.fill() != nil {}
    let fault = window.fault
    #expect(fault == JSONSyntaxError(.tooLarge, at: 0))
    let held = window.line(around: 0, reach: 10_000).bytes.count
    #expect(held <= 4096 + 16)
  }

  // MARK: - Records held back

  /// Consumes the known tokens below `limit`.
  private static func consume(_ window: inout InputWindow, upTo limit: Int) {
    let count = window.view.count
    window.consume(upTo: min(limit, count))
  }

  @Test("few large values, consumed one by one, are not kept together", arguments: [64, 512])
  func fewLarge(blockSize: Int) throws {
    let values = (0..<24).map { _ in "\"" + String(repeating: "x", count: 1500) + "\"" }
    let text = "[" + values.joined(separator: ",") + "]"
    var window = Self.window(text, blockSize: blockSize, largest: 4096)
    while try window.fill() != nil { Self.consume(&window, upTo: .max) }
    let (fault, end) = (window.fault, window.byteOffset)
    #expect(fault == nil)
    #expect(end > text.utf8.count - 4096)
  }

  @Test("white space before the first token is not kept")
  func leadingSpace() throws {
    var window = Self.window(String(repeating: " ", count: 10_000) + "[1]", largest: 4096)
    while try window.fill() != nil {}
    let (fault, close) = (window.fault, window.view.close(of: 0))
    #expect(fault == nil)
    #expect(close == 2)
  }

  @Test("the key of the first wanted value is kept, however long ago it was consumed")
  func heldKey() throws {
    let text = "{\"key\":[\"" + String(repeating: "x", count: 3000) + "\"]}"
    var window = Self.window(String(repeating: " ", count: 3000) + text)
    while try window.fill() != nil { Self.consume(&window, upTo: 3) }
    let key = window.view.text(ofString: 1)
    #expect(String(decoding: key, as: UTF8.self) == "key")
  }

  @Test("a fault after dropped bytes takes no token that was consumed")
  func faultBehindDropped() throws {
    let values = (0..<9).map { _ in "\"" + String(repeating: "x", count: 1500) + "\"" }
    let text = "[" + values.joined(separator: ",") + ",\"\u{1}\"]"
    var window = Self.window(text)
    while try window.fill() != nil { Self.consume(&window, upTo: .max) }
    let fault = window.fault
    #expect(fault?.fault == .controlCharacter)
    let offset = window.byteOffset + (fault?.offset ?? 0)
    #expect(offset == text.utf8.count - 3)
  }

  @Test("nothing is read after a fault")
  func fault() throws {
    var window = Self.window("[1}" + String(repeating: ",1", count: 1000) + "]")
    while try window.fill() != nil {}
    let (fault, isAtEnd) = (window.fault, window.isAtEnd)
    #expect(fault?.offset == 2)
    #expect(!isAtEnd)
    let more = try window.fill()
    #expect(more == nil)
  }

  // MARK: - Lines and columns

  @Test("lines and columns count from 1, columns in bytes")
  func places() throws {
    var window = Self.window("{\n  \"\u{E9}\": 1\r\n}")
    while try window.fill() != nil {}
    let places = [0, 1, 2, 4, 10, 13].map { offset in
      let place = window.lineAndColumn(of: offset)
      return [place.line, place.column]
    }
    #expect(places == [[1, 1], [1, 2], [2, 1], [2, 3], [2, 9], [3, 1]])
  }

  @Test("a byte order mark takes no column of the first line")
  func byteOrderMark() throws {
    var window = Self.window("[\n}", byteOffset: 3)
    while try window.fill() != nil {}
    let first = window.lineAndColumn(of: 0)
    #expect(first == (1, 1))
    let second = window.lineAndColumn(of: 2)
    #expect(second == (2, 1))
  }

  @Test("places are the same after sliding as in the whole input", arguments: 0..<60)
  func slidPlaces(seed: Int) {
    var json = RandomJSON(seed: UInt64(seed))
    var text = json.document(size: 1500)
    while text.last?.isWhitespace == true { text.removeLast() }
    text.append(.closeArray)
    let before = text.dropLast()
    let line = before.count { $0 == .lineFeed } + 1
    let column = before.count - ((before.lastIndex(of: .lineFeed) ?? -1) + 1) + 1
    let place = EngineReading.Place(offset: before.count, line: line, column: column)
    for way in EngineReading.Way.all {
      let found = EngineReading.read(text, way).place
      #expect(found == place, "\(way), \(json.generator.recreation)")
    }
  }

  @Test("the line around a place is trimmed if it is long")
  func excerpts() throws {
    var window = Self.window("[1,\n22222,\r\n3]", blockSize: 1024)
    while try window.fill() != nil {}
    let whole = window.line(around: 6, reach: 100)
    #expect(whole.start == 4)
    #expect(String(decoding: whole.bytes, as: UTF8.self) == "22222,")
    let cut = window.line(around: 6, reach: 1)
    #expect(cut.start == 5)
    #expect(String(decoding: cut.bytes, as: UTF8.self) == "22")
    #expect(String(decoding: window.text(4..<9, longest: 3), as: UTF8.self) == "222")
  }

  // MARK: - Sources

  @Test("bytes that were read already come before those of the file")
  func head() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(",2]", to: "rest.json")
    var window = InputWindow(
      source: InputSource(head: Array("[1".utf8), file: try .reading(path)),
      options: ReadingOptions(),
      kernel: .best
    )
    while try window.fill() != nil {}
    let tokens = (0..<window.view.count).map { window.view.token($0) }
    #expect(tokens == Array("[1,2]".utf8))
  }

  @Test("bytes that are not UTF-8 are replaced on request", arguments: [1, 2, 3, 100])
  func repair(chunkSize: Int) throws {
    let bytes = Array("[\"".utf8) + [0xE2, 0x82, 0x41, 0xFF] + Array("\"]".utf8)
    var window = InputWindow(
      source: InputSource(bytes: bytes, chunkSize: chunkSize, repairsUTF8: true),
      options: ReadingOptions(),
      kernel: .best
    )
    while try window.fill() != nil {}
    let fault = window.fault
    #expect(fault == nil)
    let text = window.view.text(ofString: 1)
    #expect(String(decoding: text, as: UTF8.self) == "\u{FFFD}A\u{FFFD}")
  }
}
