/// Time zones with a fixed offset from Greenwich.
package enum TimeZoneOffset {
  /// Returns the seconds east of Greenwich for `UTC`, `GMT`, `Z`, `+02:00`, `+0200` or `+02`; nil
  /// for any other name.
  package static func parse(_ text: String) -> Int? {
    if ["UTC", "GMT", "Z"].contains(text.uppercased()) { return 0 }
    guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
    let digits = text.dropFirst().filter { $0 != ":" }
    let hasColon = text.contains(":")
    guard digits.count == 2 || digits.count == 4, digits.allSatisfy(\.isASCII),
      !hasColon || (digits.count == 4 && text.dropFirst(3).first == ":"),
      text.filter({ $0 == ":" }).count <= 1, digits.allSatisfy(\.isWholeNumber),
      let hours = Int(digits.prefix(2)), hours <= 23,
      let minutes = digits.count == 4 ? Int(digits.suffix(2)) : 0, minutes < 60
    else { return nil }
    let seconds = hours * 3600 + minutes * 60
    return sign == "-" ? -seconds : seconds
  }
}
