package import RKDiagnostics
internal import RKMapping

/// A spec that was inferred from samples.
package struct Inference {
  /// A decision, for people who want to know the reason.
  package struct Decision: Sendable {
    /// The kind of decision: `map`, `identity`, `type` and so on.
    package var kind: String
    /// The site or target that it is about.
    package var subject: String
    package var reason: String
  }

  /// The spec, formatted as by `fmt`.
  package private(set) var spec: [UInt8]
  package let decisions: [Decision]
  /// The counts of documents and records, and the decisions, in one line.
  package let summary: String
  /// The number of root records in the samples.
  package let recordCount: Int
  /// Whether some members of envelopes are not mapped.
  package let leavesMembersOut: Bool
  /// Warnings about members that no spec can name, and that are not mapped.
  package let warnings: [Diagnostic]
  private(set) var writer: SpecWriter

  /// States what is the default outside strict runs, for the targets of some mappers.
  package mutating func allowRepeats(of mappers: Set<String>) throws(DiagnosticsError) {
    writer.options.repeating = mappers
    let text = writer.text
    spec = try SpecFormatter.formatted(SourceFile(name: "<spec>", bytes: Array(text.utf8)))
  }

  /// Infers a spec from what was collected; nil if there are no records.
  ///
  /// - Throws: A diagnostic if an option names something that the samples do not have, or if the samples have
  ///   something that no spec can name.
  package init?(
    _ samples: SampleCollector,
    files: [String],
    options: InferenceOptions
  ) throws(DiagnosticsError) {
    samples.finish()
    var draft = InferenceDraft(samples, files: files, options)
    guard try draft.make() else { return nil }
    writer = draft.writer
    let text = writer.text
    do throws(DiagnosticsError) {
      spec = try SpecFormatter.formatted(SourceFile(name: "<spec>", bytes: Array(text.utf8)))
      // Names of files and requests, and values, may look like a key but have other letters.
      _ = try Mapping(text: String(decoding: spec, as: UTF8.self))
    } catch {
      throw DiagnosticsError(
        .unreadableInput,
        "no spec can name what the samples have: \(error.diagnostics.first?.message ?? "")",
        help: ["leave out the samples with such keys or texts, or give them others"]
      )
    }
    decisions = draft.decisions
    warnings = draft.leftOut.map { line in
      var warning = Diagnostic(
        .unreadableInput,
        line,
        help: ["give the key another spelling in the documents to have it mapped"]
      )
      warning.severity = .warning
      return warning
    }
    summary = draft.summary
    recordCount = draft.recordCount
    leavesMembersOut = draft.leavesMembersOut
  }
}
