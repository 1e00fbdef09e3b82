internal import RKEngine

/// Adds new records.
extension OriginalUpdater {
  /// Adds a new root record at the key path of its descriptor, or as a document of its own.
  func add(_ record: Int, entry: Int, node: Int, _ view: TokenView) -> Bool {
    let keys = plan.entries[entry].keys.map { WritePlan.Step.key($0) }
    let documents = originals.text.documents
    if documents.count != 1 || originals.isStream {
      guard let text = writer.text(of: record, as: node, view) else { return false }
      own.append(line: TextChanges.nested(text, keys[...]))
      return true
    }
    let start = documents[0].lowerBound
    if plan.entries[entry].isSingle, originals.text.place(at: keys, from: start) == nil {
      guard let text = writer.text(of: record, as: node, view) else { return false }
      return set(keys, from: start, to: text, at: record, Int(plan.nodes[node].site))
    }
    return add(record, node, at: keys, from: start, view)
  }

  /// Adds a new record to the list, or the object of records by key, at some steps.
  func add(
    _ record: Int,
    _ node: Int,
    at steps: [WritePlan.Step],
    from start: Int,
    _ view: TokenView
  ) -> Bool {
    let place = originals.text.place(at: steps, from: start)
    let first = place.map { originals.text.bytes[$0] } ?? .ascii("n")
    let new: NewList.Item
    if plan.nodes[node].isCollection {
      guard let (key, value) = writer.member(of: record, as: node, view) else { return false }
      if let place, first == .openObject {
        return own.append(value, key: key, to: place) || fail(.repeatedKey, at: record, node)
      }
      if let place, first == .openArray {
        own.append([.openObject] + key + [.colon] + value + [.closeObject], to: place)
        return true
      }
      new = NewList.Item(key: key, value: value)
    } else {
      guard let text = writer.text(of: record, as: node, view) else { return false }
      if let place, first == .openArray {
        own.append(text, to: place)
        return true
      }
      new = NewList.Item(key: nil, value: text)
    }
    // If there is no list yet, setting an empty one shows whether a list can be written here.
    let way = NewList.Place(start: start, steps: steps)
    var list = NewList()
    list.append(new)
    guard first == .ascii("n"), (try? own.set(steps, from: start, to: list.empty)) != nil else {
      return fail(.noPlace, at: record, node)
    }
    if let key = new.key,
      newLists[way]?.keys.contains(key) == true || ownLists[way]?.keys.contains(key) == true
    {
      return fail(.repeatedKey, at: record, node)
    }
    ownLists[way, default: NewList()].append(list)
    return true
  }
}
