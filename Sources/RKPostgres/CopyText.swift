internal import RKEngine

/// Writes values in the text format of COPY.
struct CopyText: ~Copyable {
  private var scratch = UniqueArray<UInt8>()

  /// Writes a value in the form that a column of the given type accepts.
  mutating func write(
    _ value: StoredValue,
    as type: PostgresType,
    _ bytes: borrowing UniqueArray<UInt8>,
    to output: inout OutputBuffer
  ) {
    switch value.kind {
    case .absent, .null, .ownerNumber: output.append("\\N")
    case .integer: write(value.integer, value.isOther, as: type, to: &output)
    case .real: output.append(Array(StoredValue.text(of: value.real).utf8).span)
    case .text:
      let range = value.textRange
      switch type {
      case .bytea: writeHexadecimal(bytes.span, range, to: &output)
      case .json where !value.isOther:
        scratch.removeAll()
        JSONText.append(quoting: bytes.span, range, to: &scratch)
        Self.escape(scratch.span, 0..<scratch.count, to: &output)
      case .timestamp, .day, .local: writeInstant(bytes.span, range, to: &output)
      default: Self.escape(bytes.span, range, to: &output)
      }
    }
  }

  private func write(
    _ value: Int64,
    _ isTruth: Bool,
    as type: PostgresType,
    to output: inout OutputBuffer
  ) {
    switch type {
    case .boolean: output.append(value == 0 ? "f" : "t")
    case .json where isTruth: output.append(value == 0 ? "false" : "true")
    case .scaled(let scale): output.append(Array(StoredValue.text(of: value, scale).utf8).span)
    case _ where value < 0: output.append(Array(String(value).utf8).span)
    default: output.append(decimal: Int(value))
    }
  }

  /// Writes an instant; PostgreSQL has no year 0.
  private func writeInstant(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    to output: inout OutputBuffer
  ) {
    let isZero = range.count > 4 && range.prefix(4).allSatisfy { bytes[$0] == .zero }
    if isZero { output.append("0001") }
    Self.escape(bytes, (range.lowerBound + (isZero ? 4 : 0))..<range.upperBound, to: &output)
    if isZero { output.append(" BC") }
  }

  /// Writes the bytes that a base64 text encodes.
  private func writeHexadecimal(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    to output: inout OutputBuffer
  ) {
    output.append("\\\\x")
    var (held, bits): (UInt32, UInt32) = (0, 0)
    for at in range {
      guard let sextet = Self.sextet(bytes[at]) else { continue }
      held = held << 6 | sextet
      bits += 6
      while bits >= 8 {
        bits -= 8
        for shift in [4, 0] as [UInt32] {
          let digit = UInt8(held >> (bits + shift) & 15)
          output.append(digit < 10 ? .zero + digit : .ascii("a") + digit - 10)
        }
      }
    }
  }

  private static func sextet(_ byte: UInt8) -> UInt32? {
    switch byte {
    case .ascii("A")...(.ascii("Z")): UInt32(byte - .ascii("A"))
    case .ascii("a")...(.ascii("z")): UInt32(byte - .ascii("a")) + 26
    case .ascii("0")...(.ascii("9")): UInt32(byte - .ascii("0")) + 52
    case .ascii("+"): 62
    case .ascii("/"): 63
    default: nil
    }
  }

  /// Writes a text; escapes backslashes and the characters that end a cell or a line.
  static func escape(_ bytes: Span<UInt8>, _ range: Range<Int>, to output: inout OutputBuffer) {
    var start = range.lowerBound
    for at in range {
      let letter: UInt8
      switch bytes[at] {
      case .backslash: letter = .backslash
      case 0x09: letter = .ascii("t")
      case 0x0A: letter = .ascii("n")
      case 0x0D: letter = .ascii("r")
      default: continue
      }
      output.append(bytes.extracting(start..<at))
      output.append(.backslash)
      output.append(letter)
      start = at + 1
    }
    output.append(bytes.extracting(start..<range.upperBound))
  }
}
