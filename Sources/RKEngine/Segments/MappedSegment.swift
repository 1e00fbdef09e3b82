/// A part of an input that was mapped on its own, and the results.
final class MappedSegment {
  /// A fault as it would have been reported to its receiver.
  struct Fault {
    var fault: MappingFault
    var kind: JSONKind?
    /// Among the records of the segment, from 1; 0 for none.
    var record: Int
    var keys: [[UInt8]]
  }

  /// Where in the file it begins, and where the next one does.
  var start = 0
  var end = 0
  /// All of it was mapped, and its end is the border of a unit if its beginning is.
  var isWhole = false
  /// Its output, until that is delivered.
  var part = OutputPart(capacity: 0)
  var isDelivered = false
  /// Why it could not be delivered.
  var error: SystemError?
  var counts = RootMapper.Counts()
  var survey = RunSurvey()
  var documentCount = 0
  var elementCount = 0
  var nullCount = 0
  var faults: [Fault] = []
  /// What is known of each, if these are inputs.
  var inputs: [MappedInput] = []
  /// The line of its end; its offset is nil for the line of its beginning.
  var lineCount = 0
  var lineStart: Int?

  /// Prepares it for the results of another segment.
  func begin() {
    isWhole = false
    part.removeAll()
    isDelivered = false
    error = nil
  }

  /// Nothing about it needs the run before it is delivered.
  var isPlain: Bool { isWhole && faults.isEmpty }
}

/// An input that was mapped ahead as a whole.
package struct MappedInput {
  package let byteCount: Int
  /// The representations that were read, and those that no matcher matches.
  package let readCount: Int
  package let declinedCount: Int
}

/// Receives the faults of a segment, and keeps them for the run, which knows what came before.
final class SegmentFaults: FaultReceiver {
  var faults: [MappedSegment.Fault] = []
  /// Something is not JSON.
  var hasSyntaxError = false
  /// How far the input was read.
  private(set) var byteOffset = 0

  var isEmpty: Bool { faults.isEmpty && !hasSyntaxError }

  func removeAll() {
    faults.removeAll(keepingCapacity: true)
    hasSyntaxError = false
  }

  func advance(to byteOffset: Int, recordCount: Int) { self.byteOffset = byteOffset }

  func wantsPlace(of fault: MappingFault, _ kind: JSONKind?) -> Bool { false }

  func receive(
    _ fault: MappingFault,
    _ kind: JSONKind?,
    of record: Int,
    at place: InputPlace?,
    keys: [[UInt8]]
  ) {
    faults.append(MappedSegment.Fault(fault: fault, kind: kind, record: record, keys: keys))
  }

  func wantsPlace(of error: JSONSyntaxError) -> Bool { false }

  func receive(
    _ error: JSONSyntaxError,
    of record: Int,
    in format: InputFormat,
    at place: InputPlace?
  ) {
    hasSyntaxError = true
  }
}
