/// Is told of everything that goes wrong with an input, while its bytes are at hand.
package protocol FaultReceiver: AnyObject {
  /// Whether the next fault will be shown, so that its place is worth making.
  func wantsPlace(isError: Bool) -> Bool

  /// Something about a value or a record.
  ///
  /// `keys` are those of the document in which nothing was found.
  func receive(_ fault: MappingFault, at place: InputPlace?, keys: [[UInt8]])

  /// The input, or one of the texts that a format of several parts it into, is no JSON.
  func receive(_ error: JSONSyntaxError, in format: InputFormat, at place: InputPlace)
}
