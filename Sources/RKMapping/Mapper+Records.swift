internal import RKDiagnostics

extension Mapper {
  /// Gives a function the root records of some inputs, in their order, in constant memory.
  ///
  /// ```swift
  /// let report = try mapper.forEachRecord(in: [.file("articles.json")]) { print($0.names) }
  /// print(report.recordCount)
  /// ```
  ///
  /// - Parameters:
  ///   - inputs: The inputs, in order; more than one are a stream of documents.
  ///   - body: Receives each record; what it throws ends the run.
  /// - Returns: How the run went; it has no errors.
  /// - Throws: What the function throws, or all findings when at least one of them is an error.
  @discardableResult
  public func forEachRecord(
    in inputs: [Input],
    _ body: @escaping (Record) throws -> Void
  ) throws -> MappingReport {
    // `withoutActuallyEscaping` would put the length of this file's path into the program, which would then
    // differ from folder to folder.
    let passage = RecordPassage(of: inputs, to: body)
    let output = Output.sink(passage.place)
    do throws(DiagnosticsError) {
      return try apply(to: inputs, into: output)
    } catch {
      throw passage.failure ?? error
    }
  }

  /// Gives a receiver the root records of some inputs, in their order, in constant memory.
  ///
  /// - Parameters:
  ///   - inputs: The inputs, in order; more than one are a stream of documents.
  ///   - sink: Receives each record, and at the end how the run went.
  /// - Returns: How the run went; it has no errors.
  /// - Throws: What the receiver throws, or all findings when at least one of them is an error.
  @discardableResult
  public func apply(to inputs: [Input], sink: some RecordReceiver) throws -> MappingReport {
    var sink = sink
    let report = try forEachRecord(in: inputs) { try sink.receive($0) }
    try sink.finish(report)
    return report
  }
}
