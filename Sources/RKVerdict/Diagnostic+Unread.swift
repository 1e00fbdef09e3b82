internal import RKDiagnostics
internal import RKEngine

extension Diagnostic {
  /// The diagnostic for a file named by a test file that cannot be read.
  static func unread(_ subject: String, _ error: SystemError, at place: Location?) -> Diagnostic {
    Diagnostic(.unreadableInput, "\(subject) cannot be read: \(error.reason)", at: place)
  }
}

extension Diagnostic {
  /// Whether it says that a file could not be read, or not understood where the program wrote it.
  var isUnread: Bool {
    switch code {
    case .unreadableInput, .unreadableSnapshot, .snapshotConflict: true
    default: false
    }
  }
}

extension [Diagnostic] {
  /// Whether there are errors, and all of them are about files that could not be read.
  var isUnread: Bool {
    let errors = filter { $0.severity == .error }
    return !errors.isEmpty && errors.allSatisfy(\.isUnread)
  }
}
