/// A kind of record, which becomes a target of the spec.
final class TargetDraft {
  var name = ""
  /// All places whose records are of this kind.
  var sites: [RecordSite] = []
  var mappers: [MapperDraft] = []
  var identity: Identity?
  var comments: [String] = []
  /// How often each name leads here.
  var votes: [String: Int] = [:]
  /// Whether the user named it.
  var isNamed = false
  /// The target whose records were the first to refer to it.
  weak var parent: TargetDraft?

  var recordCount: Int { sites.reduce(0) { $0 + $1.count } }
}

/// A mapper of the future spec.
final class MapperDraft {
  enum Source {
    case records(RecordSite)
    /// The values of a map whose values are not objects.
    case values(Position)
    case rows(RowSamples)
    /// Records of several kinds that can be told apart.
    case variants(Variants)
  }

  var id = ""
  let source: Source
  var target: TargetDraft?
  /// The keys of the map whose values the records are; nil if they are not in a map.
  var map: KeyEvidence?
  var keyAttribute: String?
  /// The member that repeats the key of the map.
  var keyMember: String?
  /// Whether a foreign key refers to the keys of the map.
  var isReferred = false
  var attributes: [AttributeDraft] = []
  var relations: [RelationDraft] = []
  var connections: [ConnectionDraft] = []
  var arms: [(values: [String], predicate: String?, mapper: MapperDraft)] = []
  var scalarAs: String?
  var comments: [String] = []
  /// The member or key that was the first to lead here.
  var memberName = ""
  /// The path of the place, for people and flags.
  var path = ""

  init(_ source: Source, _ target: TargetDraft?) {
    self.source = source
    self.target = target
  }

  var site: RecordSite? {
    if case .records(let site) = source { site } else { nil }
  }
}

struct AttributeDraft {
  /// The key path as written in the spec.
  var from: String
  /// The key in the data; nil for values and columns.
  var key: String?
  var to: String
  var positions: [Position]
  var type = ValueType.any
  var isHidden = false
  var isRequired = false
  /// The only values that occur; empty if there are many.
  var enumeration: [String] = []
  var allowsNull = false
}

/// A relationship of a mapper.
struct RelationDraft {
  var from: String
  var key: String
  var to: String
  var mapper: MapperDraft
  var isMany: Bool
  var allowsConversion = false
}

/// A connection of a mapper, from an attribute to another target's identity.
struct ConnectionDraft {
  var to: String
  var target: TargetDraft
  var from: String
  var identity: String
  var isMany: Bool
}
