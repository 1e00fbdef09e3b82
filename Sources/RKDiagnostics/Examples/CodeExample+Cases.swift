// swift-format-ignore-file
// Made of fixtures/diagnostics by `make golden`.

extension CodeExample {
  /// The cases of fixtures/diagnostics.
  public static let ofCases: [CodeExample] = [
    rk100x,
    rk101x,
    rk200x,
    rk201x,
    rk202x,
    rk203x,
    rk204x,
    rk205x,
    rk206x,
    rk207x,
    rk208x,
    rk210x,
    rk211x,
    rk213x,
    rk300x,
    rk301x,
    rk302x,
    rk400x,
    rk402x,
    rk403x,
    rk500x,
    rk501x,
    rk590x,
    rk591x,
    rk592x,
  ].flatMap(\.self)
}
