/// Counts what happens to the leaves of documents, and to the rules of the plan.
///
/// It extends the survey of rules: that asks which rules have found something, a collector counts
/// everything they read. While a document is mapped, rules are marked at the values that they read;
/// then a second walk over the document counts its leaves.
package final class CoverageCollector {
  let options: CoverageOptions
  let rules: CoverageRules
  /// Notes which rule has read what, if a trace is wanted.
  private let trace: MappingTrace?
  var tally: CoverageTally
  var marks = ReadMarks()
  var walk = LeafWalk()
  /// The number of the batch's faults that have been counted.
  var faultCount = 0
  /// The current document is read piece by piece.
  private(set) var isStreaming = false
  /// Several documents are walked together, and counted at their end.
  private var isOfLines = false
  /// The collector counts a part of an input, in which places are not known.
  ///
  /// If it finds the first leaf of a path, the part must be mapped again.
  private(set) var isSegment = false
  /// The number of the current file's first example, and of documents before the file.
  private var firstExample = 0
  private var documentCountBefore = 0
  /// The name of the set of descriptors that are considered for the current documents, and whether
  /// the walk knows.
  private var setName = ""
  private var isAtSet = true
  private var plainAttributes = UniqueArray<PlainAttribute>()
  /// For each site, whether it is that of an attribute.
  private let areAttributes: [Bool]

  /// The counts of an attribute that reads one value of its representation.
  private struct PlainAttribute: BitwiseCopyable {
    /// The slot of the value; -1 if the attribute is not that simple.
    var slot: Int32 = -1
    /// If the value is missing, nothing on its path is read, either.
    var isAlone = false
    var rule: Int32
    /// How often it found a value, null or nothing, since that was last added to the tally.
    var found = 0
    var null = 0
    var missing = 0
  }

  init(
    _ options: CoverageOptions,
    _ plan: borrowing MappingPlan,
    _ trace: MappingTrace? = nil
  ) {
    self.options = options
    self.trace = trace
    let rules = CoverageRules(plan)
    self.rules = rules
    var areAttributes: [Bool] = []
    for attribute in plan.attributes {
      let site = Int(attribute.site.index)
      while areAttributes.count <= site { areAttributes.append(false) }
      areAttributes[site] = true
      var known = PlainAttribute(rule: Int32(rules.site(attribute.site)))
      if attribute.sources.count == 1 {
        let source = plan.sources[Int(attribute.sources.first)]
        if case .member(let slot) = source.origin, source.rest.isEmpty {
          known.slot = Int32(slot)
          known.isAlone = source.detours.isEmpty
        }
      }
      plainAttributes.append(known)
    }
    self.areAttributes = areAttributes
    tally = CoverageTally(options)
    walk.begin(tally.tree)
    if options.countsLines { walk.lines = LineCounter() }
  }

  /// Begins a part of an input, independently of earlier parts.
  func beginSegment() {
    resume(CoverageTally(options))
    marks.begin(at: 0)
    isStreaming = false
    isSegment = true
  }

  /// Adds what was counted in other inputs, and continues from there.
  func resume(_ tally: CoverageTally) {
    self.tally = tally
    isAtSet = false
    walk.begin(tally.tree)
    for number in 0..<plainAttributes.count {
      (plainAttributes[number].found, plainAttributes[number].null) = (0, 0)
      plainAttributes[number].missing = 0
    }
  }

  /// Returns everything that was counted.
  func takeTally() -> CoverageTally {
    walk.flush(into: &tally.tree)
    for number in 0..<plainAttributes.count {
      let plain = plainAttributes[number]
      tally.count(Int(plain.rule), found: plain.found, null: plain.null, missing: plain.missing)
      (plainAttributes[number].found, plainAttributes[number].null) = (0, 0)
      plainAttributes[number].missing = 0
    }
    return tally
  }

  /// Begins documents for which these descriptors are considered.
  func begin(for descriptors: [Int]) {
    let name = options.scopes.name(ofSet: descriptors.map { options.places[$0] })
    if name != setName { (setName, isAtSet) = (name, false) }
  }

  /// Lets the walk count below the node of the set of descriptors.
  @inline(__always)
  private func enterSet() {
    if isAtSet { return }
    isAtSet = true
    walk.begin(below: tally.tree.document(ofSet: setName), tally.tree)
  }

  /// Continues at an element of the list that some keys lead to.
  func begin(inListAt path: [[UInt8]]) {
    enterSet()
    walk.begin(inListAt: path, &tally.tree)
    isStreaming = true
  }

  /// Begins an input.
  func beginFile(named name: String) {
    endFile()
    firstExample = tally.tree.examples.count
    documentCountBefore = tally.documentCount
    if options.countsLines {
      tally.files.append(CoverageTally.FileLines(file: name))
      walk.lines = LineCounter()
    }
  }

  /// Ends an input.
  ///
  /// If it had only one document, places in it need no document number.
  func endFile() {
    if tally.documentCount - documentCountBefore > 1 { return }
    tally.tree.forgetDocument(from: firstExample)
  }

  /// The number of the current document in its file, from 1.
  var documentNumber: Int { tally.documentCount - documentCountBefore + 1 }

  // MARK: - Leaves

  /// Counts the leaves up to a token, or up to the first leaf of some path in its state, which is
  /// returned.
  func advance(to end: Int, _ view: TokenView) -> LeafWalk.Discovery? {
    var lines: [Int: Bool] = [:]
    let file = tally.files.count - 1
    if file >= 0 { swap(&lines, &tally.files[file].lines) }
    let found = walk.advance(to: end, view, &marks, &tally.tree, &lines)
    if file >= 0 { swap(&lines, &tally.files[file].lines) }
    if found == nil { marks.pass(walk.cursor) }
    let ended = walk.takeEndedCount()
    if isOfLines { tally.documentCount += ended }
    return found
  }

  /// Stores the first leaf of a path in its state; without a place if that is not known.
  func keep(_ found: LeafWalk.Discovery, value: String, at place: InputPlace?) {
    let example = SourceTree.Example(
      value: value,
      file: place?.input ?? "",
      line: place?.line ?? 0,
      column: place?.column ?? 0,
      document: documentNumber,
      pointer: place?.pointer ?? ""
    )
    tally.tree.add(example, at: found.node, found.state)
  }

  /// Ends a document.
  func endDocument() {
    tally.documentCount += 1
    isStreaming = false
  }

  /// Skips elements that were walked elsewhere: continues at the first token after them.
  func pass(elements count: Int) {
    walk.pass(elements: count)
    marks.begin(at: 0)
  }

  /// Begins a document; with `isStreaming` its values are returned one by one.
  func begin(at token: Int, isStreaming: Bool) {
    enterSet()
    walk.begin(at: token)
    marks.begin(at: token)
    self.isStreaming = isStreaming
    isOfLines = false
  }

  /// Begins documents that are walked together.
  func beginLines(at token: Int) {
    begin(at: token, isStreaming: false)
    isOfLines = true
  }

  /// Follows the window, whose tokens have moved down.
  func shift(by count: Int) {
    marks.shift(by: count)
    walk.shift(by: count)
  }

  // MARK: - Rules

  /// Marks that a rule has read the value that begins with a token.
  func mark(_ token: Int, by rule: Int, isOfEmpty: Bool = false) {
    trace?.read(token, by: rule, isOfEmpty: isOfEmpty)
    let rule = Int32(truncatingIfNeeded: rule)
    if isOfEmpty {
      marks.add(ReadMarks.Mark(rule: rule, isOfEmpty: true), at: token)
    } else {
      marks.add(rule: rule, at: token)
    }
  }

  /// Marks that the value that begins with a token is ignored.
  func ignore(_ token: Int) {
    trace?.ignore(token)
    marks.add(ReadMarks.Mark(rule: -1), at: token)
  }

  /// Counts that a rule was reached, and whether it was used.
  func count(_ rule: Int, isUsed: Bool) {
    tally[rule].records += 1
    if isUsed { tally[rule].hits += 1 }
  }

  /// What an evaluated rule found.
  enum Finding {
    case found
    case null
    case missing
  }

  /// Counts the evaluation of a rule.
  func count(_ rule: Int, _ finding: Finding) {
    tally[rule].records += 1
    switch finding {
    case .found: tally[rule].found += 1
    case .null: tally[rule].null += 1
    case .missing: return tally[rule].missing += 1
    }
    tally[rule].hits += 1
  }

  /// Counts and marks an attribute whose value is that of a key, kept in a slot; does nothing and
  /// returns false for any other.
  ///
  /// `base` is where the slots of the record begin; negative if its representation is not an
  /// object.
  @inline(__always)
  func coverPlainly(
    _ attribute: Int,
    _ slots: borrowing UniqueArray<UInt32>,
    from base: Int,
    _ view: TokenView
  ) -> Bool {
    let slot = Int(plainAttributes[attribute].slot)
    if slot < 0 || base < 0 || trace != nil { return false }
    let token = Int(slots[base &+ slot])
    if token == 0 {
      if !plainAttributes[attribute].isAlone { return false }
      plainAttributes[attribute].missing &+= 1
      return true
    }
    if view.isNull(token) {
      plainAttributes[attribute].null &+= 1
    } else {
      plainAttributes[attribute].found &+= 1
    }
    marks.add(rule: plainAttributes[attribute].rule, at: token)
    return true
  }

  /// Counts that a validation acted.
  func countFired(_ rule: Int) { tally[rule].failed += 1 }

  /// Counts that a default was used.
  func countDefault(_ site: PlanSite) { tally[rules.site(site)].defaulted += 1 }

  /// Counts that the rule of a site was reached, and whether it was used.
  func count(_ site: PlanSite, isUsed: Bool) { count(rules.site(site), isUsed: isUsed) }

  /// Counts that a descriptor was considered for a document.
  func countConsidered(_ descriptor: Int, times: Int = 1) {
    tally[rules.descriptor(descriptor)].records += times
  }

  /// Counts a representation of a descriptor that was found.
  func countFound(_ descriptor: Int) { tally[rules.descriptor(descriptor)].hits += 1 }

  /// Counts a look-up in a value map, by the number of the entry that was found, negative for none.
  ///
  /// The entry for other values is reached by all look-ups.
  func count(entry number: Int, of map: ValueMap, _ id: PlanID<ValueMap>) {
    let other = rules.otherEntry(ofMap: Int(id.index))
    tally[other].records += 1
    if number >= 0 {
      tally[rules.entry(Int(map.entries.first) + number)].hits += 1
    } else if map.otherwise.kind != .missing {
      tally[other].hits += 1
    }
  }

  // MARK: - Faults

  /// Counts the batch's faults since the last call as failures of their rules.
  func countFaults(_ batch: borrowing RecordBatch, _ view: TokenView) {
    for number in faultCount..<max(batch.faults.count, faultCount) {
      let fault = batch.faults[number]
      switch fault.code {
      case .conversion, .surrogate, .untransformed, .unmapped, .unevaluated, .unfilled, .notRecord:
        tally[rules.site(fault.site)].failed += 1
        fail(fault, view)
      case .required, .requiredRecord, .rejected:
        tally[rules.site(fault.site)].failed += 1
        if fault.derived == .null { fail(fault, view) }
      default: break
      }
    }
    faultCount = batch.faults.count
  }

  private func fail(_ fault: MappingFault, _ view: TokenView) {
    let token = Int(fault.token)
    let site = Int(fault.site.index)
    // The value may be an element of a list that an attribute has read.
    let isRead =
      site < areAttributes.count && areAttributes[site] && !TokenView.opens(view.token(token))
    marks.fail(
      Int32(truncatingIfNeeded: rules.site(fault.site)),
      at: token,
      isRead: isRead
    )
  }
}
