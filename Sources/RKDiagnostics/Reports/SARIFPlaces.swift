/// Places in the form of SARIF: relative references to files, and regions in them.
struct SARIFPlaces {
  /// Turns a file name into one relative to the root of the repository.
  let path: (String) -> String

  func location(_ location: Location) -> String {
    var object = JSONObjectText()
    object.add("physicalLocation", raw: physical(location))
    return object.text
  }

  func location(ofFile file: String) -> String {
    var physical = JSONObjectText()
    physical.add("artifactLocation", raw: artifact(file))
    var object = JSONObjectText()
    object.add("physicalLocation", raw: physical.text)
    return object.text
  }

  func related(_ related: Diagnostic.Related, number: Int) -> String {
    var object = JSONObjectText()
    object.add("id", number: number)
    object.add("physicalLocation", raw: physical(related.location))
    if !related.subject.isEmpty {
      var logical = JSONObjectText()
      logical.add("fullyQualifiedName", related.subject)
      object.add("logicalLocations", raw: SARIFReport.list([logical.text]))
    }
    let words = [related.subject, related.message].filter { !$0.isEmpty }
    if !words.isEmpty {
      object.add("message", raw: SARIFReport.message(words.joined(separator: ": ")))
    }
    return object.text
  }

  /// The fix for a diagnostic: all of its changes together; nil unless all of them are on the line that
  /// it stores.
  func fix(of finding: Diagnostic) -> String? {
    guard let location = finding.location, let first = finding.fixIts.first else { return nil }
    let replacements = finding.fixIts.compactMap { replacement($0, at: location) }
    guard replacements.count == finding.fixIts.count else { return nil }
    var change = JSONObjectText()
    change.add("artifactLocation", raw: artifact(location.file))
    change.add("replacements", raw: SARIFReport.list(replacements))
    var object = JSONObjectText()
    object.add("description", raw: SARIFReport.message(first.title))
    object.add("artifactChanges", raw: SARIFReport.list([change.text]))
    return object.text
  }

  /// A change on the line of a diagnostic; nil if it is elsewhere.
  private func replacement(_ fixIt: FixIt, at location: Location) -> String? {
    guard let column = location.characterColumn else { return nil }
    let lineStart = location.byteRange.lowerBound - location.lineOffset
    let (start, end) = (fixIt.range.lowerBound - lineStart, fixIt.range.upperBound - lineStart)
    guard start >= 0, start <= end, end <= location.lineText.count else { return nil }
    let before = location.lineText[..<min(location.lineOffset, location.lineText.count)]
    let lineColumn = column - before.utf16Count
    var region = JSONObjectText()
    region.add("startLine", number: location.line)
    region.add("startColumn", number: lineColumn + location.lineText[..<start].utf16Count)
    region.add("endColumn", number: lineColumn + location.lineText[..<end].utf16Count)
    var content = JSONObjectText()
    content.add("text", fixIt.replacement)
    var replacement = JSONObjectText()
    replacement.add("deletedRegion", raw: region.text)
    replacement.add("insertedContent", raw: content.text)
    return replacement.text
  }

  // MARK: - Parts

  private func physical(_ location: Location) -> String {
    var region = JSONObjectText()
    region.add("startLine", number: location.line)
    if let column = location.characterColumn {
      region.add("startColumn", number: column)
      if let end = location.characterEndColumn { region.add("endColumn", number: end) }
    }
    region.add("byteOffset", number: location.byteRange.lowerBound)
    let marked = location.markedText
    if !marked.isEmpty {
      region.add("byteLength", number: marked.count)
      var snippet = JSONObjectText()
      snippet.add("text", String(decoding: marked, as: UTF8.self))
      region.add("snippet", raw: snippet.text)
    }
    var object = JSONObjectText()
    object.add("artifactLocation", raw: artifact(location.file))
    object.add("region", raw: region.text)
    return object.text
  }

  private func artifact(_ file: String) -> String {
    var object = JSONObjectText()
    object.add("uri", Self.reference(to: path(file)))
    return object.text
  }

  /// A path as a URI reference (RFC 3986): percent-encoded, and relative if the path is.
  static func reference(to path: String) -> String {
    var text = path.hasPrefix("/") ? "file://" : ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
    return text
  }
}
