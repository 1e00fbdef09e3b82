/// The form in which records are written: for each record shape its members in output order, with
/// their names.
package struct RowSchema: Sendable, TextPool {
  package var records: [RecordShape] = []
  package var members: [OutputMember] = []
  /// Names of records and members, plain.
  package var text: [UInt8] = []

  package init() {}
}

/// One kind of record.
package struct RecordShape: Sendable, BitwiseCopyable {
  /// The target's name.
  package var name: ByteRange
  package var members: PlanRange<OutputMember>

  package init(name: ByteRange, members: PlanRange<OutputMember>) {
    self.name = name
    self.members = members
  }
}

/// One member of a record, or of a nested object that dotted destinations make.
package struct OutputMember: Sendable, BitwiseCopyable {
  package enum Content: Sendable, BitwiseCopyable {
    case column(UInt32)
    /// A nested object, written if one of its members is present.
    case group(PlanRange<OutputMember>)
    /// Related records or, if there are none, the nested object that attributes made in their
    /// place.
    case related(column: UInt32, orGroup: PlanRange<OutputMember>)
  }

  package var name: ByteRange
  package var content: Content

  package init(name: ByteRange, content: Content) {
    self.name = name
    self.content = content
  }
}
