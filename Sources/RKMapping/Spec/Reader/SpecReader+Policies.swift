internal import RKDiagnostics

extension SpecReader {
  /// The policies that an object states itself.
  func readPolicies(_ members: SpecMembers) -> ValuePolicies {
    var policies = ValuePolicies()
    policies.onMissing = members.choice(.onMissing)
    policies.onNull = members.choice(.onNull)
    policies.onError = members.choice(.onError)
    policies.nullPath = members.choice(.nullPath)
    policies.emptyString = members.choice(.emptyString)
    policies.keys.unknown = members.choice(.unknown)
    policies.keys.ignored = members.texts(.ignoreKeys).map { $0.compactMap { keyPattern($0) } }
    return policies
  }

  private func keyPattern(_ text: SpecText) -> KeyPattern? {
    do {
      return try KeyPatternParser.parse(text.value)
    } catch {
      report(error, in: text)
      return nil
    }
  }
}
