internal import RKDiagnostics

/// A self-contained HTML page, which loads nothing.
struct HTMLPage {
  /// The title as plain text.
  var title: String
  var style: String
  /// The attributes of the main element, each after a space.
  var attributes = ""
  /// The contents of the main element.
  var content: String
  /// The text of the only script that runs.
  var script: String
  /// Data for the script, as an element; empty for none.
  var data = ""

  var text: String {
    let code = "\n\(script)\n"
    let hash = SHA256.base64(Array(code.utf8))
    let policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-\(hash)'"
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width">
      <title>\(Self.escaped(title))</title>
      <style>
      \(style)
      </style>
      </head>
      <body>
      <main\(attributes)>
      \(content)
      </main>
      \(data)<script>\(code)</script>
      </body>
      </html>

      """
  }

  /// Escapes a text for a page; characters that people would not see are written as escapes.
  static func escaped(_ text: String) -> String { XMLText.escaped(VisibleText.escaped(text)) }
}
