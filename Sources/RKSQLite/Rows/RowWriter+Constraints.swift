internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

extension RowWriter {
  /// The diagnostic for a row that a constraint rejects.
  func explanation(
    of failure: Database.Failure,
    _ row: Row,
    _ form: RowForm,
    _ batch: borrowing RowBatch
  ) -> WriteError {
    guard failure.isOfData else { return .failure(failure) }
    let table = schema.tables[form.table]
    var subject = "a row of '\(table.name)'"
    if !form.key.isEmpty {
      let key = form.key.map { column in
        "\(table.columns[column].name) \(text(row.value(column, batch), batch))"
      }
      subject = "the row of '\(table.name)' with \(key.joined(separator: ", "))"
    }
    return .data(
      Diagnostic(
        .constraintViolated,
        "\(subject) violates a constraint: \(failure.message)",
        help: ["change the data, or the constraint: nothing was written"]
      )
    )
  }

  /// Adds the root record to an error about data.
  func located(_ error: WriteError, at event: Int, _ batch: borrowing RowBatch) -> WriteError {
    guard case .data(let diagnostic) = error else { return error }
    let root = root(of: event, batch)
    return refusal(diagnostic, of: root, at: root, batch)
  }

  /// The error for a refused record, at the place in the input of the row that is to blame.
  func refusal(_ diagnostic: Diagnostic, at event: Int, _ batch: borrowing RowBatch) -> WriteError {
    refusal(diagnostic, of: root(of: event, batch), at: event, batch)
  }

  private func root(of event: Int, _ batch: borrowing RowBatch) -> Int {
    var root = event
    while Int(batch.events[root].owner) != root { root = Int(batch.events[root].owner) }
    return root
  }

  private func refusal(
    _ diagnostic: Diagnostic,
    of root: Int,
    at event: Int,
    _ batch: borrowing RowBatch
  ) -> WriteError {
    let input = Int(batch.events[root].input)
    return .record(
      diagnostic,
      event: root,
      input: input < inputs.count ? inputs[input] : nil,
      byteOffset: Int(batch.events[event].byteOffset)
    )
  }

  private func text(_ value: StoredValue, _ batch: borrowing RowBatch) -> String {
    switch value.kind {
    case .absent, .null, .ownerNumber: return "null"
    case .integer: return "\(value.integer)"
    case .real: return "\(value.real)"
    case .text:
      let bytes = value.textRange.map { batch.bytes[$0] }
      return "\"\(String(decoding: bytes.prefix(100), as: UTF8.self))\""
    }
  }
}
