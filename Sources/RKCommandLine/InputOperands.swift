internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// The inputs that operands name: files, folders, globs, and a hyphen for the standard input.
struct InputOperands {
  /// The names in the order of the operands; names from a glob are sorted by bytes.
  let names: [String]
  /// The operands that are folders.
  private let folders: [String]

  /// Throws a diagnostic if the standard input is named twice, or both as an input and as the spec.
  init(_ operands: some Sequence<String>, spec: String?) throws(DiagnosticsError) {
    let expanded = try Self.expand(operands)
    names = try Self.expandFolders(expanded)
    folders = expanded.filter(Self.isFolder)
    if spec == "-" && names.contains("-") {
      throw DiagnosticsError(
        .unexpectedArgument,
        "the spec and an input cannot both be the standard input"
      )
    }
    if names.count(where: { $0 == "-" }) > 1 {
      throw DiagnosticsError(.unexpectedArgument, "two inputs cannot both be the standard input")
    }
  }

  /// The files that operands name; throws a diagnostic if a folder of a glob cannot be read.
  static func expand(_ operands: some Sequence<String>) throws(DiagnosticsError) -> [String] {
    var names: [String] = []
    for operand in operands {
      do throws(SystemError) {
        names += try FileGlob.expand(operand)
      } catch {
        throw DiagnosticsError(
          .unreadableInput,
          "'\(error.path)', which '\(operand)' passes through, cannot be read: \(error.reason)"
        )
      }
    }
    return names
  }

  private static func isFolder(_ name: String) -> Bool {
    name != "-" && FileDescriptor.isSeen(name, as: .directory)
  }

  /// Warns of input files below folders, which stand only for the files in them.
  func warn(_ reporter: Reporter) {
    for folder in folders {
      guard let (count, glob) = Self.filesBelow(folder) else { continue }
      reporter.receive(
        Diagnostic(
          .filesBelow,
          "\(count.counting("file")) in folders below '\(folder)' \(count == 1 ? "is" : "are") not read",
          help: ["a folder stands for the files in it; '\(glob)' takes those below, too"]
        )
      )
    }
  }

  /// The number of input files in the folders below one, and the glob that takes all; nil if there are none.
  private static func filesBelow(_ folder: String) -> (count: Int, glob: String)? {
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    let start = FileGlob.pattern(ofFile: prefix)
    let below = ((try? FileGlob.expand(start + "*/**/*")) ?? []).filter {
      isInput($0) && !isFolder($0)
    }
    if below.isEmpty { return nil }
    let endings = Set(
      below.map { name in
        let dot = Input.nameOfContents(name).lastIndex(of: ".")
        return String(name[(dot ?? name.endIndex)...].dropFirst())
      }
    ).sorted()
    let ending = endings.count == 1 ? endings[0] : "{\(endings.joined(separator: ","))}"
    return (below.count, start + "**/*." + ending)
  }

  /// The names, with each folder replaced by the JSON files in it, sorted by bytes.
  static func expandFolders(_ names: [String]) throws(DiagnosticsError) -> [String] {
    var files: [String] = []
    for name in names {
      guard isFolder(name) else {
        files.append(name)
        continue
      }
      let prefix = name.hasSuffix("/") ? name : name + "/"
      let found: [String]
      do throws(SystemError) {
        found = try FolderListing.entries(of: name).filter { !$0.isFolder }.map(\.name)
          .filter { !$0.hasPrefix(".") && isInput($0) }
      } catch {
        throw DiagnosticsError(
          .unreadableInput,
          "the folder '\(name)' cannot be read: \(error.reason)"
        )
      }
      if found.isEmpty {
        throw DiagnosticsError(
          .unreadableInput,
          "the folder '\(name)' has no JSON files",
          help: [
            filesBelow(name).map {
              "\($0.count == 1 ? "one is" : "\($0.count) are") in folders below it: '\($0.glob)' takes them"
            } ?? "a folder stands for its files that end in .json or as another input format does"
          ]
        )
      }
      files += found.map { prefix + $0 }
    }
    return files
  }

  /// Whether a file's ending makes it an input.
  static func isInput(_ name: String) -> Bool {
    Input.nameOfContents(name).lowercased().hasSuffix(".json") || Input.Format(ofFile: name) != nil
  }

  /// The inputs, all in one format if a flag or a header states it.
  func inputs(_ format: Input.Format?, _ context: RequestContext) -> [Input] {
    names.map { name in
      let input =
        name == "-" ? Input.standardInput(format: format) : Input.file(name, format: format)
      return input.typed(by: context)
    }
  }

  /// The inputs, with so many bytes of the standard input in memory, which can be read twice if that is all.
  func inputs(
    _ format: Input.Format?,
    _ context: RequestContext,
    holding limit: Int
  ) throws(DiagnosticsError) -> [Input] {
    var inputs = inputs(format, context)
    guard let index = names.firstIndex(of: "-") else { return inputs }
    do throws(SystemError) {
      var bytes: [UInt8] = []
      while bytes.count < limit {
        let block = try FileDescriptor.standardInput.read(upTo: min(limit - bytes.count, 1 << 16))
        if block.isEmpty {
          inputs[index] = .bytes(bytes, name: inputs[index].name, format: inputs[index].format)
          return inputs
        }
        bytes += block
      }
      inputs[index].head = bytes
    } catch {
      throw DiagnosticsError([
        Diagnostic(.unreadableInput, "the standard input cannot be read: \(error.reason)")
      ])
    }
    return inputs
  }
}
