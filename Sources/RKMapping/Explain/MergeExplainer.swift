internal import RKEngine

/// Tells what later representations of a record did to the values that are stored of it.
struct MergeExplainer: ~Copyable {
  /// One representation of a record.
  private struct Version {
    var place: ExplainedPlace
    var values: [String: String]
    var modification: String?
    var node: Int
  }

  private let mapper: Mapper
  private var versions: [String: [Version]] = [:]
  private var merger: RecordMerger

  init(_ mapper: Mapper, _ words: CellExplainer, _ seen: TraceCollector) {
    self.mapper = mapper
    merger = RecordMerger(plan: mapper.compiled.plan)
    for document in seen.documents {
      for root in document.roots {
        for (number, record) in root.records.enumerated() {
          let key = words.key(of: record)
          guard key != "null", let place = words.place(of: record.token, in: document) else {
            continue
          }
          let name = words.target(of: record.node) + key
          var values = words.values(of: record)
          for connection in words.connections(of: record) {
            let place = ConnectedSink.Place(root: root.number, record: number, name: connection)
            values[connection] = seen.found[place]?.value
          }
          versions[name, default: []].append(
            Version(
              place: place,
              values: values,
              modification: words.modification(of: record),
              node: record.node
            )
          )
        }
      }
    }
  }

  /// Adds to cells what followed.
  mutating func explain(_ cells: inout [ExplainedCell]) {
    for number in cells.indices where cells[number].key != "null" {
      let all = versions[cells[number].target + cells[number].key, default: []]
      guard all.count > 1, let own = cells[number].recordPlace else { continue }
      cells[number].merge = entries(all, after: own, cells[number].attribute)
    }
  }

  private mutating func entries(
    _ all: [Version],
    after own: ExplainedPlace,
    _ attribute: String
  ) -> [[ExplainedMember]] {
    var entries: [[ExplainedMember]] = []
    var stored: String?
    var modification: String?
    var isPast = false
    for (number, version) in all.enumerated() {
      let value = version.values[attribute]
      var reason = "later"
      let order = order(of: version, after: modification)
      if number > 0, let order {
        reason = order
      } else if number > 0 && value == nil {
        reason = "absent"
      } else {
        stored = value ?? stored
      }
      if order == nil || number == 0 { modification = version.modification ?? modification }
      if isPast {
        entries.append(
          [.text("reason", reason), .place(version.place)]
            + (stored.map { [.value("out", $0)] } ?? [])
        )
      }
      isPast =
        isPast
        || version.place.pointer == own.pointer && version.place.line == own.line
          && version.place.column == own.column && version.place.document == own.document
    }
    return entries
  }

  /// Why a representation is not newer than what is stored; nil if it is.
  private mutating func order(of version: Version, after known: String?) -> String? {
    let plan = mapper.compiled.plan
    let shape = Int(plan.nodes[version.node].record.index)
    guard let known, let own = version.modification, plan.mergeRules.indices.contains(shape),
      plan.mergeRules[shape].modification >= 0
    else { return nil }
    guard merger.isNotNewer(own, than: known, plan.mergeRules[shape].order) else { return nil }
    return merger.isNotNewer(known, than: own, plan.mergeRules[shape].order) ? "equal" : "older"
  }
}
