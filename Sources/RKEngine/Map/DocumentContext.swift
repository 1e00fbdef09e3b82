/// The request that documents answer, as far as it is known.
///
/// Each input has a context; inputs that contain requests have one for each document.
package struct DocumentContext: Sendable {
  /// The descriptors that apply to the documents, in the order of the plan.
  package var descriptors: [Int]
  /// For each descriptor of the plan, the metadata that its records can read; shorter if the last
  /// ones read none.
  package var metadata: [Metadata]
  /// The descriptors among them that must find something if others do.
  package var chosen: [Int] = []

  package init(descriptors: [Int], metadata: [Metadata] = [], chosen: [Int] = []) {
    self.descriptors = descriptors
    self.metadata = metadata
    self.chosen = chosen
  }

  /// Applies all descriptors of a plan, without metadata.
  package init(all plan: borrowing MappingPlan) {
    self.init(descriptors: Array(plan.descriptors.indices))
  }
}

/// The metadata that a plan reads, looked up once for all records of a document.
struct MetadataValues {
  private struct Place {
    var kind: Cell.Kind
    var range: Range<Int>
  }

  /// For each descriptor, one place for each metadata path of the plan.
  private var places: [Place] = []
  private var pathCount = 0
  private var text: [UInt8] = []

  init() {}

  init(_ plan: borrowing MappingPlan, _ metadata: [Metadata]) {
    let paths = plan.metadataPaths.map { path in
      plan.keyPieces[path.names].map { String(decoding: plan.text[$0.range], as: UTF8.self) }
    }
    pathCount = paths.count
    for descriptor in metadata {
      for path in paths {
        let value = descriptor[path]
        let start = text.count
        text += value?.jsonText ?? []
        places.append(Place(kind: value?.kind ?? .missing, range: start..<text.count))
      }
    }
  }

  /// The location of a metadata path's value for the records of a descriptor.
  func locate(_ path: PlanID<MetadataPath>, _ descriptor: Int) -> ValueLocation {
    let number = descriptor * pathCount + Int(path.index)
    guard number < places.count, places[number].kind != .missing else { return .missing }
    return ValueLocation(.metadata, UInt32(number))
  }

  func kind(at location: ValueLocation) -> JSONKind {
    switch places[Int(location.first)].kind {
    case .number: .number
    case .structure: .object
    default: .string
    }
  }

  /// The value at a location, copied to the side of a batch.
  func cell(at location: ValueLocation, _ side: inout UniqueArray<UInt8>) -> Cell {
    let place = places[Int(location.first)]
    let start = side.count
    var traits: Cell.Traits = []
    for byte in text[place.range] {
      side.append(byte)
      if byte == .backslash { traits.insert(.mayHaveEscapes) }
    }
    return Cell(place.kind, start..<side.count, space: .batch, traits: traits)
  }
}

extension Metadata.Value {
  fileprivate var kind: Cell.Kind {
    switch self {
    case .text: .string
    case .number: .number
    case .group: .structure
    }
  }
}
