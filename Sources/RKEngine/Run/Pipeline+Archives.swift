/// Inputs that are archives, out of which documents are taken one by one.
extension Pipeline {
  /// Begins an input whose documents are given to `run` one by one, each with its origin.
  package mutating func beginArchive(named name: String) { beginInput(named: name) }

  /// Tells of a document that cannot be read, which is a failed record; nil to go on with the next.
  ///
  /// `text` is what there is of it.
  package mutating func refuse(
    _ fault: JSONSyntaxError,
    at place: InputPlace,
    text: [UInt8]
  ) throws(SystemError) -> Ending? {
    mapper.countBadLine()
    let isShown = receiver.wantsPlace(of: fault)
    receiver.receive(fault, of: mapper.readCount, in: .archive, at: isShown ? place : nil)
    if keeper != nil {
      let record = FailedRecord(
        reason: .syntax(fault, .archive),
        place: place,
        way: [],
        text: 0..<min(text.count, FailedRecord.longestBadLine)
      )
      try keepUnread(record, text.span)
    }
    return options.failedRecordRule == .fail ? .failedRecord : nil
  }

  /// An archive without any document that is wanted is a failed record.
  package mutating func countEmptyArchive() { mapper.countBadLine() }
}
