@testable import RKEngine
import Testing

@Suite("URIReference")
struct URIReferenceTests {
  private static func isValid(_ text: String) -> Bool {
    let (bytes, range) = padded(text)
    return URIReference.isValid(bytes.span, range)
  }

  @Test(
    "references of RFC 3986 are valid, absolute or relative",
    arguments: [
      "http://restkit.org/a?b=c#d", "foo/bar", "", "a", "/", "//host", "//host:80/x", "?q", "#f",
      "mailto:a@b.c", "urn:isbn:0451450523", "file:///etc/hosts", "http://", "http:", "a:b:c",
      "./a:b", "/a:b", "a/b:c", "?a:b", "#a:b", "http://u:p@h:8080/%41?x=/?#/?",
      "http://a.b/~!$&'()*+,;=:@-._", "http://h:/", "tel:+1-816-555-1212", "x-a+b.1:",
      "http://[::1]/", "http://[2001:db8::7]:80", "ldap://[1:2:3:4:5:6:7:8]/c=GB?o?x",
      "http://[::ffff:192.0.2.1]/", "http://[1::8]", "http://[v7.a:b]/", "http://[::]", "a//b",
      "http://[1:2:3:4:5:6:7::]/",
    ]
  )
  func references(text: String) { #expect(Self.isValid(text)) }

  @Test(
    "anything else is invalid",
    arguments: [
      ":*7vxck#sf#adsa", "has space", " a", "a\n", "1a:b", "a b:c", "%", "%4", "%4g", "a%zz",
      "http://a b", "http://h:8a/", "http://a@b@c", "http://[::1", "http://[]/", "http://[1]/",
      "http://[1:2:3:4:5:6:7:8:9]", "http://[1::2::3]", "http://[12345::]", "http://[:1]",
      "http://[1:2:3:4:5:6:7:8::]", "http://[::1]x", "http://[1:]", "http://[::1.2.3]",
      "http://[::256.1.1.1]", "http://[::1.2.3.4:1]", "http://[::01.2.3.4]", "http://[v.a]",
      "http://[v1.]", "a#b#c", "http://h/[x]", "<a>", "a\\b", "a|b", "{a}", "a^b", "`", "\"",
      "http://k\u{F6}ln.de/", "\u{E9}", "_:x", "http://[g::]",
    ]
  )
  func noReferences(text: String) { #expect(!Self.isValid(text)) }
}
