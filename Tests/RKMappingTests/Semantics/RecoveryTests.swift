import RKEngine
import TestSupport
import Testing

/// A line that is not JSON fails alone: the others are read as if it did not exist.
@Suite("Lines that are not JSON")
struct RecoveryTests {
  private static let spec = #"{"mappers": [{"id": "a", "attributes": ["n"]}]}"#
  private static let lineFeed = UInt8(ascii: "\n")

  private static func run(
    _ input: [UInt8],
    _ way: ChunkedRun.Way = .whole,
    format: InputFormat = .ndjson,
    rule: FailedRecordRule = .skip
  ) throws -> ChunkedRun {
    try ChunkedRun(spec, input, way, format: format, rule: rule)
  }

  // MARK: - Single faults

  @Test(
    "the next line is read, whatever is wrong with this one",
    arguments: [
      #"{"n":"#, #"{"n":"x"#, #"{"n":1"#, #"{"n":1}}"#, #"{"n":1} {"n":2}"#, "]", "nul", "@", "\"",
      #"{"n"":1}"#, #"{"n":"\"#, #"{"n":"\u12"#, "{\"n\":\"\t\"}", "[[[[", "1 2", #"{"n":01}"#,
      #"{"n":1,}"#, #""\x""#, "\u{1}", "{\u{1E}}",
    ]
  )
  func fault(line: String) throws {
    for way in ChunkedRun.Way.allKernels {
      for padding in [0, 30, 64, 200] {
        let blanks = String(repeating: " ", count: padding)
        let input = "{\"n\":1}\n\(blanks)\(line)\n\(blanks){\"n\":3}\n{\"n\":4}\n"
        let run = try Self.run(Array(input.utf8), way)
        let comment: Comment = "\(way), \(padding)"
        #expect(run.output == "{\"n\":1}\n{\"n\":3}\n{\"n\":4}\n", comment)
        #expect(run.findings.count == 1 && run.findings[0].contains(", 2:"), comment)
        #expect(run.rejects == ["2: \(line)"], comment)
        #expect(run.counts.failed == 1 && run.ending == .complete, comment)
      }
    }
  }

  @Test(
    "bytes that are not UTF-8 fail only their line",
    arguments: [[0xFF], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0x80], [0xED, 0xA0, 0x80]]
      as [[UInt8]]
  )
  func encoding(bytes: [UInt8]) throws {
    for way in ChunkedRun.Way.allKernels {
      for padding in [0, 1, 50, 55, 57, 58, 60, 61, 62, 63, 64] {
        let blanks = [UInt8](repeating: 0x20, count: padding)
        let bad = Array("{\"n\":\"".utf8) + bytes
        let input =
          blanks + bad + [Self.lineFeed] + bytes + Array("\n{\"n\":\"\u{E9}\"}\n".utf8)
        let run = try Self.run(input, way)
        #expect(run.output == "{\"n\":\"\u{E9}\"}\n", "\(way), \(padding)")
        #expect(run.findings.map { $0.prefix(4) } == ["utf8", "utf8"], "\(way), \(padding)")
      }
    }
  }

  @Test("a last line without its end fails like others")
  func lastLine() throws {
    for way in ChunkedRun.Way.allKernels {
      for line in [#"{"n":"#, #"{"n":"x"#, "]", #"{"n":1} x"#] {
        let run = try Self.run(Array("{\"n\":1}\n\(line)".utf8), way)
        #expect(run.output == "{\"n\":1}\n", "\(way), \(line)")
        #expect(run.rejects == ["2: \(line)"], "\(way), \(line)")
        #expect(run.ending == .complete, "\(way), \(line)")
      }
    }
  }

  @Test("a line of many windows is skipped, and its first mebibyte kept")
  func longLine() throws {
    let longest = FailedRecord.longestBadLine
    for way in [ChunkedRun.Way.whole, ChunkedRun.Way(blockSize: 64)] {
      let input = "{\"n\":1}\n]" + String(repeating: "x", count: longest + 5000) + "\n{\"n\":3}"
      let run = try Self.run(Array(input.utf8), way)
      #expect(run.output == "{\"n\":1}\n{\"n\":3}\n")
      #expect(run.rejects.map(\.utf8.count) == [longest + 3])
    }
  }

  @Test("text sequences continue at the next record separator")
  func sequence() throws {
    let input = "\u{1E}{\"n\":1}\n\u{1E}{\"n\":\u{1E}{\"n\":\n3}\n\u{1E}\"x\u{1E}{\"n\":5}\n"
    for way in ChunkedRun.Way.allKernels {
      let run = try Self.run(Array(input.utf8), way, format: .sequence)
      #expect(run.output == "{\"n\":1}\n{\"n\":3}\n{\"n\":5}\n", "\(way)")
      #expect(run.rejects == ["2: {\"n\":", "4: \"x"], "\(way)")
    }
  }

  @Test("under fail nothing is read after the first")
  func fail() throws {
    let run = try Self.run(Array("{\"n\":1}\n]\n{\"n\":3}\n".utf8), rule: .fail)
    #expect(run.output == "{\"n\":1}\n")
    #expect(run.ending == .failedRecord)
  }

  @Test("under emit each is replaced")
  func emit() throws {
    let input = "{\"n\":1}\n]\n{\"x\":1}\n{\"n\":4}\n{"
    for way in ChunkedRun.Way.allKernels {
      let run = try Self.run(Array(input.utf8), way, rule: .emit)
      #expect(run.output == "{\"n\":1}\n!2\n!3\n{\"n\":4}\n!5\n", "\(way)")
    }
  }

  // MARK: - Many faults

  @Test("a damaged stream gives what its lines give alone", arguments: 0..<100)
  func damage(seed: Int) throws {
    var random = RandomJSON(seed: UInt64(seed))
    random.breaksLines = false
    var lines: [[UInt8]] = []
    for number in 0..<Int.random(in: 1...30, using: &random.generator) {
      var line = Array("{\"n\":\(number),\"u\":".utf8)
      line += random.document(size: Int.random(in: 0...150, using: &random.generator)) + [0x7D]
      while random.generator.oneIn(2) { Self.damage(&line, &random.generator) }
      lines.append(line)
    }
    let input = Array(lines.joined(separator: [Self.lineFeed]))
    let recreation = random.generator.recreation
    var expected = (output: "", findings: [String](), rejects: [String](), failed: 0)
    for number in lines.indices {
      // Alone, but at its position.
      let others = lines.indices.map { other in
        other == number ? lines[other] : lines[other].map { _ in 0x20 as UInt8 }
      }
      let run = try Self.run(Array(others.joined(separator: [Self.lineFeed])))
      expected.output += run.output
      expected.findings += run.findings.map(Self.withoutNumber)
      expected.rejects += run.rejects
      expected.failed += run.counts.failed
    }
    for way in ChunkedRun.Way.allKernels {
      let run = try Self.run(input, way)
      #expect(run.output == expected.output, "\(way), \(recreation)")
      #expect(run.findings.map(Self.withoutNumber) == expected.findings, "\(way), \(recreation)")
      #expect(run.rejects == expected.rejects, "\(way), \(recreation)")
      #expect(run.counts.failed == expected.failed, "\(way), \(recreation)")
    }
  }

  private static func withoutNumber(_ finding: String) -> String {
    String(finding.prefix { $0 != "\u{7F}" }.split(separator: " of record ").first ?? "")
  }

  /// Changes, removes or inserts a byte; no line is broken.
  private static func damage(_ line: inout [UInt8], _ generator: inout SeededGenerator) {
    let bytes: [UInt8] = Array("\"\\{}[]:,0x \t".utf8) + [0, 1, 0x1E, 0x80, 0xC3, 0xE2, 0xFF]
    let place = Int.random(in: 0..<max(line.count, 1), using: &generator)
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: line.insert(generator.pick(bytes), at: place)
    case 1: if !line.isEmpty { line.remove(at: place) }
    case 2: if !line.isEmpty { line[place] = generator.pick(bytes) }
    default: line = Array(line.prefix(place))
    }
  }
}
