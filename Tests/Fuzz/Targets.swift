import Foundation
@testable import RKEngine
import RKFormats
import TestSupport

/// How the bytes are interpreted.
enum Target: String {
  /// JSON, by every reader of the engine.
  case inputs
  case specs
  case predicates
  case keypaths
  case dates
  /// HAR archives.
  case archives
  /// CSV.
  case rows
  /// Form data.
  case forms
  case gzip
  case zstd
  case xml
  /// Documents, and records that are put onto them.
  case originals
  /// Samples of which a spec is inferred.
  case samples
  /// What a spec can do to a value.
  case values
}

let target =
  ProcessInfo.processInfo.environment["RKMAP_FUZZ_TARGET"].map { Target(rawValue: $0) ?? .inputs }
  ?? .inputs
/// The spec that is applied to the bytes as values, if they are interpreted so.
private let valueSpec = ProcessInfo.processInfo.environment["RKMAP_FUZZ_VALUES"] ?? ""
nonisolated(unsafe) private var values = ValueReading(spec: valueSpec)
/// How many inputs and variants of them were read.
nonisolated(unsafe) private var executionCount = 0

private let specVariants = Variants(letters: #"{}[]",:'/*#\\ n0123456789tfabcde-_.$@<>=()!&|"#)
private let predicateVariants = Variants(
  letters: #"abcnxy0123456789.=<>!&|()[]{},'"\\@$#+-*/ "#
)
private let keyPathVariants = Variants(letters: #"ab01.@[]()"*\\- {}"#)
private let dateVariants = Variants(letters: "0123456789-:+.TZ WGMTJanFebSunE/(),'yMdHms")

private let rowVariants = Variants(letters: "ab1\"\"\",;\t\n\n\r\\ \u{1}", fixedCount: 1)
private let formVariants = Variants(letters: "ab[]=&%%%0123456789ABCDEFcf+\n\r\"")
private let packedVariants = Variants(letters: "\u{0}\u{1}\u{1F}(*/MPx\u{7F}")

private let archiveVariants = Variants(letters: #"{}[]",:\\u0123456789nrtdeflogs=+/ADQ"#)
private let originalVariants = Variants(letters: "{}[]\",: \n\u{1E}diabclntksoxve0123/\\u.-")
private let sampleVariants = Variants(
  letters: "{}[]\",:\n 0123456789.-eiduntrlfsaIT_@/\\"
)
private let xmlVariants = Variants(letters: "<>/=\"'& abctex;#!-[]?xmlnsENTIYDOCP:1\n")

/// How much was read.
var readCount: Int { target == .values ? unsafe values.count : unsafe executionCount }

/// Reads the bytes in their interpretation, and variants of them, and traps if a reader breaks an
/// invariant, or two that should agree differ.
func fuzz(_ bytes: [UInt8]) {
  switch target {
  case .inputs:
    compareReaders(bytes)
    if bytes.count <= 200 {
      readDate(bytes)
      readDecimal(bytes)
    }
  case .values: unsafe values.read(bytes.span)
  case .specs:
    specVariants.forEach(bytes) { bytes, isVariant in
      unsafe executionCount += 1
      readSpec(bytes, applies: !isVariant)
    }
  case .predicates: predicateVariants.forEach(bytes, counted(readPredicate))
  case .keypaths: keyPathVariants.forEach(bytes, counted(readKeyPath))
  case .dates: dateVariants.forEach(bytes, counted(readDate))
  case .archives: archiveVariants.forEach(bytes, counted(readArchive))
  case .rows: rowVariants.forEach(bytes, counted(readRows))
  case .forms: formVariants.forEach(bytes, counted(readForm))
  case .gzip: packedVariants.forEach(bytes, counted { readPacked($0, .gzip) })
  case .zstd: packedVariants.forEach(bytes, counted { readPacked($0, .zstd) })
  case .originals: originalVariants.forEach(bytes, counted(writeOriginal))
  case .samples: sampleVariants.forEach(bytes, counted(inferSpec))
  case .xml: xmlVariants.forEach(bytes, counted(readXML))
  }
}

private func counted(_ read: @escaping ([UInt8]) -> Void) -> ([UInt8], Bool) -> Void {
  { bytes, _ in
    unsafe executionCount += 1
    read(bytes)
  }
}

/// Every kernel, in chunks of several sizes, against the single-pass scanner.
private func compareReaders(_ bytes: [UInt8]) {
  for separator in [nil, .lineFeed, .recordSeparator] as [UInt8?] {
    let expected = SinglePassScanner.scan(bytes, separator: separator, maximumDepth: 100)
    for kernel in ScanKernel.available {
      for (chunkSize, blockSize) in [(Int.max, 4096), (1, 64), (61, 64), (100, 128)] {
        let way = EngineReading.Way(kernel, chunkSize: chunkSize, blockSize: blockSize)
        let reading = EngineReading.read(bytes, way, separator: separator, maximumDepth: 100)
        compare(reading, expected, way)
      }
    }
  }
}

/// The results of a reader and of the scanner.
///
/// Inlined it crashes the optimiser of Swift 6.3.
@inline(never)
private func compare(
  _ reading: EngineReading,
  _ expected: SinglePassScanner.Result,
  _ way: EngineReading.Way
) {
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
  precondition(reading.closesAsStackDoes, "\(way): a container closes elsewhere")
}
