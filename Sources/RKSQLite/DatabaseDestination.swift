internal import RKDiagnostics
internal import RKEngine
public import RKMapping

extension Output {
  /// An SQLite database: a table for each target, whose identification is the primary key.
  ///
  /// A new file is built under a temporary name and renamed when the run has succeeded; an existing
  /// database is changed in one transaction.
  ///
  /// ```swift
  /// let mapper = try Mapper(Mapping(contentsOf: "specs/articles-stored.json"))
  /// let report = try mapper.apply(to: [.file("articles.json")], into: .database("articles.db"))
  /// print(report.rows?.inserted ?? 0, "rows are new")
  /// ```
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - options: Choices in cases that the spec leaves open.
  /// - Returns: The output.
  public static func database(
    _ path: String,
    _ options: DatabaseOptions = DatabaseOptions()
  ) -> Output {
    .tables(DatabaseDestination(path: path, options: options), .sqlite)
  }

  /// A SQL script that creates such a database.
  ///
  /// ```swift
  /// try mapper.apply(to: [.file("articles.json")], into: .script("articles.sql"))
  /// ```
  ///
  /// - Parameters:
  ///   - path: The file, written under a temporary name and renamed when the run has succeeded; the
  ///     standard output if nil.
  ///   - options: As for a database, but none exists before.
  /// - Returns: The output.
  public static func script(
    _ path: String? = nil,
    _ options: DatabaseOptions = DatabaseOptions()
  ) -> Output {
    .tables(ScriptDestination(path: path ?? "", options: options), .sql)
  }
}

/// A database as the destination of a run's tables.
struct DatabaseDestination: TableDestination {
  var path: String
  var options: DatabaseOptions

  var hasRows: Bool { !FileDescriptor.isFree(path) }

  func begin(_ run: TableRun) throws(DiagnosticsError) -> RecordWriting? {
    do {
      let file =
        options.isDryRun
        ? try DatabaseFile(copyOf: path, patience: options.lockTimeout)
        : try DatabaseFile(
          path: path,
          usesWriteAheadLog: options.usesWriteAheadLog,
          patience: options.lockTimeout
        )
      return try SQLiteSink.writing(run, to: file, name: path, options)
    } catch {
      throw error.diagnostics(of: path)
    }
  }
}

/// A script as the destination of a run's tables, which are made in a temporary database.
struct ScriptDestination: TableDestination {
  /// Empty for the standard output.
  var path: String
  var options: DatabaseOptions

  func begin(_ run: TableRun) throws(DiagnosticsError) -> RecordWriting? {
    var output: OutputFile?
    if !options.isDryRun { output = try Output.scriptFile(named: path) }
    do {
      return try SQLiteSink.writing(run, to: DatabaseFile(), name: "", options, script: output)
    } catch {
      throw error.diagnostics(of: "")
    }
  }
}

extension WriteError {
  /// The diagnostics for a run that could not begin; empty if the user interrupted it.
  func diagnostics(of name: String) -> DiagnosticsError {
    DiagnosticsError(isInterruption ? [] : [diagnostic(of: name)])
  }
}
