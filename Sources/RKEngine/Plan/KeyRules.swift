/// How the keys of documents are read, where a spec says that they are not taken as they stand
/// (`keys`, spec-format.md, section 2).
///
/// Where letters are folded, all keys that a plan looks for are folded, too.
package struct KeyRules: Sendable, BitwiseCopyable {
  /// Letters that differ only in case are the same.
  package var foldsCase = false
  /// The keys that are read as others, each of them folded where letters are; nil where there are
  /// none.
  package var renamed: KeyTable?
  /// For each key of that table what it is read as, among the plan's constants.
  package var names: PlanRange<ByteRange> = .empty

  package init() {}

  /// Keys are what they are.
  package var isExact: Bool { !foldsCase && renamed == nil }
}
