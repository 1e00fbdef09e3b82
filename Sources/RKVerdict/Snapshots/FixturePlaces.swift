internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// Finds the places in a fixture that its records were made from.
struct FixturePlaces {
  let path: String
  /// The fixture as a whole.
  let location: Location
  private let file: SourceFile?
  /// Whether the fixture is an archive, whose records are located by their entry.
  private let isArchive: Bool

  init(_ run: FixtureRun) {
    path = run.path
    location = run.location
    isArchive = Input.file(path).isArchive
    let bytes = try? Input.bytes(ofFile: path)
    file = bytes.map { SourceFile(name: run.path, bytes: $0) }
  }

  /// A place in the representation of a record.
  struct Place {
    var location: Location
    /// The object that lacks the next step of the path; nil if the value exists.
    var object: DocumentPlaces.Value?
    /// How many steps of the path lead to that object.
    var depth = 0
  }

  /// An object, and those of its members that the spec does not read.
  struct Surroundings {
    var pointer: String
    var members: [RenamedKey.Unread]
  }

  /// The place of a record's representation, or of the value at a path in it, as far as the path exists.
  ///
  /// If the representation is unknown, the place is the fixture, or the entry in an archive. `counts` are the
  /// lengths of the record's own lists on the path; a list of another length may have other elements.
  func place(of record: Snapshot.Record, _ way: [MemberChange.Step], counts: [Int]) -> Place {
    guard let file, let position = record.position else { return Place(location: location) }
    if isArchive { return Place(location: file.location(of: position..<(position + 1))) }
    let places = DocumentPlaces(file.bytes)
    guard let representation = places.value(at: position) else { return Place(location: location) }
    let (value, depth) = places.value(along: way, of: representation, counts: counts)
    var place = Place(location: file.location(of: value.range))
    place.location.pointer = value.pointer
    if depth < way.count, places.isObject(value) { place.object = value }
    place.depth = depth
    return place
  }

  /// The place of an empty list at one of some paths of the document; nil if there is none.
  func emptyList(at ways: [[MemberChange.Step]]) -> Location? {
    guard let file, !isArchive, let start = file.bytes.firstIndex(where: { "[{".utf8.contains($0) })
    else { return nil }
    let places = DocumentPlaces(file.bytes)
    guard let root = places.value(at: start) else { return nil }
    for way in ways {
      let (value, depth) = places.value(along: way, of: root, counts: [])
      guard depth == way.count, places.isEmptyList(value) else { continue }
      var location = file.location(of: value.range)
      location.pointer = value.pointer
      return location
    }
    return nil
  }

  /// The value that begins at an offset of the fixture; nil in an archive.
  func node(at position: Int) -> SpecNode? {
    guard let file, !isArchive, let value = DocumentPlaces(file.bytes).value(at: position) else {
      return nil
    }
    return SnapshotLine.value(of: Array(file.bytes[value.range]))
  }

  /// An object and those around it, innermost first, each with the members whose names `unread` returns.
  ///
  /// `was` is the text of a value; members are marked if they have it.
  func members(
    around object: DocumentPlaces.Value,
    was text: [UInt8]?,
    _ unread: (_ names: [String], _ depth: Int) -> [String]
  ) -> [Surroundings] {
    guard let file else { return [] }
    let places = DocumentPlaces(file.bytes)
    let old = text.flatMap { SnapshotLine.value(of: $0) }
    return places.objects(around: object).enumerated().map { depth, object in
      let members = places.values(of: object)
      let names = Set(unread(members.map(\.name), depth))
      let found = members.filter { names.contains($0.name) }.map { member in
        RenamedKey.Unread(
          member.name,
          hasOldValue: old.map { isSame($0, file.bytes[member.range]) } ?? false
        )
      }
      return Surroundings(pointer: object.pointer, members: found)
    }
  }

  /// Whether a JSON text is the value, or the text or number that the value was made from.
  private func isSame(_ value: SpecNode, _ bytes: ArraySlice<UInt8>) -> Bool {
    guard let other = SnapshotLine.value(of: Array(bytes)) else { return false }
    return value.isSame(as: other) || value.scalarText.map { $0 == other.scalarText } ?? false
  }
}
