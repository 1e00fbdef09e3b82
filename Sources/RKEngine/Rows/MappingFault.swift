/// Something to report about a value or a record: a code, the rule, and the place, without any
/// text.
package struct MappingFault: Sendable, BitwiseCopyable {
  package enum Code: UInt8, Sendable, BitwiseCopyable {
    /// Nothing at any key path (RK1001).
    case notFound
    /// Nothing at the key path of a descriptor that was chosen, beside what others have found (RK1018).
    case missingPart
    /// A value could not be converted (RK1002).
    case conversion
    /// A scalar stands where an object is to become a record (RK1002).
    case notRecord
    /// Nothing of the representation could be mapped (RK1003).
    case unmappable
    /// A required value is missing or null (RK1005).
    case required
    /// No matcher takes the representation (RK1006).
    case unmatched
    /// Records lie in each other too deeply to be written (RK4004).
    case tooDeep
    case duplicateKey
    case severalKeys
    /// A value map has no entry for a value (RK1002).
    case unmapped
    /// A value holds half of a surrogate pair, which is in no text (RK1002).
    case surrogate
    /// Nothing is made of a key (RK3001).
    case unknownKey
    /// What a required relationship leads to gave no record (RK1005).
    case requiredRecord
    /// A transform could not be applied to a value (RK1002).
    case untransformed
    /// A record has no identity for its row: null, nothing, or a default in its place (RK1014).
    case noIdentity
    /// A part of its identity is of another kind than those before (RK1012).
    case otherKind
    /// Its row is there already, and none may be (RK1013).
    case isThere
    /// Its key is that of a stored row that may not be taken for the same (RK1017).
    case isOther
    /// A column of the output would store another value (RK1040).
    case changed
    /// A record cannot be written as the output says (RK1030, RK1006, RK1032, RK1033).
    case notWritable
    /// A rule of a `validate` list fails the record (RK1005).
    case invalid
    /// Such a rule has left nothing of a required value (RK1005).
    case rejected
    /// The expression of an attribute has no value for a representation (RK1002).
    case unevaluated
    /// A part of a template is no scalar (RK1002).
    case unfilled
    /// A value came as another kind than its type's natural one (RK3040; RK1002 where that fails).
    case convertedKind
    /// A record takes too much, with all that is related to it, or a value that is made (RK1019).
    case tooLarge
  }

  package var code: Code
  /// The record fails, or lives.
  package var isError: Bool
  /// The value was to be a part of the record's identity, which is missing for that (RK1014).
  package var failsIdentity = false
  /// The record that fails is related to another, which lives.
  package var isRelated = false
  /// Nothing but the word for drift asks for the value that is not there.
  package var isLack = false
  package var site: PlanSite
  /// The token of the value.
  package var token: UInt32
  /// The kind of the value, where it is none that stands at the token: a list that distribution made,
  /// a key, an index; or null, where a required value comes to that.
  package var derived: JSONKind?
  /// What the token's place is counted from: one of the mapper's units.
  package var unit: UInt32 = 0
  /// For a document in which something was not found, which one of the mapper's; for a key that nothing is
  /// made of, the plan's keys that are known in its place; for a transform, which one of the
  /// attribute's.
  package var detail: UInt32 = 0
  /// What tells findings of one rule apart: for a key that nothing is made of, a hash of its text and
  /// of its place; for a transform, which one; for a part that is missing, its descriptor; where
  /// nothing is found, whether there is anything.
  package var variant: UInt32 = 0

  /// The variant of nothing found in `{}` or `[]`.
  package static let emptyDocument: UInt32 = 1

  package init(_ code: Code, isError: Bool, site: PlanSite, token: UInt32) {
    self.code = code
    self.isError = isError
    self.site = site
    self.token = token
  }
}
