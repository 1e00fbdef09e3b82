/// Transforms written bytes, for example by compressing them.
package protocol ByteFilter: AnyObject {
  /// Takes bytes, and appends the output so far.
  func take(_ bytes: Span<UInt8>, into output: inout UniqueArray<UInt8>) throws(SystemError)

  /// Appends the rest of the output, after the last bytes.
  func finish(into output: inout UniqueArray<UInt8>) throws(SystemError)
}
