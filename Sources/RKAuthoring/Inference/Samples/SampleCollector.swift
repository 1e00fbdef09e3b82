internal import RKEngine
package import RKMapping

/// Collects what documents have, without keeping them.
package final class SampleCollector: SampleReceiver {
  /// The documents of one request.
  final class Group {
    let position = Position("")
    /// Documents that are rows, and lists in lists that are.
    let rows = RowSamples()
    let innerRows = RowSamples()
    var documents = 0
    /// The most recent input that had one.
    fileprivate var input = -1

    /// There is a member or a scalar.
    var hasContent: Bool {
      let tallies = [position.tally, position.element?.tally ?? Tally()]
      return tallies.contains { $0.scalars > 0 || $0.objects > $0.emptyObjects }
        || (rows.columns + innerRows.columns).contains { $0.tally.nulls < $0.tally.all }
    }

    /// Documents, and elements of those that are lists, that are scalars.
    var scalarCount: Int { position.tally.scalars + (position.element?.tally.scalars ?? 0) }

    /// Some object has a member that a spec can name.
    var hasNames: Bool {
      [position.site, position.element?.site].contains { $0.map { !$0.isEmpty } ?? false }
    }

    /// All representations as values of one place.
    var whole: Position {
      let whole = Position("value")
      whole.absorb(position)
      // The lists are not values, their elements are.
      whole.tally.lists = innerRows.count
      whole.tally.emptyLists = 0
      if let element = whole.element {
        whole.element = nil
        whole.absorb(element)
      }
      for column in rows.columns { whole.absorb(column) }
      return whole
    }
  }

  private(set) var groups: [RecordRoot.Request: Group] = [:]
  package private(set) var documentCount = 0
  private var walk = SampleWalk()
  private var isTooBroad = false
  private let namesRequests: Bool
  private let limit: Int
  private var sample: SampleOfRecords?
  /// How many records each file has given, if that matters.
  private var counts: [String: Int] = [:]
  /// The list that has begun.
  private var list: List?
  private var inputCount = 0
  /// Where the most recent document came from.
  private var latest: (origin: SampleOrigin, group: Group)?

  /// Makes a collector.
  ///
  /// - Parameters:
  ///   - namesRequests: Names of files state requests.
  ///   - limit: How many records of each file are taken.
  ///   - size: How many of these are learned from; nil for all.
  package init(namesRequests: Bool, limit: Int = .max, sample size: Int? = nil) {
    self.namesRequests = namesRequests
    self.limit = limit
    sample = size.map { SampleOfRecords(capacity: $0) }
  }

  package func beginInput() {
    inputCount += 1
    latest = nil
  }

  package func receive(_ text: Span<UInt8>, _ range: Range<Int>, _ origin: SampleOrigin) {
    let (group, isFirst) = group(of: origin)
    documentCount += 1
    group.documents += 1
    walk.at = range.lowerBound
    if text[range.lowerBound] == .openArray, !walk.holdsScalars(text) {
      group.position.tally.lists += 1
      var isFirst = true
      walk.elements(text) { walk in
        self.take(text, &walk, group, isElement: true, isFirst: isFirst, origin.file)
        isFirst = false
      }
    } else {
      take(text, &walk, group, isElement: false, isFirst: isFirst, origin.file)
    }
  }

  // MARK: - Lists

  package func beginList(_ origin: SampleOrigin) {
    let (group, isFirst) = group(of: origin)
    documentCount += 1
    group.documents += 1
    group.position.tally.lists += 1
    list = List(group: group, isFirst: isFirst, file: origin.file)
  }

  package func receiveElement(_ text: Span<UInt8>, _ range: Range<Int>) {
    guard let list else { return }
    walk.at = range.lowerBound
    take(text, &walk, list.group, isElement: true, isFirst: list.isFirst, list.file)
    self.list?.isFirst = false
  }

  package func endList() { list = nil }

  /// A list whose elements come one by one.
  private struct List {
    var group: Group
    /// What comes next is the first record of its file.
    var isFirst: Bool
    var file: String
  }

  /// Some of the data were too deep, or at too many places.
  var isCut: Bool { walk.isCut || isTooBroad }

  /// Takes a record, which is a document or an element of one: now, or when the sample is complete.
  private func take(
    _ text: Span<UInt8>,
    _ walk: inout SampleWalk,
    _ group: Group,
    isElement: Bool,
    isFirst: Bool,
    _ file: String
  ) {
    if limit == .max && sample == nil {
      return add(text, &walk, group, isElement: isElement, isFirst: isFirst)
    }
    let count = counts[file, default: 0]
    guard count < limit, sample == nil else {
      let range = walk.pass(text)
      guard count < limit else { return }
      counts[file] = count + 1
      sample?.insert(text, range, group, isElement: isElement, isFirst: isFirst)
      return
    }
    counts[file] = count + 1
    add(text, &walk, group, isElement: isElement, isFirst: isFirst)
  }

  private func add(
    _ text: Span<UInt8>,
    _ walk: inout SampleWalk,
    _ group: Group,
    isElement: Bool,
    isFirst: Bool
  ) {
    if text[walk.at] == .openArray {
      (isElement ? group.innerRows : group.rows).add(walk.row(text), isFirst: isFirst)
    } else if isElement {
      if group.position.element == nil { group.position.element = Position("") }
      if let element = group.position.element { walk.add(text, to: element, depth: 1, key: nil) }
    } else {
      walk.add(text, to: group.position, depth: 0, key: nil)
    }
  }

  /// All documents are there: learns from the sample, and makes all statistics final.
  func finish() {
    learn()
    let roots = groups.values.flatMap { group in
      [group.position] + (group.rows.columns + group.innerRows.columns)
    }
    let depth = min(PlaceCount.depth(of: roots), walk.places.deepest)
    if depth < SampleWalk.deepest {
      for root in roots where root.cut(to: depth) { isTooBroad = true }
    }
    for group in groups.values { group.position.settle() }
  }

  private func learn() {
    guard let records = sample?.settled else { return }
    sample = nil
    for record in records {
      walk.at = 0
      add(
        record.text.span,
        &walk,
        record.group,
        isElement: record.isElement,
        isFirst: record.isFirst
      )
    }
  }

  /// The documents that one belongs to, and whether it is the first of its file.
  private func group(of origin: SampleOrigin) -> (Group, isFirst: Bool) {
    if let latest, latest.origin == origin { return (latest.group, false) }
    let group = findGroup(of: origin)
    latest = (origin, group)
    defer { group.input = inputCount }
    return (group, group.input != inputCount)
  }

  private func findGroup(of origin: SampleOrigin) -> Group {
    var request = RecordRoot.Request()
    if let url = origin.url {
      request = RecordRoot.Request(method: origin.method, path: url, status: origin.status)
    } else if namesRequests, let name = FixtureName(origin.file) {
      request = RecordRoot.Request(
        name: name.name,
        method: name.method.rawValue,
        status: name.statusCode
      )
    }
    if let known = groups[request] { return known }
    let group = Group()
    groups[request] = group
    return group
  }
}

/// Records with the smallest hashes of their bytes: the same ones in any order.
private struct SampleOfRecords {
  struct Record {
    var hash: UInt64
    var text: [UInt8]
    var group: SampleCollector.Group
    var isElement: Bool
    var isFirst: Bool
  }

  private let capacity: Int
  private var records: [Record] = []
  private var limit = UInt64.max

  init(capacity: Int) { self.capacity = capacity }

  mutating func insert(
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    _ group: SampleCollector.Group,
    isElement: Bool,
    isFirst: Bool
  ) {
    let hash = StableHash.of(text, range)
    guard hash <= limit else { return }
    // Wide loads need room after the end, and a space stops numbers.
    records.append(
      Record(
        hash: hash,
        text: text.bytes(range) + [UInt8](repeating: .space, count: OutputBuffer.slack),
        group: group,
        isElement: isElement,
        isFirst: isFirst
      )
    )
    if records.count > 2 * capacity { shrink() }
  }

  /// The sample, whatever the order of insertion.
  var settled: [Record] {
    var sample = self
    sample.shrink()
    return sample.records
  }

  private mutating func shrink() {
    records.sort { $0.hash < $1.hash }
    if records.count > capacity {
      records.removeLast(records.count - capacity)
      limit = records.last?.hash ?? 0
    }
  }
}

extension SampleWalk {
  /// Whether the first element of the list here is neither a list nor an object.
  func holdsScalars(_ text: Span<UInt8>) -> Bool {
    var next = at + 1
    while text[next].isWhitespace { next += 1 }
    return !text[next].isOpening && text[next] != .closeArray
  }

  /// Visits the elements of the list here, each of which is to be added by the visitor.
  mutating func elements(_ text: Span<UInt8>, _ visit: (inout SampleWalk) -> Void) {
    at += 1
    skipSpace(text)
    while text[at] != .closeArray {
      visit(&self)
      skipSpace(text)
      if text[at] == .comma {
        at += 1
        skipSpace(text)
      }
    }
    at += 1
  }

  /// Moves after a value.
  ///
  /// - Returns: Where it is.
  mutating func pass(_ text: Span<UInt8>) -> Range<Int> {
    let start = at
    if text[at].isOpening {
      _ = skip(text)
    } else if text[at] == .quote {
      _ = content(text)
    } else {
      while at < text.count, !text[at].isWhitespace, text[at] != .comma, text[at] != .closeArray,
        text[at] != .closeObject
      {
        at += 1
      }
    }
    return start..<at
  }

  /// The cells of the list here.
  mutating func row(_ text: Span<UInt8>) -> [(text: String, position: Position)] {
    var cells: [(text: String, position: Position)] = []
    elements(text) { walk in cells.append(walk.cell(text, number: cells.count)) }
    return cells
  }

  /// The cell here.
  mutating func cell(_ text: Span<UInt8>, number: Int) -> (text: String, position: Position) {
    let position = Position("[\(number)]")
    let start = at
    places.isPaused = true
    add(text, to: position, depth: 1, key: nil)
    places.isPaused = false
    return (text.string(start..<at), position)
  }
}
