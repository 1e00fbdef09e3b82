extension Int {
  /// A number with its noun, such as `1 record` or `2 records`.
  package func counting(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
