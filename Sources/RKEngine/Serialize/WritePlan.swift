/// How records become representations again: for each mapper which members are written, and where.
///
/// How values are converted is in the tables of a mapping plan.
package struct WritePlan: Sendable {
  /// A mapper in reverse.
  package struct Node: Sendable {
    /// The target of its records, as the type key names it.
    package var target: [UInt8]
    /// The index of its records' member names.
    package var names: Int
    package var slotCount: Int
    package var members: [Member] = []
    /// The parts that are written, in this order; later ones are merged into earlier ones.
    package var pieces: [Piece] = []
    /// Members that are compared with the text in their places, since others write there, too, or
    /// since they may be left out.
    package var proven: [(member: Int, place: [Step])] = []
    /// The member that becomes the key around all other members.
    package var key: Int?
    /// The records of a list are members of one object, by their keys.
    package var isCollection: Bool
    /// The member that a record without other members is written as.
    package var scalar: Int?
    /// The members that new records must not have, and why.
    package var barred: [(member: Int, why: WriteProblem)] = []
    /// The members of records that no rule writes on purpose.
    package var unwritten: [[UInt8]] = []
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
      /// Related records: the nodes that may write them, and whether there is one or a list, if
      /// known.
      case records([Int], Cardinality, keepsNull: Bool)
    }

    package var content: Content
    package var slot: Int
    package var site: UInt32
    /// Every value of the member is written unchanged.
    let isPlain: Bool
    /// The value, as JSON, that reading gives if nothing is written; nil if there is none, or if
    /// that value is written anyway.
    package var missing: [UInt8]?
    /// The member is read as null if there is a null on its path.
    package var findsNull = false
    /// The keys that lead to the member in a record.
    package var names: [String] = []
    /// The places in a representation that the member may be read from; empty if they are not
    /// known.
    package var places: [[Step]] = []
    /// Nothing is written; the place only shows whether the value is unchanged.
    package var isOneWay = false
    /// The member may also be read from something that cannot be written.
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

    /// The place that the member is written to.
    package var place: [Step]? { places.first }
  }

  /// A step to a place of a representation.
  package enum Step: Sendable, Hashable {
    case key([UInt8])
    case index(Int)
  }

  /// A part of what a node writes.
  package enum Piece: Sendable {
    /// An object or a list with known places.
    case shape(Int)
    /// The member is the representation itself.
    case whole(Int)
  }

  /// A place in a representation, and the places inside it.
  package struct Shape: Sendable {
    package enum Kind: Sendable {
      case object
      case list
      case member(Int)
    }

    package var kind: Kind
    /// The parts in the order in which they are written; in a list by ascending index.
    package var parts: [Part] = []

    package init(_ kind: Kind) { self.kind = kind }
  }

  package struct Part: Sendable {
    /// `"key":`; empty in a list.
    package var label: [UInt8]
    /// The index in a list.
    package var index: Int
    package var shape: Int

    package init(label: [UInt8], index: Int, shape: Int) {
      (self.label, self.index, self.shape) = (label, index, shape)
    }
  }

  /// The names of an object's members: ranges of the plan's text.
  package struct Names: Sendable {
    package var keys: [ByteRange] = []
    /// The slot of each name; -1 if only the value's own members are wanted.
    package var slots: [Int] = []
    /// The index of the names of each value's members; -1 if none is wanted.
    package var inner: [Int] = []

    package init() {}
  }

  /// Records of the outermost level: those of a descriptor, or those that a request sends.
  package struct Entry: Sendable {
    /// The name under which the records are found, if they are stored by key path.
    package var name: [UInt8]
    /// The keys around them, as JSON text.
    package var keys: [[UInt8]]
    package var content: Content
    /// There is one record, not a list.
    package var isSingle = false

    package enum Content: Sendable {
      /// The nodes that may write the records.
      case records([Int])
      /// Records of a target, or of any if nil, mapped by a descriptor of the request plan.
      case request(source: [UInt8]?, descriptor: Int)
    }

    package init(name: [UInt8], keys: [[UInt8]], _ content: Content) {
      (self.name, self.keys, self.content) = (name, keys, content)
    }
  }

  /// A key path that records may be stored by: that of a descriptor that reads documents.
  package struct KeyPath: Sendable {
    package var name: [UInt8]
    /// The targets of the records at the key path.
    package var targets: Set<[UInt8]>

    package init(name: [UInt8], targets: Set<[UInt8]>) {
      (self.name, self.targets) = (name, targets)
    }
  }

  package var nodes: [Node] = []
  package var shapes: [Shape] = []
  package var names: [Names] = []
  /// The entries, in the order of precedence.
  package var entries: [Entry] = []
  /// The key paths, without duplicates.
  package var keyPaths: [KeyPath] = []
  /// The key paths of the spec's other descriptors.
  package var otherKeyPaths: Set<[UInt8]> = []
  /// The members of records that requests send, in whole or in part.
  package var sentNames: Set<[UInt8]> = []
  /// For each target, the target that it extends.
  package var bases: [[UInt8]: [UInt8]] = [:]
  /// The tables for converting values.
  package var plan = MappingPlan()

  package init() {}
}

/// How a value of a record is converted back to the value that it was read from.
package struct WriteRule: Sendable {
  /// Empty text is read as null.
  package var emptyIsNull = false
  /// Null is read as null.
  package var keepsNull = true
  /// The value, as JSON, that a missing one is read as; nil if there is none.
  package var missing: [UInt8]?
  /// Converts a value to the record's type, dates to ISO 8601; none if it stays unchanged.
  package var type = PlanID<Conversion>.none
  /// Converts the typed value to what may have been read, one conversion for each format of a date;
  /// none for the value itself.
  package var written: [PlanID<Conversion>] = [.none]
  /// For each value, by its text, what the value map maps to it; nil if there is no map.
  package var keys: [[UInt8]: [UInt8]]?
  /// Undoes the transforms.
  package var undoing = PlanRange<ValueRule.Transform>.empty
  /// What reading does: the transforms, the map, and the type with dates in ISO 8601.
  package var transforms = PlanRange<ValueRule.Transform>.empty
  package var map = PlanID<ValueMap>.none
  package var read = PlanID<Conversion>.none
  /// Texts are dates, and equal by instant.
  package var isInstant = false
  /// The written value is read back to check that it gives the same value.
  package var isProven = false

  package init() {}

  /// Whether the value is written unchanged.
  var isCopy: Bool { type.isNone && !isProven }
}

/// Why a record cannot be written.
package enum WriteProblem: UInt8, Sendable, CaseIterable {
  /// The written text would be read as another value.
  case unlike
  /// The value map never gives this value.
  case unmapped
  /// The value is not of its type.
  case unconverted
  /// A transform of the rule never gives this value.
  case unmade
  /// Two rules write different values into one place.
  case contradiction
  /// There is no value to make the key from.
  case noKey
  /// The key exists already.
  case repeatedKey
  /// The record lacks a value that would be read anyway.
  case unsaid
  /// A member without inverse has another value than in the original.
  case oneWay
  /// The record is not in the original, and has a member without inverse.
  case newOneWay
  /// Another mapper of the target writes the member.
  case otherChoice
  /// The original has no place for the record.
  case noPlace
  /// The original has a value on the path to the place.
  case obstacle
  /// No rule writes any part of the record.
  case nothingKnown
  /// Likewise, and an object without members stands for it.
  case nothingWritten
  /// The mapper would decline the written representation.
  case declined
  /// The mapper would refuse the written representation.
  case refused
  /// The original has another number of records with this identity.
  case ambiguous
  /// The value is not a record.
  case notRecord
  /// The type may not occur there.
  case otherType
  /// No descriptor has the key path.
  case noKeyPath
  /// Several types may occur there, and nothing says which this one is.
  case noType
  /// The record is an error that replaces a failed one.
  case failedBefore
  /// A request without key path sends the record, and others have one.
  case mixedRoots
  /// The root of a form must be a list or an object.
  case scalarRoot
  /// The mapper of a request fails.
  case request
  /// A parameter of the path has no value.
  case noPathValue
  /// A parameter of the path has a value that cannot be used.
  case badPathValue
  /// There is no route for the record.
  case noRoute

  /// Packs a problem and the number of what it concerns into 32 bits.
  static func detail(_ problem: WriteProblem, _ number: Int) -> UInt32 {
    UInt32(problem.rawValue) << 24 | UInt32(truncatingIfNeeded: number) & 0xFF_FFFF
  }

  package init?(detail: UInt32) { self.init(rawValue: UInt8(detail >> 24)) }

  /// The number of what the problem concerns.
  package static func number(of detail: UInt32) -> Int { Int(detail & 0xFF_FFFF) }
}
