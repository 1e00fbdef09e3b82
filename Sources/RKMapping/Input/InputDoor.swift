package import RKEngine

/// Reads inputs of one format, and passes their documents to the run, each with its origin.
///
/// Each format has its own file, and a line in `Input.Format`.
package protocol InputDoor: AnyObject {
  /// The format's name for users.
  static var name: String { get }
  /// The file name endings that identify the format.
  static var fileEndings: [String] { get }
  /// How documents are separated.
  static var layout: InputFormat { get }
  /// Whether each document comes with the request that it responds to.
  static var hasRequests: Bool { get }
  /// Whether it decodes encodings other than UTF-8 itself.
  static var readsEncodings: Bool { get }
  /// Whether documents consist of cells or fields, which users correct one by one.
  static var hasCells: Bool { get }
  /// Whether documents are rows of cells, read with the options for CSV.
  static var hasRows: Bool { get }
  /// Help for an empty input: how the format says that there are no records.
  static var helpOnEmpty: String { get }

  init(_ opened: consuming OpenInput, _ turn: InputTurn)

  /// Returns the next part; nil at the end.
  func next() throws(SystemError) -> InputPart?

  /// Called when nothing more will be requested: reports what was skipped. Returns true if none of
  /// the documents was for the run.
  func end() -> Bool
}

extension InputDoor {
  package static var hasRequests: Bool { false }
  package static var hasCells: Bool { false }
  package static var hasRows: Bool { false }
  package static var helpOnEmpty: String {
    "an input has at least one JSON value; [] says that there are no records"
  }

  package static var readsEncodings: Bool { false }

  package func end() -> Bool { false }
}

/// A part of an input.
package enum InputPart: ~Copyable {
  case documents(DocumentSource)
  /// A document that cannot be read: the error, its position, and the text that is available.
  case badDocument(JSONSyntaxError, InputPlace, text: [UInt8])
  /// A part of the input that does not have its format: the reason, its position, and the text that
  /// is available.
  case badPart(Diagnostic, InputPlace, text: [UInt8])
  /// What an earlier run wrote in place of a failed record: why it failed, its position, and its text.
  case failedRecord(Diagnostic, InputPlace, text: [UInt8])
  /// The input does not have the format. This has been reported.
  case badInput
}

/// What a run needs to read documents from inputs.
package struct InputReading {
  let options: Pipeline.Options
  /// Whether bytes that are not UTF-8 are replaced.
  let repairsUTF8: Bool
  /// How CSV is read.
  let csv: Input.CSV
  /// How elements of XML become values.
  let xmlForm: Input.XMLForm
  let metadata: RunMetadata
  /// Whether records may read metadata.
  let readsMetadata: Bool
  /// How documents that come with requests are mapped.
  let routing: ArchiveRouting
  /// How keyed lines are read; nil if the inputs have none.
  let keyed: KeyedReading?
  /// Receives the positions at the beginnings of lines, if lines have them.
  let positions: LinePositions?
  /// Receives the keys and positions of keyed lines, if they are wanted.
  let log: KeyedLog?
  let counter: FindingCounter
  /// Receives faults of keyed lines.
  let keyedFaults: KeyedFaults?

  var explainer: FaultExplainer { counter.explainer }

  /// Receives faults while documents are mapped.
  var receiver: any FaultReceiver { keyedFaults ?? counter }

  /// Whether a line of a keyed input cannot be read.
  var hasBadLine: Bool { keyedFaults?.finding != nil }
}

/// The current input.
package struct InputTurn {
  let input: Input
  /// Its index among the inputs.
  let index: Int
  /// Whether it is one of several inputs.
  let isStream: Bool
  let reading: InputReading
}

extension Input.Format {
  /// Finds the format by the ending of a name, ignoring case; endings of compressed files are ignored.
  package init?(ofFile name: String) {
    // A shortcut for most inputs: the search below takes thousands of instructions.
    if name.hasSuffix(".json") { return nil }
    let name = Input.nameOfContents(name).lowercased()
    for format in Self.allCases where format.door.fileEndings.contains(where: name.hasSuffix) {
      self = format
      return
    }
    return nil
  }
}
