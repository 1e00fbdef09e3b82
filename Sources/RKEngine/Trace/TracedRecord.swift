/// A step from a value of the input to a value of a record.
///
/// Values are JSON text, nil if there is none.
package enum TracedStep: Sendable {
  /// The key of the representation itself.
  case key(token: Int?, out: String)
  /// The value found at one of the rule's sources, and the source's number; nil if none had a
  /// value.
  case source(number: Int, token: Int?, out: String?)
  case constant(out: String)
  /// An expression or a template, with the values that it read, in order.
  case computed(reads: [String?], out: String?)
  case emptyString(in: String)
  /// A transform of the rule, by its number; without a result if it could not be applied.
  case transform(number: Int, in: String, out: String?)
  /// A look-up in a value map, with the number of the entry; negative for the one of all other
  /// values.
  case lookUp(map: Int, entry: Int, in: String, out: String?)
  case convert(in: String, out: String?)
  case policy(Policy, Fallback, in: String?, out: String?)
  case `default`(Policy, out: String?)
  /// A validation, by its number in the plan.
  case validate(number: Int, hasFired: Bool, in: String?, out: String?)
  /// The keys of a connection.
  case connection(keys: [String])

  /// The policy of the spec for a value that is absent.
  package enum Policy: String, Sendable {
    case nullPath
    /// An empty list in place of an object, or of another single value, is missing.
    case emptyList
    case onNull
    case onMissing
    case onError
  }

  /// The value after the step.
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

/// One value of a record, and the steps that made it.
package struct TracedCell: Sendable {
  package var column: Int
  /// The number of its rule in the numbering of coverage.
  package var rule: Int
  package var steps: [TracedStep] = []
  /// The value in the record, unless that is one or more records.
  package var value: String?
  /// The value is only a default, which does not replace stored values.
  package var isFallback = false
  /// The tokens of the input's values that it was made from.
  package var tokens: [Int] = []
  /// The columns of its own record that it was made from.
  package var columns: [Int] = []

  /// The rule that removed the value that was found: a validation; nil for the attribute's own
  /// rule.
  package var remover: Int? {
    for case .validate(let number, true, _, nil) in steps.reversed() { return number }
    return nil
  }
}

/// A choice of a dynamic mapper.
package struct TracedChoice: Sendable {
  package var node: Int
  /// The matchers that did not match, and the values that they tested.
  package var others: [(matcher: Int, got: String?)] = []
  /// The matcher that matched; nil for none.
  package var matcher: Int?
}

/// A record, and how it was made.
package struct TracedRecord: Sendable {
  package var node: Int
  /// The index of its parent among the records of its root.
  package var parent: Int?
  /// The number of the relationship between them.
  package var relationship: Int?
  package var choices: [TracedChoice]
  /// The tokens of its representation, and of the value in it that its rules read.
  package var token: Int
  package var inner: Int
  /// Its row, relative to that of its root.
  package var row: Int
  /// Its index in a list of related records.
  package var index: Int?
  /// Its values, in the order of their first assignment.
  package var cells: [TracedCell] = []

  /// The index of the value of a column.
  package func place(ofColumn column: Int) -> Int? { cells.firstIndex { $0.column == column } }
}

/// A root record with everything related to it, by rows.
package struct TracedRoot: Sendable {
  package var descriptor: Int
  /// Its number among all root records of the run, from 1.
  package var number: Int
  /// The number of its key path, and its index among the records of that, from 0.
  package var section: Int
  package var place: Int
  /// The descriptor has found several representations.
  package var isElement = false
  package var records: [TracedRecord]
}

/// The result for a leaf of the input: a value that is not a non-empty object or array.
package struct TracedLeaf: Sendable {
  package enum Reason: String, Sendable {
    /// The leaf became part of values of records.
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
  /// Some rule has read the leaf.
  package var isRead = false
  /// The leaf was read, but could not be used.
  package var isFaulty = false
  /// The node of the record that it belongs to, and the token of that record's representation.
  package var node: Int?
  package var owner: Int?
}

/// The trace of one document.
package struct TracedDocument: Sendable {
  /// The number of the document in its file, from 1.
  package var number: Int
  package var roots: [TracedRoot]
  /// The descriptors that were considered, with the tokens that their key paths lead to.
  package var descriptors: [(number: Int, token: Int?)] = []
  package var leaves: [TracedLeaf] = []
  /// The numbers of the key paths that lead to lists.
  package var collections: Set<Int> = []
  /// For each key path, by number, the root records made from this document and earlier ones.
  package var counts: [Int: Int] = [:]
  /// The selected value, and its text if it is a leaf.
  package var asked: (token: Int, value: String?)?
  /// The places of all tokens mentioned here.
  package var places: [Int: InputPlace] = [:]
  /// The tokens that are keys.
  package var keys: Set<Int> = []
  /// The text of the document, if it is wanted.
  package var text: String?
}
