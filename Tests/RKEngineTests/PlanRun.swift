@testable import RKEngine
import TestSupport

/// The result of running a text through a plan: lines, faults and how it ended.
final class PlanRun: FaultReceiver {
  private(set) var output = ""
  /// As "code at line:column pointer: value".
  private(set) var faults: [String] = []
  private(set) var ending: Pipeline.Ending?

  init(
    _ text: String,
    _ plan: MappingPlan,
    format: InputFormat = .json,
    chunkSize: Int = .max,
    keepsFirst: Bool = false,
    refuses: Bool = false,
    limit: Int = .max,
    rule: FailedRecordRule = .fail
  ) throws {
    let folder = try ScratchFolder()
    var options = Pipeline.Options()
    options.mapping.keepsFirstOfDuplicates = keepsFirst
    options.refusesDuplicates = refuses
    options.recordLimit = limit
    options.failedRecordRule = rule
    if chunkSize != .max { options.reading.blockSize = 64 }
    let sink = AnyRecordSink.make(
      NDJSONSink(
        plan: plan,
        typeKey: nil,
        layout: JSONLayout(),
        output: try OutputFile(path: folder.path(of: "out"))
      )
    )
    let pipeline = Pipeline(plan: plan, sink: sink, receiver: self, options: options)
    pipeline.beginInput(named: "input")
    ending = try pipeline.run(
      DocumentSource(
        InputSource(bytes: Array(text.utf8), chunkSize: chunkSize),
        format: format,
        isStream: false
      )
    )
    try sink.finish()
    output = folder.read("out") ?? ""
  }

  func wantsPlace(of fault: MappingFault, _ kind: JSONKind?) -> Bool { true }
  func wantsPlace(of error: JSONSyntaxError) -> Bool { true }

  func receive(
    _ fault: MappingFault,
    _ kind: JSONKind?,
    of record: Int,
    at place: InputPlace?,
    keys: [[UInt8]]
  ) {
    let position = place.map { place in
      let value = String(decoding: place.value, as: UTF8.self)
      return "\(place.line):\(place.column) \(place.pointer ?? ""): \(value)"
    }
    faults.append("\(fault.code) at \(position ?? "nowhere")")
  }

  func receive(
    _ error: JSONSyntaxError,
    of record: Int,
    in format: InputFormat,
    at place: InputPlace?
  ) {
    guard let place else { return }
    faults.append("\(error.fault) at \(place.line):\(place.column)")
  }
}
