/// Validates the grammar of RFC 8259 over token bytes, 64 tokens a step.
///
/// Most of the grammar is about neighbours: a colon follows a string, a value follows a colon, two
/// values do not follow each other. That is a few mask operations for 64 tokens at once. Only
/// brackets are visited one by one, for the stack of open containers; between two brackets all
/// tokens lie in one container, so their commas are validated together.
///
/// The state between steps is the stack and the class of the last token. A string is a key if a
/// colon follows, so the check lags the index by one token until the input ends.
struct GrammarCheck: ~Copyable {
  /// How documents are separated.
  enum Documents {
    /// One after the other, with or without white space between.
    case concatenated
    /// At most one document between two separators, which cannot occur inside a document (NDJSON,
    /// text sequences).
    case separated(by: UInt8)
  }

  private let documents: Documents
  private let maximumDepth: Int
  private var stack = ContainerStack()
  /// The block before the first one, initially as if a separator ended it.
  private var before = TokenMasks(separator: 1 << 63)
  /// The number of tokens validated so far.
  private(set) var checkedCount = 0
  /// The number of blocks before those of the window.
  private var droppedBlockCount = 0
  /// The depth change of each completely validated block.
  private(set) var depthChanges = UniqueArray<DepthChange>()
  /// Where deep containers close.
  private(set) var deepCloses = DeepCloses()

  /// `isAfterValue` says that a document precedes the first token.
  init(documents: Documents, maximumDepth: Int, isAfterValue: Bool = false) {
    self.documents = documents
    self.maximumDepth = maximumDepth
    if isAfterValue { before = TokenMasks(closeObject: 1 << 63) }
  }

  /// Begins after a comma in a list inside `objectCount` objects and no other list.
  init(elementsBelow objectCount: Int, maximumDepth: Int) {
    self.init(documents: .concatenated, maximumDepth: maximumDepth)
    for _ in 0..<objectCount { stack.push(isObject: true, in: -1) }
    stack.push(isObject: false, in: -1)
    before.comma = 1
  }

  /// The number of containers open at the first token not yet validated.
  var depth: Int { stack.depth }

  /// Forgets `count` tokens at the front, a multiple of 64, all of which have been validated.
  mutating func dropFirst(_ count: Int, of index: borrowing StructuralIndex) {
    guard count > 0 else { return }
    // If the masks are gone, all tokens of the next block have been validated, too.
    if count / 64 > index.firstMaskedBlock { before = index.masks(ofBlock: count / 64 - 1) }
    checkedCount -= count
    droppedBlockCount += count / 64
    depthChanges.dropFirst(count / 64)
    deepCloses.dropFirst(count)
  }

  /// Validates the tokens up to `limit`; nil if they are well-formed so far.
  ///
  /// Otherwise returns the fault of the first token that is not, whose number is then
  /// `checkedCount`.
  mutating func check(
    _ index: borrowing StructuralIndex,
    _ buffer: borrowing InputBuffer,
    upTo limit: Int,
    by kernel: ScanKernel
  ) -> JSONSyntaxError? {
    while checkedCount < limit {
      passBlocks(index, upTo: limit, by: kernel)
      if checkedCount == limit { return nil }
      let block = checkedCount / 64
      let end = min(limit, block * 64 + 64)
      var valid: UInt64 = ~0 << UInt64(checkedCount % 64)
      if end % 64 != 0 { valid &= (1 << UInt64(end % 64)) - 1 }
      let hasNext = (block + 1) * 64 < index.count
      let step = Step(
        block: block,
        here: index.masks(ofBlock: block),
        preceding: Preceding(last: block > 0 ? index.masks(ofBlock: block - 1) : before),
        colonBehind: hasNext ? index.masks(ofBlock: block + 1).colon & 1 : 0,
        valid: valid
      )
      let restart = stack.mark
      let wrong = validate(step)
      if wrong != 0 {
        let bit = wrong.trailingZeroBitCount
        stack.restore(restart)
        replay(step, before: bit)
        checkedCount = block * 64 + bit
        return explain(index, buffer)
      }
      checkedCount = end
      if end % 64 == 0 {
        let brackets = TokenBrackets(open: step.here.open, close: step.here.close)
        depthChanges.append(DepthChange(brackets))
      }
    }
    return nil
  }

  /// Skips whole blocks that a kernel finds well-formed.
  private mutating func passBlocks(
    _ index: borrowing StructuralIndex,
    upTo limit: Int,
    by kernel: ScanKernel
  ) {
    guard checkedCount % 64 == 0 && limit - checkedCount >= 64 else { return }
    var open = OpenContainers(
      areObjects: stack.outermost,
      depth: stack.depth,
      maximumDepth: maximumDepth,
      areDocumentsSeparated: separator != nil
    )
    let block = checkedCount / 64
    let count = kernel.validate(
      index,
      block..<(limit / 64),
      before: block > 0 ? index.masks(ofBlock: block - 1) : before,
      &open,
      into: &depthChanges
    )
    guard count > 0 else { return }
    stack.replace(open.areObjects, depth: open.depth)
    checkedCount += count * 64
  }

  /// The wrong tokens of one step, of which only the first is certain.
  @inline(__always)
  private mutating func validate(_ step: Step) -> UInt64 {
    var wrong = step.wrongNeighbours
    let keyAfterComma = step.afterComma & step.key
    let valueAfterComma = step.afterComma & ~step.key
    let outside = step.here.colon | step.here.comma
    let opens = step.here.open
    let openObjects = step.here.openObject
    let closeObjects = step.here.closeObject

    var outermost: UInt64 = 0
    var done = ~step.valid & (step.valid &- 1)  // The bits below the first valid one.
    var brackets = (opens | step.here.close) & step.valid
    if stack.depth &+ 64 < maximumDepth {
      // `[]` and `{}` do not affect their surroundings if both tokens are validated here.
      let empty =
        (step.here.openArray & step.here.closeArray >> 1) | (openObjects & closeObjects >> 1)
      let whole = empty & step.valid & step.valid >> 1
      brackets &= ~(whole | whole << 1)
    }
    nextBracket: while brackets != 0 {
      let bracket = brackets & (0 &- brackets)
      let through = bracket | (bracket &- 1)
      let segment = through & ~done
      done = through
      brackets &= brackets &- 1
      if stack.depth == 0 {
        wrong |= segment & outside
        outermost |= segment
      } else {
        wrong |= segment & (stack.isInObject ? valueAfterComma : keyAfterComma)
      }
      if opens & bracket != 0 {
        guard stack.depth < maximumDepth else {
          wrong |= bracket
          break nextBracket
        }
        stack.push(isObject: openObjects & bracket != 0, in: droppedBlockCount &+ step.block)
      } else {
        guard stack.depth > 0, stack.isInObject == (closeObjects & bracket != 0) else {
          wrong |= bracket
          break nextBracket
        }
        stack.pop()
        if let opener = stack.blockOfClosed {
          deepCloses.note(
            step.block &* 64 &+ bracket.trailingZeroBitCount,
            openedIn: opener &- droppedBlockCount
          )
        }
      }
    }
    let rest = step.valid & ~done
    if stack.depth == 0 {
      wrong |= rest & outside
      outermost |= rest
    } else {
      wrong |= rest & (stack.isInObject ? valueAfterComma : keyAfterComma)
    }
    switch documents {
    case .concatenated: wrong |= step.startsAfterEnd & ~outermost
    case .separated: wrong |= step.startsAfterEnd | (step.here.separator & step.valid & ~outermost)
    }
    return wrong
  }

  /// Restores the stack to its state before token `bit` of the step.
  private mutating func replay(_ step: Step, before bit: Int) {
    var brackets = (step.here.open | step.here.close) & step.valid & ((1 << UInt64(bit)) - 1)
    while brackets != 0 {
      let bracket = brackets & (0 &- brackets)
      brackets &= brackets &- 1
      if step.here.open & bracket != 0 {
        stack.push(
          isObject: step.here.openObject & bracket != 0,
          in: droppedBlockCount + step.block
        )
      } else {
        stack.pop()
      }
    }
  }

  /// What is wrong with the token at `checkedCount`, or with what follows it.
  private func explain(_ index: borrowing StructuralIndex, _ buffer: borrowing InputBuffer)
    -> JSONSyntaxError
  {
    let byte = index.tokens[checkedCount]
    let offset = Int(index.positions[checkedCount])
    let previous = checkedCount > 0 ? index.tokens[checkedCount - 1] : 0
    guard stack.depth > 0 else {
      let isSecond = separator != nil && checkedCount > 0 && previous != separator
      return JSONSyntaxError(
        isSecond ? .secondOnLine : .unexpected,
        expected: .document,
        at: offset
      )
    }
    if stack.depth == maximumDepth && (byte == .openObject || byte == .openArray)
      && mayHoldValue(previous)
    {
      return JSONSyntaxError(.tooDeep, at: offset)
    }
    let inObject = stack.isInObject
    let end = inObject ? JSONSyntaxError.Expectation.commaOrCloseObject : .commaOrCloseArray
    let expected: JSONSyntaxError.Expectation
    switch previous {
    case .openObject: expected = .keyOrClose
    case .openArray: expected = .valueOrClose
    case .colon: expected = .value
    case .comma: expected = inObject ? .key : .value
    default: expected = end
    }
    if byte == .quote && expected != end {
      // A string may occur here: a key without its colon, or a value with one.
      let isKey = expected == .key || expected == .keyOrClose
      let next = Int(index.positions[checkedCount + 1])
      return explain(offset..<next, isKey ? .colon : end, buffer)
    }
    return JSONSyntaxError(fault(byte), expected: expected, at: offset)
  }

  /// What is wrong after the string at the beginning of a range; the next token begins at the
  /// range's end.
  private func explain(
    _ range: Range<Int>,
    _ expected: JSONSyntaxError.Expectation,
    _ buffer: borrowing InputBuffer
  ) -> JSONSyntaxError {
    let bytes = buffer.padded
    var at = range.lowerBound + 1
    while bytes[at] != .quote { at += bytes[at] == .backslash ? 2 : 1 }
    at += 1
    while at < range.upperBound && bytes[at].isWhitespace { at += 1 }
    guard at < buffer.count else { return JSONSyntaxError(.unexpectedEnd, at: buffer.textEnd) }
    return JSONSyntaxError(fault(bytes[at]), expected: expected, at: at)
  }

  /// The fault of this byte where another was expected.
  private func fault(_ byte: UInt8) -> JSONSyntaxError.Fault {
    byte == separator ? .lineEnd : .unexpected
  }

  private var separator: UInt8? {
    if case .separated(let separator) = documents { separator } else { nil }
  }

  private func mayHoldValue(_ previous: UInt8) -> Bool {
    previous == .colon || previous == .openArray || (previous == .comma && !stack.isInObject)
  }
}

/// 64 tokens and their neighbours.
private struct Step {
  let block: Int
  let here: TokenMasks
  let valid: UInt64
  let key: UInt64
  let afterComma: UInt64
  /// Values and keys that follow the end of a value.
  let startsAfterEnd: UInt64
  /// Tokens that may not follow the one before them.
  let wrongNeighbours: UInt64

  @inline(__always)
  init(
    block: Int,
    here: TokenMasks,
    preceding: Preceding,
    colonBehind: UInt64,
    valid: UInt64
  ) {
    self.block = block
    self.here = here
    self.valid = valid
    let scalar = ~here.structure
    let starts = here.quote | scalar | here.open
    let ends = here.quote | scalar | here.close
    key = here.quote & (here.colon >> 1 | colonBehind << 63)
    afterComma = here.comma << 1 | preceding.comma
    let afterQuote = here.quote << 1 | preceding.quote
    let afterColon = here.colon << 1 | preceding.colon
    let afterOpenObject = here.openObject << 1 | preceding.openObject
    let afterOpenArray = here.openArray << 1 | preceding.openArray
    let afterEnd = ends << 1 | preceding.end
    startsAfterEnd = starts & afterEnd & valid

    var wrong = here.colon & ~afterQuote
    wrong |= (afterColon | afterComma) & ~starts
    wrong |= here.comma & ~afterEnd
    // Closing brackets need no case of their own. After a colon or a comma only a value may follow,
    // after `{` only a key or its end; a separator may occur only outside; and after `[` a wrong
    // bracket does not match what it closes.
    wrong |= afterOpenObject & ~(key | here.closeObject)
    wrong |= (afterOpenArray | afterColon) & key
    wrongNeighbours = wrong & valid
  }
}

/// The class of the token before a step, each member 0 or 1.
private struct Preceding {
  let quote: UInt64
  let colon: UInt64
  let comma: UInt64
  let openObject: UInt64
  let openArray: UInt64
  let end: UInt64

  /// The class of the last of 64 tokens.
  @inline(__always)
  init(last masks: TokenMasks) {
    quote = masks.quote >> 63
    colon = masks.colon >> 63
    comma = masks.comma >> 63
    openObject = masks.openObject >> 63
    openArray = masks.openArray >> 63
    end = (masks.quote | masks.close | ~masks.structure) >> 63
  }
}
