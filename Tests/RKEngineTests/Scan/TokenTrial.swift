@testable import RKEngine
import TestSupport
import Testing

/// Tokens as the scan passes them on; each takes three bytes, so that none runs into the next.
struct TokenTrial: ~Copyable {
  let separator: UInt8?
  private(set) var buffer: InputBuffer
  private(set) var index = StructuralIndex()

  /// The text that has these tokens.
  static func text(of tokens: [UInt8]) -> [UInt8] {
    var text = [UInt8](repeating: .space, count: tokens.count * 3)
    var place = 0
    while place < tokens.count {
      text[place * 3] = tokens[place]
      if tokens[place] == .quote { text[place * 3 + 1] = .quote }
      place += 1
    }
    return text
  }

  init(_ text: [UInt8], by kernel: ScanKernel, separator: UInt8? = nil) {
    self.separator = separator
    buffer = InputBuffer(capacity: text.count)
    buffer.append(text.span)
    var state = ScanState(separator: separator)
    kernel.scan(buffer, at: 0, blockCount: text.count / 64 + 1, into: &index, state: &state)
    index.positions.append(UInt32(buffer.count))
    index.tokens.append(0)
    kernel.classify(&index, from: 0, separator: state.separator)
  }

  /// The result of a kernel for the first `blockCount` blocks, so many at a time.
  func validate(
    _ blockCount: Int,
    by kernel: ScanKernel,
    blocksPerCall: Int,
    maximumDepth: Int
  ) -> (count: Int, open: OpenContainers, changes: [DepthChange]) {
    var open = OpenContainers(
      areObjects: 0,
      depth: 0,
      maximumDepth: maximumDepth,
      areDocumentsSeparated: separator != nil
    )
    var changes = UniqueArray<DepthChange>()
    var count = 0
    while count < blockCount {
      let end = min(blockCount, count + blocksPerCall)
      let before =
        count > 0 ? index.masks(ofBlock: count - 1) : TokenMasks(separator: 1 << 63)
      let result = kernel.validate(index, count..<end, before: before, &open, into: &changes)
      count += result
      if count < end { break }
    }
    return (count, open, (0..<changes.count).map { changes[$0] })
  }

  /// Where the engine's check stops, with blocks validated by this kernel if possible.
  func check(by kernel: ScanKernel, maximumDepth: Int) -> Int {
    var check = GrammarCheck(
      documents: separator.map { .separated(by: $0) } ?? .concatenated,
      maximumDepth: maximumDepth
    )
    _ = check.check(index, buffer, upTo: index.count - 1, by: kernel)
    return check.checkedCount
  }
}

/// Expects each kernel to skip exactly the blocks of 64 tokens before the first in which the reader
/// of tokens finds a fault, or that is too deep for it.
///
/// The last block is for lookahead. The twin reports the wrong token, alone and after each kernel.
func expectJudged(
  _ tokens: [UInt8],
  separator: UInt8? = nil,
  maximumDepth: Int = 1024,
  asksTwin: Bool = true,
  _ comment: @autoclosure () -> String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let verdict = TokenVerdict(tokens, separator: separator, maximumDepth: maximumDepth)
  let blockCount = tokens.count / 64 - 1
  let stop = verdict.stop(of: blockCount, maximumDepth: maximumDepth)
  let changes = (0..<stop).map { verdict.blocks[$0].change }
  func fail(_ kernel: ScanKernel, _ what: String) {
    let shown = String(decoding: tokens.map { $0 == .lineFeed ? .ascii("|") : $0 }, as: UTF8.self)
    Issue.record("\(kernel.name), \(comment()): \(what) \(shown)", sourceLocation: sourceLocation)
  }
  let text = TokenTrial.text(of: tokens)
  for kernel in asksTwin ? ScanKernel.available : ScanKernelTests.natives {
    // The twin need not scan by itself, which takes long.
    let isTwin = kernel.name == ScanKernel.portable.name
    let trial = TokenTrial(text, by: isTwin ? .best : kernel, separator: separator)
    if trial.index.count != tokens.count + 1 { return fail(kernel, "other tokens of") }
    if asksTwin {
      let wrong = verdict.firstWrong ?? tokens.count
      let found = trial.check(by: kernel, maximumDepth: maximumDepth)
      if found != wrong { fail(kernel, "\(found) in place of \(wrong) is wrong in") }
    }
    if isTwin { continue }
    for blocksPerCall in [1, blockCount] {
      let found = trial.validate(
        blockCount,
        by: kernel,
        blocksPerCall: blocksPerCall,
        maximumDepth: maximumDepth
      )
      let end = verdict.blocks[stop]
      if found.count != stop { fail(kernel, "\(found.count) in place of \(stop) blocks of") }
      if found.changes != changes { fail(kernel, "\(found.changes) of") }
      if (found.open.depth, found.open.areObjects) != (end.depth, end.objects) {
        fail(kernel, "\(found.open) after")
      }
    }
  }
}
