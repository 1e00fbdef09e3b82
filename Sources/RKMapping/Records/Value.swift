internal import RKEngine

/// A value of a record.
///
/// ```swift
/// var record = Record(target: "Article", [("title", "Hello"), ("stars", 5)])
/// record["tags"] = ["swift", "json"]
/// if case .string(let title) = record["title"] { print(title) }
/// ```
public indirect enum Value: Sendable {
  case null
  case bool(Bool)
  case number(Number)
  case string(String)
  case array([Value])
  /// A structure, or an object made by dotted destinations.
  case object([Member])
  /// A related record. The records of a to-many relationship form an array.
  case record(Record)

  /// A member of an object.
  ///
  /// ```swift
  /// var size = Record(target: "Size")
  /// size["box"] = .object([Value.Member(name: "width", value: 3)])
  /// ```
  public struct Member: Sendable, Equatable {
    /// Its name.
    public var name: String
    /// Its value.
    public var value: Value

    /// Creates a member.
    public init(name: String, value: Value) {
      self.name = name
      self.value = value
    }
  }
}

extension Value: Equatable {
  /// Compares two values.
  ///
  /// Numbers are equal by value; objects and records regardless of the order of members.
  public static func == (one: Value, other: Value) -> Bool {
    switch (one, other) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left == right
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): Member.areEqual(left, right)
    case (.record(let left), .record(let right)): left == right
    case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _),
      (.record, _):
      false
    }
  }
}

extension Value.Member {
  /// Whether two lists of members form equal objects.
  ///
  /// If several members have one name, the last counts.
  static func areEqual(_ left: [Value.Member], _ right: [Value.Member]) -> Bool {
    if left.count == right.count, zip(left, right).allSatisfy({ $0 == $1 }) { return true }
    let (left, right) = (values(of: left), values(of: right))
    return left == right
  }

  private static func values(of members: [Value.Member]) -> [String: Value] {
    Dictionary(members.map { ($0.name, $0.value) }) { $1 }
  }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
  /// Creates a string from a literal.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates a number from an integer literal.
  public init(integerLiteral value: Int) { self = .number(Number(value)) }
  /// Creates a boolean from a literal.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Creates an array from a literal.
  public init(arrayLiteral elements: Value...) { self = .array(elements) }
}

extension Value {
  /// Creates a value from text that is known to be JSON.
  ///
  /// An unpaired surrogate becomes U+FFFD.
  init(json text: Span<UInt8>, _ range: Range<Int>) {
    let first = text[range.lowerBound]
    switch first {
    case .quote: self = .string(Self.string(text, (range.lowerBound + 1)..<(range.upperBound - 1)))
    case .openArray:
      var elements = ArrayElements(from: range.lowerBound)
      var values: [Value] = []
      while let element = elements.next(text) { values.append(Value(json: text, element)) }
      self = .array(values)
    case .openObject:
      var members = ObjectMembers(from: range.lowerBound)
      var values: [Member] = []
      while let (name, value) = members.next(text) {
        let content = (name.lowerBound + 1)..<(name.upperBound - 1)
        values.append(Member(name: Self.string(text, content), value: Value(json: text, value)))
      }
      self = .object(values)
    case .ascii("n"): self = .null
    case .ascii("t"): self = .bool(true)
    case .ascii("f"): self = .bool(false)
    default: self = .number(Number(known: text.string(range)))
    }
  }

  /// Returns the string between two quotes.
  static func string(_ text: Span<UInt8>, _ content: Range<Int>) -> String {
    guard text.first(.backslash, in: content) != nil else { return text.string(content) }
    return StringText.string(text, content)
  }
}
