internal import RKEngine

/// Writes stored values as SQL constants that evaluate to the same values.
struct SQLConstantWriter: ~Copyable {
  /// Parses a decimal number as SQLite does in a script.
  private let reading: Statement

  init(_ database: Database) throws(Database.Failure) {
    reading = try Statement(database, "SELECT CAST(? AS REAL)")
  }

  /// Writes a value of a row.
  func write(
    _ row: Statement,
    _ column: Int,
    to output: inout OutputBuffer
  ) throws(Database.Failure) {
    switch row.kind(column) {
    case .null: output.append("NULL")
    case .integer: Self.write(row.integer(column), to: &output)
    case .real: try write(row.real(column), to: &output)
    case .text: Self.write(text: row.bytes(column), to: &output)
    case .blob: Self.write(hexadecimal: row.bytes(column), to: &output)
    }
  }

  private static func write(_ number: Int64, to output: inout OutputBuffer) {
    // SQL parses the sign separately, and the number without it would be too large.
    if number == .min { return output.append("(-9223372036854775807 - 1)") }
    output.append(Array(String(number).utf8).span)
  }

  /// Writes a real number.
  ///
  /// SQLite rounds some decimal numbers twice when it parses them; those are written as exact
  /// expressions.
  private func write(_ number: Double, to output: inout OutputBuffer) throws(Database.Failure) {
    if number.isNaN { return output.append("NULL") }
    if number.isInfinite { return output.append(number < 0 ? "-9e999" : "9e999") }
    let text = number.description
    output.append(Array((try isRead(text, as: number) ? text : Self.exact(number)).utf8).span)
  }

  private func isRead(_ text: String, as number: Double) throws(Database.Failure) -> Bool {
    defer { reading.reset() }
    try reading.bind(1, text)
    guard try reading.step() else { return false }
    return reading.real(0).bitPattern == number.bitPattern
  }

  /// An integer of at most 53 bits times powers of two; no step of it is rounded.
  private static func exact(_ number: Double) -> String {
    var exponent = Int(number.exponent) - Double.significandBitCount
    if number.isSubnormal || number.isZero {
      exponent = 1 - (1 << (Double.exponentBitCount - 1)) + 1 - Double.significandBitCount
    }
    let hidden: UInt64 = number.isNormal ? 1 << UInt64(Double.significandBitCount) : 0
    var text = (number.sign == .minus ? "-" : "") + "\(number.significandBitPattern | hidden).0"
    let sign = exponent < 0 ? " / " : " * "
    var rest = abs(exponent)
    while rest > 0 {
      let step = min(rest, 50)
      text += sign + "\(UInt64(1) << UInt64(step)).0"
      rest -= step
    }
    return "(" + text + ")"
  }

  /// Writes a text.
  ///
  /// The `sqlite3` program ends a line at a zero byte, and drops a carriage return before a line
  /// end, so such texts are written as expressions.
  private static func write(text bytes: [UInt8], to output: inout OutputBuffer) {
    let hasReturns = bytes.contains(.carriageReturn)
    if bytes.contains(0) || hasReturns && standsForReturn(in: bytes) {
      output.append("CAST(")
      write(hexadecimal: bytes, to: &output)
      return output.append(" AS TEXT)")
    }
    guard hasReturns else { return write(quoted: bytes, to: &output) }
    output.append("replace(")
    write(quoted: bytes.flatMap { $0 == .carriageReturn ? Self.returnText : [$0] }, to: &output)
    output.append(", '\\r', char(13))")
  }

  /// The substitute for a carriage return: `\r`.
  private static let returnText = Array("\\r".utf8)

  private static func standsForReturn(in bytes: [UInt8]) -> Bool {
    zip(bytes, bytes.dropFirst()).contains { $0 == returnText[0] && $1 == returnText[1] }
  }

  private static func write(quoted bytes: [UInt8], to output: inout OutputBuffer) {
    output.append(.apostrophe)
    var start = 0
    while let at = bytes[start...].firstIndex(of: .apostrophe) {
      // A quote is written with the text before it, and once more.
      output.append(bytes.span.extracting(start..<(at + 1)))
      output.append(.apostrophe)
      start = at + 1
    }
    output.append(bytes.span.extracting(start..<bytes.count))
    output.append(.apostrophe)
  }

  private static func write(hexadecimal bytes: [UInt8], to output: inout OutputBuffer) {
    output.append("X'")
    for byte in bytes {
      output.append(hexadecimalDigit(byte >> 4))
      output.append(hexadecimalDigit(byte & 15))
    }
    output.append("'")
  }

  private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}

extension UInt8 {
  fileprivate static var apostrophe: UInt8 { 0x27 }
  fileprivate static var carriageReturn: UInt8 { 0x0D }
}
