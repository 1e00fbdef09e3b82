package import RKEngine

/// The engine's results for an input, read through a window to its end or its first fault.
package struct EngineReading: Sendable {
  /// How the input is read.
  package struct Way: Sendable, CustomStringConvertible {
    package var kernel: ScanKernel
    /// The most bytes that the source returns at once.
    package var chunkSize: Int
    package var blockSize: Int

    package init(_ kernel: ScanKernel, chunkSize: Int = .max, blockSize: Int = 256 * 1024) {
      self.kernel = kernel
      self.chunkSize = chunkSize
      self.blockSize = blockSize
    }

    package var description: String {
      "\(kernel.name), \(chunkSize == .max ? "all" : "\(chunkSize)") bytes at a time"
    }

    /// Every kernel, once with the whole input and once with chunks that end at every kind of
    /// place.
    package static let all: [Way] = ScanKernel.available.flatMap { kernel in
      [
        Way(kernel),
        Way(kernel, chunkSize: 1, blockSize: 64),
        Way(kernel, chunkSize: 7, blockSize: 64),
        Way(kernel, chunkSize: 63, blockSize: 128),
        Way(kernel, chunkSize: 64, blockSize: 64),
        Way(kernel, chunkSize: 1000, blockSize: 256),
      ]
    }
  }

  /// The position of a fault.
  package struct Place: Hashable, Sendable {
    package var offset: Int
    package var line: Int
    package var column: Int

    package init(offset: Int, line: Int, column: Int) {
      self.offset = offset
      self.line = line
      self.column = column
    }
  }

  /// The tokens that were found valid.
  package private(set) var tokens: [SinglePassScanner.Token] = []
  /// For each opening bracket, the position of the closing one, if both were in memory at once.
  package private(set) var closes: [Int: Int] = [:]
  package private(set) var fault: JSONSyntaxError?
  package private(set) var place: Place?

  /// Whether the fault is of this kind, as far as the oracle can distinguish kinds.
  package func agrees(with kind: SinglePassScanner.Kind?) -> Bool {
    guard let fault, let kind else { return true }
    return String(describing: fault.fault) == String(describing: kind)
  }

  /// Whether brackets are matched as a stack would match them.
  package var closesAsStackDoes: Bool {
    var open: [Int] = []
    for token in tokens {
      if TokenView.opens(token.byte) { open.append(token.offset) }
      guard token.byte == .closeObject || token.byte == .closeArray else { continue }
      let opened = open.removeLast()
      if let close = closes[opened], close != token.offset { return false }
    }
    return open.allSatisfy { closes[$0] == nil }
  }

  /// Reads a whole input, releasing each token as soon as it is known.
  package static func read(
    _ bytes: [UInt8],
    _ way: Way,
    separator: UInt8? = nil,
    maximumDepth: Int = 1024,
    byteOffset: Int = 0
  ) -> EngineReading {
    read(
      InputSource(bytes: bytes, chunkSize: way.chunkSize),
      way,
      separator: separator,
      maximumDepth: maximumDepth,
      byteOffset: byteOffset
    )
  }

  /// Reads the whole input of any source.
  package static func read(
    _ source: consuming InputSource,
    _ way: Way,
    separator: UInt8? = nil,
    maximumDepth: Int = 1024,
    byteOffset: Int = 0
  ) -> EngineReading {
    var window = window(source, way, separator, maximumDepth, byteOffset)
    var reading = EngineReading()
    var next = 0
    while let moved = try? window.fill() {
      next = reading.take(window, from: next - moved)
      window.consume(upTo: next)
    }
    reading.note(window)
    return reading
  }

  /// The first fault of an input and its position, without examining the tokens.
  package static func firstFault(
    _ bytes: [UInt8],
    _ way: Way,
    separator: UInt8? = nil,
    maximumDepth: Int = 1024
  ) -> EngineReading {
    let source = InputSource(bytes: bytes, chunkSize: way.chunkSize)
    var window = window(source, way, separator, maximumDepth, 0)
    var reading = EngineReading()
    while (try? window.fill()) != nil {
      let count = window.view.count
      window.consume(upTo: count)
    }
    reading.note(window)
    return reading
  }

  private static func window(
    _ source: consuming InputSource,
    _ way: Way,
    _ separator: UInt8?,
    _ maximumDepth: Int,
    _ byteOffset: Int
  ) -> InputWindow {
    var options = ReadingOptions()
    options.blockSize = way.blockSize
    options.separator = separator
    options.maximumDepth = maximumDepth
    return InputWindow(
      source: source,
      options: options,
      kernel: way.kernel,
      byteOffset: byteOffset
    )
  }

  private mutating func note(_ window: borrowing InputWindow) {
    guard let fault = window.fault else { return }
    let (line, column) = window.lineAndColumn(of: fault.offset)
    self.fault = fault
    place = Place(offset: window.byteOffset + fault.offset, line: line, column: column)
  }

  /// Reads the tokens from number `first` on; returns the number after the last one.
  private mutating func take(_ window: borrowing InputWindow, from first: Int) -> Int {
    let view = window.view
    for token in first..<max(first, view.count) {
      let offset = window.byteOffset + view.position(token)
      tokens.append(SinglePassScanner.Token(offset: offset, byte: view.token(token)))
      if TokenView.opens(view.token(token)), let close = view.close(of: token) {
        closes[offset] = window.byteOffset + view.position(close)
      }
    }
    return max(first, view.count)
  }
}
