package import RKEngine

/// Reads inputs of one format: passes their documents to the run, each with its origin.
///
/// A format has a file of its own, and a line in `Input.Format`.
package protocol InputDoor: AnyObject {
  /// The format's name for users.
  static var name: String { get }
  /// The file name endings that identify the format.
  static var fileEndings: [String] { get }
  /// How documents are separated.
  static var layout: InputFormat { get }
  /// Each document comes with the request that it answers.
  static var hasRequests: Bool { get }
  /// It reads bytes in other encodings than UTF-8 itself.
  static var readsEncodings: Bool { get }
  /// Documents are made of cells or fields, which are corrected one by one.
  static var hasCells: Bool { get }

  init(_ opened: consuming OpenInput, _ turn: InputTurn)

  /// The next part; nil at the end.
  func next() throws(SystemError) -> InputPart?

  /// Nothing more will be requested: reports what was skipped; true if none of the documents was
  /// for the run.
  func end() -> Bool
}

extension InputDoor {
  package static var hasRequests: Bool { false }
  package static var hasCells: Bool { false }

  package static var readsEncodings: Bool { false }

  package func end() -> Bool { false }
}

/// What a door returns.
package enum InputPart: ~Copyable {
  case documents(DocumentSource)
  /// A document that cannot be read, its position, and what is available of it.
  case badDocument(JSONSyntaxError, InputPlace, text: [UInt8])
  /// A part of the input does not have its format, why, and what is available of it.
  case badPart(Diagnostic, InputPlace, text: [UInt8])
  /// What was written in the place of a record that failed in an earlier run, and why it failed.
  case failedRecord(Diagnostic, InputPlace, text: [UInt8])
  /// The input does not have the format, which has been reported.
  case badInput
}

/// What a run knows when it requests the documents of inputs.
package struct InputReading {
  let options: Pipeline.Options
  /// Bytes that are not UTF-8 are replaced.
  let repairsUTF8: Bool
  /// How CSV is read.
  let csv: Input.CSV
  /// What elements of XML become.
  let xmlForm: Input.XMLForm
  let metadata: RunMetadata
  /// Records may read metadata.
  let readsMetadata: Bool
  /// How documents that come with requests are mapped.
  let routing: ArchiveRouting
  /// How keyed lines are read, if the inputs are such.
  let keyed: KeyedReading?
  /// Receives the positions that the lines of inputs begin with, if they do.
  let positions: LinePositions?
  /// Receives the keys and positions of keyed lines, if they are wanted.
  let log: KeyedLog?
  let counter: FindingCounter
  /// Receives what is found in keyed lines.
  let keyedFaults: KeyedFaults?

  var explainer: FaultExplainer { counter.explainer }

  /// Receives what is found while documents are mapped.
  var receiver: any FaultReceiver { keyedFaults ?? counter }

  /// A line of a keyed input cannot be read.
  var hasBadLine: Bool { keyedFaults?.finding != nil }
}

/// The current input.
package struct InputTurn {
  let input: Input
  /// Its index among the inputs.
  let index: Int
  /// It is one of several.
  let isStream: Bool
  let reading: InputReading
}

extension Input.Format {
  /// The format that the ending of a name says, in whatever case of letters; an ending of
  /// compressed files after it says nothing.
  package init?(ofFile name: String) {
    // Most inputs are called so; the search below would cost each of them thousands of instructions.
    if name.hasSuffix(".json") { return nil }
    let name = Input.nameOfContents(name).lowercased()
    for format in Self.allCases where format.door.fileEndings.contains(where: name.hasSuffix) {
      self = format
      return
    }
    return nil
  }
}
