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

  /// The place of a record's representation, or of a value in it that some keys lead to; that of the
  /// fixture where it is not known.
  ///
  /// Of an archive it is the place of the entry.
  func location(of record: Snapshot.Record, _ keys: [String]?) -> Location {
    if isArchive, let file, let position = record.position {
      return file.location(of: position..<(position + 1))
    }
    guard let file, let (places, representation) = representation(of: record) else {
      return location
    }
    let value = keys.flatMap { places.member($0, of: representation) } ?? representation
    var location = file.location(of: value.range)
    location.pointer = value.pointer
    return location
  }

  /// The names beside a key of a record's representation that is missing; nil where it is there, or
  /// where the object is missing that it should be in.
  func names(besideMissing keys: [String], of record: Snapshot.Record) -> [String]? {
    guard let (places, representation) = representation(of: record),
      let object = places.member(keys.dropLast(), of: representation)
    else { return nil }
    let names = places.names(of: object)
    return keys.last.map(names.contains) ?? true ? nil : names
  }

  private func representation(
    of record: Snapshot.Record
  ) -> (places: DocumentPlaces, value: DocumentPlaces.Value)? {
    guard !isArchive, let file, let position = record.position else { return nil }
    let places = DocumentPlaces(file.bytes)
    return places.value(at: position).map { (places, $0) }
  }
}
