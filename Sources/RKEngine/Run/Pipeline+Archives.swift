/// Inputs from which documents are extracted one by one.
extension Pipeline {
  /// Reports a document that cannot be read, and counts it as a failed record.
  ///
  /// `text` is the available part of it.
  package func refuse(
    _ fault: JSONSyntaxError,
    at place: InputPlace,
    text: [UInt8]
  ) throws(SystemError) -> Ending {
    let isShown = receiver.wantsPlace(of: fault)
    receiver.receive(fault, of: mapper.readCount + 1, in: .embedded, at: isShown ? place : nil)
    return try refuse(.syntax(fault, .embedded), at: place, text: text)
  }

  /// Counts a document that cannot be read, and was reported, as a failed record.
  package func refuse(
    _ reason: FailedRecord.Reason,
    at place: InputPlace,
    text: [UInt8]
  ) throws(SystemError) -> Ending {
    mapper.countBadLine()
    if keeper != nil {
      let record = FailedRecord(
        reason: reason,
        place: place,
        way: [],
        text: 0..<(reason.isText ? min(text.count, FailedRecord.longestBadLine) : text.count)
      )
      try keepUnread(record, text.span, at: place.byteOffset)
      try writeBatch(text.span)
    }
    return options.failedRecordRule == .fail ? .failedRecord : .complete
  }

  /// Counts an input without any wanted document as a failed record.
  package func refuseInput() -> Ending {
    mapper.countBadLine()
    return options.failedRecordRule == .fail ? .failedRecord : .complete
  }
}
