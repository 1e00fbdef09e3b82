package import RKDiagnostics
internal import RKEngine
internal import RKFormats

/// A JSON response of an archive for which the mapping has a descriptor.
package struct ArchivedResponse: Sendable {
  package var method: String
  package var statusCode: Int
  /// The name of the descriptor; nil if it has none.
  package var descriptorName: String?
  /// The content of the response.
  package var text: [UInt8]

  /// Returns these responses of an archive, in order, and how many other responses are JSON.
  package static func all(
    ofArchive path: String,
    describedBy mapping: Mapping
  ) throws(DiagnosticsError) -> (responses: [ArchivedResponse], undescribedCount: Int) {
    let archive = try archive(path)
    var responses: [ArchivedResponse] = []
    var undescribedCount = 0
    for index in 0..<archive.entryCount {
      let entry = archive.entry(index)
      guard case .text(let body) = entry.content, body.format == .json,
        let document = try? archive.document(of: body)
      else { continue }
      var context = RequestContext()
      context.method = entry.exchange.method
      context.path = entry.exchange.url
      context.statusCode = entry.exchange.statusCode
      let choice = DescriptorChoice(all: nil, for: context, of: mapping.graph)
      guard let applying = choice.chosen.first(where: \.applies) else {
        undescribedCount += 1
        continue
      }
      responses.append(
        ArchivedResponse(
          method: entry.exchange.method,
          statusCode: entry.exchange.statusCode,
          descriptorName: applying.descriptor.name,
          text: document.bytes
        )
      )
    }
    return (responses, undescribedCount)
  }

  private static func archive(_ path: String) throws(DiagnosticsError) -> HTTPArchive {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try Input.bytes(ofFile: path)
    } catch {
      throw DiagnosticsError([error.diagnostic(ofInput: path)])
    }
    do throws(HTTPArchive.Failure) {
      return try HTTPArchive(InputSource(bytes: bytes), name: path, kernel: .best)
    } catch {
      throw DiagnosticsError([ArchiveExplainer.diagnostic(error)])
    }
  }
}
