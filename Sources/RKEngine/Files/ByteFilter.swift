/// Makes other bytes of those that are written, such as fewer.
package protocol ByteFilter: AnyObject {
  /// Takes bytes, and appends what comes of those so far.
  func take(_ bytes: Span<UInt8>, into output: inout UniqueArray<UInt8>) throws(SystemError)

  /// No more are to come: appends the rest.
  func finish(into output: inout UniqueArray<UInt8>) throws(SystemError)
}
