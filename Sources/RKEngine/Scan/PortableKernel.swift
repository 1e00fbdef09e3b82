/// The scan in plain Swift, one byte at a time: the oracle for the C kernels, the fallback if there
/// is none, and the way to find the byte when a kernel reports a fault.
///
/// It does to one byte what the kernels do to 64, step by step, so that the tokens are the same for
/// every input, including faulty ones.
enum PortableKernel {
  static func scan(
    _ bytes: Span<UInt8>,
    at offset: Int,
    blockCount: Int,
    into index: inout StructuralIndex,
    state: inout ScanState
  ) {
    for block in 0..<blockCount {
      var note = BlockNote()
      for position in (offset + block * 64)..<(offset + block * 64 + 64) {
        let step = step(bytes[position], state: &state)
        note.formUnion(step.note)
        if step.fault != nil { state.markFaulty() }
        if step.isToken {
          index.positions.append(UInt32(position))
          index.tokens.append(bytes[position])
        }
      }
      index.notes.append(note.rawValue)
    }
  }

  /// The first invalid byte of a range, and the fault; sets the state to that before the byte.
  static func firstFault(
    _ buffer: borrowing InputBuffer,
    _ range: Range<Int>,
    state: inout ScanState
  ) -> (fault: JSONSyntaxError.Fault, offset: Int)? {
    let bytes = buffer.padded
    var sequenceStart = range.lowerBound
    for position in range {
      if state.continuation.wanted == 0 { sequenceStart = position }
      let before = state
      if let fault = step(bytes[position], state: &state).fault {
        state = before
        // A faulty sequence is reported at its first byte.
        return (fault, fault == .utf8 ? sequenceStart : position)
      }
    }
    return nil
  }

  /// The classes of one byte.
  private struct Step {
    var isToken: Bool
    var note: BlockNote
    var fault: JSONSyntaxError.Fault?
  }

  private static func step(_ byte: UInt8, state: inout ScanState) -> Step {
    var note = BlockNote()
    let wasEscaped = state.isEscaped
    if wasEscaped || state.hexadecimalWanted != 0 || byte == .backslash { note.insert(.backslash) }
    // An incomplete sequence is reported first, as it began before this byte.
    var fault: JSONSyntaxError.Fault? = isUTF8Continued(byte, state: &state) ? nil : .utf8
    if !isEscapeAllowed(byte, wasEscaped: wasEscaped, state: &state) { fault = fault ?? .escape }
    state.isEscaped = byte == .backslash && !wasEscaped

    let isQuote = byte == .quote && !wasEscaped
    if isQuote { state.isInString.toggle() }
    let isInString = state.isInString
    if isInString && byte < .space { fault = fault ?? .controlCharacter }
    if byte == .lineFeed { state.newlineCount += 1 }

    let isSeparator = byte == state.separator
    let isOperator = isOperatorByte(byte) || isSeparator
    if byte.isWhitespace && !isInString && !isSeparator { note.insert(.whitespace) }
    let isScalar = !isOperator && !byte.isWhitespace
    let beginsScalar = isScalar && !state.isInScalar
    state.isInScalar = isScalar && !isQuote
    return Step(
      isToken: (isOperator || beginsScalar) && isInString == isQuote,
      note: note,
      fault: fault
    )
  }

  /// Whether a byte is one of `{ } [ ] : ,`, or of the two control characters that the kernels
  /// classify as a colon and a comma.
  private static func isOperatorByte(_ byte: UInt8) -> Bool {
    let curly = byte | 0x20
    return curly == .openObject || curly == .closeObject || curly == .colon || curly == .comma
  }

  /// Whether a byte is allowed by the escapes of RFC 8259, section 7.
  private static func isEscapeAllowed(_ byte: UInt8, wasEscaped: Bool, state: inout ScanState)
    -> Bool
  {
    let isDigitWanted = state.hexadecimalWanted & 1 != 0
    state.hexadecimalWanted >>= 1
    if isDigitWanted && byte.hexadecimalValue == nil { return false }
    guard wasEscaped else { return true }
    switch byte {
    case .ascii("u"): state.hexadecimalWanted |= 0b1111
    case .quote, .backslash, .solidus, .ascii("b"), .ascii("f"), .ascii("n"), .ascii("r"),
      .ascii("t"):
      break
    default: return false
    }
    return true
  }

  /// Whether a byte is allowed by the well-formed sequences of RFC 3629, section 4.
  private static func isUTF8Continued(_ byte: UInt8, state: inout ScanState) -> Bool {
    var (wanted, lowest, highest) = state.continuation
    defer { state.continuation = (wanted, lowest, highest) }
    if wanted > 0 {
      let isContinued = byte >= lowest && byte <= highest
      wanted -= 1
      (lowest, highest) = (0x80, 0xBF)
      return isContinued
    }
    guard byte >= 0x80 else { return true }
    wanted = byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : 1
    lowest = byte == 0xE0 ? 0xA0 : byte == 0xF0 ? 0x90 : 0x80
    highest = byte == 0xED ? 0x9F : byte == 0xF4 ? 0x8F : 0xBF
    return byte >= 0xC2 && byte <= 0xF4
  }

  static func classify(_ index: inout StructuralIndex, from first: Int, separator: UInt8) {
    let firstBlock = first / 64
    index.truncate(toBlocks: firstBlock)
    for block in firstBlock..<((index.tokens.count + 63) / 64) {
      var masks = TokenMasks()
      for token in (block * 64)..<min(block * 64 + 64, index.tokens.count) {
        let bit: UInt64 = 1 << UInt64(token % 64)
        let byte = index.tokens[token]
        if byte == separator { masks.separator |= bit }
        switch byte {
        case .quote: masks.quote |= bit
        case .colon: masks.colon |= bit
        case .comma: masks.comma |= bit
        case .openObject: masks.openObject |= bit
        case .closeObject: masks.closeObject |= bit
        case .openArray: masks.openArray |= bit
        case .closeArray: masks.closeArray |= bit
        default: break
        }
      }
      index.masks.append(masks)
      index.brackets.append(TokenBrackets(open: masks.open, close: masks.close))
      if separator != ScanState.noSeparator { index.separators.append(masks.separator) }
    }
  }
}

/// What a kernel notes about a block of 64 bytes (`RK_NOTE_...`).
package struct BlockNote: OptionSet, Sendable {
  package var rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The block has a backslash, so its strings may have escapes.
  package static let backslash = BlockNote(rawValue: 1)
  /// The block has white space outside strings.
  package static let whitespace = BlockNote(rawValue: 2)
}
