/// The named characters of HTML 4, and `apos`.
enum HTMLEntity {
  /// Names as numbers, the last letter in the lowest byte, in ascending order, and the characters.
  private static let table: (names: [UInt64], scalars: [UInt16]) = {
    var names: [UInt64] = []
    var scalars: [UInt16] = []
    for word in words.description.utf8.split(separator: .space) {
      if names.count == scalars.count {
        names.append(word.reduce(0) { $0 << 8 | UInt64($1) })
      } else {
        scalars.append(word.reduce(0) { $0 * 10 + UInt16($1 & 0x0F) })
      }
    }
    return (names, scalars)
  }()

  static var longestName: Int { 8 }

  /// The character of a name; nil if there is none.
  static func scalar(named name: UInt64) -> Unicode.Scalar? {
    let (names, scalars) = table
    var (low, high) = (0, names.count)
    while low < high {
      let middle = (low + high) / 2
      if names[middle] < name { low = middle + 1 } else { high = middle }
    }
    guard low < names.count, names[low] == name else { return nil }
    return Unicode.Scalar(scalars[low])
  }

  /// The character with a number, by the rules of HTML: 128 to 159 are characters of Windows-1252,
  /// and anything that is not a character becomes U+FFFD.
  static func scalar(numbered number: UInt32) -> Unicode.Scalar {
    if number &- 0x80 < 32 { return Unicode.Scalar(windows1252[Int(number) - 0x80]) ?? "\u{FFFD}" }
    return number == 0 ? "\u{FFFD}" : Unicode.Scalar(number) ?? "\u{FFFD}"
  }

  private static let windows1252: [UInt16] = [
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F,
    0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
  ]

  /// Shorter names first, and names of one length alphabetically, so that their numbers ascend.
  private static let words: StaticString = """
    Mu 924 Nu 925 Pi 928 Xi 926 ge 8805 gt 62 le 8804 lt 60 mu 956 ne 8800 ni 8715 nu 957 \
    or 8744 pi 960 xi 958 Chi 935 ETH 208 Eta 919 Phi 934 Psi 936 Rho 929 Tau 932 amp 38 \
    and 8743 ang 8736 cap 8745 chi 967 cup 8746 deg 176 eta 951 eth 240 int 8747 loz 9674 \
    lrm 8206 not 172 phi 966 piv 982 psi 968 reg 174 rho 961 rlm 8207 shy 173 sim 8764 sub 8834 \
    sum 8721 sup 8835 tau 964 uml 168 yen 165 zwj 8205 Auml 196 Beta 914 Euml 203 Iota 921 \
    Iuml 207 Ouml 214 Uuml 220 Yuml 376 Zeta 918 apos 39 auml 228 beta 946 bull 8226 cent 162 \
    circ 710 cong 8773 copy 169 dArr 8659 darr 8595 emsp 8195 ensp 8194 euml 235 euro 8364 \
    fnof 402 hArr 8660 harr 8596 iota 953 isin 8712 iuml 239 lArr 8656 lang 9001 larr 8592 \
    macr 175 nbsp 160 nsub 8836 ordf 170 ordm 186 ouml 246 para 182 part 8706 perp 8869 \
    prod 8719 prop 8733 quot 34 rArr 8658 rang 9002 rarr 8594 real 8476 sdot 8901 sect 167 \
    sube 8838 sup1 185 sup2 178 sup3 179 supe 8839 uArr 8657 uarr 8593 uuml 252 yuml 255 \
    zeta 950 zwnj 8204 AElig 198 Acirc 194 Alpha 913 Aring 197 Delta 916 Ecirc 202 Gamma 915 \
    Icirc 206 Kappa 922 OElig 338 Ocirc 212 Omega 937 Prime 8243 Sigma 931 THORN 222 Theta 920 \
    Ucirc 219 acirc 226 acute 180 aelig 230 alpha 945 aring 229 asymp 8776 bdquo 8222 cedil 184 \
    clubs 9827 crarr 8629 delta 948 diams 9830 ecirc 234 empty 8709 equiv 8801 exist 8707 \
    frasl 8260 gamma 947 icirc 238 iexcl 161 image 8465 infin 8734 kappa 954 laquo 171 \
    lceil 8968 ldquo 8220 lsquo 8216 mdash 8212 micro 181 minus 8722 nabla 8711 ndash 8211 \
    notin 8713 ocirc 244 oelig 339 oline 8254 omega 969 oplus 8853 pound 163 prime 8242 \
    radic 8730 raquo 187 rceil 8969 rdquo 8221 rsquo 8217 sbquo 8218 sigma 963 szlig 223 \
    theta 952 thorn 254 tilde 732 times 215 trade 8482 ucirc 251 upsih 978 Aacute 193 Agrave 192 \
    Atilde 195 Ccedil 199 Dagger 8225 Eacute 201 Egrave 200 Iacute 205 Igrave 204 Lambda 923 \
    Ntilde 209 Oacute 211 Ograve 210 Oslash 216 Otilde 213 Scaron 352 Uacute 218 Ugrave 217 \
    Yacute 221 aacute 225 agrave 224 atilde 227 brvbar 166 ccedil 231 curren 164 dagger 8224 \
    divide 247 eacute 233 egrave 232 forall 8704 frac12 189 frac14 188 frac34 190 hearts 9829 \
    hellip 8230 iacute 237 igrave 236 iquest 191 lambda 955 lfloor 8970 lowast 8727 lsaquo 8249 \
    middot 183 ntilde 241 oacute 243 ograve 242 oslash 248 otilde 245 otimes 8855 permil 8240 \
    plusmn 177 rfloor 8971 rsaquo 8250 scaron 353 sigmaf 962 spades 9824 there4 8756 thinsp 8201 \
    uacute 250 ugrave 249 weierp 8472 yacute 253 Epsilon 917 Omicron 927 Upsilon 933 \
    alefsym 8501 epsilon 949 omicron 959 upsilon 965 thetasym 977
    """
}
