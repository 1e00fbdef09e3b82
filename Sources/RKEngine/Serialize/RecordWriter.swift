/// Writes each record of a run as the representation that it was made from, as soon as it has been
/// read.
///
/// It decides whether a record is admitted, since a record that cannot be written has failed. The
/// written text waits for the sink.
package final class RecordWriter: RecordAdmission {
  package struct Options: Sendable {
    /// The name of the member that holds a record's target, in the plan's text.
    package var typeKey: ByteRange?
    /// All records go into one document.
    package var hasOneDocument = false
    /// Except that several documents in the input become as many documents.
    package var mayBecomeLines = false
    /// All records go into lists, even a single one.
    package var hasLists = false
    /// Documents are form data.
    package var isForm = false
    /// A record of which nothing is written fails.
    package var isStrict = false

    package init() {}
  }

  /// The text written for a root record.
  struct Written: BitwiseCopyable {
    enum Kind: UInt8, BitwiseCopyable {
      /// Single or an element, as the mark of its row says.
      case marked
      /// An element of a list at a key path.
      case element
      /// The only record at a key path.
      case single
      /// An empty list.
      case emptyList
    }

    var row: UInt32
    var entry: Int
    var kind: Kind
    var text: ByteRange
  }

  /// Why the current record cannot be written.
  package struct Failure {
    var problem: WriteProblem
    var token: Int
    var number: Int

    package init(_ problem: WriteProblem, at token: Int, _ number: Int) {
      (self.problem, self.token, self.number) = (problem, token, number)
    }
  }

  /// What of a run's records is not written.
  package struct Losses {
    /// The records that were written, or failed.
    package var recordCount = 0
    /// Those with members.
    package var filledCount = 0
    /// The number of records that have members, none of which is written.
    package var lostCount = 0
    /// The records under the key paths of other descriptors, in the order of the first.
    package var leftOut: [(keyPath: [UInt8], count: Int)] = []
  }

  package let plan: WritePlan
  let tables: WriteTables
  package var options: Options
  private let requests: RequestWriter?
  /// Receives the records to write them back into their documents.
  package weak var update: (any OriginalUpdate)?
  /// Reads back what is written, to check it.
  package weak var check: (any WrittenCheck)?
  /// Some record was written as an object without members.
  var hasEmptyRecord = false
  /// The written text that the sink has not taken yet.
  var text = UniqueArray<UInt8>()
  private(set) var written: [Written] = []
  package private(set) var losses = Losses()
  /// The records of the current row of which nothing is written.
  private var lost: [RecordRefusal] = []
  /// For each node of such records, or -1 for requests, the members of the first.
  package private(set) var lostMembers: [(node: Int, names: [[UInt8]])] = []
  var failure: Failure?
  var slots = UniqueArray<UInt32>()
  var values: ValueInverter
  var merged = UniqueArray<UInt8>()
  /// The keys of the root records, by entry.
  private var rootKeys: [Int: Set<[UInt8]>] = [:]
  /// Types that no record of the plan has, for messages.
  private var otherTypes: [[UInt8]] = []
  private var numbers: [[UInt8]: Int] = [:]
  /// The only target of root records; nil if there are several.
  private let onlyTarget: [UInt8]?
  private let hasKeyPaths: Bool
  /// Whether a request without a key path has sent a record, if there is one document for all
  /// records.
  private var isRootTaken: Bool?
  /// The type of a record cannot be determined without a type key.
  package private(set) var needsTypeKey = false

  package init(_ plan: WritePlan, requests: RequestWriter? = nil, options: Options = Options()) {
    self.plan = plan
    tables = WriteTables(plan)
    self.requests = requests
    self.options = options
    values = ValueInverter(plan.plan)
    var targets: Set<[UInt8]> = []
    var isOpen = false
    for entry in plan.entries {
      switch entry.content {
      case .records(let nodes): for node in nodes { targets.insert(plan.nodes[node].target) }
      case .request(let source?, _): targets.insert(source)
      case .request(nil, _): isOpen = true
      }
    }
    onlyTarget = targets.count == 1 || targets.isEmpty && isOpen ? targets.first ?? [] : nil
    hasKeyPaths = plan.keyPaths.count > 1
  }

  /// The text of a type that no record of the plan has.
  package func otherType(_ number: Int) -> [UInt8] {
    otherTypes.indices.contains(number) ? otherTypes[number] : []
  }

  /// The fault of a request's mapper, by number.
  package func requestFault(_ number: Int) -> MappingFault? { requests?.fault(number) }

  /// Appends a range of the written text.
  func append(_ range: Range<Int>, to output: inout OutputBuffer) {
    output.append(text, range)
  }

  /// Drops the written text, which the sink has taken.
  func forgetWritten() {
    text.removeAll()
    written.removeAll(keepingCapacity: true)
  }

  // MARK: - Root records

  package func refusal(
    of row: Int,
    in batch: borrowing RecordBatch,
    _ view: TokenView
  ) -> RecordRefusal? {
    let token = Int(batch.cells[Int(batch.rows[row].firstCell)].token)
    let (start, count) = (text.count, written.count)
    failure = nil
    lost = []
    if options.mayBecomeLines && !view.isLaterElement(token) {
      rootKeys.removeAll()
      isRootTaken = nil
    }
    let row = UInt32(truncatingIfNeeded: row)
    let isWritten =
      (hasKeyPaths || mayBeByKeyPath(token, view)) && isByKeyPath(token, view)
      ? writeByKeyPath(token, row, view) : writeRoot(token, nil, .marked, row, view)
    if isWritten && update?.keepRecord() != false { return lost.popLast() }
    text.truncate(to: start)
    written.removeSubrange(count...)
    slots.removeAll()
    update?.forgetRecord()
    guard let failure else { preconditionFailure("what is not written has a reason") }
    return RecordRefusal(
      .notWritable,
      column: -1,
      token: UInt32(truncatingIfNeeded: failure.token),
      detail: WriteProblem.detail(failure.problem, failure.number)
    )
  }

  @discardableResult
  package func fail(_ problem: WriteProblem, at token: Int, _ number: Int) -> Bool {
    failure = Failure(problem, at: token, number)
    return false
  }

  package func takeWarnings() -> [RecordRefusal] {
    defer { lost = [] }
    return lost
  }

  /// Forgets what was not written, for another pass over the records.
  package func forgetLosses() { losses = Losses() }

  /// Whether the value is no element, and may be an object by key path although one descriptor is
  /// left: its first member has records.
  private func mayBeByKeyPath(_ token: Int, _ view: TokenView) -> Bool {
    requests == nil && !view.isElement(token) && view.token(token) == .openObject
      && view.token(token + 1) == .quote
      && (TokenView.opens(view.token(token + 3)) || view.isNull(token + 3))
  }

  /// Whether the value is an object whose members are key paths; its other members must not be
  /// those of a record.
  private func isByKeyPath(_ token: Int, _ view: TokenView) -> Bool {
    guard view.token(token) == .openObject else { return false }
    var key = token + 1
    // An empty object: no descriptor has found anything.
    var hasKeyPath = view.token(key) == .closeObject
    while view.token(key) == .quote {
      let name = view.text(ofString: key)
      if plan.keyPaths.contains(where: { $0.name == name }) && (hasKeyPaths || !isMember(name)) {
        hasKeyPath = true
      } else if plan.otherKeyPaths.contains(name) && !isMember(name) {
        hasKeyPath = true
      } else if !hasKeyPaths {
        return false
      } else if !TokenView.opens(view.token(key + 2)) || isMember(name) {
        return false
      }
      key = view.afterComma(view.next(after: key + 2))
    }
    return hasKeyPath
  }

  /// Whether records of some node have a member with a name.
  private func isMember(_ name: [UInt8]) -> Bool {
    plan.sentNames.contains(name)
      || plan.nodes.contains { node in
        node.unwritten.contains(name)
          || plan.names[node.names].keys.contains { plan.plan.text[$0.range].elementsEqual(name) }
      }
  }

  private func writeByKeyPath(_ token: Int, _ row: UInt32, _ view: TokenView) -> Bool {
    var key = token + 1
    while view.token(key) == .quote {
      let name = view.text(ofString: key)
      let value = key + 2
      guard plan.keyPaths.contains(where: { $0.name == name }) else {
        guard plan.otherKeyPaths.contains(name) else { return fail(.noKeyPath, at: key, 0) }
        leaveOut(value, name, view)
        key = view.afterComma(view.next(after: value))
        continue
      }
      switch view.token(value) {
      case .ascii("n"): break
      case .openArray:
        var element = value + 1
        if view.token(element) == .closeArray, let entry = entry(under: name) {
          let place = ByteRange(offset: 0, count: 0)
          written.append(Written(row: row, entry: entry, kind: .emptyList, text: place))
        }
        while view.token(element) != .closeArray {
          let isNull = view.isNull(element)
          guard isNull || writeRoot(element, name, .element, row, view) else { return false }
          element = view.afterComma(view.next(after: element))
        }
      default: guard writeRoot(value, name, .single, row, view) else { return false }
      }
      key = view.afterComma(view.next(after: value))
    }
    return true
  }

  /// Counts the records under the key path of another descriptor.
  private func leaveOut(_ value: Int, _ name: [UInt8], _ view: TokenView) {
    var count = view.isNull(value) ? 0 : 1
    if view.token(value) == .openArray {
      count = 0
      var element = value + 1
      while view.token(element) != .closeArray {
        if !view.isNull(element) { count += 1 }
        element = view.afterComma(view.next(after: element))
      }
    }
    guard count > 0 else { return }
    if let known = losses.leftOut.firstIndex(where: { $0.keyPath == name }) {
      losses.leftOut[known].count += count
    } else {
      losses.leftOut.append((name, count))
    }
  }

  /// Notes that an object without members was written for a record; false if it fails, because it
  /// has members that no rule writes.
  ///
  /// `isKnown` says whether a rule knows a member.
  func noteEmpty(
    _ record: Int,
    _ node: Int,
    _ view: TokenView,
    isKnown: ([UInt8]) -> Bool
  ) -> Bool {
    hasEmptyRecord = true
    let names = view.keys(of: record).filter { name in
      options.typeKey.map { !plan.plan.text[$0.range].elementsEqual(name) } ?? true
    }
    if names.isEmpty || names.contains(where: isKnown) { return true }
    var number = lostMembers.firstIndex { $0.node == node }
    if number == nil {
      number = lostMembers.count
      lostMembers.append((node, names))
    }
    guard let number else { return true }
    if options.isStrict { return fail(.nothingWritten, at: record, number) }
    // What is written may be written again.
    if lost.contains(where: { $0.token == record }) { return true }
    var warning = RecordRefusal(
      .notWritable,
      column: -1,
      token: UInt32(truncatingIfNeeded: record),
      detail: WriteProblem.detail(.nothingWritten, number)
    )
    warning.isWarning = true
    lost.append(warning)
    return true
  }

  /// `name` is the key path of the record, if that is known.
  private func writeRoot(
    _ token: Int,
    _ name: [UInt8]?,
    _ kind: Written.Kind,
    _ row: UInt32,
    _ view: TokenView
  ) -> Bool {
    losses.recordCount += 1
    guard view.token(token) == .openObject else {
      return fail(.notRecord, at: token, WriteProblem.noSite)
    }
    if view.token(token + 1) != .closeObject { losses.filledCount += 1 }
    if view.isOnlyError(token) { return fail(.failedBefore, at: token, 0) }
    guard let (entry, node) = entry(of: token, name, view) else { return false }
    if let update { return update.take(token, entry: entry, node: node, by: self, view) }
    let start = text.count
    hasEmptyRecord = false
    defer {
      if hasEmptyRecord, isLost(token) { losses.lostCount += 1 }
    }
    switch plan.entries[entry].content {
    case .records:
      guard
        plan.nodes[node].isCollection ? writeMember(token, node, view) : write(token, node, view)
      else { return false }
      if plan.nodes[node].isCollection, options.hasOneDocument {
        let key = keyText(from: start)
        guard rootKeys[entry, default: []].insert(key).inserted else {
          return fail(.repeatedKey, at: token, Int(plan.nodes[node].site))
        }
      } else if !plan.nodes[node].isCollection, options.isForm, plan.entries[entry].keys.isEmpty,
        text[start] != .openObject
      {
        return fail(.scalarRoot, at: token, 0)
      }
      let isAlone =
        kind == .single || kind == .marked && !(options.hasOneDocument && view.isElement(token))
      if isAlone, !options.hasLists, !plan.entries[entry].isSingle,
        isListAlone(token, node, from: start, view)
      {
        return false
      }
      if let check, check.checksAll || hasEmptyRecord,
        let reason = check.failure(
          of: token,
          written: (start..<text.count).map { text[$0] },
          entry: entry,
          node: node,
          view
        )
      {
        return fail(reason.problem, at: reason.token, reason.number)
      }
    case .request(_, let descriptor):
      let isRoot = plan.entries[entry].keys.isEmpty
      if options.hasOneDocument, isRootTaken ?? isRoot != isRoot {
        return fail(.mixedRoots, at: token, 0)
      }
      isRootTaken = isRoot
      if let fault = requests?.append(token, by: descriptor, view, to: &text) {
        return fail(.request, at: fault.token, fault.number)
      }
      if text.count == start + 2, text[start] == .openObject, !plan.sentNames.isEmpty {
        guard noteEmpty(token, -1, view, isKnown: { plan.sentNames.contains($0) }) else {
          return false
        }
      }
    }
    written.append(
      Written(row: row, entry: entry, kind: kind, text: ByteRange(start..<text.count))
    )
    return true
  }

  /// Whether nothing is written of a record with members.
  private func isLost(_ token: Int) -> Bool {
    failure?.problem == .nothingWritten && failure?.token == token
      || lost.contains { Int($0.token) == token }
  }

  /// The key of the member that was written at an offset, with its quotes.
  func keyText(from start: Int) -> [UInt8] {
    text.string(at: start)
  }

  // MARK: - Types

  /// The type of a record; nil if it has none.
  func type(of record: Int, _ view: TokenView) -> [UInt8]? {
    guard let key = options.typeKey else { return nil }
    let names = plan.plan.text
    var found: [UInt8]?
    var at = record + 1
    while view.token(at) == .quote {
      if view.token(at + 2) == .quote, view.isString(at, key, in: names.span) {
        found = view.text(ofString: at + 2)
      }
      at = view.afterComma(view.next(after: at + 2))
    }
    return found
  }

  /// The entry that a root record belongs to, and the node that writes it, if there is one.
  private func entry(of token: Int, _ name: [UInt8]?, _ view: TokenView) -> (Int, node: Int)? {
    let stated = type(of: token, view)
    if plan.entries.isEmpty {
      _ = fail(.otherType, at: token, numberOfType(stated ?? []))
      return nil
    }
    guard let type = stated ?? onlyTarget(under: name) else {
      needsTypeKey = needsTypeKey || options.typeKey == nil
      _ = fail(.noType, at: token, 0)
      return nil
    }
    if let found = entry(for: type, name) { return found }
    _ = fail(.otherType, at: token, numberOfType(type))
    return nil
  }

  /// The entry of an empty list at a key path.
  private func entry(under name: [UInt8]) -> Int? {
    if requests == nil { return plan.entries.firstIndex { $0.name == name } }
    return onlyTarget(under: name).flatMap { entry(for: $0, name)?.0 }
  }

  private func entry(for type: [UInt8], _ name: [UInt8]?) -> (Int, node: Int)? {
    var wanted: [UInt8]? = type
    var count = 0
    while let target = wanted, count <= plan.bases.count {
      for (number, entry) in plan.entries.enumerated() {
        switch entry.content {
        case .records(let nodes):
          if name == nil || entry.name == name,
            let node = nodes.first(where: { plan.nodes[$0].target == target })
          {
            return (number, node)
          }
        // Requests have key paths of their own.
        case .request(let source, _):
          if source == nil || source == target { return (number, 0) }
        }
      }
      // A mapper makes records only of its own target.
      wanted = requests == nil ? nil : plan.bases[target]
      count += 1
    }
    return nil
  }

  private func onlyTarget(under name: [UInt8]?) -> [UInt8]? {
    guard let name else { return onlyTarget }
    let targets = plan.keyPaths.first { $0.name == name }?.targets ?? []
    return targets.count == 1 ? targets.first : requests == nil ? nil : onlyTarget
  }

  /// The node, among those of related records, that writes a record.
  package func node(of record: Int, _ nodes: [Int], _ view: TokenView) -> Int? {
    let stated = type(of: record, view)
    if let stated {
      if let node = nodes.first(where: { plan.nodes[$0].target == stated }) { return node }
      _ = fail(.otherType, at: record, numberOfType(stated))
      return nil
    }
    let target = plan.nodes[nodes[0]].target
    if nodes.allSatisfy({ plan.nodes[$0].target == target }) { return nodes[0] }
    needsTypeKey = needsTypeKey || options.typeKey == nil
    _ = fail(.noType, at: record, 0)
    return nil
  }

  private func numberOfType(_ type: [UInt8]) -> Int {
    if let known = numbers[type] { return known }
    // No more types are distinguished.
    if otherTypes.count >= 1000 { return otherTypes.count }
    numbers[type] = otherTypes.count
    otherTypes.append(type)
    return otherTypes.count - 1
  }
}

extension WriteProblem {
  /// The site of a problem that concerns no rule.
  package static var noSite: Int { 0xFF_FFFF }
}

extension TokenView {
  /// Whether the value is in a list.
  fileprivate func isElement(_ token: Int) -> Bool {
    isLaterElement(token) || token > 0 && self.token(token - 1) == .openArray
  }

  /// Whether the value is in a list, and not the first there.
  fileprivate func isLaterElement(_ token: Int) -> Bool {
    token > 0 && self.token(token - 1) == .comma
  }

  /// Whether the object has one member, which gives the reason why a record has failed.
  fileprivate func isOnlyError(_ token: Int) -> Bool {
    self.token(token + 1) == .quote && isKey("$error", at: token + 1) && holdsOnlyError(token)
  }
}
