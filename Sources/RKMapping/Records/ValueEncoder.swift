internal import RKEngine

/// Makes values of records from Swift values.
final class ValueEncoder: Encoder {
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  private var result = Result.nothing

  private enum Result {
    case nothing
    case value(Value)
    case members(EncodedMembers)
    case elements(EncodedElements)
  }

  fileprivate init(at path: [any CodingKey]) { codingPath = path }

  static func encode(_ value: some Encodable) throws -> Value { try encode(value, at: []) }

  /// Types of Foundation are recognized by name, because this library does not import it.
  fileprivate static func encode<T: Encodable>(_ value: T, at path: [any CodingKey]) throws -> Value
  {
    let encoder = ValueEncoder(at: path)
    try value.encode(to: encoder)
    let encoded = encoder.value
    switch (FoundationType(T.self), encoded) {
    case (.date?, .number(let seconds)):
      let epoch = seconds.double + FoundationType.secondsBefore2001
      if let date = DateConverter.isoText(ofEpoch: "\(epoch)".utf8Span.span) {
        return .string(date)
      }
      throw unfit(value, "it is not in the years 0 to 9999", path)
    case (.url?, .object(let members)):
      return members.first { $0.name == FoundationType.urlMember }?.value ?? encoded
    default: return encoded
    }
  }

  /// The encoded value; an object without members if nothing was encoded.
  fileprivate var value: Value {
    switch result {
    case .nothing: .object([])
    case .value(let value): value
    case .members(let members): .object(members.values)
    case .elements(let elements): .array(elements.values)
    }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    let members: EncodedMembers
    if case .members(let those) = result { members = those } else { members = EncodedMembers() }
    result = .members(members)
    return KeyedEncodingContainer(KeyedEncoder<Key>(members: members, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    let elements: EncodedElements
    if case .elements(let those) = result { elements = those } else { elements = EncodedElements() }
    result = .elements(elements)
    return ListEncoder(elements: elements, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  fileprivate static func unfit(_ value: Any, _ reason: String, _ path: [any CodingKey])
    -> EncodingError
  {
    .invalidValue(value, EncodingError.Context(codingPath: path, debugDescription: reason))
  }
}

extension ValueEncoder: SingleValueEncodingContainer {
  func encodeNil() { result = .value(.null) }
  func encode(_ value: Bool) { result = .value(.bool(value)) }
  func encode(_ value: String) { result = .value(.string(value)) }
  func encode(_ value: Double) throws { try encode(number: value, isFinite: value.isFinite) }
  func encode(_ value: Float) throws { try encode(number: value, isFinite: value.isFinite) }
  func encode(_ value: Int) { encode(integer: value) }
  func encode(_ value: Int8) { encode(integer: value) }
  func encode(_ value: Int16) { encode(integer: value) }
  func encode(_ value: Int32) { encode(integer: value) }
  func encode(_ value: Int64) { encode(integer: value) }
  func encode(_ value: UInt) { encode(integer: value) }
  func encode(_ value: UInt8) { encode(integer: value) }
  func encode(_ value: UInt16) { encode(integer: value) }
  func encode(_ value: UInt32) { encode(integer: value) }
  func encode(_ value: UInt64) { encode(integer: value) }

  func encode<T: Encodable>(_ value: T) throws {
    result = .value(try Self.encode(value, at: codingPath))
  }

  private func encode(integer: some BinaryInteger) { result = .value(.number(Number(integer))) }

  private func encode(number: some CustomStringConvertible, isFinite: Bool) throws {
    guard isFinite else { throw Self.unfit(number, "JSON has no such number", codingPath) }
    let text = "\(number)"
    // Whole numbers are written without a point.
    let digits = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    result = .value(.number(Number(known: digits)))
  }
}

/// The members of an object being encoded.
private final class EncodedMembers {
  private var names: [String] = []
  private var members: [String: ValueEncoder] = [:]
  private var known: [String: Value] = [:]

  var values: [Value.Member] {
    names.map { Value.Member(name: $0, value: known[$0] ?? members[$0]?.value ?? .null) }
  }

  func set(_ name: String, _ value: Value) {
    if known[name] == nil && members[name] == nil { names.append(name) }
    known[name] = value
  }

  func encoder(_ key: any CodingKey, _ path: [any CodingKey]) -> ValueEncoder {
    let name = key.stringValue
    if known[name] == nil && members[name] == nil { names.append(name) }
    known[name] = nil
    let encoder = members[name] ?? ValueEncoder(at: path + [key])
    members[name] = encoder
    return encoder
  }
}

/// The elements of a list being encoded.
private final class EncodedElements {
  private enum Element {
    case value(Value)
    case encoder(ValueEncoder)
  }

  private var elements: [Element] = []
  var count: Int { elements.count }

  var values: [Value] {
    elements.map {
      switch $0 {
      case .value(let value): value
      case .encoder(let encoder): encoder.value
      }
    }
  }

  func append(_ value: Value) { elements.append(.value(value)) }

  func encoder(_ path: [any CodingKey]) -> ValueEncoder {
    let encoder = ValueEncoder(at: path + [PlainKey(count)])
    elements.append(.encoder(encoder))
    return encoder
  }
}

private struct KeyedEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let members: EncodedMembers
  let codingPath: [any CodingKey]

  func encodeNil(forKey key: Key) { members.set(key.stringValue, .null) }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    members.set(key.stringValue, try ValueEncoder.encode(value, at: codingPath + [key]))
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    members.encoder(key, codingPath).container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    members.encoder(key, codingPath).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { members.encoder(PlainKey("super"), codingPath) }
  func superEncoder(forKey key: Key) -> any Encoder { members.encoder(key, codingPath) }
}

private struct ListEncoder: UnkeyedEncodingContainer {
  let elements: EncodedElements
  let codingPath: [any CodingKey]
  var count: Int { elements.count }

  func encodeNil() { elements.append(.null) }

  func encode<T: Encodable>(_ value: T) throws {
    elements.append(try ValueEncoder.encode(value, at: codingPath + [PlainKey(count)]))
  }

  func nestedContainer<NestedKey: CodingKey>(keyedBy keyType: NestedKey.Type)
    -> KeyedEncodingContainer<NestedKey>
  {
    elements.encoder(codingPath).container(keyedBy: keyType)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    elements.encoder(codingPath).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { elements.encoder(codingPath) }
}
