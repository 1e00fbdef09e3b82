/// A step from a value of the input to a value of a record; values are JSON text, nil for none.
package enum TracedStep: Sendable {
  /// The key of the representation itself.
  case key(token: Int?, out: String)
  /// What was found at the source of a number among those of its rule; nil if at none of them.
  case source(number: Int, token: Int?, out: String?)
  case constant(out: String)
  /// An expression or a template, with what it read in this order.
  case computed(reads: [String?], out: String?)
  case emptyString(in: String)
  /// A transform of a number among those of its rule; without a result if it cannot be applied.
  case transform(number: Int, in: String, out: String?)
  /// An entry of a number among those of a map; negative for the one of all other values.
  case lookUp(map: Int, entry: Int, in: String, out: String?)
  case convert(in: String, out: String?)
  case policy(Policy, Fallback, in: String?, out: String?)
  case `default`(Policy, out: String?)
  /// A validation of a number among those of the plan.
  case validate(number: Int, hasFired: Bool, in: String?, out: String?)
  /// The keys of a connection.
  case connection(keys: [String])

  /// What the spec says about a value that is not there.
  package enum Policy: String, Sendable {
    case nullPath
    case onNull
    case onMissing
    case onError
  }

  /// What is left after it.
  package var out: String? {
    switch self {
    case .key(_, let out), .constant(let out): out
    case .source(_, _, let out), .computed(_, let out), .transform(_, _, let out),
      .lookUp(_, _, _, let out), .convert(_, let out), .policy(_, _, _, let out),
      .default(_, let out), .validate(_, _, _, let out):
      out
    case .emptyString: "null"
    case .connection: nil
    }
  }
}

/// One value of a record, and how it came about.
package struct TracedCell: Sendable {
  package var column: Int
  /// The number of its rule among those that are counted.
  package var rule: Int
  package var steps: [TracedStep] = []
  /// The value that the record has, if it is not one or more records.
  package var value: String?
  /// It is only a default, which no stored value gives way to.
  package var isFallback = false
  /// The tokens of the values of the input that it is made from.
  package var tokens: [Int] = []
  /// The columns of its own record that it is made from.
  package var columns: [Int] = []

  /// The rule that has removed the value that was found: a validation, or nil for its own.
  package var remover: Int? {
    for case .validate(let number, true, _, nil) in steps.reversed() { return number }
    return nil
  }
}

/// A choice that a dynamic mapper has made.
package struct TracedChoice: Sendable {
  package var node: Int
  /// The matchers that did not match, and the values that they saw.
  package var others: [(matcher: Int, got: String?)] = []
  /// The matcher that did; nil for none.
  package var matcher: Int?
}

/// A record, and how it came about.
package struct TracedRecord: Sendable {
  package var node: Int
  /// The record that it is related to, by its place among those of its root.
  package var parent: Int?
  /// The number of the relationship between them.
  package var relationship: Int?
  package var choices: [TracedChoice]
  /// The tokens of its representation, and of what its rules read of that.
  package var token: Int
  package var inner: Int
  /// Its row among those of its root.
  package var row: Int
  /// Its index in a list of related records.
  package var index: Int?
  /// By when they were first assigned.
  package var cells: [TracedCell] = []

  /// The place of the value of a column.
  package func place(ofColumn column: Int) -> Int? { cells.firstIndex { $0.column == column } }
}

/// A root record with everything related to it, by rows.
package struct TracedRoot: Sendable {
  package var descriptor: Int
  /// From 1, among all that a run has made.
  package var number: Int
  /// The number of its key path, and its place among the records of that, from 0.
  package var section: Int
  package var place: Int
  /// It is one of several that the descriptor found.
  package var isElement = false
  package var records: [TracedRecord]
}

/// What became of a value of the input that is neither an object nor an array with something in it.
package struct TracedLeaf: Sendable {
  package enum Reason: String, Sendable {
    /// It went into values of records.
    case cell
    case unmapped
    case ignored
    case unmatched
    case declined
    case read
    case failed
    case rejected
  }

  package var token: Int
  package var reason: Reason
  /// The number of the rule that is the reason.
  package var rule: Int?
  /// Some rule has read it.
  package var isRead = false
  /// It was read, but could not be used.
  package var isFaulty = false
  /// The node of the record that it belongs to, and the token of that record's representation.
  package var node: Int?
  package var owner: Int?
}

/// What a run has made of one document.
package struct TracedDocument: Sendable {
  /// From 1, in its file.
  package var number: Int
  package var roots: [TracedRoot]
  /// The descriptors that were considered, with the tokens that their key paths lead to.
  package var descriptors: [(number: Int, token: Int?)] = []
  package var leaves: [TracedLeaf] = []
  /// The key paths, by their numbers, that lead to lists.
  package var collections: Set<Int> = []
  /// The root records that were made in this document and before it, by the numbers of key paths.
  package var counts: [Int: Int] = [:]
  /// The value that was asked for, and its text if it is a leaf.
  package var asked: (token: Int, value: String?)?
  /// The places of all tokens that are mentioned.
  package var places: [Int: InputPlace] = [:]
  /// The tokens of keys among them.
  package var keys: Set<Int> = []
  /// The text of the document, if that was asked for.
  package var text: String?
}
