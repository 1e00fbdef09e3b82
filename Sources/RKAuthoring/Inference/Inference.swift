package import RKDiagnostics
internal import RKMapping

/// A spec that was learned from samples.
package struct Inference {
  /// A decision, for people who want to know why.
  package struct Decision: Sendable {
    /// What was decided: `map`, `identity`, `type`.
    package var kind: String
    /// The site or the target.
    package var subject: String
    package var reason: String
  }

  /// The spec as `fmt` would write it.
  package let spec: [UInt8]
  package let decisions: [Decision]
  /// Documents, records, and what was decided, in one line.
  package let summary: String
  /// Members of envelopes are not mapped.
  package let leavesMembersOut: Bool
  /// Members that no spec can name, which are not mapped.
  package let warnings: [Diagnostic]
  let writer: SpecWriter

  /// Learns from what was collected; nil where there are no records.
  ///
  /// - Throws: What an option names that no sample has, or what of the samples no spec can name.
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
      // Names of files and requests, and values, may look like a key and have other letters.
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
    leavesMembersOut = draft.leavesMembersOut
  }
}
