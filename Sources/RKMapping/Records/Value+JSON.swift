internal import RKEngine

extension Value {
  /// The value as JSON without white space.
  var json: [UInt8] {
    var text: [UInt8] = []
    append(to: &text)
    return text
  }

  /// Appends the value as JSON without white space.
  ///
  /// If `typeKey` is given, records begin with a member of that name that holds their target.
  func append(to text: inout [UInt8], typeKey: String? = nil) {
    switch self {
    case .null: text += Array("null".utf8)
    case .bool(let value): text += Array((value ? "true" : "false").utf8)
    case .number(let number): text += Array(number.text.utf8)
    case .string(let string): text += JSONText.quoted(string)
    case .array(let values):
      text.append(.openArray)
      for (number, value) in values.enumerated() {
        if number > 0 { text.append(.comma) }
        value.append(to: &text, typeKey: typeKey)
      }
      text.append(.closeArray)
    case .object(let members): Self.append(members, to: &text, typeKey: typeKey)
    case .record(let record):
      let type = typeKey.map { [Member(name: $0, value: .string(record.target))] } ?? []
      Self.append(type + record.members, to: &text, typeKey: typeKey)
    }
  }

  private static func append(_ members: [Member], to text: inout [UInt8], typeKey: String?) {
    text.append(.openObject)
    for (number, member) in members.enumerated() {
      if number > 0 { text.append(.comma) }
      text += JSONText.quoted(member.name)
      text.append(.colon)
      member.value.append(to: &text, typeKey: typeKey)
    }
    text.append(.closeObject)
  }
}
