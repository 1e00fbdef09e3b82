/// Settings for tracing.
package struct TraceOptions: Sendable {
  package enum Selection: Sendable {
    case all
    /// A root record, by its number from 1.
    case row(Int)
    /// All root records for which a test is true.
    case roots(@Sendable (TracedRoot) -> Bool)
    /// The value at a pointer in a document, given by its number from 1.
    case pointer([UInt8], document: Int)
  }

  package var selection: Selection
  /// Whether to report the leaves of each document, and its text.
  package var wantsLeaves = false
  /// Receives each document after it was mapped.
  package var receive: @Sendable (TracedDocument) -> Void

  package init(_ selection: Selection, receive: @escaping @Sendable (TracedDocument) -> Void) {
    self.selection = selection
    self.receive = receive
  }
}

/// Notes what happens to each value on its way into a record.
///
/// The coverage collector reports what rules read. After each root record only the wanted notes are
/// kept.
final class MappingTrace {
  /// A part of a document that became a record, or the reason why it did not.
  struct Region {
    var token: Int
    var reason: TracedLeaf.Reason
    var rule: Int?
    var node: Int?
  }

  /// A value that a rule has read.
  struct Reading {
    var token: Int
    var rule: Int
    var isOfEmpty: Bool
    /// The record that the value was read for, while its root record is being mapped.
    var record: Int?
    var reason = TracedLeaf.Reason.read
    /// The validation that is the reason, by its number in the plan.
    var remover: Int?
  }

  /// The place of a value in the records of a batch.
  struct Place: Hashable {
    var row: Int
    var column: Int
  }

  let options: TraceOptions
  /// The number of root records made by the run.
  private var rootCount = 0
  /// The number of root records at each key path, and the key paths that lead to lists.
  private(set) var counts: [Int: Int] = [:]
  private(set) var collections: Set<Int> = []
  /// The records of the current root, and the last record that was begun at each row.
  private(set) var records: [TracedRecord] = []
  private var places: [Int: Int] = [:]
  /// The record whose rules are being applied, and its current value.
  private var current = 0
  private var cell = -1
  private var firstReading = 0
  private(set) var pending: [TracedChoice] = []
  var policy = TracedStep.Policy.onMissing

  private(set) var roots: [TracedRoot] = []
  private(set) var regions: [Region] = []
  private(set) var readings: [Reading] = []
  private(set) var ignored: [Int] = []
  private(set) var faults: Set<Int> = []
  /// The tokens of the selected value, and those of the values that contain it.
  private(set) var wanted: Range<Int>?
  private(set) var around: Set<Int> = []

  init(_ options: TraceOptions) { self.options = options }

  // MARK: - Documents

  /// Begins a document; `wanted` are the tokens of the selected value.
  func beginDocument(wanted: Range<Int>? = nil, around: Set<Int> = []) {
    roots = []
    regions = []
    readings = []
    ignored = []
    faults = []
    (self.wanted, self.around) = (wanted, around)
    records = []
    places = [:]
    pending = []
    firstReading = 0
  }

  // MARK: - Records

  /// Begins the choice of a dynamic mapper.
  func beginChoice(of node: Int) { pending.append(TracedChoice(node: node)) }

  /// Notes a matcher that was evaluated.
  func note(matcher: Int, isChosen: Bool, got: String?) {
    guard let last = pending.indices.last else { return }
    if isChosen {
      pending[last].matcher = matcher
    } else {
      pending[last].others.append((matcher, got))
    }
  }

  /// Begins a record at a row.
  func open(_ record: TracedRecord, parentRow: Int?) {
    var record = record
    record.parent = parentRow.flatMap { places[$0] }
    record.choices = pending
    pending = []
    places[record.row] = records.count
    current = records.count
    records.append(record)
  }

  /// Notes a representation that became no record.
  func note(_ region: Region) {
    regions.append(region)
    pending = []
  }

  /// The records without those whose rows others have taken.
  var live: [TracedRecord] { places.values.map { records[$0] } }

  /// Continues with the record of a row.
  func select(row: Int) { current = places[row] ?? current }

  // MARK: - Values

  /// Begins a value of the selected record.
  func begin(column: Int, rule: Int) {
    guard records.indices.contains(current) else { return }
    records[current].cells.removeAll { $0.column == column }
    cell = records[current].cells.count
    records[current].cells.append(TracedCell(column: column, rule: rule))
  }

  /// Continues with the value of a column of the selected record.
  func select(column: Int) {
    guard records.indices.contains(current) else { return }
    cell = records[current].place(ofColumn: column) ?? -1
  }

  /// Ends the current value.
  func end() { cell = -1 }

  func add(_ step: TracedStep) {
    guard cell >= 0, records.indices.contains(current) else { return }
    records[current].cells[cell].steps.append(step)
  }

  /// Notes that the value is also made from other values of its record.
  func add(columns: [Int]) {
    guard cell >= 0, records.indices.contains(current) else { return }
    records[current].cells[cell].columns += columns
  }

  /// The value after its last step; after a failed conversion, the value before it.
  var last: String? {
    guard cell >= 0, let step = records[current].cells[cell].steps.last else { return nil }
    switch step {
    case .convert(let given, nil), .lookUp(_, _, let given, nil), .transform(_, let given, nil):
      return given
    default: return step.out
    }
  }

  // MARK: - Reading

  func read(_ token: Int, by rule: Int, isOfEmpty: Bool) {
    readings.append(
      Reading(
        token: token,
        rule: rule,
        isOfEmpty: isOfEmpty,
        record: records.isEmpty ? nil : current
      )
    )
  }

  func ignore(_ token: Int) { ignored.append(token) }

  func note(faultAt token: Int) { faults.insert(token) }

  // MARK: - Roots

  /// Ends a root representation that became a record; `rows` are those of the record and everything
  /// related to it.
  func endRoot(
    descriptor: Int,
    isElement: Bool,
    section: Int,
    indices: [Int: Int],
    rows: Range<Int>,
    _ values: [Place: (text: String, isFallback: Bool)]
  ) {
    rootCount += 1
    counts[section, default: 0] += 1
    if isElement { collections.insert(section) }
    // A record begun at a row that another one has taken no longer exists.
    let live = rows.compactMap { places[$0] }
    var numbers: [Int: Int] = [:]
    for (place, number) in live.enumerated() { numbers[number] = place }
    for number in live {
      records[number].cells.indices.forEach { cell in
        let column = records[number].cells[cell].column
        let value = values[Place(row: records[number].row, column: column)]
        records[number].cells[cell].value = value?.text
        records[number].cells[cell].isFallback = value?.isFallback ?? false
      }
    }
    for place in firstReading..<readings.count { settle(place, isLive: numbers) }
    addTokens()
    let kept = live.map { number in
      var record = records[number]
      record.parent = record.parent.flatMap { numbers[$0] }
      record.index = indices[record.row]
      record.row -= rows.lowerBound
      return record
    }
    for record in kept {
      regions.append(Region(token: record.token, reason: .unmapped, node: record.node))
    }
    let root = TracedRoot(
      descriptor: descriptor,
      number: rootCount,
      section: section,
      place: counts[section, default: 1] - 1,
      isElement: isElement,
      records: kept
    )
    if isWanted(root) { roots.append(root) }
    forget()
  }

  /// Ends a root representation that did not become a record.
  func endRoot(_ region: Region?) {
    for place in firstReading..<readings.count { settle(place, isLive: [:]) }
    if let region { regions.append(region) }
    forget()
  }

  /// Forgets the current root record.
  private func forget() {
    records = []
    places = [:]
    pending = []
    firstReading = readings.count
  }

  /// Determines the result of reading a value.
  private func settle(_ place: Int, isLive: [Int: Int]) {
    let reading = readings[place]
    guard let record = reading.record, records.indices.contains(record) else { return }
    readings[place].record = nil
    guard let cell = records[record].cells.first(where: { $0.rule == reading.rule }) else { return }
    if isLive[record] == nil {
      readings[place].reason = .failed
    } else if cell.value == nil && reading.token != 0 && !isKept(cell) {
      readings[place].reason = .rejected
      readings[place].remover = cell.remover
    } else {
      readings[place].reason = .cell
    }
    if let place = records[record].place(ofColumn: cell.column) {
      records[record].cells[place].tokens.append(reading.token)
    }
  }

  /// Whether a value is absent because nothing, or null, was found, and was not rejected.
  private func isKept(_ cell: TracedCell) -> Bool {
    for step in cell.steps {
      if case .source(_, _, let out?) = step { return out == "null" }
      if case .connection = step { return true }
    }
    return true
  }

  /// Adds to each value that is made from other values of its record the tokens of those.
  private func addTokens() {
    for number in records.indices {
      for cell in records[number].cells.indices {
        for case .key(let token?, _) in records[number].cells[cell].steps {
          records[number].cells[cell].tokens.append(token)
        }
        // A path that finds nothing in an array or object has still read it.
        if records[number].cells[cell].tokens.isEmpty {
          for case .source(_, let token?, _) in records[number].cells[cell].steps {
            records[number].cells[cell].tokens.append(token)
          }
        }
        for column in records[number].cells[cell].columns {
          guard let other = records[number].place(ofColumn: column), other != cell else { continue }
          records[number].cells[cell].tokens += records[number].cells[other].tokens
        }
      }
    }
  }

  private func isWanted(_ root: TracedRoot) -> Bool {
    switch options.selection {
    case .all: true
    case .row(let number): root.number == number
    case .roots(let test): test(root)
    case .pointer:
      root.records.contains { record in
        record.cells.contains { $0.tokens.contains(where: isWanted) }
      }
    }
  }

  /// Whether a token is that of the selected value, or of a value in or around it.
  func isWanted(_ token: Int) -> Bool { wanted?.contains(token) == true || around.contains(token) }
}
