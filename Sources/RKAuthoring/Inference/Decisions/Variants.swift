/// The kinds of records at one place, and what tells them apart.
final class Variants {
  struct Arm {
    /// The values of the discriminator, as JSON.
    var values: [String]
    /// The condition, if there is no discriminator.
    var predicate: String?
    var name: String
    var site: RecordSite
  }

  let site: RecordSite
  /// The key of the discriminator; nil if conditions tell the kinds apart.
  let key: String?
  let arms: [Arm]

  /// Whether a place has the records of all kinds.
  func isWhole(_ place: RecordSite) -> Bool { place === site.current }

  init(site: RecordSite, key: String?, arms: [Arm]) {
    self.site = site
    self.key = key
    self.arms = arms
  }
}
