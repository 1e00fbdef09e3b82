/// The base letters of scalars with diacritics: the canonical decomposition without its nonspacing
/// marks.
///
/// The standard library has the decompositions but does not expose them. This table contains those
/// of Unicode 14 that leave one scalar, except CJK compatibility ideographs, which have no
/// diacritics. Hangul is not decomposed, as its letters are not marks.
package enum ScalarBase {
  private struct Entry {
    var scalar: UInt32
    var base: UInt32
  }

  /// The scalar without its diacritics; nil for a diacritic.
  static func base(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    if scalar.value < 0xC0 { return scalar }
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].scalar < scalar.value { low = middle + 1 } else { high = middle }
    }
    if low < entries.count && entries[low].scalar == scalar.value {
      return Unicode.Scalar(entries[low].base)
    }
    return scalar.properties.generalCategory == .nonspacingMark ? nil : scalar
  }

  /// A text without diacritics.
  package static func text(of text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if let base = base(of: scalar) { scalars.append(base) }
    }
    return String(scalars)
  }

  private static let entries: [Entry] = {
    var entries: [Entry] = []
    for (first, bases) in latin {
      for (offset, base) in bases.utf8.enumerated() where base != .period {
        entries.append(Entry(scalar: first + UInt32(offset), base: UInt32(base)))
      }
    }
    // "first base" or "first-last base", in hexadecimal digits.
    var words = others.split(whereSeparator: \.isWhitespace).makeIterator()
    while let places = words.next(), let base = words.next() {
      let bounds = places.split(separator: "-").compactMap { UInt32($0, radix: 16) }
      guard let first = bounds.first, let last = bounds.last, let base = UInt32(base, radix: 16)
      else { continue }
      for scalar in first...last { entries.append(Entry(scalar: scalar, base: base)) }
    }
    entries.sort { $0.scalar < $1.scalar }
    return entries
  }()

  /// The base letters of consecutive scalars; a full stop for a scalar without another base letter.
  private static let latin: [(first: UInt32, bases: String)] = [
    (
      0x00C0,
      """
      AAAAAA.CEEEEIIII.NOOOOO..UUUUY..aaaaaa.ceeeeiiii.nooooo..uuuuy.yAaAaAaCcCcCcCcDd\
      ..EeEeEeEeEeGgGgGgGgHh..IiIiIiIiI...JjKk.LlLlLl....NnNnNn...OoOoOo..RrRrRrSsSsSs\
      SsTtTt..UuUuUuUuUuUuWwYyYZzZzZz
      """
    ),
    (0x01A0, "Oo.............Uu"),
    (
      0x01CD,
      """
      AaIiOoUuUuUuUuUu.AaAa....GgKkOoOo..j...Gg..NnAa....AaAaEeEeIiIiOoOoRrRrUuUuSsTt.\
      .Hh......AaEeOoOoOoOoYy
      """
    ),
    (0x037E, ";"),
    (
      0x1E00,
      """
      AaBbBbBbCcDdDdDdDdDdEeEeEeEeEeFfGgHhHhHhHhHhIiIiKkKkKkLlLlLlLlMmMmMmNnNnNnNnOoOo\
      OoOoPpPpRrRrRrRrSsSsSsSsSsTtTtTtTtUuUuUuUuUuVvVvWwWwWwWwWwXxXxYyZzZzZzhtwy......\
      AaAaAaAaAaAaAaAaAaAaAaAaEeEeEeEeEeEeEeEeIiIiOoOoOoOoOoOoOoOoOoOoOoOoUuUuUuUuUuUu\
      UuYyYyYyYy
      """
    ),
    (0x1FEF, "`"),
    (0x212A, "KA"),
    (0x2260, "=.............<>"),
  ]

  private static let others = """
    1E2 C6 1E3 E6 1EE 1B7 1EF 292 1FC C6 1FD E6 1FE D8 1FF F8 374 2B9 385 A8 386 391 387 B7 388
    395 389 397 38A 399 38C 39F 38E 3A5 38F 3A9 390 3B9 3AA 399 3AB 3A5 3AC 3B1 3AD 3B5 3AE 3B7
    3AF 3B9 3B0 3C5 3CA 3B9 3CB 3C5 3CC 3BF 3CD 3C5 3CE 3C9 3D3-3D4 3D2 400-401 415 403 413 407
    406 40C 41A 40D 418 40E 423 419 418 439 438 450-451 435 453 433 457 456 45C 43A 45D 438 45E
    443 476 474 477 475 4C1 416 4C2 436 4D0 410 4D1 430 4D2 410 4D3 430 4D6 415 4D7 435 4DA 4D8
    4DB 4D9 4DC 416 4DD 436 4DE 417 4DF 437 4E2 418 4E3 438 4E4 418 4E5 438 4E6 41E 4E7 43E 4EA
    4E8 4EB 4E9 4EC 42D 4ED 44D 4EE 423 4EF 443 4F0 423 4F1 443 4F2 423 4F3 443 4F4 427 4F5 447
    4F8 42B 4F9 44B 622-623 627 624 648 625 627 626 64A 6C0 6D5 6C2 6C1 6D3 6D2 929 928 931 930
    934 933 958 915 959 916 95A 917 95B 91C 95C 921 95D 922 95E 92B 95F 92F 9DC 9A1 9DD 9A2 9DF
    9AF A33 A32 A36 A38 A59 A16 A5A A17 A5B A1C A5E A2B B48 B47 B5C B21 B5D B22 CC0 CD5 CC7 CD5
    CC8 CD6 CCA CC2 DDA DD9 F43 F42 F4D F4C F52 F51 F57 F56 F5C F5B F69 F40 1026 1025 1B3B 1B35
    1B3D 1B35 1B43 1B35 1E9B 17F 1F00-1F07 3B1 1F08-1F0F 391 1F10-1F15 3B5 1F18-1F1D 395
    1F20-1F27 3B7 1F28-1F2F 397 1F30-1F37 3B9 1F38-1F3F 399 1F40-1F45 3BF 1F48-1F4D 39F
    1F50-1F57 3C5 1F59 3A5 1F5B 3A5 1F5D 3A5 1F5F 3A5 1F60-1F67 3C9 1F68-1F6F 3A9 1F70-1F71 3B1
    1F72-1F73 3B5 1F74-1F75 3B7 1F76-1F77 3B9 1F78-1F79 3BF 1F7A-1F7B 3C5 1F7C-1F7D 3C9
    1F80-1F87 3B1 1F88-1F8F 391 1F90-1F97 3B7 1F98-1F9F 397 1FA0-1FA7 3C9 1FA8-1FAF 3A9
    1FB0-1FB4 3B1 1FB6-1FB7 3B1 1FB8-1FBC 391 1FBE 3B9 1FC1 A8 1FC2-1FC4 3B7 1FC6-1FC7 3B7
    1FC8-1FC9 395 1FCA-1FCC 397 1FCD-1FCF 1FBF 1FD0-1FD3 3B9 1FD6-1FD7 3B9 1FD8-1FDB 399
    1FDD-1FDF 1FFE 1FE0-1FE3 3C5 1FE4-1FE5 3C1 1FE6-1FE7 3C5 1FE8-1FEB 3A5 1FEC 3A1 1FED-1FEE A8
    1FF2-1FF4 3C9 1FF6-1FF7 3C9 1FF8-1FF9 39F 1FFA-1FFC 3A9 1FFD B4 2000 2002 2001 2003 2126 3A9
    219A 2190 219B 2192 21AE 2194 21CD 21D0 21CE 21D4 21CF 21D2 2204 2203 2209 2208 220C 220B
    2224 2223 2226 2225 2241 223C 2244 2243 2247 2245 2249 2248 2262 2261 226D 224D 2270 2264
    2271 2265 2274 2272 2275 2273 2278 2276 2279 2277 2280 227A 2281 227B 2284 2282 2285 2283
    2288 2286 2289 2287 22AC 22A2 22AD 22A8 22AE 22A9 22AF 22AB 22E0 227C 22E1 227D 22E2 2291
    22E3 2292 22EA 22B2 22EB 22B3 22EC 22B4 22ED 22B5 2329 3008 232A 3009 2ADC 2ADD 304C 304B
    304E 304D 3050 304F 3052 3051 3054 3053 3056 3055 3058 3057 305A 3059 305C 305B 305E 305D
    3060 305F 3062 3061 3065 3064 3067 3066 3069 3068 3070-3071 306F 3073-3074 3072 3076-3077
    3075 3079-307A 3078 307C-307D 307B 3094 3046 309E 309D 30AC 30AB 30AE 30AD 30B0 30AF 30B2
    30B1 30B4 30B3 30B6 30B5 30B8 30B7 30BA 30B9 30BC 30BB 30BE 30BD 30C0 30BF 30C2 30C1 30C5
    30C4 30C7 30C6 30C9 30C8 30D0-30D1 30CF 30D3-30D4 30D2 30D6-30D7 30D5 30D9-30DA 30D8
    30DC-30DD 30DB 30F4 30A6 30F7 30EF 30F8 30F0 30F9 30F1 30FA 30F2 30FE 30FD FB1D 5D9 FB1F 5F2
    FB2A-FB2D 5E9 FB2E-FB30 5D0 FB31 5D1 FB32 5D2 FB33 5D3 FB34 5D4 FB35 5D5 FB36 5D6 FB38 5D8
    FB39 5D9 FB3A 5DA FB3B 5DB FB3C 5DC FB3E 5DE FB40 5E0 FB41 5E1 FB43 5E3 FB44 5E4 FB46 5E6
    FB47 5E7 FB48 5E8 FB49 5E9 FB4A 5EA FB4B 5D5 FB4C 5D1 FB4D 5DB FB4E 5E4 1109A 11099 1109C
    1109B 110AB 110A5 114BB 114B9
    """
}
