internal import RKDiagnostics
internal import RKEngine
internal import RKFormats

/// Words the diagnostics about archives and their entries.
enum ArchiveExplainer {
  // MARK: - Entries

  /// Describes an entry as the part of its archive that contains a position.
  static func part(
    _ entry: HTTPArchiveEntry,
    _ index: Int,
    in archive: HTTPArchive,
    of choice: DescriptorChoice,
    among descriptors: [ResponseDescriptor]
  ) -> InputPlace.Part {
    let place = archive.place(entry.offset..<(entry.offset + 1), on: archive.position(entry.offset))
    let applying = Set(choice.chosen.filter(\.applies).map(\.descriptor.place))
    return InputPlace.Part(
      name: "entry \(index + 1)",
      description: description(of: entry.exchange),
      byteOffset: place.byteOffset,
      line: place.line,
      column: place.column,
      descriptors: descriptors.indices.filter { applying.contains(descriptors[$0].place) }
    )
  }

  /// `GET https://example.org/users/9 200`.
  private static func description(of exchange: HTTPExchange) -> String {
    let longest = 200
    let url = exchange.url.prefix(longest)
    return "\(exchange.method) \(url)\(url.endIndex < exchange.url.endIndex ? "\u{2026}" : "") "
      + "\(exchange.statusCode)"
  }

  private static func location(_ archive: HTTPArchive, _ entry: HTTPArchiveEntry) -> Location {
    let range = entry.offset..<(entry.offset + 1)
    return Location(archive.place(range, on: archive.position(entry.offset)))
  }

  // MARK: - Invalid archives

  static func diagnostic(_ failure: HTTPArchive.Failure) -> Diagnostic {
    switch failure {
    case .syntax(let error, let place):
      SyntaxExplainer.diagnostic(error, in: .json, at: place)
    case .noArchive(let place):
      Diagnostic(
        .noArchive,
        "this is not a HAR archive: it has no array at '/log/entries'",
        at: Location(place),
        help: ["--from json reads it as the JSON document that it is"]
      )
    case .system(let error): Diagnostic(.unreadableInput, error.reason)
    }
  }

  /// The diagnostic for a response without content where content is expected.
  static func empty(
    _ entry: HTTPArchiveEntry,
    _ part: InputPlace.Part,
    _ archive: HTTPArchive,
    isError: Bool
  ) -> Diagnostic {
    var offset = entry.offset
    if case .empty(let place) = entry.content { offset = place }
    if case .text(let body) = entry.content { offset = body.literal.lowerBound - 1 }
    var finding = Diagnostic(
      .emptyInput,
      severity: isError ? .error : .warning,
      "the content of \(part.name) is empty",
      at: Location(archive.place(offset..<(offset + 1), on: archive.position(offset))),
      related: [
        Diagnostic.Related(
          location: location(archive, entry),
          subject: part.name,
          message: part.description
        )
      ],
      help: ["a response has at least one JSON value, unless its status is 204, 205 or 304"]
    )
    finding.isOfNothing = true
    return finding
  }

  // MARK: - Skipping

  static func passedOver(_ census: ArchiveCensus, _ archive: HTTPArchive) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    let name = archive.name
    if census.skipCount > 0 {
      let counts = census.skips.sorted { $0.count > $1.count }.map {
        "\($0.count) \(words($0.reason))"
      }
      findings.append(
        Diagnostic(
          .entriesSkipped,
          "\(amount(census.skipCount, census, name)) not JSON (\(listed(counts)))"
        )
      )
    }
    // If no entry was mapped, the error says so.
    if census.missCount > 0 && !census.isMissed {
      var finding = Diagnostic(
        .entriesUnmatched,
        "\(amount(census.missCount, census, name)) for requests that no descriptor is for"
      )
      finding.related = census.misses.map { miss in
        Diagnostic.Related(
          location: location(archive, miss.entry),
          subject: "entry \(miss.index + 1)",
          message: description(of: miss.entry.exchange)
        )
      }
      findings.append(finding)
    }
    if census.unwantedCount > 0 && !census.isMissed {
      findings.append(
        Diagnostic(
          .entriesUnmatched,
          "\(amount(census.unwantedCount, census, name)) for other requests than the one that "
            + "is asked for"
        )
      )
    }
    return findings
  }

  /// `12 of 40 entries of 'a.har' are`.
  private static func amount(_ count: Int, _ census: ArchiveCensus, _ name: String) -> String {
    let entries = census.entryCount == 1 ? "entry" : "entries"
    return "\(count) of \(census.entryCount) \(entries) of '\(name)' \(count == 1 ? "is" : "are")"
  }

  private static func listed(_ counts: [String]) -> String {
    let most = 5
    let shown = counts.prefix(most).joined(separator: ", ")
    return counts.count > most ? shown + " and others" : shown
  }

  private static func words(_ reason: HTTPArchiveEntry.Reason) -> String {
    switch reason {
    case .type(let type): type
    case .noBody: "without content"
    case .noResponse: "without a response"
    case .noRequest: "without a request"
    }
  }

  // MARK: - Nothing

  /// The diagnostic if no entry was mapped.
  static func nothing(
    _ census: ArchiveCensus,
    _ archive: HTTPArchive,
    _ explainer: FaultExplainer,
    wanted: RequestContext
  ) -> Diagnostic {
    let first = archive.entry(0)
    guard let miss = census.misses.first else {
      return Diagnostic(
        .notFound,
        census.unwantedCount > 0
          ? "no entry of the archive is for \(wanted.description)"
          : "no entry of the archive has JSON to map",
        at: location(archive, first)
      )
    }
    var finding = explainer.nothing(of: miss.choice, location(archive, miss.entry))
    if census.missCount > 1 {
      finding.message =
        "no descriptor of the spec is for any of \(census.missCount) entries, such as "
        + miss.choice.context.description
    }
    return finding
  }
}
