internal import RKEngine
package import RKMapping

/// Collects statistics about documents, without keeping the documents.
package final class SampleCollector: SampleReceiver {
  /// The documents of one request.
  final class Group {
    let position = Position("")
    /// Documents that are rows, and lists in lists that are.
    let rows = RowSamples()
    let innerRows = RowSamples()
    var documents = 0
    /// The last input that had a document of this request.
    fileprivate var input = -1

    /// Whether there is any member or scalar.
    var hasContent: Bool {
      let tallies = [position.tally, position.element?.tally ?? Tally()]
      return tallies.contains { $0.scalars > 0 || $0.objects > $0.emptyObjects }
        || (rows.columns + innerRows.columns).contains { $0.tally.nulls < $0.tally.all }
        || [rows.long, innerRows.long].contains {
          $0.map { $0.tally.nulls < $0.tally.all } ?? false
        }
    }

    /// How many documents, or elements of documents that are lists, are scalars.
    var scalarCount: Int { position.tally.scalars + (position.element?.tally.scalars ?? 0) }

    /// Whether some object has a member that a spec can name.
    var hasNames: Bool {
      [position.site, position.element?.site].contains { $0.map { !$0.isEmpty } ?? false }
    }

    /// All representations as values of one place.
    var whole: Position {
      let whole = Position("value")
      whole.absorb(position)
      // The elements are values here, not the lists.
      whole.tally.lists = innerRows.count
      whole.tally.emptyLists = 0
      if let element = whole.element {
        whole.element = nil
        whole.absorb(element)
      }
      for column in rows.columns { whole.absorb(column) }
      if let long = rows.long { whole.absorb(long) }
      return whole
    }
  }

  private(set) var groups: [RecordRoot.Request: Group] = [:]
  package private(set) var documentCount = 0
  /// The methods of the documents that are left out.
  package private(set) var otherMethods: Set<String> = []
  private var walk = SampleWalk()
  private var isTooBroad = false
  private let namesRequests: Bool
  private let limit: Int
  private var sample: SampleOfRecords?
  /// How many records each file has contributed, if there is a limit.
  private var counts: [String: Int] = [:]
  /// The list that is being received.
  private var list: List?
  private var inputCount = 0
  /// The document that is being received in parts.
  private var large: Large?
  /// The origin of the last document, and its group.
  private var latest: (origin: SampleOrigin, group: Group)?

  /// Creates a collector.
  ///
  /// - Parameters:
  ///   - namesRequests: Whether names of files state requests.
  ///   - limit: The most records that are taken from each file.
  ///   - size: How many of these are learned from; nil for all.
  package init(namesRequests: Bool, limit: Int = .max, sample size: Int? = nil) {
    self.namesRequests = namesRequests
    self.limit = limit
    sample = size.map { SampleOfRecords(capacity: $0) }
  }

  package func beginInput() {
    inputCount += 1
    latest = nil
    large = nil
  }

  package func leaveOut(method: String) { otherMethods.insert(method) }

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

  // MARK: - Documents that are taken apart

  package func receivePart(
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    at path: [[UInt8]],
    _ origin: SampleOrigin
  ) {
    if large == nil { large = beginLarge(origin) }
    walk.at = range.lowerBound
    guard var document = large, document.isTaken else { return }
    if path.isEmpty {
      let value = document.cells.add(text, &walk)
      document.list.hash = StableHash.of(document.list.hash, value)
      document.list.count += 1
    } else {
      let position = document.position ?? walk.position(at: path, in: document.root)
      document.position = position
      walk.add(text, to: &document.list, of: position, depth: path.count)
    }
    large = document
  }

  package func endParts() {
    guard var document = large else { return }
    document.lists.append(document.list)
    document.list = ListParts()
    document.position = nil
    large = document
  }

  package func receive(
    rest text: Span<UInt8>,
    _ range: Range<Int>,
    lists: [Int],
    _ origin: SampleOrigin
  ) {
    let document = large ?? beginLarge(origin)
    large = nil
    documentCount += 1
    document.group.documents += 1
    guard document.isTaken else { return }
    counts[origin.file, default: 0] += 1
    var hash = document.lists.first?.hash ?? 0
    let isList = text[range.lowerBound] == .openArray
    if !isList {
      for (place, list) in zip(lists, document.lists) { walk.parts[place] = list }
      walk.at = range.lowerBound
      hash = walk.add(text, to: document.root, depth: 0, key: nil)
      walk.parts = [:]
    }
    if sample != nil {
      let content = isList ? .list(document.cells) : SampleOfRecords.Content.object(document.root)
      let (group, isFirst) = (document.group, document.isFirst)
      sample?.insert(.init(hash: hash, content: content, group: group, isFirst: isFirst))
    } else if isList {
      document.group.rows.add(document.cells, isFirst: document.isFirst)
    }
  }

  /// Adds a document in a way that does not depend on whether it came in parts.
  private func learnApart(
    _ text: Span<UInt8>,
    _ walk: inout SampleWalk,
    _ group: Group,
    isFirst: Bool
  ) {
    var (hash, content) = (UInt64(0), SampleOfRecords.Content.text([]))
    if text[walk.at] == .openArray {
      let (cells, value) = walk.row(text)
      (hash, content) = (value, .list(cells))
    } else {
      let root = Position("")
      hash = walk.add(text, to: root, depth: 0, key: nil)
      content = .object(root)
    }
    sample?.insert(.init(hash: hash, content: content, group: group, isFirst: isFirst))
  }

  private func beginLarge(_ origin: SampleOrigin) -> Large {
    let (group, isFirst) = group(of: origin)
    // If it may be left out again, everything is kept apart.
    let root = sample == nil ? group.position : Position("")
    let isTaken = counts[origin.file, default: 0] < limit
    return Large(group: group, isFirst: isFirst, isTaken: isTaken, root: root)
  }

  /// A document that is received in parts.
  private struct Large {
    var group: Group
    /// Whether it is the first record of its file.
    var isFirst: Bool
    /// Whether it is within the limit of records.
    var isTaken: Bool
    /// The position that its statistics are added to.
    var root: Position
    /// The list that is being received.
    var list = ListParts()
    /// The position of that list.
    var position: Position?
    /// The lists that are complete.
    var lists: [ListParts] = []
    /// The document's elements, if it is a list.
    var cells = RowCells()
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

  /// A list whose elements are received one by one.
  private struct List {
    var group: Group
    /// Whether the next element is the first record of its file.
    var isFirst: Bool
    var file: String
  }

  /// A key that occurred twice in one object; nil if there is none.
  package var repeatedKey: String? { walk.repeatedKey }

  /// Whether some data was not examined, because it was too deep or at too many places.
  var isCut: Bool { walk.isCut || isTooBroad }

  /// Takes a record (a document or an element of one), either now or when the sample is complete.
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
      if !isElement && range.count >= SampleOfRecords.leastSizeOfParts {
        walk.at = range.lowerBound
        learnApart(text, &walk, group, isFirst: isFirst)
      } else {
        sample?.insert(text, range, group, isElement: isElement, isFirst: isFirst)
      }
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
      (isElement ? group.innerRows : group.rows).add(walk.row(text).cells, isFirst: isFirst)
    } else if isElement {
      if group.position.element == nil { group.position.element = Position("") }
      if let element = group.position.element { walk.add(text, to: element, depth: 1, key: nil) }
    } else {
      walk.add(text, to: group.position, depth: 0, key: nil)
    }
  }

  /// Called after all documents: learns from the sample, and completes all statistics.
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
      switch record.content {
      case .text(let text):
        walk.at = 0
        let isElement = record.isElement
        add(text.span, &walk, record.group, isElement: isElement, isFirst: record.isFirst)
      case .object(let position): record.group.position.absorb(position)
      case .list(let cells): record.group.rows.add(cells, isFirst: record.isFirst)
      }
    }
  }

  /// The group of a document, and whether it is the first of its file.
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
