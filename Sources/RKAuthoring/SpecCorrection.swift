package import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// The safe changes that diagnostics about a spec propose, applied to the spec and its included files.
///
/// Conflicting changes are made one after the other. A round of changes is discarded if the spec would then map
/// differently or have more errors.
package struct SpecCorrection {
  /// A file with its new text.
  package struct File: Sendable {
    package var path: String
    package var text: [UInt8]
    /// The number of diagnostics that were fixed.
    package var fixCount: Int
  }

  /// The files that change, sorted by name; none of them has been written yet.
  package private(set) var files: [File] = []
  /// The diagnostic for a file that could not be read, so that there may be more to change.
  package private(set) var unread: Diagnostic?

  /// Examines the spec in a file, which may include files from other folders.
  package init(ofSpecAt path: String, including folders: [String] = []) {
    var current = Reading(path, folders, [:])
    unread = current.unread
    var counts: [ExactText: Int] = [:]
    for _ in 0..<Self.mostRounds {
      var texts = current.texts
      var fixed = counts
      for (file, groups) in current.safeFixIts {
        guard let text = texts[file] ?? text(of: file.text) else { continue }
        let corrected = CorrectedText(text, groups: groups)
        texts[file] = corrected.bytes
        fixed[file, default: 0] += corrected.appliedCount
      }
      guard fixed != counts else { break }
      let next = Reading(path, folders, texts)
      unread = unread ?? next.unread
      guard next.isAsGood(as: current) else { break }
      (current, counts) = (next, fixed)
    }
    for (file, text) in current.texts.sorted(by: { $0.key.text < $1.key.text }) {
      files.append(File(path: file.text, text: text, fixCount: counts[file] ?? 0))
    }
  }

  private static let mostRounds = 20

  private mutating func text(of path: String) -> [UInt8]? {
    do {
      return try FileDescriptor.reading(path).readAll()
    } catch {
      unread = Diagnostic(.unreadableSpec, "the spec '\(path)' cannot be read: \(error.reason)")
      return nil
    }
  }

  /// A spec that is read with some of its files' texts replaced.
  private struct Reading {
    let texts: [ExactText: [UInt8]]
    private let findings: [Diagnostic]
    /// The compiled plan; nil if the spec has errors.
    private let plan: String?

    init(_ path: String, _ folders: [String], _ texts: [ExactText: [UInt8]]) {
      self.texts = texts
      do {
        let mapping = try Mapping(contentsOf: path, including: folders, replacing: texts)
        findings = mapping.warnings
        plan = mapping.plan
      } catch {
        findings = error.diagnostics
        plan = nil
      }
    }

    func isAsGood(as other: Reading) -> Bool {
      plan == other.plan && errorCount <= other.errorCount
    }

    var unread: Diagnostic? {
      findings.first { $0.code == .unreadableSpec || $0.code == .unreadableInclude }
    }

    private var errorCount: Int { findings.count { $0.severity == .error } }

    /// For each file, the changes of each diagnostic that has only safe ones; none for a file that cannot be
    /// parsed.
    var safeFixIts: [ExactText: [[FixIt]]] {
      let broken = Set(
        findings.filter { $0.code == .specSyntax }.compactMap { $0.location?.file.exact }
      )
      var groups: [ExactText: [[FixIt]]] = [:]
      for finding in findings where finding.fixIts.allSatisfy(\.isSafe) {
        guard let file = finding.location?.file.exact, !finding.fixIts.isEmpty,
          !broken.contains(file)
        else { continue }
        groups[file, default: []].append(finding.fixIts)
      }
      return groups
    }
  }
}
