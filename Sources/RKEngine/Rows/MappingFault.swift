/// A fault of a value or a record: a code, the rule, and the position, without any text.
package struct MappingFault: Sendable, BitwiseCopyable {
  package enum Code: UInt8, Sendable, BitwiseCopyable {
    /// Nothing at any key path (RK1001).
    case notFound
    /// A descriptor that was chosen found nothing, though others found something (RK1018).
    case missingPart
    /// A value could not be converted (RK1002).
    case conversion
    /// A scalar where an object should become a record (RK1002).
    case notRecord
    /// Nothing of the representation could be mapped (RK1003).
    case unmappable
    /// A required value is missing or null (RK1005).
    case required
    /// No matcher matches the representation (RK1006).
    case unmatched
    /// Records are nested too deeply to be written (RK4004).
    case tooDeep
    case duplicateKey
    case severalKeys
    /// A value map has no entry for a value (RK1002).
    case unmapped
    /// A value contains half of a surrogate pair, which no text can represent (RK1002).
    case surrogate
    /// No rule reads a key (RK3001).
    case unknownKey
    /// The target of a required relationship produced no record (RK1005).
    case requiredRecord
    /// A transform could not be applied to a value (RK1002).
    case untransformed
    /// A record has no identity for its row: null, missing, or replaced by a default (RK1014).
    case noIdentity
    /// A part of the record's identity is of another kind than earlier ones (RK1012).
    case otherKind
    /// The record's row exists already, and must not (RK1013).
    case isThere
    /// The record's key is that of a stored row that must not be used for it (RK1017).
    case isOther
    /// A column of the output would store another value (RK1040).
    case changed
    /// A record cannot be written in the output's form (RK1030, RK1006, RK1032, RK1033).
    case notWritable
    /// A rule of a `validate` list fails the record (RK1005).
    case invalid
    /// The rules have removed a required value (RK1005).
    case rejected
    /// The expression of an attribute has no value for a representation (RK1002).
    case unevaluated
    /// A part of a template is not a scalar (RK1002).
    case unfilled
    /// A value came as a kind other than its type's natural one (RK3040; RK1002 if that is an
    /// error).
    case convertedKind
    /// A record differs from an earlier one with its identity (RK3031).
    case repeated
    /// One object is where a descriptor declares several (RK3040; RK1002 if that is an error).
    case singleRoot
    /// A null is in a list of records, and is reported only because of the drift policy (RK1005).
    case nullElement
    /// A rule was not judged, because records that it reads have failed (RK3047).
    case notJudged
    /// A record with everything related to it, or a computed value, is too large (RK1019).
    case tooLarge
    /// A comparison had no answer (RK3044).
    case neverCompares
  }

  package var code: Code
  /// Whether the record fails.
  package var isError: Bool
  /// The value was a part of the record's identity, which is therefore missing (RK1014).
  package var failsIdentity = false
  /// The failed record is related to another one, which does not fail.
  package var isRelated = false
  /// The value is missing, and is required only because drift is an error.
  package var isLack = false
  package var site: PlanSite
  /// The token of the value.
  package var token: UInt32
  /// The kind of the value if it is not the one at the token: for a list that distribution made, a
  /// key or an index; or null, if a required value became null.
  package var derived: JSONKind?
  /// The mapper's unit that the token's position is relative to.
  package var unit: UInt32 = 0
  /// For a document in which something was not found, the index of its keys in the mapper.
  ///
  /// For a key that no rule reads, the plan's keys that are known in that object. For a transform,
  /// its index in the attribute. For an empty list, the number of keys that lead to it. For a rule
  /// that is not judged, the site of the relationship.
  package var detail: UInt32 = 0
  /// Distinguishes findings of one rule.
  ///
  /// For a key that no rule reads, a hash of its text and place; for a transform, its index; for a
  /// missing part or a single object, its descriptor; if nothing was found, whether the document is
  /// empty; for a null, the number of its relationship, from 1. For an empty list in place of another
  /// value, the number of the source, from 1.
  package var variant: UInt32 = 0

  /// The variant of a fault in an empty document, `{}` or `[]`.
  package static let emptyDocument: UInt32 = 1
  /// The variant of a representation that lacks everything that its mapper's rules read.
  package static let otherShape: UInt32 = 1

  package init(_ code: Code, isError: Bool, site: PlanSite, token: UInt32) {
    self.code = code
    self.isError = isError
    self.site = site
    self.token = token
  }
}
