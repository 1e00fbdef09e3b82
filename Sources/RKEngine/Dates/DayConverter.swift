extension DayConversion {
  /// Appends the date of a text, as JSON text.
  ///
  /// Returns false and appends nothing unless the text is a calendar day in the format that is
  /// read.
  ///
  /// Digits stay digits: they are converted to numbers only to check that the day exists.
  func append(
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    to side: inout UniqueArray<UInt8>
  ) -> Bool {
    let start = range.lowerBound
    // Two words are read: one from the start, one after the second separator.
    guard range.count >= 8, start &+ 16 <= text.count else { return false }
    let head = text.word(at: start)
    let separators = (head ^ UInt64(input.separator) &* 0x0101_0101_0101_0101).zeroBytes
    let after = separators & (separators &- 1)
    guard after != 0 else { return false }
    let first = separators.trailingZeroBitCount &>> 3
    let second = after.trailingZeroBitCount &>> 3
    let tail = text.word(at: start &+ second &+ 1)
    let middle = head &>> UInt64(truncatingIfNeeded: first &* 8 &+ 8)
    let (middleCount, tailCount) = (second &- first &- 1, range.count &- second &- 1)
    let least = Int(input.leastDigits)
    let year: UInt32
    let one: DigitPair
    let other: DigitPair
    if input.isYearFirst {
      guard first == 4 else { return false }
      year = UInt32(truncatingIfNeeded: head)
      one = DigitPair(middle, count: middleCount)
      other = DigitPair(tail, count: tailCount)
      guard tailCount >= least, tailCount <= 2 else { return false }
    } else {
      guard tailCount == 4 else { return false }
      year = UInt32(truncatingIfNeeded: tail)
      one = DigitPair(head, count: first)
      other = DigitPair(middle, count: middleCount)
      guard first >= least, first <= 2 else { return false }
    }
    guard middleCount >= least, middleCount <= 2 else { return false }
    let (month, day) = input.isMonthBeforeDay ? (one, other) : (other, one)
    guard Self.isDay(year, month, day) else { return false }
    append(UInt64(year), UInt64(month.text), UInt64(day.text), to: &side)
    return true
  }

  /// Whether the calendar has this day.
  @inline(__always)
  private static func isDay(_ year: UInt32, _ month: DigitPair, _ day: DigitPair) -> Bool {
    let digits = year &- 0x3030_3030
    guard (digits &+ 0x7676_7676 | digits) & 0x8080_8080 == 0, month.isNumber, day.isNumber,
      month.value &- 1 < 12, day.value &- 1 < 31
    else { return false }
    if day.value <= 28 { return true }
    let year =
      DigitPair(UInt64(year), count: 2).value &* 100
      &+ DigitPair(UInt64(year &>> 16), count: 2).value
    return Int(day.value) <= Calendar.dayCount(month: Int(month.value), year: Int(year))
  }

  @inline(__always)
  private func append(
    _ year: UInt64,
    _ month: UInt64,
    _ day: UInt64,
    to side: inout UniqueArray<UInt8>
  ) {
    let (one, other) = output.isMonthBeforeDay ? (month, day) : (day, month)
    let (quote, separator) = (UInt64(UInt8.quote), UInt64(output.separator))
    if output.isYearFirst {
      let low = quote | year &<< 8 | separator &<< 40 | one &<< 48
      let high = separator | other &<< 8
      guard isTimed else { return side.append(low, high | quote &<< 24, count: 12) }
      // `T00:00:00Z"`
      side.append(low, high | 0x303A_3030_5400_0000, count: 16)
      side.append(word: 0x225A_3030_3A30, count: 6)
    } else {
      let low = quote | one &<< 8 | separator &<< 24 | other &<< 32 | separator &<< 48 | year &<< 56
      side.append(low, year &>> 8 | quote &<< 24, count: 12)
    }
  }
}

/// A number of one or two digits as two bytes of text, the first one lowest.
private struct DigitPair {
  let text: UInt32

  /// The first one or two bytes of a word.
  @inline(__always)
  init(_ word: UInt64, count: Int) {
    let bits = UInt32(truncatingIfNeeded: count &* 8)
    let shifted = UInt32(truncatingIfNeeded: word) &<< (16 &- bits)
    text = (shifted | 0x3030 &>> bits) & 0xFFFF
  }

  private var digits: UInt32 { text &- 0x3030 }

  @inline(__always)
  var isNumber: Bool { (digits &+ 0x7676 | digits) & 0x8080 == 0 }

  @inline(__always)
  var value: UInt32 { (digits & 0xFF) &* 10 &+ digits &>> 8 }
}
