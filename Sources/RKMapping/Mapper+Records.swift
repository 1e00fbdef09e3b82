internal import RKDiagnostics

extension Mapper {
  /// Calls a function with each root record of some inputs, in order, in constant memory.
  ///
  /// ```swift
  /// let report = try mapper.forEachRecord(in: [.file("articles.json")]) { print($0.names) }
  /// print(report.recordCount)
  /// ```
  ///
  /// - Parameters:
  ///   - inputs: The inputs, in order. Several inputs form a stream of documents.
  ///   - body: Receives each record. An error that it throws ends the run.
  /// - Returns: A report of the run, without errors.
  /// - Throws: The error that `body` throws, or all diagnostics if at least one of them is an error.
  @discardableResult
  public func forEachRecord(
    in inputs: [Input],
    _ body: @escaping (Record) throws -> Void
  ) throws -> MappingReport {
    // Not `withoutActuallyEscaping`: it would put the length of this file's path into the program,
    // which would then differ from folder to folder.
    let passage = RecordPassage(of: inputs, to: body)
    let output = Output.sink(passage.place)
    do throws(DiagnosticsError) {
      return try apply(to: inputs, into: output)
    } catch {
      throw passage.failure ?? error
    }
  }

  /// Passes each root record of some inputs to a receiver, in order, in constant memory.
  ///
  /// - Parameters:
  ///   - inputs: The inputs, in order. Several inputs form a stream of documents.
  ///   - sink: Receives each record, and the report of the run at the end.
  /// - Returns: A report of the run, without errors.
  /// - Throws: The error that the receiver throws, or all diagnostics if at least one of them is an error.
  @discardableResult
  public func apply(to inputs: [Input], sink: some RecordReceiver) throws -> MappingReport {
    var sink = sink
    let report = try forEachRecord(in: inputs) { try sink.receive($0) }
    try sink.finish(report)
    return report
  }
}
