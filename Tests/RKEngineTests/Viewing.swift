@testable import RKEngine
import Testing

/// Reads a whole text and examines its tokens.
func look<Answer>(
  at text: String,
  by kernel: ScanKernel = .best,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: (TokenView) throws -> Answer
) throws -> Answer {
  var window = InputWindow(
    source: InputSource(bytes: Array(text.utf8)),
    options: ReadingOptions(),
    kernel: kernel
  )
  while try window.fill() != nil {}
  let fault = window.fault
  try #require(fault == nil, sourceLocation: sourceLocation)
  return try body(window.view)
}

/// Text with padding for wide loads.
func padded(_ text: String) -> (bytes: [UInt8], range: Range<Int>) {
  let bytes = Array(text.utf8)
  return (bytes + [UInt8](repeating: 0x20, count: 64), 0..<bytes.count)
}
