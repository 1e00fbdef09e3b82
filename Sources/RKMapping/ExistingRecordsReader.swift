internal import RKDiagnostics
internal import RKEngine
internal import RKFormats

/// Reads the records that existed before a run.
struct ExistingRecordsReader {
  private let compiled: CompiledMapping
  private let graph: MappingGraph
  private let typeKey: String?
  /// Whether an earlier run can have written an object by key path.
  private let mayBeDictionary: Bool
  private let options: Pipeline.Options
  private let repairsUTF8: Bool

  /// Creates a reader; the mapping must have been compiled with merge rules.
  init(
    _ compiled: CompiledMapping,
    _ graph: MappingGraph,
    _ output: Output,
    _ options: Pipeline.Options,
    repairsUTF8: Bool
  ) {
    self.compiled = compiled
    self.graph = graph
    self.options = options
    self.repairsUTF8 = repairsUTF8
    typeKey = output.typeKey
    mayBeDictionary = output.shape == .dictionary || compiled.keyPaths.count > 1
  }

  /// Reads the records of an input; reports a diagnostic and returns nil if they cannot be read.
  func read(_ input: Input, _ counter: FindingCounter) -> ExistingRecords? {
    do {
      let bytes = try bytes(of: input)
      // The name says nothing about the format: users may store records under any name.
      let format = input.isArchive ? .json : input.format
      return try read(.bytes(bytes, name: input.name, format: format), bytes, counter)
    } catch {
      if !error.isInterruption {
        counter.receive(error.diagnostic(ofInput: input.name))
      }
      return nil
    }
  }

  private func bytes(of input: Input) throws(SystemError) -> [UInt8] {
    Emergency.note(work: "'\(VisibleText.escaped(input.name))' was read")
    return switch input.source {
    case .bytes(let bytes): try Unpacker.bytes(bytes)
    case .file(let path): try Input.bytes(ofFile: path)
    case .standardInput: try Unpacker.bytes(ofFile: .standardInput)
    }
  }

  private func read(
    _ input: Input,
    _ bytes: [UInt8],
    _ counter: FindingCounter
  ) throws(SystemError) -> ExistingRecords? {
    let opened = try OpenInput(input, repairsUTF8: repairsUTF8, kernel: options.kernel)
    if let foreign = opened.foreign {
      counter.receive(foreign.diagnostic(of: input.name))
      return nil
    }
    let mirror = ExistingRecordsCompiler.compile(
      compiled,
      graph,
      typeKey: typeKey,
      isDictionary: try isDictionary(Array(bytes[opened.byteOffset...]))
    )
    let records = ExistingRecords(plan: compiled.plan, conversions: mirror.conversions)
    let receiver = ExistingRecordsFaults(typeKey: typeKey)
    var options = options
    options.mapping = MappingOptions()
    options.mapping.keepsFirstOfDuplicates = self.options.mapping.keepsFirstOfDuplicates
    options.recordLimit = .max
    options.failedRecordRule = .skip
    let pipeline = Pipeline(
      plan: mirror.compiled.plan,
      sink: records.sink,
      receiver: receiver,
      options: options
    )
    pipeline.beginInput(named: input.name)
    _ = try pipeline.run(opened.documents(isStream: true))
    guard let finding = receiver.finding else { return records }
    counter.receive(finding)
    return nil
  }

  /// Returns whether all members of the first document are key paths of the result.
  private func isDictionary(_ bytes: [UInt8]) throws(SystemError) -> Bool {
    guard mayBeDictionary else { return false }
    let keys = try InputWindow.outermostKeys(of: bytes, kernel: options.kernel)
    let keyPaths = Set(compiled.keyPaths.map { Array($0.utf8) })
    return !keys.isEmpty && keys.allSatisfy(keyPaths.contains)
  }
}

/// Reports values that are not records as the mapping writes them.
private final class ExistingRecordsFaults: FaultReceiver {
  private let typeKey: String?
  private(set) var finding: Diagnostic?

  init(typeKey: String?) { self.typeKey = typeKey }

  func wantsPlace(of fault: MappingFault, _ kind: JSONKind?) -> Bool {
    finding == nil && isFinding(fault, kind)
  }

  func wantsPlace(of error: JSONSyntaxError) -> Bool { finding == nil }

  /// An empty object is not a finding: it is a record without any members.
  private func isFinding(_ fault: MappingFault, _ kind: JSONKind?) -> Bool {
    fault.isError && !(fault.code == .unmappable && kind == .object)
  }

  func receive(
    _ fault: MappingFault,
    _ kind: JSONKind?,
    of record: Int,
    at place: InputPlace?,
    keys: [[UInt8]]
  ) {
    guard finding == nil, isFinding(fault, kind), let place else { return }
    let (message, help) = words(fault.code, String(decoding: place.value, as: UTF8.self))
    finding = Diagnostic(.notAsWritten, message, at: Location(place), help: [help])
  }

  func receive(
    _ error: JSONSyntaxError,
    of record: Int,
    in format: InputFormat,
    at place: InputPlace?
  ) {
    guard finding == nil, let place else { return }
    finding = SyntaxExplainer.diagnostic(error, in: format, at: place)
  }

  private func words(_ code: MappingFault.Code, _ value: String) -> (message: String, help: String)
  {
    switch code {
    case .unknownKey where typeKey == nil:
      (
        "\(value) is a member that no rule of the spec writes, and would be lost",
        "--type-key names the member that holds a record's target, where that is what it is"
      )
    case .unknownKey:
      (
        "\(value) is a member that no rule of the spec writes, and would be lost",
        "the file is to hold records as 'apply' writes them by this spec"
      )
    case .unmatched:
      (
        typeKey.map { "'\($0)' names none of the targets that may stand here" }
          ?? "records of several targets may stand here, and nothing tells which this one is",
        typeKey == nil
          ? "--type-key NAME writes the target into each record, and reads it there"
          : "the file is to hold records as 'apply' writes them by this spec"
      )
    default:
      (
        "this is no record of the spec",
        "the file is to hold records as 'apply' writes them by this spec: one, a list, a dictionary "
          + "by key path, or a record a line"
      )
    }
  }
}
