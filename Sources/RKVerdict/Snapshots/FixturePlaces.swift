internal import RKDiagnostics
internal import RKEngine

/// Finds the places in a fixture that records of it come from.
struct FixturePlaces {
  let path: String
  /// The place of the fixture as a whole.
  let location: Location
  private let file: SourceFile?

  init(_ run: FixtureRun) {
    path = run.path
    location = run.location
    // Of an archive it is the documents in it that records have places in.
    let isArchive = path.hasSuffix(".har")
    let bytes = isArchive ? nil : try? FileDescriptor.reading(path).readAll()
    file = bytes.map { SourceFile(name: run.path, bytes: $0) }
  }

  /// The place of a record's representation, or of a value in it that some keys lead to; that of the
  /// fixture where it is not known.
  func location(of record: Snapshot.Record, _ keys: [String]?) -> Location {
    guard let file, let position = record.position else { return location }
    let places = DocumentPlaces(file.bytes)
    guard let representation = places.value(at: position) else { return location }
    let value = keys.flatMap { places.member($0, of: representation) } ?? representation
    var location = file.location(of: value.range)
    location.pointer = value.pointer
    return location
  }
}
