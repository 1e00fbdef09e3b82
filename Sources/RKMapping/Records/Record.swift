public import RKDiagnostics
internal import RKEngine
internal import RKFormats

/// A record: the members that a mapping has given a target.
///
/// ```swift
/// for try await article in mapper.records(in: [.file("articles.json")]) {
///   guard case .string(let title) = article["title"] else { continue }
///   print(title, article.related("comments").count)
/// }
/// ```
public struct Record: Sendable {
  /// The name of its target.
  public let target: String
  /// Its members, in the order in which they are written.
  private(set) var members: [Value.Member]
  /// Where its representation begins, where it was mapped from one.
  var origin: RecordOrigin?

  /// Makes a record of members, the last of one name counting.
  public init(target: String, _ members: [(name: String, value: Value)] = []) {
    self.target = target
    self.members = []
    for member in members { self[member.name] = member.value }
  }

  /// Makes a record of the members that a value encodes.
  ///
  /// Dates become text (ISO 8601, UTC), URLs their text.
  ///
  /// - Throws: What the value throws; `EncodingError` where it has no members, or a number that JSON
  ///   does not have.
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

  /// The names of the members that are there, in the order in which they are written.
  public var names: [String] { members.map(\.name) }

  /// A member; nil where it is absent, which `null` is not.
  ///
  /// A new member is the last one; assigning nil removes one. Linear in the number of members.
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

  /// The records of a relationship: of one to one none or one.
  public func related(_ name: String) -> [Record] {
    switch self[name] {
    case .record(let record): [record]
    case .array(let values):
      values.compactMap { if case .record(let record) = $0 { record } else { nil } }
    case .null, .bool, .number, .string, .object, nil: []
    }
  }

  /// Makes a value of a type of yours.
  ///
  /// Related records are nested values. A date becomes a `Date`, text a `URL`, and a number an integer
  /// where it is one exactly.
  ///
  /// ```swift
  /// struct Article: Decodable { let title: String; let published: Date? }
  /// print(try record.decode(Article.self).title)
  /// ```
  ///
  /// - Throws: RK1002 with the place of the record's representation, where a member is missing or of
  ///   another kind.
  public func decode<T: Decodable>(_ type: T.Type) throws(DiagnosticsError) -> T {
    do {
      return try ValueDecoder.decode(type, from: .record(self))
    } catch {
      throw DiagnosticsError([RecordMismatch.diagnostic(of: error, in: self, as: "\(type)")])
    }
  }
}

extension Record: Equatable {
  /// They have one target and equal members, in whatever order; where they come from does not count.
  public static func == (one: Record, other: Record) -> Bool {
    one.target == other.target && Value.Member.areEqual(one.members, other.members)
  }
}

/// Where the representation of a record begins.
struct RecordOrigin: Sendable {
  let input: Input
  /// In bytes from the start of the input.
  let offset: Int

  /// The place as findings have it, for which the input is read again; nil where that cannot be done.
  var location: Location? {
    guard let source = input.sourceOfPlaces else { return nil }
    let place = PlaceSearch.place(ofByte: offset, inInput: input.name, source)
    return place.map { Location($0) }
  }
}

extension Input {
  /// What places are searched in: the input from its beginning, once more; nil where that is gone.
  var sourceOfPlaces: InputSource? {
    switch source {
    case .file(let path): try? Unpacker.source(ofFile: path)
    case .bytes(let bytes): InputSource(bytes: bytes)
    case .standardInput: nil
    }
  }
}
