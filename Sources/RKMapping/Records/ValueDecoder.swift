internal import RKEngine

/// Decodes Swift types from the values of records.
struct ValueDecoder: Decoder {
  let value: Value
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  /// Whether a `Date` is decoded, which reads seconds since 2001.
  private var isDate = false

  fileprivate init(_ value: Value, at path: [any CodingKey]) {
    self.value = value
    codingPath = path
  }

  static func decode<T: Decodable>(_ type: T.Type, from value: Value) throws -> T {
    try decode(type, from: value, at: [])
  }

  /// Types of Foundation are recognized by name, because this library does not import it.
  static func decode<T: Decodable>(
    _ type: T.Type,
    from value: Value,
    at path: [any CodingKey]
  ) throws -> T {
    var decoder = ValueDecoder(value, at: path)
    switch FoundationType(type) {
    case .date: decoder.isDate = true
    case .url:
      // `URL` decodes from an object with this member.
      if case .string = value {
        decoder = ValueDecoder(
          .object([Value.Member(name: FoundationType.urlMember, value: value)]),
          at: path
        )
      }
    case nil: break
    }
    return try T(from: decoder)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let members: [Value.Member]
    switch value {
    case .object(let those): members = those
    case .record(let record): members = record.members
    case .null, .bool, .number, .string, .array: throw mismatch("an object", [String: Int].self)
    }
    let values = Dictionary(members.map { ($0.name, $0.value) }) { $1 }
    return KeyedDecodingContainer(ObjectContainer<Key>(values: values, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let values) = value else { throw mismatch("a list", [Int].self) }
    return ListContainer(values: values, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  private func mismatch(_ wanted: String, _ type: Any.Type) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: codingPath,
      debugDescription: "it is \(value.kindText), not \(wanted)"
    )
    return value == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }
}

extension ValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { value == .null }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard case .bool(let bool) = value else { throw mismatch("a boolean", type) }
    return bool
  }

  func decode(_ type: String.Type) throws -> String {
    guard case .string(let text) = value else { throw mismatch("text", type) }
    return text
  }

  func decode(_ type: Double.Type) throws -> Double {
    if isDate { return try secondsSince2001() }
    guard case .number(let number) = value else { throw mismatch("a number", type) }
    guard number.double.isFinite else { throw misfit(number, type) }
    return number.double
  }

  func decode(_ type: Float.Type) throws -> Float {
    guard case .number(let number) = value else { throw mismatch("a number", type) }
    guard let float = Float(number.text), float.isFinite else { throw misfit(number, type) }
    return float
  }

  func decode(_ type: Int.Type) throws -> Int { try integer() }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
  func decode(_ type: UInt.Type) throws -> UInt { try integer() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }
  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try Self.decode(type, from: value, at: codingPath)
  }

  private func integer<Integer: FixedWidthInteger>() throws -> Integer {
    guard case .number(let number) = value else { throw mismatch("a number", Integer.self) }
    guard let integer: Integer = number.integer() else { throw misfit(number, Integer.self) }
    return integer
  }

  private func misfit(_ number: Number, _ type: Any.Type) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(
        codingPath: codingPath,
        debugDescription: "\(number) is no \(type)"
      )
    )
  }

  /// The seconds that `Date` decodes: text is read as an ISO 8601 date, and a number as seconds since 1970.
  private func secondsSince2001() throws -> Double {
    let text: String?
    switch value {
    case .string(let date): text = DateConverter.epochText(ofISO8601: date.utf8Span.span)
    case .number(let number): text = number.text
    case .null, .bool, .array, .object, .record: text = nil
    }
    guard let seconds = text.flatMap({ Double($0) }) else { throw mismatch("a date", Double.self) }
    return seconds - FoundationType.secondsBefore2001
  }
}

/// The members of an object.
private struct ObjectContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let values: [String: Value]
  let codingPath: [any CodingKey]

  var allKeys: [Key] { values.keys.compactMap { Key(stringValue: $0) } }
  func contains(_ key: Key) -> Bool { values[key.stringValue] != nil }
  func decodeNil(forKey key: Key) throws -> Bool { try value(of: key) == .null }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try ValueDecoder.decode(type, from: value(of: key), at: codingPath + [key])
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try decoder(of: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(of: key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try decoder(of: PlainKey("super")) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(of: key) }

  private func value(of key: any CodingKey) throws -> Value {
    if let value = values[key.stringValue] { return value }
    throw DecodingError.keyNotFound(
      key,
      DecodingError.Context(codingPath: codingPath, debugDescription: "it is missing")
    )
  }

  private func decoder(of key: any CodingKey) throws -> ValueDecoder {
    try ValueDecoder(value(of: key), at: codingPath + [key])
  }
}

/// The elements of a list.
private struct ListContainer: UnkeyedDecodingContainer {
  let values: [Value]
  let codingPath: [any CodingKey]
  private(set) var currentIndex = 0

  var count: Int? { values.count }
  var isAtEnd: Bool { currentIndex == values.count }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, values[currentIndex] == .null else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let value = try ValueDecoder.decode(type, from: next(type), at: path)
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) throws
    -> KeyedDecodingContainer<NestedKey>
  {
    try superDecoder().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try superDecoder().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try ValueDecoder(next(Value.self), at: path)
    currentIndex += 1
    return decoder
  }

  private var path: [any CodingKey] { codingPath + [PlainKey(currentIndex)] }

  private func next(_ type: Any.Type) throws -> Value {
    if !isAtEnd { return values[currentIndex] }
    let context = DecodingError.Context(
      codingPath: path,
      debugDescription: "the list ends before it"
    )
    throw DecodingError.valueNotFound(type, context)
  }
}

/// A coding key without a type of its own.
struct PlainKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ name: String) {
    stringValue = name
    intValue = nil
  }

  init(_ index: Int) {
    stringValue = "\(index)"
    intValue = index
  }

  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { self.init(intValue) }
}

/// Foundation types whose own encoding does not suit JSON.
enum FoundationType {
  case date
  case url

  /// The member under which a URL encodes its text.
  static var urlMember: String { "relative" }
  /// The seconds between 1970 and 2001.
  static var secondsBefore2001: Double { 978_307_200 }

  init?(_ type: Any.Type) {
    switch String(reflecting: type) {
    case "Foundation.Date", "FoundationEssentials.Date": self = .date
    case "Foundation.URL", "FoundationEssentials.URL": self = .url
    default: return nil
    }
  }
}

extension Value {
  /// The kind of the value, in words.
  fileprivate var kindText: String {
    switch self {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .number(let number): "the number \(number)"
    case .string: "text"
    case .array: "a list"
    case .object: "an object"
    case .record(let record): "a record of '\(record.target)'"
    }
  }
}
