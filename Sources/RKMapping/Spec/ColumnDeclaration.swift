internal import RKEngine

/// How a database stores the decimals of an attribute or a property, as stated in a spec.
package struct ColumnDeclaration: Sendable {
  package enum Word: String, Sendable, CaseIterable {
    case text
    case real
    case scaled
  }

  /// The number of digits after the point; nil if it is not one that a column can have.
  package struct Scale: Sendable {
    package var digits: UInt8?
    package var place: SpecPlace
  }

  /// The word for the kind of column; nil if the spec only states a scale.
  package var word: Word?
  package var place: SpecPlace
  package var scale: Scale?

  /// The column; nil if the members of the declaration contradict each other.
  var column: DecimalColumn? {
    switch (word, scale) {
    case (.text?, nil): .text
    case (.real?, nil): .real
    case (.scaled?, let scale?): scale.digits.map { .scaled($0) }
    case (nil, _), (.text?, _?), (.real?, _?), (.scaled?, nil): nil
    }
  }
}

/// How many digits the fractions of an attribute's or a property's dates have, as stated in a spec.
package struct PrecisionDeclaration: Sendable {
  package enum Word: String, Sendable, CaseIterable {
    case s
    case ms
    case us
    case ns

    package var digits: Int8 {
      switch self {
      case .s: 0
      case .ms: 3
      case .us: 6
      case .ns: 9
      }
    }
  }

  /// Nil for another word.
  package var word: Word?
  package var place: SpecPlace
}
