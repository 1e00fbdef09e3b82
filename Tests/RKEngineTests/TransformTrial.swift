@testable import RKEngine

/// Applies transforms to values that are written as JSON.
struct TransformTrial {
  private(set) var plan = MappingPlan()

  /// The result for a value, as JSON; nil if it cannot be converted.
  static func apply(_ rules: ValueRule.Transform..., to json: String) -> String? {
    TransformTrial(rules).apply(to: json)
  }

  /// The same for a transform with a text argument.
  static func apply(
    _ rule: (ByteRange) -> ValueRule.Transform,
    _ argument: String,
    to json: String
  ) -> String? {
    var trial = TransformTrial([])
    let text = trial.plan.add(text: argument.utf8)
    trial.plan.transforms = [rule(text)]
    return trial.apply(to: json)
  }

  /// The result for a text, by a transform from text to text.
  static func text(_ rule: ValueRule.Transform, _ text: String) -> String? {
    var value = ValueBuffer()
    value.kind = .string
    for byte in text.utf8 { value.bytes.append(byte) }
    let plan = TransformTrial([rule]).plan
    guard TextTransform.firstFailure(of: PlanRange(0..<1), on: &value, plan) == nil,
      value.kind == .string
    else { return nil }
    return value.text
  }

  init(_ rules: [ValueRule.Transform]) { plan.transforms = rules }

  private func apply(to json: String) -> String? {
    var value = ValueBuffer()
    let bytes = Array(json.utf8)
    guard value.load(Cell.Kind(firstByte: bytes[0]), bytes.span, 0..<bytes.count) else {
      return nil
    }
    let rules = PlanRange<ValueRule.Transform>(0..<plan.transforms.count)
    guard TextTransform.firstFailure(of: rules, on: &value, plan) == nil else { return nil }
    var written = UniqueArray<UInt8>()
    value.append(to: &written)
    return String(decoding: (0..<written.count).map { written[$0] }, as: UTF8.self)
  }
}

extension ValueBuffer {
  /// The bytes as text.
  var text: String { String(decoding: (0..<bytes.count).map { bytes[$0] }, as: UTF8.self) }
}
