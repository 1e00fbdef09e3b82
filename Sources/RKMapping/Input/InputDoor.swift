package import RKEngine

/// The way in for inputs of one format: gives their documents to the run, each with where it comes from.
///
/// A format has a file of its own, and a line in `Input.Format`.
package protocol InputDoor: AnyObject {
  /// The format's name for users.
  static var name: String { get }
  /// How the names of its files end, where that tells the format.
  static var fileEndings: [String] { get }
  /// How documents are told apart.
  static var layout: InputFormat { get }
  /// Each document comes with the request that it answers.
  static var hasRequests: Bool { get }
  /// Documents are made of cells or fields, which are corrected one by one.
  static var hasCells: Bool { get }

  init(_ opened: consuming OpenInput, _ turn: InputTurn)

  /// What comes next; nil at the end.
  func next() throws(SystemError) -> InputPart?

  /// Nothing more is asked for: reports what was passed over; true when none of the documents there were
  /// is one for the run.
  func end() -> Bool
}

extension InputDoor {
  package static var hasRequests: Bool { false }
  package static var hasCells: Bool { false }

  package func end() -> Bool { false }
}

/// What a door gives.
package enum InputPart: ~Copyable {
  case documents(DocumentSource)
  /// A document that cannot be read, where it stands, and what there is of it.
  case badDocument(JSONSyntaxError, InputPlace, text: [UInt8])
  /// The input has not the format, which has been reported.
  case badInput
}

/// What a run knows when it asks for the documents of inputs.
package struct InputReading {
  let options: Pipeline.Options
  /// Bytes that are no UTF-8 are replaced.
  let repairsUTF8: Bool
  /// How CSV is read.
  let csv: Input.CSV
  let metadata: RunMetadata
  /// Records may ask for metadata.
  let readsMetadata: Bool
  /// How documents are mapped that come with requests.
  let routing: ArchiveRouting
  let counter: FindingCounter

  var explainer: FaultExplainer { counter.explainer }
}

/// An input when its turn has come.
package struct InputTurn {
  let input: Input
  /// Its place among the inputs.
  let index: Int
  /// It is one of several.
  let isStream: Bool
  let reading: InputReading
}

extension Input.Format {
  /// The format that the ending of a name says, in whatever case of letters; an ending of
  /// compressed files after it says nothing.
  package init?(ofFile name: String) {
    let name = Input.nameOfContents(name).lowercased()
    for format in Self.allCases where format.door.fileEndings.contains(where: name.hasSuffix) {
      self = format
      return
    }
    return nil
  }
}
