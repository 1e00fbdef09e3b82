internal import RKEngine
internal import RKMapping

/// Measures the conversion of dates: reading a date and writing it, with nothing around it.
struct DateBenchmark {
  let name: String
  private let dates: DateTables
  private let date: DateConversion
  private let text: [UInt8]
  private let ranges: [Range<Int>]

  /// Dates of a format in a zone; `make` makes each from a number.
  private init(
    _ name: String,
    format: String,
    zone: String = "UTC",
    _ make: (Int) -> String
  ) throws {
    self.name = name
    var dates = DateTables()
    var zones: [TimeZone: DateZone] = [:]
    let rules = DateRules(
      formats: [try DatePattern(format)],
      isUnnamed: false,
      zone: try TimeZoneDatabase().zone(zone),
      output: .iso8601
    )
    date = rules.conversion(in: &dates, zones: &zones)
    self.dates = dates
    var text: [UInt8] = []
    ranges = (0..<4096).map { number in
      let start = text.count
      text += make(number).utf8
      return start..<text.count
    }
    self.text = text
  }

  static func all() throws -> [DateBenchmark] {
    func digits(_ number: Int, _ count: Int = 2) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
    func day(_ number: Int) -> String {
      "\(1970 + number % 64)-\(digits(1 + number % 12))-\(digits(1 + number % 28))"
    }
    func clock(_ number: Int) -> String {
      "\(digits(number % 24)):\(digits(number % 60)):\(digits(number * 7 % 60))"
    }
    func slashed(_ number: Int) -> String {
      "\(1 + number % 28)/\(1 + number % 12)/\(1970 + number % 64)"
    }
    let mail = { "\(1 + $0 % 28) Apr \(1970 + $0 % 64) \(clock($0)) GMT" }
    return [
      try DateBenchmark("d/M/yyyy", format: "d/M/yyyy", slashed),
      try DateBenchmark(
        "d/M/yyyy in Europe/Berlin",
        format: "d/M/yyyy",
        zone: "Europe/Berlin",
        slashed
      ),
      try DateBenchmark("ISO 8601, a day", format: "iso8601", day),
      try DateBenchmark("ISO 8601", format: "iso8601") { "\(day($0))T\(clock($0))Z" },
      try DateBenchmark("ISO 8601 with a fraction and an offset", format: "iso8601") {
        "\(day($0))T\(clock($0)).\(digits($0, 3))+02:00"
      },
      try DateBenchmark("ISO 8601 in Europe/Berlin", format: "iso8601", zone: "Europe/Berlin") {
        "\(day($0))T\(clock($0))"
      },
      try DateBenchmark("rfc1123", format: "rfc1123", mail),
      try DateBenchmark("epoch", format: "epoch") { String($0 * 400_000) },
    ]
  }

  /// The shortest time per date, in nanoseconds.
  func shortestTime(rounds: Int) throws -> Double {
    var side = UniqueArray<UInt8>(minimumCapacity: 1 << 18)
    var shortest = Double.infinity
    for _ in 0..<(rounds * 20) {
      side.removeAll()
      var failures = 0
      let time = StopWatch.seconds {
        for range in ranges {
          let cell = DateConverter.convert(.string, text.span, range, by: date, dates, &side)
          if cell == nil { failures += 1 }
        }
      }
      if failures > 0 { throw BenchmarkError(description: "\(failures) of \(name) are no dates") }
      shortest = min(shortest, time)
    }
    return shortest / Double(ranges.count) * 1e9
  }
}
