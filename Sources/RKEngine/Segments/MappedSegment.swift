/// A part of an input that was mapped by itself, and what came of it.
final class MappedSegment {
  /// A fault as its receiver would have been reported it.
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
  /// All of it was mapped, and what stands at its end is the border of a unit if what stands at its
  /// beginning is.
  var isWhole = false
  /// What was made of it, until that is delivered.
  var part = OutputPart(capacity: 0)
  var isDelivered = false
  /// Why it could not be.
  var error: SystemError?
  var counts = RootMapper.Counts()
  var survey = RunSurvey()
  var documentCount = 0
  var elementCount = 0
  var nullCount = 0
  var faults: [Fault] = []
  /// The line that its end stands on; its offset is nil for the line that its beginning stands on.
  var lineCount = 0
  var lineStart: Int?

  /// Is to hold what comes of another segment.
  func begin() {
    isWhole = false
    part.removeAll()
    isDelivered = false
    error = nil
  }

  /// There is nothing about it that the run would have to know before it is delivered.
  var isPlain: Bool { isWhole && faults.isEmpty }
}

/// Receives what is wrong with a segment, and keeps it for who comes to know what came before.
final class SegmentFaults: FaultReceiver {
  var faults: [MappedSegment.Fault] = []
  /// Something is no JSON.
  var hasSyntaxError = false

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
