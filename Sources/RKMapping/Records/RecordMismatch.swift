internal import RKDiagnostics

/// Explains why a record cannot be decoded as a type.
enum RecordMismatch {
  static func diagnostic(of error: any Error, in record: Record, as type: String) -> Diagnostic {
    var path: [any CodingKey] = []
    let reason: String
    switch error as? DecodingError {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      path = context.codingPath
      reason = context.debugDescription
    case .keyNotFound(let key, let context):
      path = context.codingPath + [key]
      reason = "it is missing"
    case nil: reason = "\(error)"
    @unknown default: reason = "\(error)"
    }
    let member = path.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
    let location = record.origin?.location
    var help: [String] = []
    if location == nil, let origin = record.origin {
      help = ["the record begins at byte \(origin.offset) of \(origin.input.name)"]
    }
    return Diagnostic(
      .conversionFailed,
      "'\(record.target)\(member)' cannot be decoded to \(type): \(reason)",
      at: location,
      help: help
    )
  }
}
