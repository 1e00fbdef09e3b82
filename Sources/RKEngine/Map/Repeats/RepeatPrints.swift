/// What is remembered of records with an identity: a hash of the key, one of each value, and the
/// place.
package struct RepeatPrints: ~Copyable {
  struct Print: BitwiseCopyable {
    var key: UInt64
    /// Where the record begins in its input.
    var offset: UInt64
    var shape: UInt32
    /// Where its hashes begin.
    var firstHash: Int
    /// The modification value, as bytes that are ordered like the values; empty if there is none.
    var revision: ByteRange
    /// Whether it is null, which is newer than nothing.
    var hasNullRevision: Bool
  }

  /// Members of a list that are in it already, so that a join table does not have them again.
  struct Dropped: BitwiseCopyable {
    var site: PlanSite
    var count: Int
    /// Where the list's owner begins in its input.
    var offset: UInt64
  }

  var prints = UniqueArray<Print>()
  var dropped = UniqueArray<Dropped>()
  /// For each print, the hashes of the members of its target; 0 for a member that is not given.
  var hashes = UniqueArray<UInt32>()
  var bytes = UniqueArray<UInt8>()
  /// Of a segment: the targets of which some record overwrites another of the segment.
  var overwrittenTargets: [Int] = []

  mutating func removeAll() {
    prints.removeAll()
    dropped.removeAll()
    hashes.removeAll()
    bytes.removeAll()
  }
}

extension RepeatPrints {
  func revision(_ range: ByteRange) -> [UInt8] { range.range.map { bytes[$0] } }
}

/// What would be known of an identity if some records were taken.
struct RepeatState {
  var hashes: [UInt32]
  var revision: [UInt8] = []
  var place = RepeatWatch.Place(input: 0, offset: 0)

  init(memberCount: Int) { hashes = Array(repeating: 0, count: memberCount) }

  mutating func take(
    _ prints: borrowing RepeatPrints,
    _ print: RepeatPrints.Print,
    _ shape: RepeatShape,
    in input: Int
  ) {
    let new = prints.revision(print.revision)
    if shape.isOld(new, print.hasNullRevision, known: revision) { return }
    if !new.isEmpty { revision = new }
    for member in hashes.indices where prints.hashes[print.firstHash + member] != 0 {
      hashes[member] = prints.hashes[print.firstHash + member]
    }
    place = RepeatWatch.Place(input: input, offset: Int(print.offset))
  }
}

/// Makes the prints of the records in batches.
struct RepeatPrinter: ~Copyable {
  private let rules: RepeatRules
  private let empty = RecordHash()
  /// The plan's constants, with padding for wide loads.
  private let constants: [UInt8]
  private var keys: RecordKeyReader
  private var values = ValuePrinter()
  /// How many members of the last list are in it already.
  private var againCount = 0

  init(_ plan: borrowing MappingPlan) {
    rules = plan.repeats
    constants = plan.text + [UInt8](repeating: 0, count: OutputBuffer.slack)
    let rules = rules
    keys = RecordKeyReader(plan) { record, column in
      rules.columns[Int(rules.shapes[record].columns.first) + column].kind == .instant
    }
  }

  /// Adds the print of the record at a row; false if it has no identity, or is not watched.
  ///
  /// Its place is set by the caller.
  mutating func add(
    _ row: Int,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    to prints: inout RepeatPrints
  ) -> Bool {
    let record = batch.rows[row].record
    if record.isNone { return false }
    let shape = rules.shapes[Int(record.index)]
    let columns = shape.columns.indices
    let cells = Int(batch.rows[row].firstCell) &- columns.lowerBound
    guard shape.target >= 0, let key = keys.key(of: row, in: batch, input) else {
      for column in columns where rules.columns[column].joinSite != nil {
        var hash = empty
        add(batch.cells[cells &+ column], rules.columns[column], &hash, &prints, batch, input)
      }
      return false
    }
    let start = prints.bytes.count
    var hasNullRevision = false
    if shape.modification >= 0 {
      let cell = batch.cell(UInt32(shape.modification), of: row)
      let rule = rules.columns[Int(shape.columns.first) + Int(shape.modification)]
      hasNullRevision = cell.kind == .null && isGiven(cell, rule)
      values.addRevision(cell, shape, batch, input, constants, &prints)
    }
    let first = prints.hashes.count
    prints.prints.append(
      RepeatPrints.Print(
        key: key.words.low,
        offset: 0,
        shape: UInt32(record.index),
        firstHash: first,
        revision: ByteRange(start..<prints.bytes.count),
        hasNullRevision: hasNullRevision
      )
    )
    prints.hashes.append(zeros: rules.memberCounts[Int(shape.target)])
    for column in columns {
      let rule = rules.columns[column]
      if rule.kind == .ignored || rule.isKey { continue }
      let cell = batch.cells[cells &+ column]
      guard isGiven(cell, rule) else { continue }
      var hash = empty
      add(cell, rule, &hash, &prints, batch, input)
      let short = UInt32(truncatingIfNeeded: hash.low ^ hash.low &>> 32)
      prints.hashes[first &+ Int(rule.place)] = max(short, 1)
    }
    return true
  }

  /// The texts of the identity of the record at a row.
  mutating func identity(
    of row: Int,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) -> [String] {
    keys.texts(of: row, in: batch, input)
  }

  /// Whether a record gives a value itself.
  @inline(__always)
  private func isGiven(_ cell: Cell, _ rule: RepeatColumn) -> Bool {
    switch cell.kind {
    case .missing, .reference: return false
    default: break
    }
    if cell.traits.contains(.isFallback) { return false }
    return !rule.hasStandIn || cell.token != 0 || cell.space == .batch
  }

  /// Adds the contents of a record's own column, and notes what a join table drops of a list.
  private mutating func add(
    _ cell: Cell,
    _ rule: RepeatColumn,
    _ hash: inout RecordHash,
    _ prints: inout RepeatPrints,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) {
    add(cell, rule, to: &hash, batch, input)
    guard cell.kind == .list, againCount > 0, let site = rule.joinSite else { return }
    prints.dropped.append(RepeatPrints.Dropped(site: site, count: againCount, offset: 0))
  }

  /// Adds the contents of a column.
  ///
  /// Recurses as deep as records without identity are nested.
  private mutating func add(
    _ cell: Cell,
    _ rule: RepeatColumn,
    to hash: inout RecordHash,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) {
    switch cell.kind {
    case .missing, .null, .false, .true, .reference: hash.add(UInt64(cell.kind.rawValue))
    case .record:
      hash.add(1)
      hash.add(related(Int(cell.offset), batch, input).hash)
    case .list: addList(cell, to: &hash, batch, input)
    case .number, .string, .structure:
      let hasEscapes = cell.traits.contains(.mayHaveEscapes)
      switch cell.space {
      case .input: values.add(input, cell.range, rule, mayHaveEscapes: hasEscapes, to: &hash)
      case .batch:
        values.add(batch.side.span, cell.range, rule, mayHaveEscapes: true, to: &hash)
      case .plan:
        let constants = constants
        values.add(constants.span, cell.range, rule, mayHaveEscapes: true, to: &hash)
      }
    }
  }

  /// Adds related records: the set of their keys, and those without identity in their order.
  private mutating func addList(
    _ cell: Cell,
    to hash: inout RecordHash,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) {
    hash.add(5)
    var known: Set<UInt64> = []
    var again = 0
    var sum: UInt64 = 0
    var member = Int(cell.offset)
    for _ in 0..<cell.count {
      let (content, hasKey) = related(member, batch, input)
      if !hasKey {
        hash.add(content)
      } else if known.insert(content).inserted {
        sum &+= content
      } else {
        again += 1
      }
      member = Int(batch.rows[member].end)
    }
    againCount = again
    hash.add(sum)
  }

  /// A hash of a related record: of its key, or of its members if it has none.
  private mutating func related(
    _ row: Int,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) -> (hash: UInt64, hasKey: Bool) {
    if let key = keys.key(of: row, in: batch, input) { return (key.words.low, true) }
    var hash = empty
    let record = batch.rows[row].record
    if record.isNone { return (0, false) }
    let columns = rules.shapes[Int(record.index)].columns
    for (number, column) in columns.indices.enumerated() {
      let rule = rules.columns[column]
      if rule.kind == .ignored { continue }
      let cell = batch.cell(UInt32(number), of: row)
      if cell.kind == .missing { continue }
      hash.add(UInt64(rule.place))
      add(cell, rule, to: &hash, batch, input)
    }
    return (hash.low, false)
  }
}

/// Adds JSON values to hashes, so that equal values have equal hashes.
private struct ValuePrinter: ~Copyable {
  private var text = UniqueArray<UInt8>()
  private var keys = SortKey()

  /// Adds the bytes by which modification values are ordered.
  mutating func addRevision(
    _ cell: Cell,
    _ shape: RepeatShape,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ constants: [UInt8],
    _ prints: inout RepeatPrints
  ) {
    let isNumber = cell.kind == .number
    guard isNumber || cell.kind == .string, !cell.traits.contains(.isFallback) else { return }
    text.removeAll()
    cell.appendText(batch, input, constants, to: &text)
    switch shape.modificationOrder {
    case .instant:
      let end = text.count
      let range = InstantText.significant(text.span, 0..<end)
      prints.bytes.append(contentsOf: text.span, range)
    case .number, .undeclared:
      if !isNumber && shape.modificationOrder == .undeclared { return }
      keys.truncate(to: 0)
      guard Self.append(text, to: &keys) else { return }
      let count = keys.bytes.count
      prints.bytes.append(contentsOf: keys.bytes.span, 0..<count)
    case .equality:
      let end = text.count
      prints.bytes.append(contentsOf: text.span, 0..<end)
    }
  }

  /// Appends the key by which a value in compact JSON text is compared; false if it has none.
  private static func append(_ text: borrowing UniqueArray<UInt8>, to keys: inout SortKey) -> Bool {
    keys.append(text.span, 0..<text.count)
  }

  /// Adds a JSON value.
  mutating func add(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    _ rule: RepeatColumn,
    mayHaveEscapes: Bool,
    to hash: inout RecordHash
  ) {
    switch bytes[range.lowerBound] {
    case .quote:
      let content = (range.lowerBound &+ 1)..<(range.upperBound &- 1)
      addText(bytes, content, rule, mayHaveEscapes: mayHaveEscapes, to: &hash)
    case .openArray where rule.isSet || rule.kind != .value:
      addElements(bytes, range, rule, to: &hash)
    case .openArray, .openObject:
      text.removeAll()
      CompactText.append(bytes, range, to: &text)
      keys.truncate(to: 0)
      if Self.append(text, to: &keys) {
        let count = keys.bytes.count
        hash.add(keys.bytes.span, 0..<count)
      } else {
        addText(to: &hash)
      }
    case .ascii("t"), .ascii("f"), .ascii("n"): hash.add(UInt64(bytes[range.lowerBound]))
    default: addNumber(bytes, range, to: &hash)
    }
  }

  private mutating func addText(
    _ bytes: Span<UInt8>,
    _ content: Range<Int>,
    _ rule: RepeatColumn,
    mayHaveEscapes: Bool,
    to hash: inout RecordHash
  ) {
    if rule.kind == .decimal && ScalarCheck.isNumber(bytes, content) {
      return addNumber(bytes, content, to: &hash)
    }
    hash.add(2)
    if rule.kind == .instant { return hash.add(bytes, InstantText.significant(bytes, content)) }
    if !mayHaveEscapes || bytes.first(.backslash, in: content) == nil {
      return hash.add(bytes, content)
    }
    text.removeAll()
    _ = StringText.append(bytes, content, to: &text)
    addText(to: &hash)
  }

  private mutating func addNumber(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    to hash: inout RecordHash
  ) {
    hash.add(3)
    if KeyText.isNormal(bytes, range) { return hash.add(bytes, range) }
    text.removeAll()
    KeyText.appendNumber(bytes, range, to: &text)
    addText(to: &hash)
  }

  private func addText(to hash: inout RecordHash) {
    let end = text.count
    hash.add(text.span, 0..<end)
  }

  /// Adds the elements of a list of values, which are compared one by one.
  private mutating func addElements(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    _ rule: RepeatColumn,
    to hash: inout RecordHash
  ) {
    hash.add(4)
    var at = range.lowerBound + 1
    var sum: UInt64 = 0
    while at < range.upperBound - 1 {
      if bytes[at].isWhitespace || bytes[at] == .comma {
        at += 1
        continue
      }
      let end = min(bytes.end(ofValueAt: at), range.upperBound - 1)
      var element = RecordHash()
      add(bytes, at..<end, rule, mayHaveEscapes: true, to: &element)
      if rule.isSet { sum &+= element.low } else { hash.add(element.low) }
      at = end
    }
    hash.add(sum)
  }
}
