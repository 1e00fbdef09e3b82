import RKMapping

extension TableSchema.ValueType {
  static let all = PlainType.allCases.map { Self.plain($0) } + [.list]

  static var string: Self { .plain(.string) }
  static var integer: Self { .plain(.integer) }
  static var number: Self { .plain(.number) }
  static var decimal: Self { .plain(.decimal) }
  static var boolean: Self { .plain(.boolean) }
  static var instant: Self { .plain(.date) }
}
