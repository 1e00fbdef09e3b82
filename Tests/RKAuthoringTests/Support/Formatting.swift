import RKAuthoring
import RKDiagnostics

/// The result of `fmt` for a text.
func formatted(_ text: String) throws -> String {
  let file = SourceFile(name: "spec.json", bytes: Array(text.utf8))
  return String(decoding: try SpecFormatter.formatted(file), as: UTF8.self)
}

/// The same without the white space outside strings.
func compact(_ text: String) throws -> String {
  var result = ""
  var isString = false
  var isEscaped = false
  for character in try formatted(text) {
    if character == "\"" && !isEscaped { isString.toggle() }
    isEscaped = character == "\\" && !isEscaped
    if isString || !character.isWhitespace { result.append(character) }
  }
  return result
}

/// The same of the members of a mapper.
func compactMapper(_ members: String) throws -> String {
  let text = try compact(#"{"mappers": [{"id": "m", \#(members)}]}"#)
  return String(text.dropFirst(#"{"mappers":[{"id":"m","#.count).dropLast("}]}".count))
}
