/// The paths of requests, by the records that they are for.
package struct PathPlan: Sendable {
  package enum Part: Sendable {
    /// Text of the pattern.
    case text([UInt8])
    /// The value that some keys lead to in the record.
    case value([Step])
  }

  package enum Step: Sendable {
    case key(ByteRange)
    case index(Int)
  }

  package struct Route: Sendable {
    package var parts: [Part]
    /// The name as JSON text; nil if it has none.
    package var name: [UInt8]?

    package init(parts: [Part], name: [UInt8]?) { (self.parts, self.name) = (parts, name) }

    /// Whether a part is all the text between two slashes.
    fileprivate func isSegment(_ place: Int) -> Bool {
      if place > 0 {
        guard case .text(let before) = parts[place - 1], before.last == UInt8(ascii: "/") else {
          return false
        }
      }
      guard place + 1 < parts.count else { return true }
      guard case .text(let after) = parts[place + 1], let next = after.first else { return false }
      return next == UInt8(ascii: "/") || next == UInt8(ascii: "?")
    }
  }

  package var routes: [Route] = []
  /// For each target the route of its records.
  package var byTarget: [[UInt8]: Int] = [:]
  /// The route of records of any other target.
  package var otherwise: Int?
  /// The target of records that do not name theirs; nil if there are several targets.
  package var onlyTarget: [UInt8]?
  /// The name of the member that holds a record's target.
  package var typeKey: ByteRange?
  /// The names of keys.
  package var text: [UInt8] = []

  package init() {}
}

/// Writes for each record of a run the path of a request for it.
package final class PathWriter: RecordAdmission {
  private let plan: PathPlan
  private let text: [UInt8]
  /// The method, to write a list `[{"path":...,"method":...}]`; nil to write lines.
  private let jsonMethod: [UInt8]?
  /// The paths that the sink has not written yet.
  private var paths = OutputBuffer(capacity: 4096)
  private var count = 0
  private var otherTypes: [[UInt8]] = []
  private var value = UniqueArray<UInt8>()

  package init(_ plan: PathPlan, jsonMethod: [UInt8]?) {
    self.plan = plan
    self.jsonMethod = jsonMethod
    text = plan.text
  }

  /// The name of a type that has no route.
  package func otherType(_ number: Int) -> [UInt8] {
    otherTypes.indices.contains(number) ? otherTypes[number] : []
  }

  package func refusal(
    of row: Int,
    in batch: borrowing RecordBatch,
    _ view: TokenView
  ) -> RecordRefusal? {
    let token = Int(batch.cells[Int(batch.rows[row].firstCell)].token)
    guard view.token(token) == .openObject else {
      return refusal(.notRecord, WriteProblem.noSite, at: token)
    }
    let type = type(of: token, view) ?? plan.onlyTarget
    guard let number = type.flatMap({ plan.byTarget[$0] }) ?? plan.otherwise else {
      guard let type else { return refusal(.noType, 0, at: token) }
      if otherTypes.last != type, otherTypes.count < 1000 { otherTypes.append(type) }
      return refusal(.noRoute, otherTypes.count - 1, at: token)
    }
    let start = paths.count
    if jsonMethod != nil { paths.append(count > 0 ? ",{\"path\":\"" : "{\"path\":\"") }
    for (place, part) in plan.routes[number].parts.enumerated() {
      switch part {
      case .text(let bytes): append(bytes)
      case .value(let steps):
        let isSegment = plan.routes[number].isSegment(place)
        if let lacking = append(steps, of: token, isSegment: isSegment, view) {
          paths.truncate(to: start)
          let problem: WriteProblem = lacking == token ? .noPathValue : .badPathValue
          return refusal(problem, number << 12 | place, at: lacking)
        }
      }
    }
    end(number)
    count += 1
    return nil
  }

  private func refusal(_ problem: WriteProblem, _ number: Int, at token: Int) -> RecordRefusal {
    RecordRefusal(
      .notWritable,
      column: -1,
      token: UInt32(truncatingIfNeeded: token),
      detail: WriteProblem.detail(problem, number)
    )
  }

  private func type(of record: Int, _ view: TokenView) -> [UInt8]? {
    guard let key = plan.typeKey else { return nil }
    guard let value = member(key, of: record, view), view.token(value) == .quote else { return nil }
    return view.text(ofString: value)
  }

  private func member(_ key: ByteRange, of object: Int, _ view: TokenView) -> Int? {
    let text = text
    return view.member(key, of: object, in: text.span, keepsFirst: false).value
  }

  private func end(_ route: Int) {
    guard let jsonMethod else { return paths.append(.lineFeed) }
    paths.append("\",\"method\":")
    paths.append(jsonMethod.span)
    if let name = plan.routes[route].name {
      paths.append(",\"name\":")
      paths.append(name.span)
    }
    paths.append(.closeObject)
  }

  /// Appends text of the pattern; in JSON it is part of a string.
  private func append(_ bytes: [UInt8]) {
    if jsonMethod == nil { return paths.append(bytes.span) }
    let quoted = JSONText.quoted(bytes)
    paths.append(quoted.span.extracting(1..<(quoted.count - 1)))
  }

  /// Appends the value that some steps lead to; returns the token of a value that cannot be used.
  ///
  /// The segments `.` and `..` would lead to another path, even if they are escaped (RFC 3986,
  /// section 5.2.4).
  private func append(
    _ steps: [PathPlan.Step],
    of record: Int,
    isSegment: Bool,
    _ view: TokenView
  ) -> Int? {
    var token = record
    for step in steps {
      var next: Int?
      switch step {
      case .key(let key):
        if view.token(token) == .openObject { next = member(key, of: token, view) }
      case .index(let index):
        if view.token(token) == .openArray { next = view.element(index, of: token) }
      }
      guard let next else { return record }
      token = next
    }
    let byte = view.token(token)
    if TokenView.opens(byte) || byte == .ascii("n") || view.isEmptyString(token) { return token }
    value.removeAll()
    if byte == .quote {
      guard StringText.append(view.padded, view.content(ofString: token), to: &value) else {
        return token
      }
    } else {
      value.append(contentsOf: view.padded, view.range(ofValue: token))
    }
    let dots = (0..<value.count).prefix { value[$0] == UInt8(ascii: ".") }.count
    if isSegment && dots == value.count && dots <= 2 { return token }
    for at in 0..<value.count {
      if value[at].isUnreserved {
        paths.append(value[at])
      } else {
        paths.append(FormText.percentEncoded(value[at]).span)
      }
    }
    return nil
  }

  /// Moves the paths written so far to the sink.
  fileprivate func take(into output: inout OutputBuffer) {
    output.append(paths)
    paths.removeAll()
  }

  fileprivate var isJSON: Bool { jsonMethod != nil }
}

/// Writes the paths of a run's records, a line each, or as one JSON list.
package struct PathSink: RecordSink, ~Copyable {
  private let writer: PathWriter
  private var output: OutputFile
  private var text = OutputBuffer()

  package init(_ writer: PathWriter, output: consuming OutputFile) {
    self.writer = writer
    self.output = output
    if writer.isJSON { text.append(.openArray) }
  }

  package mutating func write(_ batch: borrowing RecordBatch, _ input: Span<UInt8>)
    throws(SystemError)
  {
    writer.take(into: &text)
    if !writer.isJSON { try flush() }
  }

  private mutating func flush() throws(SystemError) {
    try output.write(text.span)
    text.removeAll()
  }

  package mutating func finish() throws(SystemError) {
    if writer.isJSON { text.append("]\n") }
    try flush()
    try output.commit()
  }

  package mutating func abandon() throws(SystemError) {
    if !writer.isJSON { try flush() }
  }
}
