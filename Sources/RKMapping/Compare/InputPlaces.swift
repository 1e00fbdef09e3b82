internal import RKDiagnostics
internal import RKEngine

/// The places of some bytes in an input, which is read again to find them.
package struct InputPlaces {
  /// A place, in a form for people and programs.
  struct Place {
    var file: String
    var line: Int
    var column: Int
    /// The number of the document; nil if the input has only one.
    var document: Int?
    var pointer: String?

    /// The place in the form that editors open.
    var text: String { "\(file):\(line):\(column)" }

    var json: String {
      var object = JSONObjectText()
      object.add("file", file)
      object.add("line", number: line)
      object.add("column", number: column)
      if let document { object.add("document", number: document) }
      if let pointer { object.add("pointer", raw: JSONObjectText.quoted(pointer)) }
      return object.text
    }
  }

  private var found: [Int: PlaceWalk.Place] = [:]
  private var documentCount = 0
  private let name: String
  private let hasPointers: Bool

  /// The input must be JSON; `findsPointers` requests JSON pointers in addition to lines and columns.
  init(of offsets: [Int], in input: Input?, findsPointers: Bool) {
    name = input?.name ?? ""
    hasPointers = findsPointers
    guard let input, !offsets.isEmpty, let source = input.sourceOfPlaces else { return }
    var walk = PlaceWalk(offsets.sorted(), findsPointers: findsPointers)
    walk.pass(source)
    (found, documentCount) = (walk.found, walk.documentCount)
  }

  /// The place of one of the requested bytes.
  func place(of offset: Int?) -> Place? {
    guard let offset, let place = found[offset] else { return nil }
    return Place(
      file: name,
      line: place.line,
      column: place.column,
      document: hasPointers && documentCount > 1 ? place.document : nil,
      pointer: place.pointer
    )
  }
}
