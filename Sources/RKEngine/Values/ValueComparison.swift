/// Compares values as predicates do (docs/spec-format.md, Predicates and expressions;
/// docs/restkit.md).
///
/// Texts without escapes are compared in place. Texts that are folded or have escapes are copied
/// first, into buffers that all comparisons share.
struct ValueComparison: ~Copyable {
  private var left = UniqueArray<UInt8>()
  private var right = UniqueArray<UInt8>()
  private var unescaped = UniqueArray<UInt8>()

  // MARK: - Values

  @inline(__always)
  mutating func areEqual(
    _ one: Cell,
    _ other: Cell,
    _ folding: TextFolding,
    _ bytes: CellBytes
  ) -> Bool {
    switch (one.kind, other.kind) {
    case (.number, .number): areEqual(numbers: one, other, bytes)
    case (.string, .string): areEqual(texts: one, other, folding, bytes)
    case (.structure, .structure): areEqual(structures: one, other, bytes)
    case (.number, .true), (.number, .false):
      DecimalText.equals(bytes.around(one), one.range, other.kind == .true ? 1 : 0)
    case (.true, .number), (.false, .number):
      DecimalText.equals(bytes.around(other), other.range, one.kind == .true ? 1 : 0)
    case (.true, .true), (.false, .false): true
    default: false
    }
  }

  /// Negative, zero or positive; nil if the values have no order.
  @inline(__always)
  mutating func order(
    _ one: Cell,
    _ other: Cell,
    _ folding: TextFolding,
    _ bytes: CellBytes
  ) -> Int? {
    switch (one.kind, other.kind) {
    case (.number, .number):
      if let left = ShortNumber(bytes.around(one), one.range),
        let right = ShortNumber(bytes.around(other), other.range),
        let order = ShortNumber.order(left, right)
      {
        return order
      }
      return DecimalText.order(bytes.around(one), one.range, bytes.around(other), other.range)
    case (.string, .string): return order(texts: one, other, folding, bytes)
    default: return order(booleans: one, other, bytes)
    }
  }

  @inline(__always)
  private func areEqual(numbers one: Cell, _ other: Cell, _ bytes: CellBytes) -> Bool {
    if let left = ShortNumber(bytes.around(one), one.range),
      let right = ShortNumber(bytes.around(other), other.range),
      let order = ShortNumber.order(left, right)
    {
      return order == 0
    }
    let (left, right) = (bytes.around(one), bytes.around(other))
    // If the exponents are out of range, only numbers with the same spelling are known to be equal.
    return DecimalText.areEqual(left, one.range, right, other.range)
      || one.count == other.count && left.has(right, other.range, at: Int(one.offset))
  }

  /// Booleans count as 1 and 0.
  @inline(never)
  private func order(booleans one: Cell, _ other: Cell, _ bytes: CellBytes) -> Int? {
    let digits: [UInt8] = [.zero, .zero + 1]
    func number(_ cell: Cell) -> Range<Int>? {
      switch cell.kind {
      case .false: 0..<1
      case .true: 1..<2
      case .number: cell.range
      default: nil
      }
    }
    guard let left = number(one), let right = number(other) else { return nil }
    return switch (one.kind == .number, other.kind == .number) {
    case (true, _): DecimalText.order(bytes.around(one), left, digits.span, right)
    case (_, true): DecimalText.order(digits.span, left, bytes.around(other), right)
    default: left.lowerBound - right.lowerBound
    }
  }

  @inline(never)
  private mutating func areEqual(structures one: Cell, _ other: Cell, _ bytes: CellBytes) -> Bool {
    let (left, right) = (bytes.of(one), bytes.of(other))
    if left.count == right.count && left.has(right, 0..<right.count, at: 0) { return true }
    guard left[0] == right[0] else { return false }
    var key = SortKey(booleansAreNumbers: true)
    self.left.removeAll()
    CompactText.append(left, 0..<left.count, to: &self.left)
    self.right.removeAll()
    CompactText.append(right, 0..<right.count, to: &self.right)
    guard key.append(self.left.span, 0..<self.left.count) else { return false }
    let middle = key.bytes.count
    guard key.append(self.right.span, 0..<self.right.count) else { return false }
    return key.compare(0..<middle, middle..<key.bytes.count) == 0
  }

  // MARK: - Texts

  /// Passes the texts of two strings to `body`, in the form in which they are compared.
  @inline(__always)
  private mutating func compare<Answer>(
    _ one: Cell,
    _ other: Cell,
    _ folding: TextFolding,
    _ bytes: CellBytes,
    _ body: (Span<UInt8>, Span<UInt8>) -> Answer
  ) -> Answer {
    if folding.isNone && bytes.isPlain(one) && bytes.isPlain(other) {
      return body(bytes.content(of: one), bytes.content(of: other))
    }
    Self.append(one, folding, bytes, &left, &unescaped)
    Self.append(other, folding, bytes, &right, &unescaped)
    return body(left.span, right.span)
  }

  /// Replaces `output` by the text of a string, in the form in which it is compared.
  @inline(never)
  private static func append(
    _ cell: Cell,
    _ folding: TextFolding,
    _ bytes: CellBytes,
    _ output: inout UniqueArray<UInt8>,
    _ unescaped: inout UniqueArray<UInt8>
  ) {
    output.removeAll()
    if bytes.isPlain(cell) {
      if folding.isNone {
        output.append(contentsOf: bytes.around(cell), cell.contentRange)
      } else {
        folding.append(bytes.content(of: cell), to: &output)
      }
    } else if folding.isNone {
      _ = StringText.append(bytes.around(cell), cell.contentRange, to: &output)
    } else {
      unescaped.removeAll()
      _ = StringText.append(bytes.around(cell), cell.contentRange, to: &unescaped)
      folding.append(unescaped.span, to: &output)
    }
  }

  @inline(__always)
  private mutating func areEqual(
    texts one: Cell,
    _ other: Cell,
    _ folding: TextFolding,
    _ bytes: CellBytes
  ) -> Bool {
    compare(one, other, folding, bytes) { TextSearch.areEqual($0, $1) }
  }

  @inline(__always)
  private mutating func order(
    texts one: Cell,
    _ other: Cell,
    _ folding: TextFolding,
    _ bytes: CellBytes
  ) -> Int {
    compare(one, other, folding, bytes) { TextSearch.order($0, $1) }
  }

  /// Whether the first text contains the second.
  mutating func contains(
    _ one: Cell,
    _ other: Cell,
    _ folding: TextFolding,
    _ bytes: CellBytes
  ) -> Bool {
    compare(one, other, folding, bytes) { TextSearch.contains($0, $1) }
  }

  mutating func begins(
    _ one: Cell,
    with other: Cell,
    _ folding: TextFolding,
    _ bytes: CellBytes
  ) -> Bool {
    compare(one, other, folding, bytes) { $0.has($1, 0..<$1.count, at: 0) }
  }

  mutating func ends(
    _ one: Cell,
    with other: Cell,
    _ folding: TextFolding,
    _ bytes: CellBytes
  ) -> Bool {
    compare(one, other, folding, bytes) { $0.has($1, 0..<$1.count, at: $0.count - $1.count) }
  }

  mutating func isLike(
    _ one: Cell,
    _ other: Cell,
    _ folding: TextFolding,
    _ bytes: CellBytes
  ) -> Bool {
    compare(one, other, folding, bytes) { TextSearch.isLike($0, $1) }
  }

  /// Whether the whole text matches; also false if the matcher gives up.
  ///
  /// The pattern says whether case counts.
  mutating func matches(
    _ cell: Cell,
    _ pattern: PlanID<PatternProgram>,
    _ folding: TextFolding,
    _ plan: borrowing MappingPlan,
    _ matcher: inout PatternMatcher,
    _ bytes: CellBytes
  ) -> Bool {
    guard !pattern.isNone else { return false }
    if !folding.ignoresDiacritics && bytes.isPlain(cell) {
      return matcher.matchWhole(of: pattern, plan, bytes.content(of: cell)) == .matched
    }
    let folding = TextFolding(ignoresDiacritics: folding.ignoresDiacritics)
    Self.append(cell, folding, bytes, &left, &unescaped)
    return matcher.matchWhole(of: pattern, plan, left.span) == .matched
  }
}
