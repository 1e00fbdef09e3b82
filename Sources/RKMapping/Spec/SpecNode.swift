/// A place in one of the files of a spec.
package struct SpecPlace: Sendable, Hashable {
  /// The number of the file.
  package var file: Int
  package var range: Range<Int>
}

/// A value of a spec, with its place.
package struct SpecNode: Sendable {
  package enum Content: Sendable {
    case null
    case boolean(Bool)
    /// A number, as written.
    case number(String)
    case string(String)
    /// A word without quotes where a string is expected, such as `2XX`, `YES` and `nil`.
    case word(String)
    case list([SpecNode])
    /// The members of an object. `isBracketed` says that they were written as a list of pairs.
    case object([SpecMember], isBracketed: Bool)
  }

  package var content: Content
  package var place: SpecPlace

  package init(_ content: Content, at place: SpecPlace) {
    self.content = content
    self.place = place
  }

  /// The text of a string, or of a word without quotes.
  package var text: String? {
    switch content {
    case .string(let text), .word(let text): text
    default: nil
    }
  }

  /// The number, if it has neither a fraction nor an exponent.
  package var wholeNumber: Int? {
    if case .number(let text) = content { Int(text) } else { nil }
  }

  /// Whether it means "none" where a reference or a key path is allowed: `null`, `nil` or `""`.
  package var isNil: Bool {
    switch content {
    case .null, .word("nil"), .string(""): true
    default: false
    }
  }

  /// Whether it is `null` or `nil`.
  package var isNull: Bool {
    switch content {
    case .null, .word("nil"): true
    default: false
    }
  }

  /// The kind of the value, for messages.
  package var kindName: String {
    switch content {
    case .null, .word("nil"): "null"
    case .boolean: "a boolean"
    case .number: "a number"
    case .string(""): "an empty text"
    case .string, .word: "a text"
    case .list: "a list"
    case .object: "an object"
    }
  }
}

/// A member of an object of a spec.
package struct SpecMember: Sendable {
  package var name: String
  package var namePlace: SpecPlace
  package var value: SpecNode

  /// The member that `fmt` makes from comments.
  ///
  /// Its contents are ignored.
  package static let commentName = "$comment"
}

/// A text of a spec, with its place.
package struct SpecText: Sendable, Hashable {
  package var value: String
  package var place: SpecPlace

  package init(_ value: String, at place: SpecPlace) {
    self.value = value
    self.place = place
  }
}
