internal import RKEngine
internal import RKMapping

/// Writes rows that are read first: those of tables that contained rows before the run, and those
/// where the stored values decide what is written.
extension RowWriter {
  /// The row number of a probe's current row.
  func storedNumber(_ form: RowForm, _ probe: Statement) -> Int64? {
    form.columns.firstIndex(of: form.numberColumn).map { probe.integer($0 + 1) }
  }

  /// What a probe found out about a row.
  struct Probed {
    var row: Row
    /// The row's identity in a table that contained rows before the run.
    var remembered: RowHash?
    /// The row's identity in the cache, for a table that was empty before the run.
    var cached: RowHash?
    var values: UInt64
  }

  func probe(
    _ row: Row,
    _ form: RowForm,
    _ batch: borrowing RowBatch,
    _ progress: inout Progress,
    _ number: inout Int64?
  ) throws(Database.Failure) -> Outcome {
    var probed = Probed(row: row, values: 0)
    var wasThere = false
    if rows.remembers(table: form.table) {
      let (key, values) = hashes(row, form, batch, progress.shape, begunHash(form))
      probed = Probed(row: row, remembered: key, values: values)
      let entry = rows.entry(of: key)
      wasThere = entry?.wasThere ?? true
      if let entry, !entry.isGone {
        if wasThere && options.mode == .append && !form.isChild { return .skipped }
        if entry.written == values && form.numberColumn < 0 { return again(row, form, batch) }
      }
    } else if !form.isChild, let hash = progress.cache.hash(table: form.table) {
      let (key, values) = hashes(row, form, batch, progress.shape, hash)
      probed = Probed(row: row, cached: key, values: values)
      if progress.cache.answer(key, values: values, table: form.table) == .same {
        return again(row, form, batch)
      }
    }
    let statements = form.statements(progress.shape)
    let probe = try probe(row, form, statements, batch)
    defer { probe.reset() }
    guard try probe.step() else {
      probe.reset()
      return try insert(probed, form, statements, batch, &progress, &number)
    }
    number = storedNumber(form, probe)
    if let key = probed.remembered, rows.entry(of: key) == nil {
      // The column's affinity or collation may treat a different value as equal.
      let stored = storedKey(form, probe)
      if stored != key {
        probed.remembered = stored
        wasThere = rows.entry(of: stored)?.wasThere ?? true
      }
    }
    if wasThere && options.mode == .append && !form.isChild {
      rows.didMeet(probed.remembered)
      return .skipped
    }
    if isOld(row, form, batch, stored: probe) {
      probe.reset()
      rows.didMeet(probed.remembered)
      return form.rule.relatesUnmodified ? try relate(probed, form, batch, &progress) : .skipped
    }
    if batch.events[row.event].firstFailure != 0 { keep(probed, form, batch, probe) }
    let outcome = try compare(probed, form, statements, batch, probe)
    if let key = probed.remembered { rows.setWritten(key, probed.values) }
    if let key = probed.cached { progress.cache.remember(key, values: probed.values) }
    return outcome
  }

  /// Reads the stored row with a row's key, compared with the row's values.
  @inline(__always)
  func probe(
    _ row: Row,
    _ form: RowForm,
    _ statements: RowStatements,
    _ batch: borrowing RowBatch
  ) throws(Database.Failure) -> Statement {
    let probe = try statements.probe(form, database)
    try bind(row, statements, statements.updatedCount, batch, to: probe)
    return probe
  }

  private func begunHash(_ form: RowForm) -> KeyedHash {
    rows.hash(table: form.table, key: form.keyNumber)
  }

  /// The hash of the key of a probe's current row.
  private func storedKey(_ form: RowForm, _ probe: Statement) -> RowHash {
    var hash = begunHash(form)
    for column in form.key {
      if let place = form.columns.firstIndex(of: column) { hash.add(place + 1, of: probe) }
    }
    return hash.finished()
  }

  /// Counts the values of the probe's current row that stay because new ones could not be converted.
  private func keep(
    _ probed: Probed,
    _ form: RowForm,
    _ batch: borrowing RowBatch,
    _ probe: Statement
  ) {
    guard let row = probed.remembered, !form.isChild else { return }
    let columns = schema.tables[form.table].columns
    var number = Int(batch.events[probed.row.event].firstFailure) - 1
    while number < batch.failures.count, batch.failures[number].event == probed.row.event {
      let column = Int(batch.failures[number].column)
      if probed.row.value(column, batch).kind == .absent,
        let place = form.columns.firstIndex(of: column),
        let value = StoredCell(probe, place + 1, columns[column].type.form.storage).words
      {
        let key = form.key.compactMap { column in
          form.columns.firstIndex(of: column).map {
            "\(columns[column].name)=\(probe.text($0 + 1) ?? "")"
          }
        }
        rows.didKeepValue(
          row,
          batch.failures[number].site,
          RowCounts.KeptValues(key: key.joined(separator: ", "), value: value)
        )
      }
      number += 1
    }
  }

  /// Handles a record that brings the same values as were last written.
  private func again(_ row: Row, _ form: RowForm, _ batch: borrowing RowBatch) -> Outcome {
    guard form.modification != nil else { return .unchanged }
    let value = row.value(Int(form.rule.modification), batch)
    if value.isFallback || value.kind == .absent || value.kind == .null { return .unchanged }
    return form.rule.relatesUnmodified ? .unmodified : .skipped
  }

  /// Whether the modification attribute says that the stored row is at least as new.
  private func isOld(
    _ row: Row,
    _ form: RowForm,
    _ batch: borrowing RowBatch,
    stored probe: Statement
  ) -> Bool {
    let column = Int(form.rule.modification)
    guard let modification = form.modification, let place = form.columns.firstIndex(of: column)
    else { return false }
    return modification.holds(
      stored: place + 1,
      of: probe,
      row.value(column, batch),
      batch.bytes
    )
  }

  private func insert(
    _ probed: Probed,
    _ form: RowForm,
    _ statements: RowStatements,
    _ batch: borrowing RowBatch,
    _ progress: inout Progress,
    _ number: inout Int64?
  ) throws(Database.Failure) -> Outcome {
    if try insert(probed.row, form, statements, batch) {
      if form.numberColumn >= 0 { number = database.lastRowID }
    } else {
      // A trigger has ignored the row, or has written it in its own way.
      let probe = try probe(probed.row, form, statements, batch)
      defer { probe.reset() }
      guard try probe.step() else {
        rows.didIgnore(table: form.table)
        return .skipped
      }
      number = storedNumber(form, probe)
    }
    try rows.didInsert(probed.remembered) { () throws(Database.Failure) in
      try contents(probed.row, form, statements, batch)
    }
    if let key = probed.remembered { rows.setWritten(key, probed.values) }
    if let key = probed.cached { progress.cache.remember(key, values: probed.values) }
    return .inserted
  }

  /// Writes only the columns that refer to other records, and no attributes.
  private func relate(
    _ probed: Probed,
    _ form: RowForm,
    _ batch: borrowing RowBatch,
    _ progress: inout Progress
  ) throws(Database.Failure) -> Outcome {
    let statements = form.statements(progress.shape.intersection(form.related))
    if statements.isEmpty { return .unmodified }
    let probe = try probe(probed.row, form, statements, batch)
    defer { probe.reset() }
    guard try probe.step() else { return .unmodified }
    guard try compare(probed, form, statements, batch, probe) == .changed else {
      return .unmodified
    }
    // The remembered values are no longer all of the row's values.
    if let key = probed.remembered { rows.setWritten(key, 0) }
    if let key = probed.cached { progress.cache.forget(key) }
    return .related
  }

  /// Updates the probe's current row if it differs.
  private func compare(
    _ probed: Probed,
    _ form: RowForm,
    _ statements: RowStatements,
    _ batch: borrowing RowBatch,
    _ probe: Statement
  ) throws(Database.Failure) -> Outcome {
    guard probe.integer(0) != 0 else {
      rows.didMeet(probed.remembered)
      return .unchanged
    }
    let all = 1..<form.columns.count + 1
    let before = probed.remembered == nil ? 0 : rows.contents(all, of: probe)
    try replace(form, probe)
    probe.reset()
    let isWritten = try update(probed.row, form, statements, batch)
    let after =
      probed.remembered == nil ? 0 : try contents(probed.row, form, statements, batch)
    // A trigger that ignores the update may have written the row in its own way.
    guard isWritten || before != after else {
      rows.didIgnore(table: form.table)
      rows.didMeet(probed.remembered)
      return .unchanged
    }
    rows.didChange(probed.remembered, before: before, after: after)
    return .changed
  }

  /// The hash of a row's stored contents.
  private func contents(
    _ row: Row,
    _ form: RowForm,
    _ statements: RowStatements,
    _ batch: borrowing RowBatch
  ) throws(Database.Failure) -> UInt64 {
    let probe = try probe(row, form, statements, batch)
    defer { probe.reset() }
    return try probe.step() ? rows.contents(1..<form.columns.count + 1, of: probe) : 0
  }

  /// Reports the rows that the probe's current row refers to, but will not after the update.
  private func replace(_ form: RowForm, _ probe: Statement) throws(Database.Failure) {
    guard let follower else { return }
    for (number, reference) in form.replacing.enumerated()
    where probe.integer(1 + form.columns.count + number) != 0 {
      let places = reference.columns.compactMap { form.columns.firstIndex(of: $0) }.map { $0 + 1 }
      if places.count < reference.columns.count { continue }
      if places.contains(where: { probe.kind($0) == .null }) { continue }
      try follower.willReplace(table: reference.table, places, of: probe)
    }
  }
}
