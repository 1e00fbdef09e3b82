public import RKDiagnostics
internal import RKEngine
internal import RKFormats

/// A record: the members that a mapping made for a target.
///
/// ```swift
/// for try await article in mapper.records(in: [.file("articles.json")]) {
///   guard case .string(let title) = article["title"] else { continue }
///   print(title, article.related("comments").count)
/// }
/// ```
public struct Record: Sendable {
  /// The name of the record's target.
  public let target: String
  /// The members, in output order.
  private(set) var members: [Value.Member]
  /// Where its representation begins; nil if it was not mapped from one.
  var origin: RecordOrigin?

  /// Creates a record; if several members have one name, the last counts.
  public init(target: String, _ members: [(name: String, value: Value)] = []) {
    self.target = target
    self.members = []
    for member in members { self[member.name] = member.value }
  }

  /// Creates a record from the members that a value encodes.
  ///
  /// Dates become text (ISO 8601, UTC), URLs their text.
  ///
  /// - Throws: The errors of the value's own encoding; `EncodingError` if it does not encode as an
  ///   object, or has a number that JSON cannot express.
  public init(target: String, encoding value: some Encodable) throws {
    self.target = target
    guard case .object(let members) = try ValueEncoder.encode(value) else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(codingPath: [], debugDescription: "a record has members")
      )
    }
    self.members = members
  }

  init(target: String, members: [Value.Member], origin: RecordOrigin?) {
    self.target = target
    self.members = members
    self.origin = origin
  }

  /// The names of the members that are present, in output order.
  public var names: [String] { members.map(\.name) }

  /// The member with this name; nil if it is absent (a member that is null is present).
  ///
  /// A new member is added at the end. Assigning nil removes the member. Takes time linear in the
  /// number of members.
  public subscript(name: String) -> Value? {
    get { members.first { $0.name == name }?.value }
    set {
      let place = members.firstIndex { $0.name == name }
      switch (place, newValue) {
      case (let place?, let value?): members[place].value = value
      case (let place?, nil): members.remove(at: place)
      case (nil, let value?): members.append(Value.Member(name: name, value: value))
      case (nil, nil): break
      }
    }
  }

  /// Returns the records of a relationship; at most one if it is to-one.
  public func related(_ name: String) -> [Record] {
    switch self[name] {
    case .record(let record): [record]
    case .array(let values):
      values.compactMap { if case .record(let record) = $0 { record } else { nil } }
    case .null, .bool, .number, .string, .object, nil: []
    }
  }

  /// Creates a value of a decodable type from the record.
  ///
  /// Related records are decoded as nested values. Dates become `Date`, text becomes `URL`, and a
  /// number becomes an integer if it is exactly one.
  ///
  /// ```swift
  /// struct Article: Decodable { let title: String; let published: Date? }
  /// print(try record.decode(Article.self).title)
  /// ```
  ///
  /// - Throws: RK1002, located at the record's representation, if a member is missing or has the
  ///   wrong kind.
  public func decode<T: Decodable>(_ type: T.Type) throws(DiagnosticsError) -> T {
    do {
      return try ValueDecoder.decode(type, from: .record(self))
    } catch {
      throw DiagnosticsError([RecordMismatch.diagnostic(of: error, in: self, as: "\(type)")])
    }
  }
}

extension Record: Equatable {
  /// Records are equal if their targets and members are, in any order and whatever their origin.
  public static func == (one: Record, other: Record) -> Bool {
    one.target == other.target && Value.Member.areEqual(one.members, other.members)
  }
}

/// The place in an input where the representation of a record begins.
struct RecordOrigin: Sendable {
  let input: Input
  /// The offset in bytes from the start of the input.
  let offset: Int

  /// The location for diagnostics, for which the input is read again; nil if that is impossible.
  var location: Location? {
    guard let source = input.sourceOfPlaces else { return nil }
    let place = PlaceSearch.place(ofByte: offset, inInput: input.name, source)
    return place.map { Location($0) }
  }
}
