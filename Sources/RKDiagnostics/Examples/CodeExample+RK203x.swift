// swift-format-ignore-file
// Made of fixtures/diagnostics by `make golden`.

extension CodeExample {
  static let rk203x: [CodeExample] = [
    CodeExample(
      "RK2030",
      files: [
        File("api/spec.json", #"""
{
  "include": ["../common.json"],
  "mappers": [
    { "id": "article", "extends": "entry" }
  ]
}

"""#),
        File("common.json", #"""
{
  "mappers": [
    { "id": "entry", "attributes": ["title"] }
  ]
}

"""#),
      ],
      command: #"rkmap check api/spec.json"#,
      output: #"""
error[RK2030]: 'api/../common.json' lies outside of the spec's folder, and is not read
  --> api/spec.json:2:15
   |
 2 |   "include": ["../common.json"],
   |               ^^^^^^^^^^^^^^^^
   = help: --allow-include . allows the files in that folder
api/spec.json: 1 error, 0 warnings

"""#
    ),
    CodeExample(
      "RK2032",
      files: [
        File("spec.json", #"""
{
  "root-map-ref": "m0",
  "mappers": [
    { "id": "m0",
      "relationships": [
        { "from": "", "to": "one", "map-ref": "m1" },
        { "from": "", "to": "other", "map-ref": "m1" }
      ] },
    { "id": "m1",
      "relationships": [
        { "from": "", "to": "one", "map-ref": "m2" },
        { "from": "", "to": "other", "map-ref": "m2" }
      ] },
    { "id": "m2",
      "relationships": [
        { "from": "", "to": "one", "map-ref": "m3" },
        { "from": "", "to": "other", "map-ref": "m3" }
      ] },
...
      ] },
    { "id": "m14", "attributes": ["x"] }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2032]: the mapper 'm1' and those that it leads to make 16383 records of one representation, which is more than 10000
   --> spec.json:11:9
    |
 11 |         { "from": "", "to": "one", "map-ref": "m2" },
    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    = help: relate each mapper once, or let it lead down into the document
spec.json: 1 error, 0 warnings

"""#
    ),
    CodeExample(
      "RK2033",
      files: [
        File("spec.json", #"""
{
  "root-map-ref": "m0",
  "mappers": [
    { "id": "base", "attributes": [
      "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9", "a10", "a11", "a12", "a13", "a14", "a15", "a16", "a17", "a18", "a19",
      "a20", "a21", "a22", "a23", "a24", "a25", "a26", "a27", "a28", "a29", "a30", "a31", "a32", "a33", "a34", "a35", "a36", "a37", "a38", "a39",
      "a40", "a41", "a42", "a43", "a44", "a45", "a46", "a47", "a48", "a49", "a50", "a51", "a52", "a53", "a54", "a55", "a56", "a57", "a58", "a59",
      "a60", "a61", "a62", "a63", "a64", "a65", "a66", "a67", "a68", "a69", "a70", "a71", "a72", "a73", "a74", "a75", "a76", "a77", "a78", "a79",
      "a80", "a81", "a82", "a83", "a84", "a85", "a86", "a87", "a88", "a89", "a90", "a91", "a92", "a93", "a94", "a95", "a96", "a97", "a98", "a99",
      "a100", "a101", "a102", "a103", "a104", "a105", "a106", "a107", "a108", "a109", "a110", "a111", "a112", "a113", "a114", "a115", "a116", "a117", "a118", "a119",
      "a120", "a121", "a122", "a123", "a124", "a125", "a126", "a127", "a128", "a129", "a130", "a131", "a132", "a133", "a134", "a135", "a136", "a137", "a138", "a139",
      "a140", "a141", "a142", "a143", "a144", "a145", "a146", "a147", "a148", "a149", "a150", "a151", "a152", "a153", "a154", "a155", "a156", "a157", "a158", "a159",
      "a160", "a161", "a162", "a163", "a164", "a165", "a166", "a167", "a168", "a169", "a170", "a171", "a172", "a173", "a174", "a175", "a176", "a177", "a178", "a179",
      "a180", "a181", "a182", "a183", "a184", "a185", "a186", "a187", "a188", "a189", "a190", "a191", "a192", "a193", "a194", "a195", "a196", "a197", "a198", "a199",
      "a200", "a201", "a202", "a203", "a204", "a205", "a206", "a207", "a208", "a209", "a210", "a211", "a212", "a213", "a214", "a215", "a216", "a217", "a218", "a219",
      "a220", "a221", "a222", "a223", "a224", "a225", "a226", "a227", "a228", "a229", "a230", "a231", "a232", "a233", "a234", "a235", "a236", "a237", "a238", "a239",
      "a240", "a241", "a242", "a243", "a244", "a245", "a246", "a247", "a248", "a249", "a250", "a251", "a252", "a253", "a254", "a255", "a256", "a257", "a258", "a259",
      "a260", "a261", "a262", "a263", "a264", "a265", "a266", "a267", "a268", "a269", "a270", "a271", "a272", "a273", "a274", "a275", "a276", "a277", "a278", "a279",
...
    { "id": "m249", "extends": "base" },
    { "id": "m250", "extends": "base" }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json --quiet"#,
      output: #"""
error[RK2033]: mappers take over more than 250000 rules from those that they extend
    --> spec.json:306:32
     |
 306 |     { "id": "m250", "extends": "base" }
     |                                ^^^^^^
     = help: extend what has fewer rules, or relate to it

"""#
    ),
    CodeExample(
      "RK2034",
      files: [
        File("spec.json", #"""
{
  "root-map-ref": "cafe",
  "mappers": [
    {
      "id": "cafe",
      "target": "Cafe",
      "attributes": [
        { "from": "caf\u00e9", "to": "name" },
        { "from": "cafe\u0301", "to": "other" }
      ]
    }
  ]
}

"""#),
      ],
      command: #"rkmap check spec.json"#,
      output: #"""
error[RK2034]: 'cafe\u{301}' looks the same as 'caf\u{E9}'
  --> spec.json:9:20
   |
 9 |         { "from": "cafe\u0301", "to": "other" }
   |                    ^^^^^^^^^^
  ::: spec.json:8:20   the other spelling
   = help: write both as the documents do
spec.json: 1 error, 0 warnings

"""#
    ),
  ]
}
