/// Writes each record of a run as the representation that it was made of, as soon as it has been read.
///
/// It decides whether a record is admitted, since one that cannot be written has failed. What it has
/// written waits for the sink.
package final class RecordWriter: RecordAdmission {
  package struct Options: Sendable {
    /// The name of the member that holds a record's target, in the plan's text.
    package var typeKey: ByteRange?
    /// All records go into one document.
    package var hasOneDocument = false
    /// Unless there are several in the input, which then has as many.
    package var mayBecomeLines = false
    /// All records go into lists, also one that stands alone.
    package var hasLists = false
    /// A document is a form.
    package var isForm = false

    package init() {}
  }

  /// What was written of a root record.
  struct Written: BitwiseCopyable {
    enum Kind: UInt8, BitwiseCopyable {
      /// As the mark of its row says.
      case marked
      /// One of a list that stands under a key path.
      case element
      /// All that stands under a key path.
      case single
      /// There is a list without elements.
      case emptyList
    }

    var row: UInt32
    var entry: Int
    var kind: Kind
    var text: ByteRange
  }

  /// Why the record at work cannot be written.
  package struct Failure {
    var problem: WriteProblem
    var token: Int
    var number: Int

    package init(_ problem: WriteProblem, at token: Int, _ number: Int) {
      (self.problem, self.token, self.number) = (problem, token, number)
    }
  }

  package let plan: WritePlan
  let tables: WriteTables
  package var options: Options
  private let requests: RequestWriter?
  /// Takes the records to put them into the documents that they were made of.
  package weak var update: (any OriginalUpdate)?
  /// Reads again what is written.
  package weak var check: (any WrittenCheck)?
  /// Some record has become an object without members.
  var hasEmptyRecord = false
  /// What was written, until the sink has taken it.
  var text = UniqueArray<UInt8>()
  private(set) var written: [Written] = []
  var failure: Failure?
  var slots = UniqueArray<UInt32>()
  var values: ValueInverter
  var merged = UniqueArray<UInt8>()
  /// The keys of the root records, by their entries.
  private var rootKeys: [Int: Set<[UInt8]>] = [:]
  /// Types that none of the plan's records have, for who finds words.
  private var otherTypes: [[UInt8]] = []
  private var numbers: [[UInt8]: Int] = [:]
  /// The only target of root records; nil where there are several.
  private let onlyTarget: [UInt8]?
  private let hasKeyPaths: Bool
  /// Whether a request without a key path has sent a record, in a document of them all.
  private var isRootTaken: Bool?
  /// It cannot be known what records are without a type key.
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

  /// The fault of a request's mapper.
  package func requestFault(_ number: Int) -> MappingFault? { requests?.fault(number) }

  /// Appends some of what was written.
  func append(_ range: Range<Int>, to output: inout OutputBuffer) {
    output.append(text, range)
  }

  /// The sink has taken all.
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
    if options.mayBecomeLines && !view.isLaterElement(token) {
      rootKeys.removeAll()
      isRootTaken = nil
    }
    let row = UInt32(truncatingIfNeeded: row)
    let isWritten =
      hasKeyPaths && isByKeyPath(token, view)
      ? writeByKeyPath(token, row, view) : writeRoot(token, nil, .marked, row, view)
    if isWritten && update?.keepRecord() != false { return nil }
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

  /// An object whose members are key paths; what else there is can be no record's member.
  private func isByKeyPath(_ token: Int, _ view: TokenView) -> Bool {
    guard view.token(token) == .openObject else { return false }
    var key = token + 1
    // None of the descriptors has found anything.
    var hasKeyPath = view.token(key) == .closeObject
    while view.token(key) == .quote {
      let name = view.text(ofString: key)
      if plan.keyPaths.contains(where: { $0.name == name }) {
        hasKeyPath = true
      } else if !TokenView.opens(view.token(key + 2)) || isMember(name) {
        return false
      }
      key = view.afterComma(view.next(after: key + 2))
    }
    return hasKeyPath
  }

  /// Whether records of some node have a member of a name.
  private func isMember(_ name: [UInt8]) -> Bool {
    plan.sentNames.contains(name)
      || plan.nodes.contains { node in
        plan.names[node.names].keys.contains { plan.plan.text[$0.range].elementsEqual(name) }
      }
  }

  private func writeByKeyPath(_ token: Int, _ row: UInt32, _ view: TokenView) -> Bool {
    var key = token + 1
    while view.token(key) == .quote {
      let name = view.text(ofString: key)
      let value = key + 2
      guard plan.keyPaths.contains(where: { $0.name == name }) else {
        return fail(.noKeyPath, at: key, 0)
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

  /// `name` is the key path that it stands under, where that is known.
  private func writeRoot(
    _ token: Int,
    _ name: [UInt8]?,
    _ kind: Written.Kind,
    _ row: UInt32,
    _ view: TokenView
  ) -> Bool {
    guard view.token(token) == .openObject else {
      return fail(.notRecord, at: token, WriteProblem.noSite)
    }
    if view.isOnlyError(token) { return fail(.failedBefore, at: token, 0) }
    guard let (entry, node) = entry(of: token, name, view) else { return false }
    if let update { return update.take(token, entry: entry, node: node, by: self, view) }
    let start = text.count
    hasEmptyRecord = false
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
    }
    written.append(
      Written(row: row, entry: entry, kind: kind, text: ByteRange(start..<text.count))
    )
    return true
  }

  /// The key of a member that was written from a place on: its text with quotes.
  func keyText(from start: Int) -> [UInt8] {
    text.string(at: start)
  }

  // MARK: - Types

  /// The text of a record's type; nil where it has none.
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

  /// What a root record belongs to, and the node that writes it, where one does.
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

  /// What a list belongs to that has no records, under a key path.
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
      // A mapper makes records of its own target alone.
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

  /// The node of related records that writes one of them.
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
    // No more are told apart.
    if otherTypes.count >= 1000 { return otherTypes.count }
    numbers[type] = otherTypes.count
    otherTypes.append(type)
    return otherTypes.count - 1
  }
}

extension WriteProblem {
  /// The problem is about no rule.
  package static var noSite: Int { 0xFF_FFFF }
}

extension TokenView {
  /// The value stands in a list.
  fileprivate func isElement(_ token: Int) -> Bool {
    isLaterElement(token) || token > 0 && self.token(token - 1) == .openArray
  }

  /// The value stands in a list, and is not the first there.
  fileprivate func isLaterElement(_ token: Int) -> Bool {
    token > 0 && self.token(token - 1) == .comma
  }

  /// The object has one member, which tells why a record has failed.
  fileprivate func isOnlyError(_ token: Int) -> Bool {
    self.token(token + 1) == .quote && isKey("$error", at: token + 1) && holdsOnlyError(token)
  }
}
