extension Int {
  /// A number with its noun: `1 record`, `2 records`.
  package func counting(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
