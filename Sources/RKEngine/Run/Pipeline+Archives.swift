/// Inputs out of which documents are taken one by one.
extension Pipeline {
  /// Reports a document that cannot be read, which is a failed record.
  ///
  /// `text` is what there is of it.
  package mutating func refuse(
    _ fault: JSONSyntaxError,
    at place: InputPlace,
    text: [UInt8]
  ) throws(SystemError) -> Ending {
    mapper.countBadLine()
    let isShown = receiver.wantsPlace(of: fault)
    receiver.receive(fault, of: mapper.readCount, in: .embedded, at: isShown ? place : nil)
    if keeper != nil {
      let reason = FailedRecord.Reason.syntax(fault, .embedded)
      let record = FailedRecord(
        reason: reason,
        place: place,
        way: [],
        text: 0..<(reason.isText ? min(text.count, FailedRecord.longestBadLine) : text.count)
      )
      try keepUnread(record, text.span)
      try writeBatch(text.span)
    }
    return options.failedRecordRule == .fail ? .failedRecord : .complete
  }

  /// Counts an input as a failed record, which has no document that is wanted.
  package mutating func refuseInput() -> Ending {
    mapper.countBadLine()
    return options.failedRecordRule == .fail ? .failedRecord : .complete
  }
}
