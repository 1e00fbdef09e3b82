/// A kind of record, as a spec will have it.
final class TargetDraft {
  var name = ""
  /// All places whose records are of this kind.
  var sites: [RecordSite] = []
  var mappers: [MapperDraft] = []
  var identity: Identity?
  var comments: [String] = []
  /// How often a name leads here.
  var votes: [String: Int] = [:]
  /// A person named it.
  var isNamed = false
  /// The target whose records refer to it first.
  weak var parent: TargetDraft?

  var recordCount: Int { sites.reduce(0) { $0 + $1.count } }
}

/// A mapper, as a spec will have it.
final class MapperDraft {
  enum Source {
    case records(RecordSite)
    /// The values of a map that are no objects.
    case values(Position)
    case rows(RowSamples)
    /// Records of several kinds, told apart.
    case variants(Variants)
  }

  var id = ""
  let source: Source
  var target: TargetDraft?
  /// The keys of the map whose values these are; nil for records that are not in a map.
  var map: KeyEvidence?
  var keyAttribute: String?
  /// The member of the values that repeats the key of the map.
  var keyMember: String?
  /// A foreign key leads to the keys of the map.
  var isReferred = false
  var attributes: [AttributeDraft] = []
  var relations: [RelationDraft] = []
  var connections: [ConnectionDraft] = []
  var arms: [(values: [String], predicate: String?, mapper: MapperDraft)] = []
  var scalarAs: String?
  var comments: [String] = []
  /// The member or key that leads here first.
  var memberName = ""
  /// The place, for people and flags.
  var path = ""

  init(_ source: Source, _ target: TargetDraft?) {
    self.source = source
    self.target = target
  }

  var site: RecordSite? {
    if case .records(let site) = source { site } else { nil }
  }
}

/// An attribute of a mapper.
struct AttributeDraft {
  /// The key path as a spec has it.
  var from: String
  /// The key in the data; nil for values and columns.
  var key: String?
  var to: String
  var positions: [Position]
  var type = ValueType.any
  var isHidden = false
  var isRequired = false
  /// The only values.
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
