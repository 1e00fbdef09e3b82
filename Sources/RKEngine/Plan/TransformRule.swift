/// One step of what an attribute's `transform` does to a value before its type is looked at.
///
/// Arguments are text of the plan, plain UTF-8.
package enum TransformRule: Sendable, BitwiseCopyable {
  // Text.
  case trim
  case collapse
  case lowercase
  case uppercase
  case capitalize
  case snakeCase
  case camelCase
  case prefix(ByteRange)
  case suffix(ByteRange)
  case removePrefix(ByteRange)
  case removeSuffix(ByteRange)
  /// Puts something in the place of all matches.
  case replace(PlanID<PatternProgram>, with: PlanRange<ReplacementPiece>)
  /// Parts the text at each occurrence of an argument that is not empty.
  case split(ByteRange)

  // Lists.
  case join(ByteRange)
  case first
  case last
  case sort
  case unique
  case flatten
  case count

  // Numbers.
  case round(places: Int32)
  case floor
  case ceil
  case abs

  // Codes.
  case urlDecode
  case urlEncode
  case base64Decode
  case base64Encode
  case htmlUnescape
  case json
  case toJSON

  /// The most digits behind the point, and zeros before it, that a number is rounded to.
  package static var places: ClosedRange<Int> { -100...100 }

  /// The most bytes that a transform may add to a value: some of them double a text, and may follow each
  /// other.
  static var largestGrowth: Int { 64 << 20 }
}
