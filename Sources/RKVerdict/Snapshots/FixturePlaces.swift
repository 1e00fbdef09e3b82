internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// Finds the places in a fixture that records of it come from.
struct FixturePlaces {
  let path: String
  /// The place of the fixture as a whole.
  let location: Location
  private let file: SourceFile?
  /// Records of an archive have the place of their entry.
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
    /// The object that lacks a step of the way; nil where the value is there.
    var object: DocumentPlaces.Value?
    /// How many steps of the way lead to that.
    var depth = 0
  }

  /// An object, with those of its members that nothing reads.
  struct Surroundings {
    var pointer: String
    var members: [RenamedKey.Unread]
  }

  /// The place of a record's representation, or of the value in it that a way leads to, as far as it is
  /// there; that of the fixture where it is not known, and of an archive that of the entry.
  ///
  /// `counts` are the numbers of elements of the record's own lists on the way: lists of other lengths
  /// are not known to have the same elements.
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

  /// An object and those around it, from the inside out, each with the members that `unread` leaves of
  /// its names; `was` is the text of the value that is looked for.
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

  /// A text of JSON is a value, or the text or the number that became it.
  private func isSame(_ value: SpecNode, _ bytes: ArraySlice<UInt8>) -> Bool {
    guard let other = SnapshotLine.value(of: Array(bytes)) else { return false }
    return value.isSame(as: other) || value.scalarText.map { $0 == other.scalarText } ?? false
  }
}
