internal import RKDiagnostics
internal import RKEngine

/// Reads a spec and all files that it includes.
struct SpecLoader {
  private let findings: SpecFindings
  /// Texts that replace the contents of files.
  private let texts: [ExactText: [UInt8]]
  private let path: String
  private let folders: [String]
  /// The folders in which included files may be; created on demand.
  private var scope: FileScope?
  /// How many bytes may still be read.
  private var byteLimit = FileDescriptor.mostText
  /// The files that are being read, the spec first, to detect cycles.
  private var open: [(path: String, name: String)] = []
  private var finished: Set<ExactText> = []
  private var included: [SpecDeclaration] = []

  /// A spec and its included files; a file comes after those that it includes.
  struct Result {
    var spec: SpecDeclaration
    var included: [SpecDeclaration]
  }

  private init(
    _ path: String,
    _ findings: SpecFindings,
    _ folders: [String],
    _ texts: [ExactText: [UInt8]]
  ) {
    self.findings = findings
    self.texts = texts
    self.path = path
    self.folders = folders
  }

  /// Reads a spec from a file; the path `-` means standard input.
  ///
  /// `folders` are further folders whose files may be included. `texts` replace the contents of files.
  static func load(
    _ path: String,
    _ findings: SpecFindings,
    including folders: [String],
    replacing texts: [ExactText: [UInt8]] = [:]
  ) -> Result? {
    var loader = SpecLoader(path, findings, folders, texts)
    let name = path == "-" ? "<stdin>" : path
    do {
      // A file that the user names can be a pipe.
      let bytes = try loader.read(path) { (path, limit) throws(SystemError) in
        path == "-"
          ? try FileDescriptor.standardInput.readAll(atMost: limit)
          : try FileDescriptor.readingGiven(path).readAll(atMost: limit)
      }
      return loader.loadText(bytes, name: name, path: path)
    } catch {
      findings.add(
        Diagnostic(.unreadableSpec, "the spec '\(name)' cannot be read: \(error.reason)")
      )
      return nil
    }
  }

  /// Reads a spec from its text; included files are relative to the working directory.
  static func load(
    text: [UInt8],
    name: String,
    _ findings: SpecFindings,
    including folders: [String]
  ) -> Result? {
    var loader = SpecLoader(name, findings, folders, [:])
    return loader.loadText(text, name: name, path: name)
  }

  private mutating func read(
    _ path: String,
    _ read: (String, Int) throws(SystemError) -> [UInt8]
  ) throws(SystemError) -> [UInt8] {
    if let text = texts[path.exact] { return text }
    Emergency.note(work: "the spec '\(VisibleText.escaped(path))' was read")
    let bytes = try read(path, byteLimit)
    byteLimit -= bytes.count
    return bytes
  }

  private mutating func loadText(_ bytes: [UInt8], name: String, path: String) -> Result? {
    guard let spec = loadFile(bytes, name: name, path: path) else { return nil }
    return Result(spec: spec, included: included)
  }

  private mutating func loadFile(_ bytes: [UInt8], name: String, path: String) -> SpecDeclaration? {
    let file = findings.add(SourceFile(name: name, bytes: bytes))
    guard findings.checkText(file, .unreadableSpec),
      let declaration = SpecReader.read(file: file, findings)
    else {
      return nil
    }
    open.append((FileDescriptor.resolvedOrGiven(path), name))
    for include in declaration.includes { load(include, from: name) }
    open.removeLast()
    return declaration
  }

  private mutating func load(_ include: SpecText, from name: String) {
    if include.value == "-" {
      return findings.report(
        .unreadableInclude,
        "the standard input cannot be included",
        at: include.place,
        help: "a file of that name is \"./-\""
      )
    }
    if include.value.utf8.contains(0) {
      return findings.report(
        .unreadableInclude,
        "no file's name has U+0000 in it",
        at: include.place
      )
    }
    let path = Self.path(include.value, relativeTo: name)
    let resolved = FileDescriptor.resolvedOrGiven(path).exact
    if open.contains(where: { $0.path.exact == resolved }) {
      let circle = (open.map(\.name) + [path]).joined(separator: " includes ")
      return findings.report(
        .includeCycle,
        "files include one another: \(circle)",
        at: include.place
      )
    }
    if open.count > Self.mostLevels {
      return findings.report(
        .includeCycle,
        "files include one another over more than \(Self.mostLevels) levels",
        at: include.place
      )
    }
    guard finished.insert(resolved).inserted else { return }
    do throws(SystemError) {
      let scope: FileScope
      if let known = self.scope {
        scope = known
      } else {
        scope = try FileScope(ofSpec: self.path, allowing: folders)
        self.scope = scope
      }
      guard try scope.mayRead(path) else {
        return OutsideFile.report(path, scope, at: include.place, to: findings)
      }
      let bytes = try read(path) { (path, limit) throws(SystemError) in
        try FileDescriptor.bytes(ofNamed: path, atMost: limit)
      }
      if let declaration = loadFile(bytes, name: path, path: path) { included.append(declaration) }
    } catch {
      findings.report(
        .unreadableInclude,
        "the included file '\(path)' cannot be read: \(error.reason)",
        at: include.place
      )
    }
  }

  /// The longest allowed chain of inclusions.
  private static let mostLevels = 100

  /// Makes a path relative to the folder of a file.
  private static func path(_ path: String, relativeTo file: String) -> String {
    guard !path.begins(with: "/"), let slash = file.utf8.lastIndex(of: .solidus) else {
      return path
    }
    return file[...slash] + path
  }
}
