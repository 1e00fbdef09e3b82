internal import RKDiagnostics

/// A self-contained page of HTML: it loads nothing.
struct HTMLPage {
  /// As text.
  var title: String
  var style: String
  /// The attributes of the main element, each after a space.
  var attributes = ""
  /// What is in the main element.
  var content: String
  /// The elements after it.
  var scripts: String

  var text: String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" \
    content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
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
    \(scripts)
    </body>
    </html>

    """
  }

  /// A text of a page; what people would not see in it is written out.
  static func escaped(_ text: String) -> String { XMLText.escaped(VisibleText.escaped(text)) }
}
