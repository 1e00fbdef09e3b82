internal import RKDiagnostics
internal import RKFormats

/// Words the faults of text that is not valid CSV.
enum CSVExplainer {
  static func diagnostic(_ failure: CSVReader.Failure) -> Diagnostic {
    let (message, help) = words(failure.fault)
    return Diagnostic(code(failure.fault), message, at: Location(failure.place), help: help)
  }

  private static func code(_ fault: CSVReader.Fault) -> DiagnosticCode {
    switch fault {
    case .textBehindQuote, .openQuote, .repeatedName, .returnInName: .csvSyntax
    case .headerNotUTF8: .invalidUTF8
    case .unclearDelimiter: .ambiguousDelimiter
    case .tooLarge: .tooLarge
    }
  }

  private static func words(_ fault: CSVReader.Fault) -> (message: String, help: [String]) {
    switch fault {
    case .textBehindQuote:
      (
        "text stands after the closing quote of this cell",
        ["a quote inside a cell in quotes is written twice"]
      )
    case .openQuote:
      (
        "the quote that opens this cell is never closed",
        ["a cell that begins with a quote ends with one; a quote inside it is written twice"]
      )
    case .tooLarge:
      (
        "the row that begins here is larger than 4 GiB",
        ["a quote that opens a cell and is never closed takes in all that follows"]
      )
    case .repeatedName(let name):
      (
        "the header has the name \"\(name)\" twice",
        ["--no-header reads each row as a list, and the header as the first of them"]
      )
    case .returnInName:
      (
        "this name has a carriage return: rows end with a line feed",
        ["tr '\\r' '\\n' < FILE makes line feeds of them; a name in quotes may have one"]
      )
    case .headerNotUTF8:
      (
        "this name is no UTF-8",
        ["--invalid-utf8 replace puts the replacement character in the place of each such byte"]
      )
    case .unclearDelimiter(let candidates, true):
      (
        "the delimiter is not clear: \(list(candidates)) give all rows the same number of cells",
        ["--delimiter CHAR says which one it is"]
      )
    case .unclearDelimiter(let candidates, false):
      (
        "the delimiter is not clear: the first row has \(list(candidates)), and the rows differ in their cells",
        ["--delimiter CHAR says which one it is"]
      )
    }
  }

  private static func list(_ candidates: [UInt8]) -> String {
    let names = candidates.map { $0 == 9 ? "tab" : "'\(String(UnicodeScalar($0)))'" }
    return names.dropLast().joined(separator: ", ") + (names.count > 1 ? " and " : "")
      + (names.last ?? "")
  }
}
