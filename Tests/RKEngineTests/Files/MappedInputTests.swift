@testable import RKEngine
import TestSupport
import Testing

@Suite("Mapped input")
struct MappedInputTests {
  static let natives = ScanKernel.available.filter { $0.scansMapped }

  /// Expects a file to be read like its bytes, with some of them in the head or none.
  private func expectTwins(
    _ text: [UInt8],
    in folder: ScratchFolder,
    _ kernel: ScanKernel,
    separator: UInt8? = nil,
    _ comment: String
  ) throws {
    try folder.write(text, to: "a")
    for (headCount, blockSize) in [(0, 64), (0, 1 << 18), (3, 256), (64, 128), (100, 512)] {
      let way = EngineReading.Way(kernel, blockSize: blockSize)
      let file = try FileDescriptor.reading(folder.path(of: "a"))
      let head = try file.read(upTo: headCount)
      let source = InputSource(head: head, file: file, leastMapped: 1)
      let found = EngineReading.read(source, way, separator: separator)
      let expected = EngineReading.read(text, way, separator: separator)
      #expect(found.tokens == expected.tokens, "\(comment), \(way), \(headCount)")
      #expect(found.fault?.fault == expected.fault?.fault, "\(comment), \(way), \(headCount)")
      #expect(found.place == expected.place, "\(comment), \(way), \(headCount)")
    }
  }

  @Test("files of every length are read to their ends", arguments: natives)
  func everyLength(kernel: ScanKernel) throws {
    let folder = try ScratchFolder()
    let text = Array(("[" + String(repeating: "10,\"\u{E9}\",", count: 60)).utf8)
    for count in 1..<400 {
      try expectTwins(Array(text.prefix(count)), in: folder, kernel, "\(count) bytes")
    }
  }

  @Test("random documents are read as from memory, whole and damaged", arguments: natives, 0..<30)
  func random(kernel: ScanKernel, seed: Int) throws {
    let folder = try ScratchFolder()
    var json = RandomJSON(seed: UInt64(seed))
    let text = json.document(size: json.generator.pick([100, 400, 3000]))
    try expectTwins(text, in: folder, kernel, json.generator.recreation)
    let damaged = Mutation.mutate(text, &json.generator)
    try expectTwins(damaged, in: folder, kernel, json.generator.recreation)
    let lines = json.documents(20, size: 100, separator: "\n")
    try expectTwins(lines, in: folder, kernel, separator: .lineFeed, json.generator.recreation)
  }

  @Test("released pages are not loaded again", arguments: natives)
  func large(kernel: ScanKernel) throws {
    let folder = try ScratchFolder()
    let text = "[" + String(repeating: "[123456789],", count: 400_000) + "0]"
    let path = try folder.write(text, to: "a")
    var source = InputSource(file: try .reading(path))
    #expect(source.mappedCount == text.utf8.count)
    let found = EngineReading.read(source, .init(kernel))
    #expect(found.fault == nil)
    #expect(found.tokens.count == 4 * 400_000 + 3)
    source = InputSource(file: try .reading(path), repairsUTF8: true)
    #expect(source.mappedCount == 0)
  }

  @Test(
    "others can read a part ahead while passed pages are released",
    arguments: natives
  )
  func shared(kernel: ScanKernel) throws {
    let folder = try ScratchFolder()
    let path = try folder.write(String(repeating: "[123456789]\n", count: 400_000), to: "a")
    var source = InputSource(file: try .reading(path))
    let shared = source.share(at: 0)
    let file = try #require(shared)
    let part = InputSource(2_400_000..<4_800_000, of: file)
    #expect(part.mappedCount == 2_400_000)
    source.giveBack(before: 2_400_000)
    let found = EngineReading.read(part, .init(kernel), separator: .lineFeed)
    #expect(found.fault == nil)
    #expect(found.tokens.count == 4 * 200_000)
    // Released pages are loaded again when the reader goes back to them.
    source.giveBack(before: 0)
    let all = EngineReading.read(source, .init(kernel), separator: .lineFeed)
    #expect(all.tokens.count == 4 * 400_000)
  }

  /// A window on a file of 400,001 bytes, of which the first 65,536 were read.
  private func begun(_ path: String, _ kernel: ScanKernel, leastMapped: Int) throws -> InputWindow {
    var options = ReadingOptions()
    options.blockSize = 64 * 1024
    var window = InputWindow(
      source: InputSource(file: try .reading(path), leastMapped: leastMapped),
      options: options,
      kernel: kernel
    )
    _ = try window.fill()
    return window
  }

  @Test(
    "a file that is cut while it is read cannot be read",
    arguments: natives,
    [(0, 1), (65_536, 1), (100_000, 1), (130_972, 1), (200_000, 1), (0, .max), (100_000, .max)]
  )
  func cut(kernel: ScanKernel, place: (count: Int, leastMapped: Int)) throws {
    let folder = try ScratchFolder()
    let text = "[" + String(repeating: "1,", count: 200_000)
    let path = try folder.write(text, to: "a")
    var window = try begun(path, kernel, leastMapped: place.leastMapped)
    try folder.write(String(text.prefix(place.count)), to: "a")
    do {
      while try window.fill() != nil {}
      Issue.record("the file was read")
    } catch {
      #expect(error == SystemError.cut(path))
      #expect(error.reason == "it was truncated while it was read")
    }
    let fault = window.fault
    #expect(fault == nil)
  }

  @Test("a file that has grown, or is cut after what was read, is read", arguments: natives)
  func grown(kernel: ScanKernel) throws {
    let folder = try ScratchFolder()
    let text = "[" + String(repeating: "1,", count: 200_000)
    for leastMapped in [1, .max] {
      let path = try folder.write(text, to: "a")
      var window = try begun(path, kernel, leastMapped: leastMapped)
      try folder.write(text + "2]", to: "a")
      while try window.fill() != nil {}
      let (fault, count) = (window.fault, window.view.count)
      #expect(fault == nil)
      #expect(count == 400_003)
    }
    let path = try folder.write("[1]", to: "a")
    var source = InputSource(file: try .reading(path))
    var buffer = InputBuffer(capacity: 64)
    #expect(try source.read(into: &buffer, upTo: 64) == 3)
    try folder.write("", to: "a")
    #expect(try source.read(into: &buffer, upTo: 64) == 0)
  }
}
