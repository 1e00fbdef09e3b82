/// Makes bytes while they are asked for: a text is unpacked, or made of another one.
package protocol ByteSupplier: AnyObject {
  /// Appends what comes next, about as many bytes as there is room for; nothing at the end, or where
  /// something is to be done before it goes on.
  func supply(_ buffer: inout InputBuffer, upTo room: Int) throws(SystemError)
}
