internal import RKEngine

/// Makes JSON text from the tags and texts of an XML document.
///
/// An element without attributes and children becomes its text, any other element an object. Representations that
/// are mapped one by one are passed on as soon as they are complete. Everything else is held until the element
/// around it ends, as its children may be repeated.
struct XMLTranscoder: ~Copyable {
  enum Fault: Equatable {
    case tooDeep
    /// An element on the path to representations occurs a second time.
    case repeated
  }

  let shape: XMLShape
  private let form: XMLForm
  private let maximumDepth: Int
  private(set) var fault: (kind: Fault, at: Int)?
  /// The text that is complete; a unit is added to it as a whole.
  private(set) var ready = OutputBuffer()
  /// The length of all text before `unit`.
  private(set) var doneCount = 0
  var unit = OutputBuffer()
  var marks: [Mark] = []
  var spare = OutputBuffer()
  var frames: [Frame] = []
  var members: [Member] = []
  var names: [Name] = []
  private var keyTexts: [UInt8] = Array(repeating: 0, count: OutputBuffer.slack)
  private var numbers: [[UInt8]: Int] = [:]
  /// For the parser's numbers of names, the indices of the names here.
  private var known: [Int] = [0]
  /// The texts of open elements, concatenated.
  private var texts = OutputBuffer(capacity: 1024)
  /// How many elements are open that nothing reads.
  private var leftOutDepth = 0
  /// The names of children that were left out, with their parents.
  private var leftOut: [(frame: Int, name: Int)] = []
  /// Attributes that are written when the elements around their own end, and their texts.
  var hoisted: [HoistedAttribute] = []
  var hoistedText = OutputBuffer(capacity: 64)
  /// Marks of the complete text, and where units begin.
  var offsets = OffsetMap()
  var units = OffsetMap()
  var repetitions = XMLRepetitions()

  /// The most names of left-out children that are reported.
  private static var mostLeftOut: Int { 64 }

  init(_ shape: XMLShape, _ form: XMLForm = .compact, maximumDepth: Int) {
    self.shape = shape
    self.form = form
    self.maximumDepth = maximumDepth
    _ = number(of: Array("text".utf8))
    var document = Frame()
    document.leavesOut = shape.streams && shape.places[XMLShape.document].isOnWay
    document.isStreamed = document.leavesOut && !shape.places[XMLShape.document].holds
    document.isObject = true
    frames.append(document)
  }

  /// The name for the text between tags.
  private static var textName: Int { 0 }

  // MARK: - Names

  /// Registers a name to which the parser gave a number.
  mutating func define(_ number: Int, _ text: Span<UInt8>) {
    let name = self.number(of: text.indices.map { text[$0] })
    while known.count <= number { known.append(0) }
    known[number] = name
  }

  private mutating func number(of name: [UInt8]) -> Int {
    if let number = numbers[name] { return number }
    numbers[name] = names.count
    let key = Array("\"".utf8) + name + Array("\":".utf8)
    keyTexts.removeLast(OutputBuffer.slack)
    names.append(Name(key: shape.number(ofKey: name), text: keyTexts.count, count: key.count))
    keyTexts += key
    keyTexts += Array(repeating: 0, count: OutputBuffer.slack)
    return names.count - 1
  }

  // MARK: - Elements

  mutating func start(_ number: Int, at source: Int) {
    if leftOutDepth > 0 {
      leftOutDepth += 1
      return checkDepth(source)
    }
    let name = known[number]
    let parent = frames.count - 1
    if frames.count == 1 {
      // The document begins where the root element does.
      frames[0].source = source
      mark(source)
      unit.append(.openObject)
    } else {
      open(parent)
    }
    let place = shape.child(names[name].key, of: frames[parent].place)
    if frames[parent].leavesOut && shape.places[place].isDead {
      leftOutDepth = 1
      note(leftOut: name, in: parent)
      return checkDepth(source)
    }
    let isOnWay = shape.places[place].isOnWay
    if isOnWay && names[name].last >= frames[parent].firstMember {
      fault = (.repeated, source)
      return
    }
    var frame = Frame()
    frame.member = beginMember(name, place, source)
    frame.place = place
    frame.source = source
    frame.start = unit.count
    frame.firstMember = members.count
    frame.firstText = texts.count
    frame.leavesOut = shape.streams && isOnWay
    frame.isStreamed = frames[parent].isStreamed && frame.leavesOut && !shape.places[place].holds
    frames.append(frame)
    checkDepth(source)
  }

  private mutating func checkDepth(_ source: Int) {
    if frames.count - 1 + leftOutDepth > maximumDepth { fault = (.tooDeep, source) }
  }

  mutating func attribute(
    _ number: Int,
    _ text: Span<UInt8>,
    _ start: Int,
    _ end: Int,
    at source: Int
  ) {
    if leftOutDepth > 0 { return }
    let (name, frame) = (known[number], frames.count - 1)
    if form == .hoisted { return hoist(name, text, start, end, at: source) }
    open(frame)
    if leavesOut(name, in: frame) { return }
    let place = shape.child(names[name].key, of: frames[frame].place)
    let member = beginMember(name, place, source)
    appendText(text, start, end, source)
    endMember(member)
  }

  /// Adds a text to the open element.
  mutating func append(_ text: Span<UInt8>, at source: Int?) {
    let frame = frames.count - 1
    if leftOutDepth > 0 || frame == 0 { return }
    // White space before all other text would be trimmed anyway.
    if source == nil && texts.count == frames[frame].firstText { return }
    texts.append(text)
    if frames[frame].textSource == nil { frames[frame].textSource = source }
  }

  /// Ends the element right after a text.
  mutating func end(after text: Span<UInt8>, _ start: Int, _ end: Int, at source: Int?) {
    let frame = frames.count - 1
    if leftOutDepth > 0 || form == .verbose || frames[frame].isObject
      || texts.count > frames[frame].firstText
      || shape.places[frames[frame].place].isOnWay
    {
      append(text.extracting(start..<end), at: source)
      return self.end()
    }
    appendTrimmed(text, start, end, source ?? frames[frame].source)
    close()
  }

  mutating func end() {
    if leftOutDepth > 0 {
      leftOutDepth -= 1
      if leftOutDepth == 0 && frames.count == 1 { endDocument() }
      return
    }
    let frame = frames.count - 1
    if form == .verbose || shape.places[frames[frame].place].isOnWay { open(frame) }
    if frames[frame].isObject {
      finishObject(frame)
    } else {
      appendOwnText(frame)
    }
    texts.truncate(to: frames[frame].firstText)
    close()
  }

  /// Closes the element, whose value is complete.
  private mutating func close() {
    let frame = frames.removeLast()
    forgetMembers(from: frame.firstMember)
    endMember(frame.member)
    if frames[frames.count - 1].isStreamed { give() }
    if frames.count == 1 { endDocument() }
  }

  private mutating func endDocument() {
    finishObject(0)
    forgetMembers(from: 0)
    give()
  }

  /// Makes the element an object.
  private mutating func open(_ frame: Int) {
    if frames[frame].isObject { return }
    frames[frame].isObject = true
    mark(frames[frame].source)
    unit.append(.openObject)
  }

  /// Writes what follows an element's children, and its end.
  private mutating func finishObject(_ frame: Int) {
    if !hoisted.isEmpty { finishHoisted(frame) }
    if let source = frames[frame].textSource {
      let place = shape.child(names[Self.textName].key, of: frames[frame].place)
      if !frames[frame].leavesOut || !shape.places[place].isDead {
        let member = beginMember(Self.textName, place, source)
        appendOwnText(frame)
        endMember(member)
      }
    }
    if shape.places[frames[frame].place].isOnWay { finishWay(frame) }
    closeList(frame)
    if frames[frame].isScattered { gather(frame) }
    unit.append(.closeObject)
  }

  /// For an element on the path to representations, writes lists without elements, and the names of what was left
  /// out.
  private mutating func finishWay(_ frame: Int) {
    let source = frames[frame].source
    if frame > 0 {
      for key in shape.places[frames[frame].place].lists {
        let name = number(of: shape.text(ofKey: key))
        if names[name].last >= frames[frame].firstMember { continue }
        _ = beginMember(name, shape.child(key, of: frames[frame].place), source)
      }
    }
    for left in leftOut where left.frame == frame {
      if names[left.name].last >= frames[frame].firstMember { continue }
      // Nothing reads the member, so its place expects nothing.
      let member = beginMember(
        left.name,
        shape.child(names[left.name].key, of: frames[frame].place),
        source
      )
      unit.append("null")
      endMember(member)
    }
    leftOut.removeAll { $0.frame == frame }
  }

  /// Whether a member of an element is left out because nothing reads it; this is noted.
  mutating func leavesOut(_ name: Int, in frame: Int) -> Bool {
    guard frames[frame].leavesOut else { return false }
    let place = shape.child(names[name].key, of: frames[frame].place)
    guard shape.places[place].isDead else { return false }
    note(leftOut: name, in: frame)
    return true
  }

  private mutating func note(leftOut name: Int, in frame: Int) {
    guard leftOut.count < Self.mostLeftOut,
      !leftOut.contains(where: { $0.frame == frame && $0.name == name })
    else { return }
    leftOut.append((frame, name))
  }

  // MARK: - Members

  /// Writes the text before a value of an element's member; returns the member's index.
  mutating func beginMember(_ name: Int, _ place: Int, _ source: Int) -> Int {
    let frame = frames.count - 1
    let last = names[name].last
    let isKnown = last >= frames[frame].firstMember
    if isKnown && last == members.count - 1 && members[last].isOpenList {
      unit.append(.comma)
      return last
    }
    closeList(frame)
    if isKnown { frames[frame].isScattered = true }
    if members.count > frames[frame].firstMember { unit.append(.comma) }
    mark(source)
    var member = Member(
      name: name,
      start: unit.count,
      valueStart: 0,
      previous: last,
      place: place
    )
    unit.append(padded: keyTexts, names[name].text, names[name].count)
    member.valueStart = unit.count
    if shape.places[place].demand == .list {
      member.isList = true
      member.isOpenList = true
      unit.append(.openArray)
    }
    names[name].last = members.count
    members.append(member)
    return members.count - 1
  }

  mutating func endMember(_ member: Int) { members[member].end = unit.count }

  /// Closes an open list before the next member.
  private mutating func closeList(_ frame: Int) {
    let last = members.count - 1
    guard last >= frames[frame].firstMember, members[last].isOpenList else { return }
    unit.append(.closeArray)
    members[last].isOpenList = false
    members[last].end = unit.count
  }

  private mutating func forgetMembers(from first: Int) {
    while members.count > first {
      let member = members.removeLast()
      names[member.name].last = member.previous
    }
  }

  // MARK: - Texts

  private mutating func appendOwnText(_ frame: Int) {
    let (start, end) = (frames[frame].firstText, texts.count)
    let source = frames[frame].textSource ?? frames[frame].source
    // Wide loads read past the end.
    for _ in 0..<OutputBuffer.slack { texts.append(UInt8(0)) }
    marks.append(Mark(text: unit.count, source: source))
    unit.append(trimming: texts, start, end)
    texts.truncate(to: end)
  }

  private mutating func appendTrimmed(
    _ text: Span<UInt8>,
    _ start: Int,
    _ end: Int,
    _ source: Int
  ) {
    mark(source)
    unit.append(trimming: text, start, end)
  }

  private mutating func appendText(_ text: Span<UInt8>, _ start: Int, _ end: Int, _ source: Int) {
    mark(source)
    unit.append(quoting: text, start, end)
  }

  private mutating func mark(_ source: Int) {
    marks.append(Mark(text: unit.count, source: source))
  }

  // MARK: - Complete text

  /// Passes on the text of a complete unit.
  private mutating func give() {
    if let first = marks.first { units.append(text: doneCount, source: first.source) }
    for mark in marks {
      offsets.append(text: doneCount &+ mark.text, source: mark.source)
      if mark.kind != .plain { repetitions.append(mark.kind, doneCount &+ mark.text) }
    }
    marks.removeAll(keepingCapacity: true)
    ready.append(unit)
    doneCount += unit.count
    unit.removeAll()
  }

  /// Drops the ready text, which has been read.
  mutating func takeReady() { ready.removeAll() }
}
