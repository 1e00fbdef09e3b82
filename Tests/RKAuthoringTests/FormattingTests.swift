@testable import RKAuthoring
import RKDiagnostics
import RKMapping
import TestSupport
import Testing

@Suite("What formatting and fixing preserve")
struct FormattingTests {
  /// The specs of the project, including those of its tests.
  private static let specs: [String] = {
    let areas = ["apply", "check", "diagnostics", "schema"]
    let folders = areas.flatMap { area in
      ((try? Repository.names(in: "fixtures/\(area)")) ?? []).map { "fixtures/\(area)/\($0)" }
    }
    return (["specs"] + folders).flatMap { folder in
      ((try? Repository.names(in: folder)) ?? []).filter { $0.hasSuffix(".json") }
        .map { "\(folder)/\($0)" }
    }
  }()

  /// Those that are valid alone, and define a mapping.
  private static let usable = specs.filter { spec in
    guard let text = try? text(of: spec), (try? Mapping(text: text)) != nil else { return false }
    return text.contains("\"attributes\"")
  }

  private static func text(of spec: String) throws -> String {
    String(decoding: try Repository.bytes(of: spec), as: UTF8.self)
  }

  private static func value(of text: String) throws -> JSONTree {
    CanonicalSpec.value(of: try SpecSource(SourceFile(name: "spec.json", bytes: Array(text.utf8))))
  }

  @Test("there are specs to format")
  func corpus() {
    #expect(Self.specs.count > 150)
    #expect(Self.usable.count > 100)
  }

  @Test("formatting twice changes nothing, and the plan is the same", arguments: specs)
  func stability(of spec: String) throws {
    let text = try Self.text(of: spec)
    guard let once = try? formatted(text) else { return }
    #expect(try formatted(once) == once)
    guard let mapping = try? Mapping(text: text, name: spec) else { return }
    let again = try Mapping(text: once, name: spec)
    #expect(again.plan == mapping.plan)
    let forgiven = again.warnings.filter {
      $0.code == .forgivenSyntax || $0.code == .repeatedMember
    }
    #expect(forgiven == [])
  }

  @Test("the specs of specs/ are formatted", arguments: specs.filter { $0.hasPrefix("specs/") })
  func ownSpecs(spec: String) throws {
    let text = try Self.text(of: spec)
    #expect(try formatted(text) == text)
  }

  @Test("fixing mistakes restores the original spec", arguments: 0..<200)
  func slips(number: Int) throws {
    var generator = SeededGenerator(seed: UInt64(number))
    let text = try Self.text(of: generator.pick(Self.usable))
    let value = try Self.value(of: text)
    let slipped = SlippedText.of(value, hasComments: false, generator)
    #expect(try formatted(slipped) == SpecLayout.text(of: value), "\(generator.recreation)")
  }

  @Test("mistakes and comments do not change the plan, formatted and fixed", arguments: 0..<200)
  func fixes(number: Int) throws {
    var generator = SeededGenerator(seed: UInt64(number))
    let text = try Self.text(of: generator.pick(Self.usable))
    let plan = try Mapping(text: text).plan
    let value = try Self.value(of: text)
    let slipped = SlippedText.of(value, hasComments: number % 4 != 0, generator)
    let once = try formatted(slipped)
    #expect(try Mapping(text: once).plan == plan, "\(generator.recreation)")
    #expect(try formatted(once) == once)
    let folder = try ScratchFolder()
    let path = try folder.write(slipped, to: "spec.json")
    let correction = SpecCorrection(ofSpecAt: path)
    let fixed = correction.files.first.map { String(decoding: $0.text, as: UTF8.self) } ?? slipped
    let mapping = try Mapping(text: fixed)
    #expect(mapping.plan == plan, "\(generator.recreation)")
    #expect(!mapping.warnings.contains { $0.code == .forgivenSyntax }, "\(generator.recreation)")
    // A removal that contains a comment needs the user's confirmation.
    let left = mapping.warnings.flatMap(\.fixIts)
    #expect(left.allSatisfy { !$0.isSafe }, "\(generator.recreation)")
  }
}
