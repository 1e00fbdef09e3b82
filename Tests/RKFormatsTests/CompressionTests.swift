import RKEngine
import RKFormats
import TestSupport
import Testing

@Suite(
  "Compression",
  .enabled(if: Machine.has("zlib"), "this build lacks zlib"),
  .enabled(if: Machine.has("zstd"), "this build lacks zstd")
)
struct CompressionTests {
  /// Bytes that do not repeat in blocks, in many lines.
  static let text: [UInt8] = (0..<60_000).flatMap {
    Array("\($0 &* 2_654_435_761 % 1_000_003)\n".utf8)
  }

  static func packed(_ bytes: [UInt8], _ form: Compression) throws(SystemError) -> [UInt8] {
    let packer = try Packer(form)
    var output = UniqueArray<UInt8>()
    var place = 0
    while place < bytes.count {
      let end = min(place + 1000, bytes.count)
      try packer.take(bytes.span.extracting(place..<end), into: &output)
      place = end
    }
    try packer.finish(into: &output)
    return output.span.indices.map { output[$0] }
  }

  private static func reason(_ bytes: [UInt8]) -> String? {
    do {
      _ = try Unpacker.bytes(bytes)
      return nil
    } catch {
      return error.reason
    }
  }

  @Test("this build has both libraries, which the tests need", arguments: Compression.allCases)
  func libraries(form: Compression) {
    #expect(form.isKnown)
  }

  @Test(
    "what was packed is unpacked, also nothing",
    arguments: Compression.allCases,
    [0, 1, 400_000]
  )
  func roundTrip(form: Compression, count: Int) throws {
    let bytes = Array(Self.text.prefix(count))
    let packed = try Self.packed(bytes, form)
    #expect(Compression(startingWith: packed) == form)
    #expect(try Unpacker.bytes(packed) == bytes)
    #expect(count < 1000 || packed.count < count)
  }

  @Test("a member of gzip has neither name nor time")
  func gzipHead() throws {
    let packed = try Self.packed([1], .gzip)
    #expect(Array(packed.prefix(8)) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0])
  }

  @Test("members and frames follow each other, of either form, cut anywhere")
  func members() throws {
    var packed: [UInt8] = []
    var bytes: [UInt8] = []
    for (index, form) in [Compression.gzip, .zstd, .zstd, .gzip].enumerated() {
      let part = Array(Self.text.dropFirst(index * 7).prefix(3 + index * 41))
      packed += try Self.packed(part, form)
      bytes += part
    }
    #expect(try Unpacker.bytes(packed) == bytes)
    #expect(try Unpacker.bytes(packed + [UInt8](repeating: 0, count: 70_000)) == bytes)
  }

  @Test("frames that are passed over give nothing, also the first")
  func skippableFrames() throws {
    let skipped: [UInt8] = [0x5A, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3]
    let packed = try Self.packed([7, 8], .zstd)
    #expect(try Unpacker.bytes(skipped + packed + skipped + packed) == [7, 8, 7, 8])
    #expect(
      Self.reason(packed + skipped.dropLast()) == "it is cut off at byte \(packed.count + 10)"
    )
  }

  @Test(
    "what ends before its time is cut off at its end, wherever that is",
    arguments: Compression.allCases
  )
  func cut(form: Compression) throws {
    let first = try Self.packed(Array(Self.text.prefix(300)), form)
    let all = first + (try Self.packed(Array(Self.text.prefix(90)), form))
    for count in (form == .gzip ? 2 : 4)..<all.count where count != first.count {
      #expect(Self.reason(Array(all.prefix(count))) == "it is cut off at byte \(count)")
    }
  }

  @Test("a wrong checksum damages the member that it is in", arguments: Compression.allCases)
  func checksum(form: Compression) throws {
    let member = try Self.packed(Array(Self.text.prefix(300)), form)
    var second = member
    second[second.count - (form == .gzip ? 8 : 4)] ^= 1
    let noun = form == .gzip ? "member" : "frame"
    let expected = "the \(form.name) \(noun) that begins at byte \(member.count) is damaged"
    #expect(Self.reason(member + second) == expected)
  }

  @Test("no bit that is wrong makes other bytes", arguments: Compression.allCases)
  func wrongBits(form: Compression) throws {
    let bytes = Array(Self.text.prefix(200))
    let member = try Self.packed(bytes, form)
    let packed = member + (try Self.packed([], form)) + member
    // What does not begin as it should is not compressed.
    for place in 4..<packed.count {
      for bit in 0..<8 {
        var wrong = packed
        wrong[place] ^= 1 << bit
        if let made = try? Unpacker.bytes(wrong) { #expect(made == bytes + bytes) }
      }
    }
  }

  @Test("what follows the last member is padding of zeros, or wrong where it begins")
  func garbage() throws {
    let member = try Self.packed([1, 2, 3], .gzip)
    let end = member.count
    func words(_ place: Int) -> String { "what begins at byte \(place) is neither gzip nor zstd" }
    #expect(Self.reason(member + [0x78]) == words(end))
    #expect(Self.reason(member + [0, 0, 9]) == words(end + 2))
    #expect(Self.reason(member + [0, 0] + member) == words(end + 2))
    #expect(Self.reason(member + [0x1F, 0x8A]) == words(end))
    #expect(Self.reason(member + [0]) == nil)
  }

  @Test("what was unpacked before an error is given before it")
  func partial() throws {
    let packed = try Self.packed(Self.text, .gzip)
    let stream = ReadAhead(Unpacker(Array(packed.dropLast(9))), blockSize: 1000)
    var buffer = InputBuffer(capacity: 100)
    #expect(throws: SystemError.self) {
      while try stream.read(into: &buffer, upTo: 700) > 0 {}
    }
    #expect(buffer.count > Self.text.count / 2)
    #expect((0..<buffer.count).allSatisfy { buffer.padded[$0] == Self.text[$0] })
    #expect(throws: SystemError.self) { try stream.read(into: &buffer, upTo: 1) }
  }

  @Test("few blocks of a bomb are unpacked before they are read")
  func bomb() throws {
    let zeros = [UInt8](repeating: 0, count: 1 << 20)
    let packer = try Packer(.zstd)
    var packed = UniqueArray<UInt8>()
    for _ in 0..<2000 { try packer.take(zeros.span, into: &packed) }
    try packer.finish(into: &packed)
    let counter = CountingMaker(Unpacker(packed.span.indices.map { packed[$0] }))
    let stream = ReadAhead(counter, blockSize: 4096)
    for _ in 0..<10 { #expect(try stream.read(upTo: 4096).count == 4096) }
    #expect(counter.count <= 10 + 5)
  }

  /// Counts the blocks that are made.
  private final class CountingMaker: BlockMaker {
    private let maker: any BlockMaker
    private(set) var count = 0

    init(_ maker: any BlockMaker) { self.maker = maker }

    func make(_ block: inout UniqueArray<UInt8>, size: Int) throws(SystemError) {
      count += 1
      try maker.make(&block, size: size)
    }
  }

  @Test("only an ordinary file is read again", arguments: ["/", "/dev/null", "/nothing/there"])
  func others(path: String) {
    #expect(throws: SystemError.self) { _ = try Unpacker.source(ofFile: path) }
  }

  @Test("the name of what is compressed is that before the ending")
  func names() {
    #expect(Compression.innerName(of: "a/b.ndjson.gz") == "a/b.ndjson")
    #expect(Compression.innerName(of: "B.CSV.ZST") == "B.CSV")
    #expect(Compression.innerName(of: "a.gz.json") == "a.gz.json")
    #expect(Compression(ofFile: "x.gzip") == nil)
  }
}
