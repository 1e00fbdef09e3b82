/// How the keys of documents are read if a spec does not use them unchanged (docs/spec-format.md,
/// Spellings of keys).
///
/// If letters are folded, all keys that a plan looks up are folded, too.
package struct KeyRules: Sendable, BitwiseCopyable {
  /// Letters that differ only in case are equal.
  package var foldsCase = false
  /// The keys that are read as other names, folded if letters are; nil if there are none.
  package var renamed: KeyTable?
  /// For each key of that table, the name that it is read as, among the plan's constants.
  package var names: PlanRange<ByteRange> = .empty

  package init() {}

  /// Whether keys are used as they are.
  package var isExact: Bool { !foldsCase && renamed == nil }
}
