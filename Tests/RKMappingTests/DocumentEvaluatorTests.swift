import RKDiagnostics
import RKMapping
import Testing

@Suite("An expression is evaluated over documents")
struct DocumentEvaluatorTests {
  @Test(
    "RK2050: an error is told at its place in the expression",
    arguments: [("x > > 3", 5), ("count(", 7), ("", 1), ("a..", 3)]
  )
  func errors(expression: String, column: Int) throws {
    let error = #expect(throws: DiagnosticsError.self) {
      _ = try DocumentEvaluator(expression, options: MapperOptions())
    }
    let location = try #require(error?.diagnostics.first?.location)
    #expect(location.file == "<expression>")
    #expect(location.line == 1)
    #expect(location.column == column)
  }
}
