extension InputWindow {
  /// A text in memory that is scanned as a whole; nil if it is not JSON.
  init?(whole bytes: [UInt8], kernel: ScanKernel = .best) {
    // Freeing a large buffer makes the C library copy later ones when they grow.
    var options = ReadingOptions()
    options.blockSize = min(options.blockSize, (bytes.count + 64) & ~63)
    self.init(source: InputSource(bytes: bytes), options: options, kernel: kernel)
    while let _ = try? fill() {}
    if fault != nil { return nil }
  }

  /// The keys of the object at the beginning of a text; none if it begins with anything else, or is
  /// not JSON.
  package static func outermostKeys(
    of bytes: [UInt8],
    kernel: ScanKernel
  ) throws(SystemError) -> [[UInt8]] {
    var window = InputWindow(
      source: InputSource(bytes: bytes),
      options: ReadingOptions(),
      kernel: kernel
    )
    while try window.fill() != nil {}
    let view = window.view
    guard view.count > 0, view.token(0) == .openObject, view.close(of: 0) != nil else { return [] }
    return view.keys(of: 0)
  }
}
