extension InputWindow {
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
