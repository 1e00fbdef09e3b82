internal import RKDiagnostics
internal import RKEngine

extension Diagnostic {
  /// A file that a test file names cannot be read.
  static func unread(_ subject: String, _ error: SystemError, at place: Location?) -> Diagnostic {
    Diagnostic(.unreadableInput, "\(subject) cannot be read: \(error.reason)", at: place)
  }
}

extension [Diagnostic] {
  /// All errors are about files that could not be read, and there is at least one.
  var isUnread: Bool {
    let errors = filter { $0.severity == .error }
    return !errors.isEmpty && errors.allSatisfy { $0.code == .unreadableInput }
  }
}
