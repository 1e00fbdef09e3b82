/// A document that is taken apart, so that it need not be in memory as a whole: the elements of its
/// long lists are returned one by one, and everything else is kept.
struct LargeDocument {
  /// Values with fewer bytes are not taken apart.
  static let leastSize = 8 << 20
  /// The most keys that may lead to an object that is entered.
  private static let mostKeys = 3

  enum Step {
    case more
    case element(first: Int, last: Int)
    case listEnd
    case end
  }

  private enum State {
    case value
    case after
    case member
    case element
  }

  private var state = State.value
  /// For each open container, whether it is a list; outermost first.
  private var open: [Bool] = []
  /// The keys to the current value.
  private(set) var path: [[UInt8]] = []
  /// The document without the elements that were returned.
  private(set) var rest: [UInt8] = []
  /// The offsets in `rest` of the lists that were taken apart.
  private(set) var lists: [Int] = []

  /// The next step in the window, from a token on.
  mutating func next(_ cursor: inout Int, _ view: TokenView, isAtEnd: Bool) -> Step {
    while true {
      if case .after = state, open.isEmpty { return .end }
      guard cursor < view.count else { return .more }
      switch state {
      case .value:
        guard enter(&cursor, view, isAtEnd: isAtEnd) else { return .more }
      case .after:
        path.removeLast()
        cursor = view.afterComma(cursor)
        state = .member
      case .member:
        guard pass(memberAt: &cursor, view) else { return .more }
      case .element:
        if view.token(cursor) == .closeArray {
          close(.closeArray, &cursor)
          return .listEnd
        }
        guard let last = Self.last(of: cursor, view, isAtEnd: false), last + 1 < view.count else {
          return .more
        }
        let first = cursor
        cursor = view.afterComma(last + 1)
        return .element(first: first, last: last)
      }
    }
  }

  /// Keeps a value, or begins to take it apart; false if more of it is needed.
  private mutating func enter(_ cursor: inout Int, _ view: TokenView, isAtEnd: Bool) -> Bool {
    if let last = Self.last(of: cursor, view, isAtEnd: isAtEnd) {
      append(view.range(from: cursor, to: last), view)
      cursor = last + 1
      state = .after
      return true
    }
    let isList = view.token(cursor) == .openArray
    guard Self.isLarge(cursor, view), isList || open.count < Self.mostKeys else { return false }
    if isList { lists.append(rest.count) }
    rest.append(isList ? .openArray : .openObject)
    open.append(isList)
    cursor += 1
    state = isList ? .element : .member
    return true
  }

  /// Handles a key, or the end of an object; false if more input is needed.
  private mutating func pass(memberAt cursor: inout Int, _ view: TokenView) -> Bool {
    if view.token(cursor) == .closeObject {
      close(.closeObject, &cursor)
      return true
    }
    guard cursor + 2 < view.count else { return false }
    if rest.last != .openObject { rest.append(.comma) }
    append(view.range(from: cursor, to: cursor), view)
    rest.append(.colon)
    path.append(view.text(ofString: cursor))
    cursor += 2
    state = .value
    return true
  }

  private mutating func close(_ byte: UInt8, _ cursor: inout Int) {
    rest.append(byte)
    open.removeLast()
    cursor += 1
    state = .after
  }

  private mutating func append(_ range: Range<Int>, _ view: TokenView) {
    let bytes = view.padded
    for index in range { rest.append(bytes[index]) }
  }

  /// The last token of a value; nil if it is not available yet.
  private static func last(of first: Int, _ view: TokenView, isAtEnd: Bool) -> Int? {
    let byte = view.token(first)
    if TokenView.opens(byte) { return view.close(of: first) }
    // A number's end is known only when something follows.
    return byte == .quote || first + 1 < view.count || isAtEnd ? first : nil
  }

  /// Whether the available part of a structure is large enough to take it apart.
  static func isLarge(_ first: Int, _ view: TokenView) -> Bool {
    TokenView.opens(view.token(first)) && view.count > first
      && view.position(view.count - 1) - view.position(first) >= leastSize
  }
}

extension TokenView {
  /// The bytes of a value from its first token to its last.
  func range(from first: Int, to last: Int) -> Range<Int> {
    let byte = token(first)
    if byte == .quote {
      let content = content(ofString: first)
      return (content.lowerBound - 1)..<(content.upperBound + 1)
    }
    return position(first)..<(TokenView.opens(byte) ? position(last) + 1 : end(ofScalar: first))
  }
}

extension AnyRecordSink {
  /// Writes the rest of a document whose list elements were written already.
  func write(_ document: LargeDocument) {
    let text = document.rest + [UInt8](repeating: .space, count: OutputBuffer.slack)
    write(rest: text.span, 0..<document.rest.count, lists: document.lists)
  }
}
