internal import RKEngine
internal import RKMapping

/// Lists that are records: each column is an attribute.
final class RowSamples {
  private(set) var columns: [Position] = []
  private(set) var count = 0
  /// A sample of the different rows, without those that may have the names of columns.
  private var distinct = HashSample(capacity: 1024)
  /// The length of all rows; -1 if lengths differ.
  private(set) var length: Int?
  /// The first row of each file as JSON, with the cells that it would add, and how often it occurs.
  private var first: [[String]: (columns: [Position], count: Int)] = [:]
  /// The texts of the row with the names of columns.
  private(set) var header: [String]?

  /// The values of lists that are too long to be rows.
  private(set) var long: Position?

  /// Adds a row; the first one of a file may have the names of columns.
  func add(_ cells: RowCells, isFirst: Bool) {
    if let values = cells.long {
      length = -1
      count += 1
      if let long { long.absorb(values) } else { long = values }
      return
    }
    let row = cells.cells
    length = length == nil || length == row.count ? row.count : -1
    if isFirst, first.count < 64 {
      let key = row.map(\.text)
      first[key] = (row.map(\.position), (first[key]?.count ?? 0) + 1)
    } else {
      absorb(row.map(\.position), row.map(\.text))
    }
  }

  /// How many rows are different, while they are few.
  var distinctCount: Int { distinct.isWhole ? distinct.hashes.count : count }

  private func absorb(_ row: [Position], _ texts: [String], count: Int = 1) {
    self.count += count
    distinct.insert(texts.reduce(0) { StableHash.of($0, StableHash.of($1)) })
    while columns.count < row.count { columns.append(Position("[\(columns.count)]")) }
    for _ in 0..<count { for (column, cell) in zip(columns, row) { column.absorb(cell) } }
  }

  /// Decides which row has the names of columns; all others are data.
  func settle() {
    let rows = first.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    let candidates = rows.filter { row in
      Set(row.key).count == row.key.count && !row.key.contains(where: \.hasTooManyMarks)
        && row.value.columns.allSatisfy { $0.tally.strings == 1 && $0.tally.emptyStrings == 0 }
    }
    for row in rows where !candidates.contains(where: { $0.key == row.key }) {
      absorb(row.value.columns, row.key, count: row.value.count)
    }
    // A data row among the candidates would make all columns look like texts, so other rows come first.
    for row in candidates {
      let differs = zip(columns, row.value.columns).contains {
        $0.0.tally.strings == 0 && $0.0.tally.scalars > 0
      }
      if header == nil, differs, count > 0 {
        header = row.key.map(\.contentOfJSON)
      } else {
        absorb(row.value.columns, row.key, count: row.value.count)
      }
    }
  }

  var areRows: Bool { (length ?? -1) > 1 && count > 0 && columns.allSatisfy(\.hasOneKind) }

  /// Whether there are several rows, counting the one with names; a single list has elements, not columns.
  var areSeveral: Bool { distinctCount + (header == nil ? 0 : 1) > 1 }

  /// Whether there are no lists at all.
  var isEmpty: Bool { count == 0 && header == nil }
}

/// The values of a list that may be a row.
struct RowCells {
  private(set) var cells: [(text: String, position: Position)] = []
  /// All values in one place, if there are too many.
  private(set) var long: Position?
  private static let most = RecordSite.mostKeys

  /// Adds the value at the walk's position.
  ///
  /// - Returns: A hash of its contents.
  mutating func add(_ text: Span<UInt8>, _ walk: inout SampleWalk) -> UInt64 {
    if let long { return walk.addCell(text, to: long) }
    let position = Position("[\(cells.count)]")
    let start = walk.at
    let hash = walk.addCell(text, to: position)
    cells.append((text.string(start..<walk.at), position))
    guard cells.count > Self.most else { return hash }
    let values = Position("value")
    for cell in cells { values.absorb(cell.position) }
    cells = []
    long = values
    return hash
  }
}

extension String {
  /// The text of a string that is given as JSON.
  var contentOfJSON: String {
    let bytes = Array(utf8) + [UInt8](repeating: .space, count: OutputBuffer.slack)
    return StringText.string(bytes.span, 1..<(utf8.count - 1))
  }
}

extension Position {
  /// Whether all values other than null are of one kind.
  var hasOneKind: Bool {
    let kinds = [tally.booleans, tally.numbers, tally.strings, tally.lists, tally.objects]
    return kinds.count { $0 > 0 } <= 1
  }
}
