/// The output of a part of a run, to be appended to the output of the parts before it.
package struct OutputPart: ~Copyable {
  /// Consecutive records of one section, and where they end in the text.
  package struct Run: BitwiseCopyable {
    package var section: UInt32
    package var end: Int
  }

  /// The records in the form of the output; if their layout is not yet known, as compact JSON with
  /// a line feed after each.
  package var text: OutputBuffer
  /// The key paths at which the records were found, if the output separates them.
  package var runs = UniqueArray<Run>()
  /// The key paths that were searched for several representations.
  package var collections: Set<UInt32> = []
  /// Documents begun in the part.
  package var documentCount = 0

  package init(capacity: Int = 64 * 1024) { text = OutputBuffer(capacity: capacity) }

  /// Removes all output, and keeps the memory.
  package mutating func removeAll() {
    text.removeAll()
    runs.removeAll()
    collections.removeAll()
    documentCount = 0
  }

  /// Appends the output of the next part.
  package mutating func append(_ other: borrowing OutputPart) {
    let start = text.count
    text.append(other.text)
    for number in 0..<other.runs.count {
      let run = other.runs[number]
      if let last = runs.last, last.section == run.section {
        runs[runs.count - 1].end = start + run.end
      } else {
        runs.append(Run(section: run.section, end: start + run.end))
      }
    }
  }

  /// Notes that the record that was just written belongs to a section.
  package mutating func add(recordOf section: UInt32) {
    if let last = runs.last, last.section == section {
      runs[runs.count - 1].end = text.count
    } else {
      runs.append(Run(section: section, end: text.count))
    }
  }
}

/// Collects the output of a part of a run.
package class PartSink: AnyRecordSink {
  package final var part = OutputPart()
}
