package import RKEngine

/// Reads XML as JSON text: the document is an object with the root element as a member.
package final class XMLReader: TranscodedText {
  /// Why reading an input cannot continue.
  package enum Fault: Sendable, Hashable {
    case syntax(String)
    /// It declares an entity.
    case declaration
    /// It refers to an entity, given by name, that is not one of the five predefined ones.
    case reference(String)
    /// Its encoding, given by name, is not supported.
    case encoding(String)
    case tooDeep
  }

  package struct Failure: Sendable {
    package var fault: Fault
    package var place: InputPlace
  }

  /// How an input is read.
  package struct Form {
    /// The encoding that was given with the input, in lower case.
    package var charset: String?
    package var maximumDepth: Int
    package var elements = XMLForm.compact
    package var repairsUTF8 = false
    package var countsCharacters = false
    /// Whether it is parsed on a thread of its own, while the part before is being mapped.
    package var readsAhead = false

    package init(charset: String?, maximumDepth: Int) {
      self.charset = charset
      self.maximumDepth = maximumDepth
    }
  }

  private var original: OriginalText
  /// The origin of the document; nil if that is the input itself.
  private let base: (any DocumentOrigin)?
  private let blocks: XMLBlocks
  private var transcoder: XMLTranscoder
  /// The offset up to which it was parsed.
  private var next: Int
  private let origin: Int
  /// How many bytes of the ready text have been read.
  private var readCount = 0
  package private(set) var madeCount = 0
  package private(set) var failure: Failure?
  /// The place of an element on the path to representations that occurs a second time; the text ends before it.
  package private(set) var repetition: InputPlace?
  package private(set) var isAtEnd = false
  /// Whether there is nothing but white space.
  package var isEmpty: Bool { isAtEnd && isBlank }
  private var isBlank = true

  /// Determines the encoding.
  ///
  /// `byteOffset` is where the source begins in its file.
  package init(
    _ source: consuming InputSource,
    name: String,
    byteOffset: Int,
    shape: XMLShape,
    form: Form,
    base: (any DocumentOrigin)? = nil
  ) throws(SystemError) {
    var source = source
    let head = try Self.head(&source)
    let finding = XMLEncoding.find(head, named: form.charset)
    var encoding = XMLEncoding.utf8
    if case .known(let found) = finding { encoding = found }
    var markCount = 0
    if case .utf16 = encoding { markCount = 2 }
    let decoded = InputSource(
      stream: XMLSource(Array(head.dropFirst(markCount)), source, encoding),
      repairsUTF8: form.repairsUTF8
    )
    blocks = XMLBlocks(
      try XMLParsing(decoded, isASCII: encoding == .ascii),
      readsAhead: form.readsAhead
    )
    original = OriginalText(
      InputSource(stream: blocks),
      name: name,
      byteOffset: byteOffset,
      countsCharacters: form.countsCharacters
    )
    self.base = base
    transcoder = XMLTranscoder(shape, form.elements, maximumDepth: form.maximumDepth)
    origin = byteOffset
    next = byteOffset
    if case .unknown(let name, let place) = finding {
      try blocks.next()
      try original.fill()
      fail(.encoding(name), at: byteOffset + place.lowerBound, count: max(place.count, 1))
    }
  }

  /// The first bytes, which determine the encoding.
  private static func head(_ source: inout InputSource) throws(SystemError) -> [UInt8] {
    var buffer = InputBuffer(capacity: XMLEncoding.headSize)
    while buffer.count < XMLEncoding.headSize {
      if try source.read(into: &buffer, upTo: XMLEncoding.headSize) == 0 { break }
      let bytes = buffer.padded
      if (0..<buffer.count).contains(where: { bytes[$0] == .ascii(">") }) { break }
    }
    return (0..<buffer.count).map { buffer.padded[$0] }
  }

  // MARK: - Text

  package func read(into buffer: inout InputBuffer, upTo room: Int) throws(SystemError) -> Int {
    while !isBroken && !isAtEnd && readCount == transcoder.ready.count {
      if readCount > 0 {
        transcoder.takeReady()
        readCount = 0
      }
      try parse()
    }
    let count = min(room, transcoder.ready.count - readCount)
    buffer.append(transcoder.ready.span.extracting(readCount..<(readCount + count)))
    readCount += count
    madeCount += count
    return count
  }

  /// Parses the next block.
  private func parse() throws(SystemError) {
    if Interruption.isPending { throw .interruption }
    try blocks.next()
    try original.fill()
    next = original.end
    isBlank = isBlank && Self.isBlank(original)
    blocks.tell(&transcoder, from: origin)
    if let fault = transcoder.fault {
      switch fault.kind {
      case .tooDeep: return fail(.tooDeep, at: fault.at)
      case .repeated: return repetition = place(fault.at..<(fault.at + 1))
      }
    }
    let place = origin + blocks.place
    switch blocks.ending {
    case .more: isAtEnd = blocks.isLast
    case .syntax:
      // An empty input is not an error, but a part of another document must contain an element.
      if isBlank && blocks.isLast && base == nil { return isAtEnd = true }
      fail(.syntax(blocks.reason), at: place)
    case .declaration: fail(.declaration, at: place)
    case .reference: failReference(from: place)
    }
  }

  private static func isBlank(_ original: borrowing OriginalText) -> Bool {
    let bytes = original.padded
    return (0..<(original.end - original.start)).allSatisfy { bytes[$0].isWhitespace }
  }

  // MARK: - Failures

  private func fail(_ fault: Fault, at place: Int, count: Int = 1) {
    failure = Failure(fault: fault, place: self.place(place..<(place + count)))
  }

  private func place(_ range: Range<Int>) -> InputPlace { located(original.place(range)) }

  /// Reports a reference at an offset, or in the tag that begins there.
  private func failReference(from place: Int) {
    let (start, name) = Self.reference(original, from: place)
    fail(.reference(name), at: start, count: max(name.utf8.count + 2, 1))
  }

  /// The first reference after an offset to an entity that is not predefined, and its name.
  private static func reference(_ original: borrowing OriginalText, from place: Int)
    -> (start: Int, name: String)
  {
    let bytes = original.padded
    let end = original.end - original.start
    var at = place - original.start
    while at < end {
      if bytes[at] == .ascii("&") || bytes[at] == .ascii("%") {
        var close = at + 1
        while close < end && close - at < 100 && bytes[close] != .ascii(";") { close += 1 }
        let name = String(decoding: (at + 1..<close).map { bytes[$0] }, as: UTF8.self)
        if !["amp", "lt", "gt", "apos", "quot"].contains(name) && !name.hasPrefix("#") {
          return (original.start + at, name)
        }
      }
      at += 1
    }
    return (place, "")
  }

  // MARK: - Places

  package var byteOffset: Int { base?.byteOffset ?? transcoder.units.mark(at: 0)?.source ?? origin }

  package var line: Int { base?.line ?? 1 }

  package var readOffset: Int? { base == nil ? next : nil }

  package var isBroken: Bool { failure != nil || repetition != nil }

  package func release(before offset: Int) {
    transcoder.offsets.release(before: offset)
    transcoder.units.release(before: offset)
    transcoder.repetitions.release(before: offset)
    if let unit = transcoder.units.mark(at: offset) { original.release(before: unit.source) }
  }

  package func line(of offset: Int) -> Int { base?.line ?? original.line(of: source(of: offset)) }

  package func isRepeated(_ offset: Int) -> Bool { transcoder.repetitions.isList(offset) }

  package func locate(_ place: InputPlace) -> InputPlace {
    let start = source(of: place.byteOffset)
    let end = Self.end(original, of: start)
    var found = original.place(start..<end, isShown: !place.excerpt.isEmpty)
    found.pointer = place.pointer
    found.value = place.value
    found.recordNumber = place.recordNumber
    found.waysToMembers = place.waysToMembers
    if transcoder.repetitions.isSecond(place.byteOffset) {
      found.isRepetition = true
      // The spec does not know this list, so the pointer must not go through it.
      found.pointer = place.pointer.map { pointer in
        String(pointer[..<(pointer.utf8.lastIndex(of: .solidus) ?? pointer.endIndex)])
      }
    }
    return located(found)
  }

  private func located(_ place: InputPlace) -> InputPlace { base?.locate(place) ?? place }

  private func source(of offset: Int) -> Int {
    transcoder.offsets.mark(at: offset)?.source ?? original.start
  }

  /// The end of the tag, attribute or text that begins at an offset, at most the end of its line.
  private static func end(_ original: borrowing OriginalText, of start: Int) -> Int {
    let bytes = original.padded
    let (first, end) = (start - original.start, original.end - original.start)
    guard first >= 0 && first < end else { return start + 1 }
    let opening = bytes[first]
    var at = first + 1
    while at < end && !bytes[at].isLineEnd {
      switch opening {
      case .ascii("<"): if bytes[at] == .ascii(">") { return original.start + at + 1 }
      case .quote, .ascii("'"): if bytes[at] == opening { return original.start + at + 1 }
      default: if bytes[at] == .ascii("<") { return original.start + at }
      }
      at += 1
    }
    return original.start + at
  }
}
