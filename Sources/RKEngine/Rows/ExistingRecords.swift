/// Records that existed before a run; the run's records are merged into them.
package final class ExistingRecords {
  /// Converts records that were read by a separate plan to records of the run's plan.
  package struct Conversion: Sendable {
    /// The record's shape in the plan of the run.
    package var shape: PlanID<RecordShape>
    /// For each column, its index in the run's shape.
    package var columns: [Int]
    package var columnCount: Int

    package init(shape: PlanID<RecordShape>, columns: [Int], columnCount: Int) {
      self.shape = shape
      self.columns = columns
      self.columnCount = columnCount
    }
  }

  /// A record that is not related to another.
  struct Root: BitwiseCopyable {
    /// The record's row in the store.
    var row: UInt32
    var key: RecordKey?
    /// The number of its target.
    var target: UInt32
  }

  private(set) var store: RecordStore
  private(set) var roots: [Root] = []
  private var merger: RecordMerger
  private let identities: [RecordIdentity]
  private let conversions: [Conversion?]
  private var batch = RecordBatch()

  /// `plan` is that of the run, and has merge rules.
  ///
  /// `conversions` are for the shapes of the plan that reads the records.
  package init(plan: borrowing MappingPlan, conversions: [Conversion?]) {
    store = RecordStore(plan: plan)
    merger = RecordMerger(plan: plan)
    identities = plan.identities
    self.conversions = conversions
  }

  /// A sink that stores them.
  package var sink: AnyRecordSink { AnyRecordSink.make(ExistingRecordsSink(records: self)) }

  fileprivate func add(_ source: borrowing RecordBatch, _ input: Span<UInt8>) {
    batch.removeAll()
    batch.origin = source.origin
    batch.side.append(contentsOf: source.side.span, 0..<source.side.count)
    for number in 0..<source.rows.count {
      var row = source.rows[number]
      guard let conversion = conversions[Int(row.record.index)] else {
        preconditionFailure("a record of a shape that the run does not have")
      }
      let cells = Int(row.firstCell)
      let firstCell = batch.cells.count
      row.record = conversion.shape
      row.firstCell = UInt32(truncatingIfNeeded: firstCell)
      batch.rows.append(row)
      batch.cells.append(zeros: conversion.columnCount)
      for (column, place) in conversion.columns.enumerated() {
        batch.cells[firstCell + place] = source.cells[cells + column]
      }
    }
    let first = store.append(batch, input)
    for number in 0..<source.marks.count where source.marks[number].isRecord {
      let row = Int(source.marks[number].row)
      let key = merger.key(of: row, in: batch, input)
      let target = identities[Int(batch.rows[row].record.index)].target
      roots.append(Root(row: UInt32(first + row), key: key, target: target))
    }
  }
}

private struct ExistingRecordsSink: RecordSink {
  let records: ExistingRecords

  func write(_ batch: borrowing RecordBatch, _ input: Span<UInt8>) throws(SystemError) {
    records.add(batch, input)
  }

  func finish() throws(SystemError) {}
  func abandon() throws(SystemError) {}
}
