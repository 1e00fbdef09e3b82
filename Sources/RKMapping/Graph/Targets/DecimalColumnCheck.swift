internal import RKDiagnostics
internal import RKEngine

/// Checks what a spec says about columns of decimals, and about the digits of dates.
enum DecimalColumnCheck {
  /// Returns the declared column for values of a type.
  ///
  /// Reports invalid declarations, and returns nil for them.
  static func column(
    _ declaration: ColumnDeclaration,
    _ type: TypeName?,
    of subject: String,
    _ findings: SpecFindings
  ) -> DecimalColumn? {
    let digits =
      "a number from \(DecimalColumn.scales.lowerBound) to \(DecimalColumn.scales.upperBound)"
    guard type == .plain(.decimal) else {
      findings.reportOnce(
        .badColumn,
        "'\(declaration.word == nil ? "scale" : "column")' is for decimals, and \(subject) is of "
          + (type.map { "the type '\($0.text)'" } ?? "no type"),
        at: declaration.place,
        help: "\"type\": \"decimal\", or leave out 'column'"
      )
      return nil
    }
    if let column = declaration.column { return column }
    if let scale = declaration.scale, declaration.word != .scaled {
      findings.reportOnce(
        .badColumn,
        "'scale' is for \"column\": \"scaled\", which \(subject) is not",
        at: scale.place,
        help: "\"column\": \"scaled\", or leave out 'scale'"
      )
    } else if let scale = declaration.scale {
      findings.reportOnce(
        .badColumn,
        "the scale of \(subject) is not \(digits)",
        at: scale.place,
        help: "a scale is the number of digits after the point"
      )
    } else {
      findings.reportOnce(
        .badColumn,
        "\"column\": \"scaled\" needs a 'scale', which \(subject) lacks",
        at: declaration.place,
        help: "\"scale\": 2 stores \"12.30\" as 1230; it is \(digits)"
      )
    }
    return nil
  }

  /// Returns the declared digits of the fractions of dates.
  ///
  /// Reports invalid declarations, and returns nil for them.
  static func digits(
    _ declaration: PrecisionDeclaration,
    _ type: TypeName?,
    output: DatePattern = .iso8601,
    _ subject: String,
    _ findings: SpecFindings
  ) -> Int8? {
    let kind = type?.dateType
    guard let word = declaration.word else {
      findings.reportOnce(
        .badColumn,
        "the precision of \(subject) is \"s\", \"ms\", \"us\" or \"ns\"",
        at: declaration.place,
        help: "they are 0, 3, 6 and 9 digits of a second"
      )
      return nil
    }
    guard kind == .date || kind == .local else {
      findings.reportOnce(
        .badColumn,
        "'precision' is for dates, and \(subject) is of "
          + (type.map { "the type '\($0.text)'" } ?? "no type"),
        at: declaration.place,
        help: "\"type\": \"date\" or \"local\", or leave out 'precision'"
      )
      return nil
    }
    guard kind == .local || output == .iso8601 else {
      findings.reportOnce(
        .badColumn,
        "'precision' is for dates in ISO 8601, and 'dateOutput' is \"\(output.text)\"",
        at: declaration.place,
        help: "leave out 'precision'"
      )
      return nil
    }
    return word.digits
  }

  /// Reports attributes that disagree about a column, real numbers in keys, and constants that a
  /// column cannot store.
  static func check(_ graph: MappingGraph, _ findings: SpecFindings) {
    guard graph.mappings.contains(where: { $0.statesForms }) else { return }
    let identities = graph.identities()
    var first: [String: [DestinationKeyPath: AttributeMapping]] = [:]
    for case .object(let mapping) in graph.mappings {
      let keys = Set(mapping.identification + (identities[mapping.target]?.attributes ?? []))
      for attribute in mapping.attributes where !attribute.isHidden {
        let subject = "\(mapping.target).\(attribute.destination.text)"
        checkConstants(attribute, subject, findings)
        if attribute.type == .decimal(.real), keys.contains(attribute.destination.text) {
          findings.reportOnce(
            .badColumn,
            "\(subject) identifies records, and numbers that are rounded identify nothing",
            at: attribute.destinationPlace,
            help: "\"column\": \"scaled\" or \"text\" keeps all digits"
          )
        }
        guard let other = first[mapping.target]?[attribute.destination] else {
          first[mapping.target, default: [:]][attribute.destination] = attribute
          continue
        }
        let areStored =
          attribute.type?.isStoredDecimal == true || other.type?.isStoredDecimal == true
        let digits = (attribute.type?.precision, other.type?.precision)
        guard areStored && attribute.type != other.type || digits.0 != digits.1 else { continue }
        findings.report(
          .badColumn,
          digits.0 == digits.1
            ? "\(subject) is \(words(attribute.type)) here, and \(words(other.type)) elsewhere"
            : "\(subject) has another precision here than elsewhere",
          at: attribute.destinationPlace,
          related: [(other.destinationPlace, "elsewhere")],
          help: "a property of the target says it for all mappers"
        )
      }
    }
  }

  private static func words(_ type: AttributeType?) -> String {
    switch type {
    case .decimal(.real): "\"column\": \"real\""
    case .decimal(.scaled(let scale)): "\"column\": \"scaled\" with \"scale\": \(scale)"
    case .plain(.decimal), .decimal(.text): "\"column\": \"text\""
    case let type?: "of the type '\(type.name)'"
    case nil: "of no type"
    }
  }

  /// Constants and defaults are written unchanged, so that they are checked as written.
  private static func checkConstants(
    _ attribute: AttributeMapping,
    _ subject: String,
    _ findings: SpecFindings
  ) {
    guard case .decimal(let column)? = attribute.type else { return }
    for value in [attribute.constant, attribute.defaultValue].compactMap({ $0 })
    where value.kind != .null && StoredValue(number: value.plainText, as: column) == nil {
      findings.reportOnce(
        .badColumn,
        "\(value.text) has no place in the column of \(subject)",
        at: attribute.place,
        help: attribute.type?.hint
      )
    }
  }
}

extension GraphMapping {
  /// Whether some of its attributes are decimals that a database stores as numbers, or dates of a
  /// declared precision.
  fileprivate var statesForms: Bool {
    ofRecords?.attributes.contains {
      $0.type?.isStoredDecimal == true || $0.type?.precision != nil
    } ?? false
  }
}

extension AttributeType {
  fileprivate var precision: Int8? {
    if case .date(let rules) = leaf { rules.precision } else { nil }
  }
}
