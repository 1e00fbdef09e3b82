internal import RKDiagnostics
internal import RKEngine

/// The time zones that the system knows by name (the IANA tz database, as installed by the package tzdata).
///
/// Files are read on demand, each at most once.
package final class TimeZoneDatabase {
  /// The folders in which systems store the files.
  package static let systemFolders = [
    "/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo",
  ]

  private let folders: [String]
  private var known: [String: TimeZone] = [:]
  private var suggestionsLeft = 20

  package init(folders: [String] = systemFolders) {
    self.folders = folders
  }

  /// Whether there is a folder of time zones.
  package var isPresent: Bool { folders.contains { !FileDescriptor.isFree($0) } }

  /// Returns the zone with a name: `UTC`, an offset such as `+02:00`, or a name that the system knows.
  package func zone(_ name: String) throws(TextError) -> TimeZone {
    if let zone = known[name] { return zone }
    let zone: TimeZone
    if let offset = TimeZoneOffset.parse(name) {
      zone = TimeZone(name: name, offsets: .fixed(offset))
    } else {
      zone = try read(name)
    }
    known[name] = zone
    return zone
  }

  private func read(_ name: String) throws(TextError) -> TimeZone {
    let isName = Self.isName(name)
    if isName, !isPresent { throw missingFiles(name) }
    let path = folders.lazy.map { "\($0)/\(name)" }.first {
      isName && Self.mayBeZone($0)
    }
    guard let path else { throw unknown(name) }
    do {
      return try TimeZoneFile.zone(try FileDescriptor.reading(path).readAll(), named: name)
    } catch let error as SystemError {
      throw unusable(name, "'\(path)' cannot be read: \(error.reason)")
    } catch let error as TimeZoneFile.Fault {
      throw unusable(name, "'\(path)' \(error.reason)")
    } catch {
      throw unusable(name, "'\(path)' cannot be read")
    }
  }

  /// A file that cannot be examined is still read, because reading reports the reason.
  private static func mayBeZone(_ path: String) -> Bool {
    do { return try FileDescriptor.kind(of: path) == .regular } catch { return true }
  }

  /// Files for the time zone of the machine; runs that use them could not be repeated elsewhere.
  private static let localNames = ["localtime", "posixrules"]

  /// Whether a text is the name of a zone: letters, digits, `_`, `+` and `-`, with single slashes
  /// between parts.
  ///
  /// A name of this form cannot lead out of the folder.
  private static func isName(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return !localNames.contains(name)
      && parts.allSatisfy { part in
        !part.isEmpty
          && part.utf8.allSatisfy { byte in
            byte.isDigit || (byte | 0x20) &- UInt8(ascii: "a") < 26 || "_+-".utf8.contains(byte)
          }
      } && name.utf8.contains { ($0 | 0x20) &- UInt8(ascii: "a") < 26 }
  }

  // MARK: - Errors

  private func missingFiles(_ name: String) -> TextError {
    TextError(
      "the time zone '\(name)' is not known here: this system has no time zone files",
      help: "install the package tzdata (there is none of \(folders.joined(separator: ", "))), "
        + "or give a distance like \"+02:00\""
    )
  }

  private func unknown(_ name: String) -> TextError {
    // Similar abbreviations need not mean similar zones. A suggestion compares every name, so that
    // only the first unknown names get one.
    let isSuggested = name.count > 4 && suggestionsLeft > 0
    if isSuggested { suggestionsLeft -= 1 }
    let suggestion = isSuggested ? NearestName.suggestion(for: name, among: names) : ""
    return TextError(
      "there is no time zone '\(name)'\(suggestion)",
      help: "a time zone is \"UTC\", a distance like \"+02:00\", or a name like \"Europe/Berlin\""
    )
  }

  private func unusable(_ name: String, _ reason: String) -> TextError {
    TextError(
      "the time zone '\(name)' is not known here: \(reason)",
      help: "install the package tzdata anew, or give a distance like \"+02:00\""
    )
  }

  /// The names of all zones.
  private lazy var names: [String] = {
    folders.flatMap { folder in
      ["/[A-Z]*", "/[A-Z]*/*", "/[A-Z]*/*/*"].flatMap { (try? FileGlob.expand(folder + $0)) ?? [] }
        .filter { FileDescriptor.isSeen($0, as: .regular) }
        .map { String($0.dropFirst(folder.count + 1)) }
    }.filter(Self.isName)
  }()
}
