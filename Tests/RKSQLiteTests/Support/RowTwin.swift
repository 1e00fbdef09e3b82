@testable import RKMapping
import RKSQLite

/// The expected effect of a run on tables: slow, and obviously right.
///
/// It holds two tables: parents, which have a key, and children, which have their parent's key and a
/// place.
struct RowTwin {
  /// Columns of parents: id, a, b, parent (a reference), rev.
  static let parentWidth = 5
  typealias Rows = [[TrialValue]: [TrialValue]]

  var parents: Rows = [:]
  var children: Rows = [:]
  var hasModification = false
  var relatesUnmodified = false
  var mode = DatabaseOptions.Mode.upsert

  private var hadParents: Rows = [:]
  private var hadChildren: Rows = [:]
  private var metParents: Set<[TrialValue]> = []
  private var metChildren: Set<[TrialValue]> = []

  mutating func begin() {
    (hadParents, hadChildren) = (parents, children)
    (metParents, metChildren) = ([], [])
  }

  var counts: RowCounts {
    var counts = RowCounts()
    func count(_ met: Set<[TrialValue]>, _ had: Rows, _ now: Rows) {
      for key in met {
        if had[key] == nil {
          counts.inserted += 1
        } else if had[key] == now[key] {
          counts.unchanged += 1
        } else {
          counts.updated += 1
        }
      }
    }
    count(metParents, hadParents, parents)
    count(metChildren, hadChildren, children)
    return counts
  }

  mutating func take(_ row: TrialRow) {
    let key = [row.values[0]]
    metParents.insert(key)
    if mode == .append && hadParents[key] != nil { return }
    if var stored = parents[key] {
      var columns = Array(1..<Self.parentWidth)
      if hasModification && Self.isOld(stored[4], row.values[4]) {
        if !relatesUnmodified { return }
        columns = [3]
      }
      for column in columns {
        switch row.values[column] {
        case .absent, .fallback: continue
        default: stored[column] = row.values[column]
        }
      }
      parents[key] = stored
    } else {
      parents[key] = row.values.map(Self.initial)
    }
    for child in row.below {
      let key = [row.values[0], child.values[1]]
      metChildren.insert(key)
      children[key] = child.values.map(Self.initial)
    }
  }

  private static func initial(_ value: TrialValue) -> TrialValue {
    switch value {
    case .absent: .null
    case .fallback(let inner): inner
    default: value
    }
  }

  private static func isOld(_ stored: TrialValue, _ new: TrialValue) -> Bool {
    switch (stored, new) {
    case (.integer(let stored), .integer(let new)): stored >= new
    case (.integer(let stored), .real(let new)): Double(stored) >= new
    case (.real(let stored), .integer(let new)): stored >= Double(new)
    case (.real(let stored), .real(let new)): stored >= new
    case (.text(let stored), .text(let new)): stored == new
    case (.null, .null), (.absent, .null), (.fallback, .null): false
    case (_, .null): true
    default: false
    }
  }
}
