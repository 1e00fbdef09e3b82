/// A part of an input that was mapped independently, and its results.
final class MappedSegment {
  /// A fault, with what its receiver will need.
  struct Fault {
    var fault: MappingFault
    var kind: JSONKind?
    /// The number of the record in the segment, from 1; 0 for none.
    var record: Int
    var keys: [[UInt8]]
  }

  /// Where the segment begins in the file, and where the next one does.
  var start = 0
  var end = 0
  /// All of the segment was mapped, and its end is the border of a unit if its beginning is.
  var isWhole = false
  /// The segment's output, until it is delivered.
  var part = OutputPart(capacity: 0)
  var isDelivered = false
  /// Why the output could not be delivered.
  var error: SystemError?
  var counts = RootMapper.Counts()
  var survey = RunSurvey()
  var prints = RepeatPrints()
  var documentCount = 0
  var elementCount = 0
  var nullCount = 0
  var faults: [Fault] = []
  /// The mapped inputs, if the segment is a group of inputs.
  var inputs: [MappedInput] = []
  /// The number and offset of the line at the end; the offset is nil if that is the line of the
  /// beginning.
  var lineCount = 0
  var lineStart: Int?

  /// Resets it for the results of another segment.
  func begin() {
    isWhole = false
    part.removeAll()
    isDelivered = false
    error = nil
  }

  /// The segment can be delivered without the run.
  var isPlain: Bool { isWhole && faults.isEmpty && prints.prints.count == 0 }
}

/// An input that was mapped ahead as a whole.
package struct MappedInput {
  package let byteCount: Int
  /// The numbers of representations that were read, and of those that were declined.
  package let readCount: Int
  package let declinedCount: Int
}

/// Receives the faults of a segment, and keeps them for the run, which knows what came before.
final class SegmentFaults: FaultReceiver {
  var faults: [MappedSegment.Fault] = []
  /// A syntax error was reported.
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
