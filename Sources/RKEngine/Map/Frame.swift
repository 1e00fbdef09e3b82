/// A record under construction.
struct Frame: BitwiseCopyable {
  /// What remains to be done with the record.
  enum Status: UInt8, BitwiseCopyable {
    case mapped
    /// The record has failed, and only the records related to it are searched for faults.
    case lost
    case over
  }

  enum Form: UInt8, BitwiseCopyable {
    case object
    case array
    case scalar
  }

  var node: PlanID<PlanNode> = .none
  /// What the rules read: the representation, or the value under its nesting key.
  var token: UInt32 = 0
  /// The representation itself, with its nesting key.
  var outer: UInt32 = 0
  var key: ValueLocation = .missing
  var nestingKey: ValueLocation = .missing
  var index: ValueLocation = .missing
  var form = Form.scalar
  var row: UInt32 = 0
  var firstCell: UInt32 = 0
  var slotBase: UInt32 = 0
  /// In an array, the token after the elements whose tokens are known; 0 if none are.
  var nextElement: UInt32 = 0
  var context: Int32 = 0
  /// Some value of the representation was mapped.
  var isApplied = false
  var hasFailed = false
  var status = Status.mapped
  /// The number of faults before the record's own.
  var firstFault: UInt32 = 0
  /// Made from its parent's own representation (composed).
  var isComposed = false
  /// The representation is a scalar, and becomes a single attribute.
  var isScalarAttribute = false
  /// Its depth in the output: the objects around it, including groups of dotted destinations.
  var level: UInt32 = 0
  /// The state of the batch before the record.
  var start = RecordBatch.Checkpoint()

  /// The current relationship, and the progress in it.
  var relationship: Int32 = 0
  var mayRelate = false
  var isRelating = false
  /// The relationships of which a record has failed and was left out, one bit each; those after the
  /// first 63 share one.
  var lost: UInt64 = 0
  var elements = ElementWalk()
  var childContext: Int32 = 0
  /// Whether each representation's parent is looked for: the path to them is more than keys.
  var seeksParents = false
  var firstRelated: UInt32 = 0
  var relatedCount: UInt32 = 0

  /// Begins a record that is written at `row`.
  @inline(__always)
  mutating func begin(
    at start: RecordBatch.Checkpoint,
    row: Int,
    firstCell: UInt32,
    isComposed: Bool
  ) {
    self.start = start
    self.row = UInt32(truncatingIfNeeded: row)
    self.firstCell = firstCell
    self.isComposed = isComposed
  }

  /// Represents a record that failed before it was begun.
  mutating func fail(at start: RecordBatch.Checkpoint, slotBase: Int, context: Int) {
    self.start = start
    self.slotBase = UInt32(truncatingIfNeeded: slotBase)
    self.context = Int32(truncatingIfNeeded: context)
    hasFailed = true
    status = .mapped
    mayRelate = false
  }

  /// Stores a representation; fields that are not set here are as `begin` left them.
  @inline(__always)
  mutating func enter(
    _ representation: Representation,
    _ node: PlanID<PlanNode>,
    slotBase: Int,
    context: Int,
    relationships: PlanRange<RelationshipRule>
  ) {
    self.node = node
    token = representation.token
    outer = representation.token
    key = representation.key
    nestingKey = .missing
    index = representation.index
    form = .object
    self.slotBase = UInt32(truncatingIfNeeded: slotBase)
    nextElement = 0
    self.context = Int32(truncatingIfNeeded: context)
    isApplied = false
    hasFailed = false
    status = .mapped
    isScalarAttribute = false
    isRelating = false
    lost = 0
    relationship = relationships.first &- 1
    mayRelate = !relationships.isEmpty
  }
}

/// The records under construction, each related to the one below it.
///
/// Frames are reused and changed in place: they are large, and copying one that was just written
/// would wait for memory.
struct FrameStack: ~Copyable {
  private var frames = UniqueArray<Frame>()
  private(set) var count = 0

  /// The record under construction.
  var top: Frame {
    @inline(__always) _read { yield frames[count &- 1] }
    @inline(__always) _modify { yield &frames[count &- 1] }
  }

  /// The record that the current one is related to.
  var parent: Frame? { count > 1 ? frames[count - 2] : nil }

  @inline(__always)
  mutating func push() {
    if count == frames.count { frames.append(Frame()) }
    count &+= 1
  }

  @inline(__always)
  mutating func pop() { count &-= 1 }

  mutating func removeAll() { count = 0 }
}

/// A representation that `@parent` and `@root` may refer to.
struct Context: BitwiseCopyable {
  var token: UInt32
  /// The index of the parent's context; -1 for the outermost.
  var parent: Int32
  /// The element or member of it that was last looked for; 0 for none.
  var child: UInt32 = 0
}
