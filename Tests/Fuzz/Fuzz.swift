import Foundation
@testable import RKEngine
import TestSupport

/// What the bytes are taken for: specs where this is set, else inputs or values.
private let readsSpecs = ProcessInfo.processInfo.environment["RKMAP_FUZZ_SPECS"] != nil
/// The spec of what is done to the bytes as values, where they are taken for these.
private let valueSpec = ProcessInfo.processInfo.environment["RKMAP_FUZZ_VALUES"]
nonisolated(unsafe) private var values = ValueReading(spec: valueSpec ?? "")

/// The entry point of libFuzzer: reads the bytes as every reader of the engine does, and traps
/// where two of them differ or one breaks its promise; or reads them as a spec, or as a value.
///
/// `make fuzz` builds and runs it; a crash leaves the input in a file, which goes to fixtures/fuzz
/// before it is mended.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  if valueSpec != nil {
    unsafe values.read(Span(_unsafeElements: UnsafeBufferPointer(start: start, count: count)))
    return 0
  }
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  if readsSpecs {
    readSpec(bytes)
    return 0
  }
  compareReaders(bytes)
  if count <= 200 { readScalars(bytes) }
  return 0
}

@_extern(c, "LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>?,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?,
  _ entry: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The package manager takes `Fuzz_main` for the program's `main`, and so leaves out libFuzzer's.
@_cdecl("Fuzz_main")
public func main(
  _ count: CInt,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  var (count, arguments) = unsafe (count, arguments)
  if valueSpec != nil { atexit { unsafe print("\(values.count) values") } }
  return unsafe runFuzzer(&count, &arguments, fuzzOneInput)
}

/// Every kernel, in chunks of several sizes, against the single-pass scanner.
private func compareReaders(_ bytes: [UInt8]) {
  for separator in [nil, .lineFeed, .recordSeparator] as [UInt8?] {
    let expected = SinglePassScanner.scan(bytes, separator: separator, maximumDepth: 100)
    for kernel in ScanKernel.available {
      for (chunkSize, blockSize) in [(Int.max, 4096), (1, 64), (61, 64), (100, 128)] {
        let way = EngineReading.Way(kernel, chunkSize: chunkSize, blockSize: blockSize)
        let reading = EngineReading.read(bytes, way, separator: separator, maximumDepth: 100)
        precondition(
          reading.place?.offset == expected.firstFault,
          "\(way): \(String(describing: reading.fault)), not at \(expected.firstFault ?? -1)"
        )
        precondition(
          reading.agrees(with: expected.kind),
          "\(way): \(String(describing: reading.fault)), not \(expected.kind as Any)"
        )
        let isSame =
          reading.tokens == expected.tokens
          || expected.firstFault != nil && expected.tokens.last?.byte == .quote
            && reading.tokens == Array(expected.tokens.dropLast())
        precondition(isSame, "\(way): \(reading.tokens), not \(expected.tokens)")
      }
    }
  }
}

/// The readers of dates and decimals, which take any bytes.
private func readScalars(_ bytes: [UInt8]) {
  let padded = bytes + [UInt8](repeating: .space, count: 64)
  for format in [
    .iso8601, .epoch, .epochMilliseconds, .rfc1123, .dotNet, .pattern(PlanRange(0..<steps.count)),
    .pattern(PlanRange(steps.count..<dates.steps.count)),
  ] as [DateFormat] {
    let zone = DateZone.offset(3600)
    let time = DateReader.read(padded.span, 0..<bytes.count, as: format, zone: zone, dates: dates)
    guard let time else { continue }
    precondition(time.isInCalendar && time.hour < 24 && time.minute < 60 && time.second < 60)
    var text = UniqueArray<UInt8>()
    precondition(DateWriter.append(time, as: .iso8601, zone: zone, dates: dates, to: &text))
    let written = (1..<(text.count - 1)).map { text[$0] }
    let again = DateReader.read(
      written.span,
      0..<written.count,
      as: .iso8601,
      zone: zone,
      dates: dates
    )
    precondition(again == time, "\(String(decoding: written, as: UTF8.self)) is another time")
    _ = DateWriter.append(time, as: format, zone: zone, dates: dates, to: &text)
  }
  var plain = UniqueArray<UInt8>()
  if DecimalText.appendPlain(padded.span, 0..<bytes.count, to: &plain, longest: 1000) {
    let text = (0..<plain.count).map { plain[$0] }
    precondition(
      DecimalText.areEqual(padded.span, 0..<bytes.count, text.span, 0..<text.count),
      "\(String(decoding: text, as: UTF8.self)) is another number"
    )
  }
}

/// The pattern `EEE, d MMM yyyy hh:mm a zzz`.
private let steps: [DateStep] = [
  .weekdayName(.abbreviated), .literal(.comma), .literal(.space),
  .number(.day, minimum: 1, isExact: false), .literal(.space), .monthName(.abbreviated),
  .literal(.space), .number(.year, minimum: 4, isExact: false), .literal(.space),
  .number(.hour12, minimum: 2, isExact: false), .literal(.colon),
  .number(.minute, minimum: 2, isExact: false), .literal(.space), .dayHalf(.abbreviated),
  .literal(.space),
  .zoneName(isShort: false),
]

/// The pattern `GGGG Y-w-e QQQQ k:m:s.SSS x D`.
private let rareSteps: [DateStep] = [
  .era(.whole), .literal(.space), .number(.weekYear, minimum: 1, isExact: false), .literal(.minus),
  .number(.week, minimum: 1, isExact: false), .literal(.minus),
  .number(.weekday, minimum: 1, isExact: false), .literal(.space), .quarterName(.whole),
  .literal(.space), .number(.hour24, minimum: 1, isExact: false), .literal(.colon),
  .number(.minute, minimum: 1, isExact: false), .literal(.colon),
  .number(.second, minimum: 1, isExact: false), .literal(.period), .fraction(digits: 3),
  .literal(.space),
  .offset(DateStep.OffsetForm(allowsZ: false, hasColon: false, detail: .hours)), .literal(.space),
  .number(.dayOfYear, minimum: 1, isExact: false),
]

private let dates = DateTables(steps + rareSteps)
