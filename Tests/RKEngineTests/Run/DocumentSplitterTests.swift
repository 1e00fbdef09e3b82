@testable import RKEngine
import TestSupport
import Testing

@Suite("DocumentSplitter")
struct DocumentSplitterTests {
  /// The events of a splitter, each value by its text; the same in chunks of every kind.
  private static func events(
    _ text: String,
    at keyPath: [String]? = nil,
    cardinality: Cardinality = .automatic,
    forcesCollection: Bool = false,
    separator: UInt8? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [String] {
    var plan = MappingPlan()
    var node = PlanNode(site: PlanSite(0))
    node.forcesCollection = forcesCollection
    let id = plan.nodes.add(node)
    let steps = (keyPath ?? []).map { PathStep.key(plan.add(text: $0.utf8)) }
    var descriptor = DescriptorPlan(
      path: plan.steps.add(steps),
      node: id,
      section: 0,
      keyPath: ByteRange(0..<0),
      lastKey: ByteRange(0..<0)
    )
    descriptor.cardinality = cardinality
    let wanted = keyPath == nil ? nil : descriptor
    let whole = try split(text, wanted, plan, separator, .max)
    for chunkSize in [1, 3, 64, 100] {
      let parts = try split(text, wanted, plan, separator, chunkSize)
      #expect(parts == whole, "\(chunkSize) bytes at a time", sourceLocation: sourceLocation)
    }
    return whole
  }

  private static func split(
    _ text: String,
    _ descriptor: DescriptorPlan?,
    _ plan: MappingPlan,
    _ separator: UInt8?,
    _ chunkSize: Int
  ) throws -> [String] {
    var options = ReadingOptions()
    options.separator = separator
    options.blockSize = chunkSize == .max ? 1024 : 64
    var window = InputWindow(
      source: InputSource(bytes: Array(text.utf8), chunkSize: chunkSize),
      options: options,
      kernel: .best
    )
    var splitter = DocumentSplitter(descriptor: descriptor, plan: plan, separator: separator)
    var events: [String] = []
    while true {
      events += next(&splitter, window, plan)
      if events.last?.hasPrefix("repeated") == true { return events }
      window.consume(upTo: splitter.cursor)
      guard let moved = try window.fill() else { return events }
      splitter.shift(by: moved)
    }
  }

  /// The next event in a window, until more of the input is needed.
  private static func next(
    _ splitter: inout DocumentSplitter,
    _ window: borrowing InputWindow,
    _ plan: MappingPlan
  ) -> [String] {
    let view = window.view
    var events: [String] = []
    while let event = describe(splitter.next(view, isAtEnd: window.isAtEnd), view) {
      events.append(event)
      if event.hasPrefix("repeated") { break }
    }
    return events
  }

  /// An event in words; nil if more is needed.
  private static func describe(_ event: DocumentSplitter.Event, _ view: TokenView) -> String? {
    func text(_ first: Int, _ last: Int) -> String {
      let start = view.position(first)
      let end =
        switch view.token(last) {
        case .quote: view.closingQuote(of: last) + 1
        case .closeArray, .closeObject: view.position(last) + 1
        default: view.end(ofScalar: last)
        }
      return String(decoding: (start..<end).map { view.byte($0) }, as: UTF8.self)
    }
    switch event {
    case .more: return nil
    case .document(let first, let last): return "document \(text(first, last))"
    case .begin: return "begin"
    case .single(let first, let last): return "single \(text(first, last))"
    case .collection: return "collection"
    case .element(let first, let last, let key?, let index):
      return "\(index) \(text(key, key)) \(text(first, last))"
    case .element(let first, let last, nil, let index): return "\(index) \(text(first, last))"
    case .turn(let first, let last, let rest): return "turn \(text(first, last)) \(rest.count)"
    case .end: return "end"
    case .part(let first, let last): return "part \(text(first, last))"
    case .partEnd: return "part end"
    case .rest: return "rest"
    case .repeatedKey(let key): return "repeated \(text(key, key))"
    }
  }

  @Test("documents are returned whole, one after the other")
  func documents() throws {
    #expect(
      try Self.events("{\"a\":[1]} 2\n\"x\"[]") == [
        "document {\"a\":[1]}", "document 2", "document \"x\"", "document []",
      ]
    )
    #expect(try Self.events("  ") == [])
  }

  @Test("lines are documents, empty ones are none")
  func lines() throws {
    #expect(
      try Self.events("{}\n\n[1]\n12", separator: .lineFeed) == [
        "document {}", "document [1]", "document 12",
      ]
    )
  }

  @Test("the elements at a key path are returned one by one")
  func elements() throws {
    #expect(
      try Self.events(
        "{\"x\":{\"a\":[9]},\"a\":{\"b\":[1,{\"b\":2},[3]],\"c\":4}}",
        at: ["a", "b"]
      )
        == ["begin", "collection", "0 1", "1 {\"b\":2}", "2 [3]", "end"]
    )
    #expect(try Self.events("[1,2]", at: []) == ["begin", "collection", "0 1", "1 2", "end"])
    #expect(try Self.events("[]", at: []) == ["begin", "collection", "end"])
  }

  @Test("anything but an array is a single value")
  func single() throws {
    #expect(
      try Self.events("{\"a\":{\"b\":1}}", at: ["a"]) == ["begin", "single {\"b\":1}", "end"]
    )
    #expect(try Self.events("12", at: []) == ["begin", "single 12", "end"])
  }

  @Test("an array is one value where one is declared")
  func one() throws {
    #expect(
      try Self.events("{\"a\":[1,2]}", at: ["a"], cardinality: .one) == [
        "begin", "single [1,2]", "end",
      ]
    )
  }

  @Test("the members of an object are elements with forceCollection")
  func members() throws {
    #expect(
      try Self.events("{\"a\":{\"x\":{\"y\":1},\"z\":2}}", at: ["a"], forcesCollection: true)
        == ["begin", "collection", "0 \"x\" {\"y\":1}", "1 \"z\" 2", "end"]
    )
  }

  @Test("an array on the path leaves it, a scalar and a missing key end it")
  func turns() throws {
    #expect(
      try Self.events("{\"a\":[{\"b\":1}]}", at: ["a", "b"]) == [
        "begin", "turn [{\"b\":1}] 1", "end",
      ]
    )
    #expect(try Self.events("{\"a\":5}", at: ["a", "b"]) == ["begin", "end"])
    #expect(try Self.events("{\"b\":[1]}", at: ["a"]) == ["begin", "end"])
  }

  @Test("a repeated key on the path is reported")
  func repeated() throws {
    #expect(
      try Self.events("{\"a\":[1],\"a\":[2]}", at: ["a"])
        == ["begin", "collection", "0 1", "repeated \"a\""]
    )
  }

  @Test("an escaped key is decoded")
  func escapedKey() throws {
    #expect(
      try Self.events("{\"\\u0061\":[1]}", at: ["a"]) == ["begin", "collection", "0 1", "end"]
    )
  }

  @Test("values of any size may be in between", arguments: 0..<30)
  func random(seed: Int) throws {
    var json = RandomJSON(seed: UInt64(seed))
    let unwanted = String(decoding: json.document(size: 1000), as: UTF8.self)
    let text = "{\"u\":\(unwanted),\"a\":[{\"b\":1},2],\"v\":\(unwanted)}"
    #expect(
      try Self.events(text, at: ["a"]) == ["begin", "collection", "0 {\"b\":1}", "1 2", "end"]
    )
  }
}
