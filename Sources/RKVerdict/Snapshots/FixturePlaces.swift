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
    let bytes = try? FileDescriptor.reading(path).readAll()
    file = bytes.map { SourceFile(name: run.path, bytes: $0) }
  }

  /// A place in the representation of a record.
  struct Place {
    var location: Location
    /// The names of the members of the object that lacks the last step of the way; nil where the value
    /// is there, or where more is missing.
    var names: [String]?
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
    if depth == way.count - 1 { place.names = places.names(of: value) }
    return place
  }
}
