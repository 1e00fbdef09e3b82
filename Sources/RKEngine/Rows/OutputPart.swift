/// What was made of a part of a run, to be appended to what was made of the parts before it.
package struct OutputPart: ~Copyable {
  /// Records of one section that stand one after the other, and where they end in the text.
  package struct Run: BitwiseCopyable {
    package var section: UInt32
    package var end: Int
  }

  /// The records as the output has them, or as compact JSON with a line feed after each, where how
  /// they are to be laid out is not known.
  package var text: OutputBuffer
  /// The key paths that the records were found at, where the output keeps them apart.
  package var runs = UniqueArray<Run>()
  /// The key paths at which several were looked for.
  package var collections: Set<UInt32> = []
  /// Documents begun.
  package var documentCount = 0

  package init(capacity: Int = 64 * 1024) { text = OutputBuffer(capacity: capacity) }

  /// Forgets everything, and keeps the memory.
  package mutating func removeAll() {
    text.removeAll()
    runs.removeAll()
    collections.removeAll()
    documentCount = 0
  }

  /// Appends what was made of the part after this one.
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

  /// The record that was just written is one of a section.
  package mutating func add(recordOf section: UInt32) {
    if let last = runs.last, last.section == section {
      runs[runs.count - 1].end = text.count
    } else {
      runs.append(Run(section: section, end: text.count))
    }
  }
}

/// Keeps what is made of a part of a run.
package class PartSink: AnyRecordSink {
  package final var part = OutputPart()
}
