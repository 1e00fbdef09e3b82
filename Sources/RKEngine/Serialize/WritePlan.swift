/// How records become representations again: for each mapper what of its records is written, and where.
///
/// What is done to values is said in the tables of a mapping plan.
package struct WritePlan: Sendable {
  /// A mapper in reverse.
  package struct Node: Sendable {
    /// The target of its records, as the type key names it.
    package var target: [UInt8]
    /// The names of its records' members.
    package var names: Int
    package var slotCount: Int
    package var members: [Member] = []
    /// What is written, in this order; what comes later joins what is there.
    package var pieces: [Piece] = []
    /// Members that are compared with what was written in their places: others write into it, or they
    /// themselves may be left out.
    package var proven: [(member: Int, place: [Step])] = []
    /// The member that becomes the key that all else stands under.
    package var key: Int?
    /// The records of a list are members of one object, by their keys.
    package var isCollection: Bool
    /// The member that a record without any other is written as.
    package var scalar: Int?
    /// The members that no new record may have, and why.
    package var barred: [(member: Int, why: WriteProblem)] = []
    /// The members that identify a record.
    package var identity: [Int] = []
    package var site: UInt32

    package init(
      target: [UInt8],
      names: Int,
      slotCount: Int,
      isCollection: Bool,
      site: UInt32
    ) {
      self.target = target
      self.names = names
      self.slotCount = slotCount
      self.isCollection = isCollection
      self.site = site
    }
  }

  /// A member of records that is written.
  package struct Member: Sendable {
    package enum Content: Sendable {
      case value(WriteRule)
      /// Related records: the nodes that may write them, and whether there is one record or a list, where
      /// that is said.
      case records([Int], Cardinality, keepsNull: Bool)
    }

    package var content: Content
    package var slot: Int
    package var site: UInt32
    /// Every value of it is written as it stands.
    let isPlain: Bool
    /// The value, as JSON, that reading gives where nothing is written; nil if none is, or if it is written
    /// all the same.
    package var missing: [UInt8]?
    /// It is read as null where null stands on the way to it.
    package var findsNull = false
    /// The keys that lead to it in a record.
    package var names: [String] = []
    /// Where it may stand in a representation; none where that cannot be said.
    package var places: [[Step]] = []
    /// Nothing is written there: the place tells only whether the value stays.
    package var isOneWay = false
    /// It may also be read of something that cannot be written.
    package var isReadElsewhere = false

    package init(_ content: Content, slot: Int, site: UInt32) {
      self.content = content
      self.slot = slot
      self.site = site
      switch content {
      case .value(let rule):
        isPlain = rule.isCopy && rule.keepsNull && !rule.emptyIsNull
        missing = rule.missing
      case .records: isPlain = false
      }
    }

    /// Where it is written.
    package var place: [Step]? { places.first }
  }

  /// A step to a place of a representation.
  package enum Step: Sendable, Hashable {
    case key([UInt8])
    case index(Int)
  }

  /// A part of what a node writes.
  package enum Piece: Sendable {
    /// An object or a list whose places are known.
    case shape(Int)
    /// The member is the representation itself.
    case whole(Int)
  }

  /// A place of a representation, and the places in it.
  package struct Shape: Sendable {
    package enum Kind: Sendable {
      case object
      case list
      case member(Int)
    }

    package var kind: Kind
    /// In the order in which they are written; of a list in that of the indexes.
    package var parts: [Part] = []

    package init(_ kind: Kind) { self.kind = kind }
  }

  package struct Part: Sendable {
    /// `"key":`; empty in a list.
    package var label: [UInt8]
    /// The place in a list.
    package var index: Int
    package var shape: Int

    package init(label: [UInt8], index: Int, shape: Int) {
      (self.label, self.index, self.shape) = (label, index, shape)
    }
  }

  /// The names of an object's members: ranges of the plan's text.
  package struct Names: Sendable {
    package var keys: [ByteRange] = []
    /// The slot of each; -1 where only its own members are asked for.
    package var slots: [Int] = []
    /// The names of the members of each; -1 where none is asked for.
    package var inner: [Int] = []

    package init() {}
  }

  /// What records of the outermost level are: those of a descriptor, or what a request sends.
  package struct Entry: Sendable {
    /// What stands there when records are kept by key path.
    package var name: [UInt8]
    /// The keys around them, as JSON text.
    package var keys: [[UInt8]]
    package var content: Content
    /// There is one record, and no list of them.
    package var isSingle = false

    package enum Content: Sendable {
      /// The nodes that may write the records.
      case records([Int])
      /// Records of a target, any when nil, mapped as they are by a descriptor of the request plan.
      case request(source: [UInt8]?, descriptor: Int)
    }

    package init(name: [UInt8], keys: [[UInt8]], _ content: Content) {
      (self.name, self.keys, self.content) = (name, keys, content)
    }
  }

  /// A key path that records may be kept by: that of a descriptor that reads documents.
  package struct KeyPath: Sendable {
    package var name: [UInt8]
    /// The targets of the records that stand there.
    package var targets: Set<[UInt8]>

    package init(name: [UInt8], targets: Set<[UInt8]>) {
      (self.name, self.targets) = (name, targets)
    }
  }

  package var nodes: [Node] = []
  package var shapes: [Shape] = []
  package var names: [Names] = []
  /// Those that go before others stand before them.
  package var entries: [Entry] = []
  /// Each once.
  package var keyPaths: [KeyPath] = []
  /// The members of records that requests send something of.
  package var sentNames: Set<[UInt8]> = []
  /// For each target the one that it extends.
  package var bases: [[UInt8]: [UInt8]] = [:]
  /// The tables of values.
  package var plan = MappingPlan()

  package init() {}
}

/// How a value of a record is turned back into the value that it was read from.
package struct WriteRule: Sendable {
  /// Empty text is read as null.
  package var emptyIsNull = false
  /// Null is read as null.
  package var keepsNull = true
  /// The value, as JSON, that a missing one is read as; nil if there is none.
  package var missing: [UInt8]?
  /// Makes a value what the record's type has, dates in ISO 8601; none where it stays as it is.
  package var type = PlanID<Conversion>.none
  /// Makes of that what may have been read, one for each format of a date; none for the value itself.
  package var written: [PlanID<Conversion>] = [.none]
  /// What the value is mapped back to, by its text; nil where there is no map.
  package var keys: [[UInt8]: [UInt8]]?
  /// Undoes the transforms.
  package var undoing = PlanRange<ValueRule.Transform>.empty
  /// What reading does: the transforms, the map, and the type with dates in ISO 8601.
  package var transforms = PlanRange<ValueRule.Transform>.empty
  package var map = PlanID<ValueMap>.none
  package var read = PlanID<Conversion>.none
  /// What was written is read again to see whether it gives the value.
  package var isProven = false

  package init() {}

  /// The value is written as it stands.
  var isCopy: Bool { type.isNone && !isProven }
}

/// Why a record cannot be written.
package enum WriteProblem: UInt8, Sendable, CaseIterable {
  /// What would be written is read as another value.
  case unlike
  /// The value map gives no such value.
  case unmapped
  /// The value is none of its type.
  case unconverted
  /// A transform of the rule does not make such a value.
  case unmade
  /// Two rules write different values into one place.
  case contradiction
  /// There is nothing to make the key of.
  case noKey
  /// The key is there already.
  case repeatedKey
  /// The record does not have what would be read all the same.
  case unsaid
  /// What has no inverse has another value than in the original.
  case oneWay
  /// The record is not in the original, and has what has no inverse.
  case newOneWay
  /// Another mapper of the target writes the member.
  case otherChoice
  /// There is no place for a record in the original.
  case noPlace
  /// The original has a value on the way to the place.
  case obstacle
  /// No rule writes anything of the record.
  case nothingKnown
  /// Reading declines what would be written.
  case declined
  /// Reading refuses what would be written.
  case refused
  /// Records of one identity are more or fewer than in the original.
  case ambiguous
  /// A record is expected.
  case notRecord
  /// The type is none that may stand there.
  case otherType
  /// No descriptor has the key path.
  case noKeyPath
  /// Several types may stand there, and nothing says which this one is.
  case noType
  /// The record is the error that stands in the place of one that failed.
  case failedBefore
  /// A request without key path sends it, and others have one.
  case mixedRoots
  /// The root of a form is a list or an object.
  case scalarRoot
  /// The mapper of a request fails.
  case request
  /// A parameter of the path has no value.
  case noPathValue
  /// A parameter of the path has a value that fills none.
  case badPathValue
  /// No route is for the record.
  case noRoute

  /// A problem with what it is about, in 32 bits.
  static func detail(_ problem: WriteProblem, _ number: Int) -> UInt32 {
    UInt32(problem.rawValue) << 24 | UInt32(truncatingIfNeeded: number) & 0xFF_FFFF
  }

  package init?(detail: UInt32) { self.init(rawValue: UInt8(detail >> 24)) }

  /// What the problem is about.
  package static func number(of detail: UInt32) -> Int { Int(detail & 0xFF_FFFF) }
}
