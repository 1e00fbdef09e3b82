package import RKEngine

/// Reads keyed lines as records with their targets, and checks their order.
package final class KeyedReader: LineText {
  /// Why a line cannot be read.
  package enum Fault: Sendable, Hashable {
    /// It is not a key, a position and a record separated by tabs.
    case notKeyed
    /// It has the key of a target that the spec does not have.
    case unknownTarget(String)
    /// The key has more or fewer parts than the target's identification.
    case otherKey(target: String, partCount: Int)
    /// It sorts before the previous line.
    case notSorted
    /// It has the key and position of the previous line, but another record.
    case samePosition
  }

  /// What a line contains if it is not a record.
  package enum Finding {
    case fault(Fault)
    /// A record that failed in the run that wrote the line; the text is a JSON object.
    case error(text: [UInt8])
    /// The trailer of a part.
    case trailer(text: [UInt8])
  }

  /// The order that lines must have.
  package enum Order: Sendable {
    case keys
    /// Sorted by key or, in the output of a single process, by position.
    case keysOrPositions
  }

  private struct Target {
    var label: [UInt8]
    var partCount: Int
  }

  private var targets: [[UInt8]: Target] = [:]
  private let log: KeyedLog?
  private var isSortedByKey = true
  private var isSortedByPosition: Bool
  /// The last line, and the ends of its key and position.
  private var last: [UInt8] = []
  private var lastEnds = (key: 0, position: 0)
  private var lastName: [UInt8] = []
  private var lastTarget: Target?
  /// What the line contains that reading has stopped at.
  private var finding: Finding?
  /// Whether only trailers are of interest from here on.
  private var isSkipping = false
  /// For each part, the number of distinct lines so far.
  package private(set) var lineCounts: [Int: Int] = [:]

  /// Reads lines for the targets of a spec, given with the number of parts in their keys.
  ///
  /// Each record's text begins with a member `indexKey`, a single letter, which has the index of its target. `log`
  /// receives the text before the records. See `LineText` for the rest.
  package init(
    _ source: consuming InputSource,
    name: String,
    byteOffset: Int,
    countsCharacters: Bool = false,
    targets: [(name: String, partCount: Int)],
    indexKey: String,
    order: Order,
    to log: KeyedLog?
  ) {
    self.log = log
    isSortedByPosition = order == .keysOrPositions
    for (index, target) in targets.enumerated() {
      self.targets[KeyedForm.escaped(Array(target.name.utf8)[...])] = Target(
        label: Array("{\"\(indexKey)\":\(index)".utf8),
        partCount: target.partCount
      )
    }
    super.init(
      source,
      name: name,
      byteOffset: byteOffset,
      countsCharacters: countsCharacters
    )
  }

  /// Reads the rest of the input, and passes its trailers to `take` until that returns true.
  package func skipRest(_ take: (_ text: [UInt8], InputPlace) -> Bool) throws(SystemError) {
    isSkipping = true
    var buffer = InputBuffer(capacity: 0)
    while !isAtEnd {
      _ = try read(into: &buffer, upTo: Self.skippedSize)
      buffer.dropFirst(buffer.count)
      if let stop = takeStop(), case .trailer(let text)? = takeFinding(), take(text, stop.place) {
        return
      }
    }
  }

  private static var skippedSize: Int { 64 * 1024 }

  /// What the line contains that reading has stopped at.
  package func takeFinding() -> Finding? {
    defer { finding = nil }
    return finding
  }

  // MARK: - Lines

  package override func prefix(of line: Span<UInt8>, at offset: Int) -> LinePrefix? {
    guard let keyEnd = line.first(.tab, in: 0..<line.count), keyEnd > 0,
      let end = line.first(.tab, in: keyEnd + 1..<line.count), end + 2 < line.count,
      line[end + 1] == .openObject, line[line.count - 1] == .closeObject
    else { return isSkipping ? LinePrefix(count: line.count) : stop(.notKeyed) }
    let nameEnd = line.first(KeyedForm.separator, in: 0..<keyEnd) ?? keyEnd
    if !line.isEqual(0..<nameEnd, to: lastName) {
      lastName = (0..<nameEnd).map { line[$0] }
      lastTarget = targets[lastName]
    }
    if lastName == Self.trailerKey {
      finding = .trailer(text: (end + 1..<line.count).map { line[$0] })
      return nil
    }
    if isSkipping { return LinePrefix(count: line.count) }
    guard line.isPosition(keyEnd + 1..<end) else { return stop(.notKeyed) }
    if line.isEqual(0..<line.count, to: last) { return LinePrefix(count: line.count) }
    if let fault = orderFault(line, keyEnd, end) { return stop(fault) }
    let isSameKey = nameEnd < keyEnd && line.isEqual(0..<keyEnd, to: last[..<lastEnds.key])
    keep(line, keyEnd, end)
    log?.add(offset, isSameKey: isSameKey, line.extracting(0...end))
    if lastName == Self.errorKey {
      finding = .error(text: (end + 1..<line.count).map { line[$0] })
      return nil
    }
    let name = { [lastName] in String(decoding: lastName, as: UTF8.self) }
    guard let target = lastTarget else { return stop(.unknownTarget(name())) }
    let partCount = (nameEnd..<keyEnd).count { line[$0] == KeyedForm.separator }
    if partCount != target.partCount {
      return stop(.otherKey(target: name(), partCount: target.partCount))
    }
    let isEmpty = line.firstOther(from: end + 2) == .closeObject
    return LinePrefix(count: end + 2, text: isEmpty ? target.label : target.label + [.comma])
  }

  private static var errorKey: [UInt8] { Array(KeyedForm.errorKey.utf8) }
  private static var trailerKey: [UInt8] { Array(KeyedForm.trailerKey.utf8) }

  private func stop(_ fault: Fault) -> LinePrefix? {
    finding = .fault(fault)
    return nil
  }

  private func keep(_ line: Span<UInt8>, _ keyEnd: Int, _ end: Int) {
    last.removeAll(keepingCapacity: true)
    last.reserveCapacity(line.count)
    for at in line.indices { last.append(line[at]) }
    lastEnds = (keyEnd, end)
    var part = 0
    for at in keyEnd + 1..<min(keyEnd + 7, end) {
      guard line[at].isDigit else { return }
      part = part * 10 + Int(line[at] - .zero)
    }
    lineCounts[part, default: 0] += 1
  }

  // MARK: - Order

  /// Why a line may not follow the last one; nil if it may.
  private func orderFault(_ line: Span<UInt8>, _ keyEnd: Int, _ end: Int) -> Fault? {
    if last.isEmpty { return nil }
    let byKey = line.order(0..<keyEnd, last[..<lastEnds.key])
    let byPosition = line.order(keyEnd + 1..<end, last[lastEnds.key + 1..<lastEnds.position])
    if byKey == 0 && byPosition == 0 { return .samePosition }
    if byKey < 0 || byKey == 0 && byPosition < 0 { isSortedByKey = false }
    if byPosition < 0 { isSortedByPosition = false }
    return isSortedByKey || isSortedByPosition ? nil : .notSorted
  }
}

extension Span<UInt8> {
  fileprivate func isEqual(_ range: Range<Int>, to other: some RandomAccessCollection<UInt8>)
    -> Bool
  {
    range.count == other.count && zip(range, other).allSatisfy { self[$0] == $1 }
  }

  /// Whether a range is the position of a record: it ends with a hyphen and nine digits.
  fileprivate func isPosition(_ range: Range<Int>) -> Bool {
    range.count > 10 && self[range.upperBound - 10] == .minus
      && (range.upperBound - 9..<range.upperBound).allSatisfy { self[$0].isDigit }
  }

  /// Compares a range with other bytes: negative if it comes first.
  fileprivate func order(_ range: Range<Int>, _ other: ArraySlice<UInt8>) -> Int {
    for (at, byte) in zip(range, other) where self[at] != byte { return self[at] < byte ? -1 : 1 }
    return range.count - other.count
  }

  /// The first byte from an offset on that is not white space.
  fileprivate func firstOther(from start: Int) -> UInt8 {
    for at in start..<count where !self[at].isWhitespace { return self[at] }
    return 0
  }
}
