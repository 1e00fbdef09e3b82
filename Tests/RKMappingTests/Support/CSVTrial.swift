import RKMapping
import TestSupport

/// The result of a spec for an input as CSV: a single stream.
struct CSVTrial {
  /// The rows; nil if no file was left.
  var text: String?
  var findings: [String]
  var report: MappingReport

  init(
    _ spec: String,
    _ input: String,
    options: MapperOptions = MapperOptions(),
    _ configure: (inout Output.CSV) -> Void = { _ in }
  ) throws {
    let folder = try ScratchFolder()
    let mapper = try Mapper(Mapping(text: spec), options: options)
    var output = Output.file(folder.path(of: "out.csv"))
    configure(&output.csv)
    let receiver = FindingList()
    report = mapper.apply(
      to: [.bytes(Array(input.utf8), name: "in.json")],
      into: output,
      reportingTo: receiver
    )
    findings = receiver.diagnostics.map { diagnostic in
      diagnostic.code.id + (diagnostic.location?.pointer.map { " " + $0 } ?? "")
    }
    text = folder.read("out.csv")
  }
}

/// The result of a spec for an input as a folder of tables.
struct TablesTrial {
  /// The texts of the files, by name; nil if there is no folder.
  var files: [String: String]?
  var findings: [String]
  var report: MappingReport

  init(
    _ spec: String,
    _ input: String,
    _ configure: (inout Output.CSV) -> Void = { _ in }
  ) throws {
    let folder = try ScratchFolder()
    let mapper = try Mapper(Mapping(text: spec))
    var output = Output.file(folder.path(of: "tables/"))
    configure(&output.csv)
    let receiver = FindingList()
    report = mapper.apply(
      to: [.bytes(Array(input.utf8), name: "in.json")],
      into: output,
      reportingTo: receiver
    )
    findings = receiver.diagnostics.map(\.code.id)
    if folder.names == ["tables"] {
      files = [:]
      for name in folder.names(in: "tables") { files?[name] = folder.read("tables/" + name) }
    }
  }

  subscript(name: String) -> String? { files?[name] }

  /// The description without white space.
  var description: String { files?["datapackage.json"]?.filter { !$0.isWhitespace } ?? "" }
}
