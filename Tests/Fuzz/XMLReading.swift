import TestSupport

@testable import RKEngine
@testable import RKFormats

/// Reads XML for plans that hold it as a whole and for one that maps its elements one by one, in chunks of two sizes,
/// and traps where these differ, where what is made is no JSON, or where a place is none of the input.
func readXML(_ bytes: [UInt8]) {
  for (plan, form) in [
    (MappingPlan(), XMLForm.compact), (MappingPlan(), .hoisted), (listPlan, .compact),
    (listPlan, .verbose),
  ] {
    guard let whole = XMLOutcome(bytes, plan, form, chunkSize: .max),
      let parts = XMLOutcome(bytes, plan, form, chunkSize: 1)
    else { preconditionFailure("memory cannot be read") }
    precondition(whole.failure == parts.failure, "another fault in chunks")
    precondition(whole.text == parts.text, "another text in chunks")
    if whole.failure == nil {
      let scanned = SinglePassScanner.scan(whole.text, separator: nil, maximumDepth: 1000)
      precondition(scanned.firstFault == nil, "what was made is no JSON")
    }
  }
}

/// A plan for the elements `b` in `a`.
private let listPlan: MappingPlan = {
  var plan = MappingPlan()
  plan.nodes = [PlanNode(site: PlanSite(0))]
  plan.text = Array("ab".utf8)
  let steps = [PathStep.key(ByteRange(0..<1)), .key(ByteRange(1..<2))]
  plan.descriptors = [
    DescriptorPlan(
      path: plan.steps.add(steps),
      node: PlanID(0),
      section: 0,
      keyPath: ByteRange(0..<0),
      lastKey: ByteRange(0..<0)
    )
  ]
  return plan
}()

/// What comes of an input.
private struct XMLOutcome {
  var text: [UInt8] = []
  /// What is wrong with it, and where.
  var failure: String?

  init?(_ bytes: [UInt8], _ plan: MappingPlan, _ elements: XMLForm, chunkSize: Int) {
    var form = XMLReader.Form(charset: nil, maximumDepth: 20)
    form.elements = elements
    let source = InputSource(bytes: bytes, chunkSize: chunkSize)
    guard
      let reader = try? XMLReader(
        source,
        name: "fuzz.xml",
        byteOffset: 0,
        shape: XMLShape(plan),
        form: form
      )
    else { return nil }
    var buffer = InputBuffer(capacity: 100)
    while let count = try? reader.read(into: &buffer, upTo: 7), count > 0 {}
    text = (0..<buffer.count).map { buffer.padded[$0] }
    failure =
      reader.failure.map { "\($0.fault) \($0.place.byteOffset)" }
      ?? reader.repetition.map { "\($0.byteOffset)" }
    for offset in text.indices {
      let place = reader.locate(Self.place(offset))
      precondition(place.line >= 1 && place.column >= 1, "a place before the input")
    }
  }

  private static func place(_ offset: Int) -> InputPlace {
    InputPlace(
      input: "",
      byteOffset: offset,
      line: 1,
      column: 1,
      pointer: "/a",
      excerpt: [0],
      excerptOffset: 0,
      markedCount: 1,
      value: []
    )
  }
}
