internal import RKEngine
internal import RKMapping

/// How often values of each kind occur at a place.
struct Tally: Equatable {
  var nulls = 0
  var booleans = 0
  var integers = 0
  /// Numbers with a fraction or an exponent.
  var fractions = 0
  /// Integers that do not fit 64 bits.
  var bigs = 0
  var strings = 0
  var emptyStrings = 0
  /// Strings with half of a surrogate pair, which are not valid text.
  var brokenStrings = 0
  var lists = 0
  var emptyLists = 0
  var objects = 0
  var emptyObjects = 0

  var numbers: Int { integers + fractions + bigs }
  var scalars: Int { booleans + numbers + strings }
  var all: Int { nulls + scalars + lists + objects }

  mutating func add(_ other: Tally) {
    nulls += other.nulls
    booleans += other.booleans
    integers += other.integers
    fractions += other.fractions
    bigs += other.bigs
    strings += other.strings
    emptyStrings += other.emptyStrings
    brokenStrings += other.brokenStrings
    lists += other.lists
    emptyLists += other.emptyLists
    objects += other.objects
    emptyObjects += other.emptyObjects
  }
}

/// The range of integers other than 0.
struct IntegerRange {
  var least = Int.max
  var most = Int.min

  mutating func insert(_ value: Int) {
    guard value != 0 else { return }
    least = min(least, value)
    most = max(most, value)
  }

  mutating func merge(_ other: IntegerRange) {
    least = min(least, other.least)
    most = max(most, other.most)
  }

  var isEmpty: Bool { least > most }

  func lies(in range: ClosedRange<Int>) -> Bool {
    !isEmpty && range.contains(least) && range.contains(most)
  }
}

/// The different scalars of a place with their counts, while they are few and short.
struct ValueTable {
  struct Entry {
    /// The value as JSON.
    var text: String
    var count: Int
  }

  private(set) var entries = HashTable<Entry>()
  /// Whether there were too many values, or too long ones.
  private(set) var isClosed = false
  let capacity: Int
  static let longest = 64

  mutating func close() {
    isClosed = true
    entries = HashTable()
  }

  mutating func insert(_ hash: UInt64, _ count: Int = 1, _ text: () -> String) {
    guard !isClosed else { return }
    if let number = entries.find(hash) {
      entries.values[number].count += count
    } else if entries.count == capacity {
      close()
    } else {
      entries.add(hash, Entry(text: text(), count: count))
    }
  }

  /// Whether a spec cannot name all texts, because two look the same or one has too many combining marks.
  var hasOddSpelling: Bool {
    let words = entries.values.map(\.text).filter { !$0.utf8.allSatisfy { $0 < 0x80 } }
    return words.contains(where: \.hasTooManyMarks) || Set(words).count < words.count
  }

  mutating func merge(_ other: ValueTable) {
    if other.isClosed { close() }
    for (hash, entry) in other.entries { insert(hash, entry.count) { entry.text } }
  }
}

/// A place where values occur: a member of records, the elements of a list, the values of a map.
///
/// Everything it holds can be merged in any order.
final class Position {
  /// The key as in the data.
  let name: String
  /// Whether its texts are URLs, which may show collections.
  let isURL: Bool
  var tally = Tally()
  var integers = IntegerRange()
  /// The formats that all non-empty texts have.
  var formats = TextFormats.all
  var values: ValueTable
  /// A sample of the different strings and integers.
  var sample = HashSample(capacity: 256)
  /// A sample of the different lists.
  var lists = HashSample(capacity: 16)
  var element: Position?
  /// The statistics of the objects.
  var record: RecordSite?
  /// For URLs, how often each second-to-last part occurs.
  private var collections = HashTable<ValueTable.Entry>()
  /// Why no key path can contain the key; nil for nearly all keys.
  var refusal: String?
  /// The length of all lists; -1 if there are different lengths.
  var listLength: Int?

  init(_ name: String) {
    self.name = name
    isURL = name == "url"
    values = ValueTable(capacity: Self.tags.contains(name) ? 512 : 64)
  }

  /// Names of members that usually tell kinds of records apart.
  static let tags: Set<String> = [
    "type", "kind", "object", "event", "category", "class", "_type", "@type", "__typename",
  ]

  /// The statistics to which objects are added.
  var recordSite: RecordSite {
    if let record { return record }
    let site = RecordSite()
    record = site
    return site
  }

  /// The records here; nil if there are no objects.
  var site: RecordSite? {
    if let found = record?.current, found !== record { record = found }
    return record
  }

  /// Makes all samples independent of the order of values.
  func settle() {
    sample.settle()
    lists.settle()
    element?.settle()
    site?.settle()
  }

  func absorb(_ other: Position) {
    tally.add(other.tally)
    integers.merge(other.integers)
    formats.formIntersection(other.formats)
    values.merge(other.values)
    sample.merge(other.sample)
    lists.merge(other.lists)
    if let length = other.listLength { noteList(length) }
    for (hash, entry) in other.collections { noteCollection(hash, entry.count) { entry.text } }
    if let theirs = other.element {
      if let element { element.absorb(theirs) } else { element = theirs }
    }
    if let theirs = other.site {
      if let site { site.absorb(theirs) } else { record = theirs }
    }
  }

  /// The collection that nine of ten URLs belong to: a plural before the last part.
  var collection: String? {
    if collections.count > 64 { return nil }
    let all = collections.values.reduce(0) { $0 + $1.count }
    return collections.values.first {
      $0.count * 10 >= all * 9 && Names.isPlural($0.text)
        && $0.text.allSatisfy { $0.isLetter || $0 == "_" }
    }?.text
  }

  /// Counts the part of a URL before the last one.
  func noteCollection(of text: Span<UInt8>, _ range: Range<Int>) {
    guard collections.count <= 64 else { return }
    var count = 0
    var (last, previous) = (0..<0, 0..<0)
    var start = range.lowerBound
    for at in range.lowerBound...range.upperBound
    where at == range.upperBound || text[at] == .solidus {
      if at > start {
        count += 1
        (previous, last) = (last, start..<at)
      }
      start = at + 1
    }
    if count > 3 { noteCollection(StableHash.of(text, previous), 1) { text.string(previous) } }
  }

  private func noteCollection(_ hash: UInt64, _ count: Int, _ text: () -> String) {
    if let number = collections.find(hash) {
      collections.values[number].count += count
    } else {
      collections.add(hash, ValueTable.Entry(text: text(), count: count))
    }
  }

  func noteList(_ length: Int) {
    listLength = listLength == nil || listLength == length ? length : -1
  }
}
