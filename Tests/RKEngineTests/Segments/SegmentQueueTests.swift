@testable import RKEngine
import Testing

@Suite("Who delivers segments")
struct SegmentQueueTests {
  /// Keeps what it is given, up to a limit.
  private final class TextSink: AnyRecordSink {
    var texts: [String] = []
    var room = Int.max

    override func append(_ part: borrowing OutputPart) throws(SystemError) {
      if texts.count == room { throw SystemError(.write, code: 28, path: "out") }
      var text = ""
      for place in part.text.span.indices {
        text.unicodeScalars.append(Unicode.Scalar(part.text[place]))
      }
      texts.append(text)
    }
  }

  private let sink = TextSink()
  private let queue: SegmentQueue

  /// Regions of ten bytes, of which the first has been passed.
  init() {
    queue = SegmentQueue(1..<100, reach: 10, regionSize: 10, deliveringTo: sink)
  }

  /// The first open regions, as they begin.
  private func begin(_ count: Int) -> [(region: Int, segment: MappedSegment)] {
    (0..<count).compactMap { _ in queue.beginAtOnce() }
  }

  /// Ends a segment that was begun, from the beginning of its region to that of the next.
  private func end(
    _ begun: (region: Int, segment: MappedSegment),
    hasFault: Bool = false,
    isWhole: Bool = true
  ) {
    begun.segment.begin()
    begun.segment.start = begun.region * 10
    begun.segment.end = begun.region * 10 + 10
    begun.segment.isWhole = isWhole
    if hasFault {
      let fault = MappingFault(.conversion, isError: true, site: PlanSite(0), token: 0)
      begun.segment.faults = [.init(fault: fault, kind: nil, record: 1, keys: [])]
    }
    var part = OutputPart()
    part.text.append(decimal: begun.region)
    queue.end(begun.region, begun.segment, &part)
    #expect(part.text.count == 0)
  }

  private func isDelivered(at start: Int) -> Bool? {
    guard case .mapped(let segment) = queue.state(at: start) else { return nil }
    return segment.isDelivered
  }

  @Test("the thread that mapped the awaited segment delivers it, and those after it")
  func inOrder() {
    let begun = begin(4)
    #expect(isDelivered(at: 10) == nil)
    end(begun[1])
    end(begun[2])
    #expect(sink.texts.isEmpty)
    end(begun[0])
    end(begun[3])
    #expect(sink.texts == ["1", "2", "3", "4"])
    #expect([10, 20, 30, 40].map(isDelivered(at:)) == [true, true, true, true])
  }

  @Test("what the run does not wait for is kept")
  func kept() {
    let begun = begin(2)
    end(begun[0])
    #expect(isDelivered(at: 10) == false)
    end(begun[1])
    #expect(isDelivered(at: 20) == false)
    #expect(sink.texts.isEmpty)
  }

  @Test(
    "a segment that the run must examine is not delivered, and none after it",
    arguments: [true, false]
  )
  func faults(isWhole: Bool) {
    let begun = begin(4)
    #expect(isDelivered(at: 10) == nil)
    end(begun[0])
    end(begun[1], hasFault: isWhole, isWhole: isWhole)
    end(begun[2])
    #expect(sink.texts == ["1"])
    #expect(isDelivered(at: 20) == false)
    // The run has delivered it, or mapped it again, and waits for one after.
    #expect(isDelivered(at: 30) == false)
    #expect(isDelivered(at: 40) == nil)
    end(begun[3])
    #expect(sink.texts == ["1", "4"])
  }

  @Test("a region that nobody has begun is the run's")
  func open() {
    let begun = begin(1)
    #expect(isDelivered(at: 10) == nil)
    end(begun[0])
    guard case .open = queue.state(at: 20) else {
      Issue.record("somebody has begun it")
      return
    }
    #expect(begin(1)[0].region == 3)
  }

  @Test("when the output fails, the segment records it, and none after it is delivered")
  func failure() {
    sink.room = 1
    let begun = begin(3)
    #expect(isDelivered(at: 10) == nil)
    for begun in begun { end(begun) }
    #expect(sink.texts == ["1"])
    #expect(begun[0].segment.error == nil)
    #expect(begun[1].segment.error?.code == 28)
    #expect(isDelivered(at: 30) == false)
  }
}
