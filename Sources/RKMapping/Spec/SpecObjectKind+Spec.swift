/// The objects that say where representations lie, and what holds for all of a spec.
extension SpecObjectKind {
  private static let route: [Member] = [
    .member(
      .path,
      .pathPattern,
      "The path of the requests that it is for, as \"/articles/:articleID\"; every path where it is "
        + "left out."
    ),
    .member(
      .keyPath,
      .keyPath,
      "Where the representations lie in the document; \"\" is the whole document."
    ),
    .member(
      .methods,
      .texts(.method),
      "The methods of the requests that it is for; every method where it is left out."
    ),
    .member(
      .statusCodes,
      .statusCodes,
      "The status codes that it is for: numbers, classes like \"2XX\", ranges like \"200-299\".",
      initial: "[\"2XX\"]"
    ),
    .member(
      .rootMapRef,
      .reference,
      "The id of the mapper of the representations; it can be left out where there is no doubt."
    ),
    .member(
      .many,
      .many,
      "Whether there are several representations; false takes an array for one.",
      initial: "\"auto\""
    ),
    .member(
      .optional,
      .flag,
      "Not finding the key path is no error.",
      initial: "false"
    ),
    .member(
      .prune,
      .predicate("city == @metadata.routing.parameters.city"),
      "A predicate over stored rows: which records of the root's target a complete response stands "
        + "for (--prune)."
    ),
  ]

  private static let descriptorName = Member.member(
    .name,
    .reference,
    "What the descriptor is called in reports and by --descriptor."
  )

  /// The members that spell a descriptor at the top level.
  package static let flatDescriptor = route.map(\.key)

  private static let mappers = Member.member(
    .mappers,
    .items { .mapper },
    "The rules that make records of representations."
  )

  package static let spec = SpecObjectKind(
    "a spec",
    definition: "spec",
    [
      .member(.version, .integer(1...1), "The version of the format."),
      .member(.name, .reference, "What the spec is called in reports."),
      .member(
        .include,
        .texts(),
        "Files whose mappers, targets and value maps are taken in, relative to this file."
      ),
      .member(
        .descriptors,
        .items { .descriptor },
        "Which mapper applies to which part of which response."
      ),
      .member(
        .responseDescriptors,
        .optional(.either([.object { .group }, .list(.object { .group })])),
        "Groups of descriptors, each with mappers of its own."
      ),
      .member(
        .requestDescriptors,
        .optional(.either([.object { .requestGroup }, .list(.object { .requestGroup })])),
        "Groups of what is sent; they take no part in mapping."
      ),
      mappers,
      .member(
        .targets,
        .optional(.names(.object { .target })),
        "The types of records by their names, with their properties."
      ),
      .member(
        .valueMaps,
        .optional(.names(.valueMap)),
        "Value maps by their names: what a value of the document becomes, \"default\" all others."
      ),
      .member(.routes, .items { .namedRoute }, "Names for paths of requests."),
      .member(
        .dateFormats,
        .texts(.dateFormat),
        "The formats that dates are read by, in the order in which they are tried."
      ),
      .member(.timeZone, .timeZone, "The zone of dates that name none.", initial: "\"UTC\""),
      .member(
        .locale,
        .text(.locales),
        "The language of names in dates.",
        initial: "\"en_US_POSIX\""
      ),
      .member(.dateOutput, .dateFormat, "How dates are written.", initial: "\"iso8601\""),
      .member(.keys, .optional(.object { .keys }), "How the keys of documents are read."),
      .member(.defaults, .object { .defaults }, "The policies of every mapper."),
    ] + route,
    [.replaces(.descriptors, route.map(\.key))]
  )

  package static let keys = SpecObjectKind(
    "'keys'",
    definition: "keys",
    [
      .member(
        .caseInsensitive,
        .flag,
        "Capitals and small letters of keys are the same.",
        initial: "false"
      ),
      .member(
        .rename,
        .optional(.names(.anyText)),
        "Keys of documents, and what they are read as."
      ),
    ]
  )

  package static let descriptor = SpecObjectKind(
    "a descriptor",
    definition: "descriptor",
    [descriptorName] + route
  )

  package static let group = SpecObjectKind(
    "a group of descriptors",
    definition: "responseGroup",
    [
      .member(.requests, .items { .descriptor }, "The descriptors of the group."),
      mappers,
    ]
  )

  package static let requestGroup = group.replacing(
    definition: "requestGroup",
    [.member(.requests, .items { .request }, "What is sent.")]
  )

  package static let request = SpecObjectKind(
    "a request",
    definition: "request",
    [
      descriptorName,
      .member(.sourceName, .reference, "The target of the records that are sent."),
    ] + route.filter { [.path, .keyPath, .methods, .rootMapRef].contains($0.key) }
  )

  /// The policies, which stand on the spec, on mappers and on rules.
  static let policies: [Member] = [
    .member(
      .onMissing,
      .choice(of: MissingPolicy.self),
      "What becomes of a value whose source yields nothing."
    ),
    .member(.onNull, .choice(of: NullPolicy.self), "What becomes of a value that is null."),
    .member(
      .onError,
      .choice(of: ErrorPolicy.self),
      "What becomes of a value that cannot be converted."
    ),
    .member(
      .nullPath,
      .choice(of: NullPathPolicy.self),
      "What a null in the middle of a key path means."
    ),
    .member(
      .emptyString,
      .choice(of: EmptyStringPolicy.self),
      "Whether an empty text is null where a text is declared, or nothing is."
    ),
    .member(
      .unknown,
      .choice(of: UnknownKeyPolicy.self),
      "What becomes of keys of a representation that nothing maps."
    ),
    .member(
      .ignoreKeys,
      .texts(.text(examples: ["_links", "debug-*"])),
      "Keys that count as mapped; stars stand for any letters."
    ),
  ]

  package static let defaults = SpecObjectKind(
    "the defaults",
    definition: "defaults",
    policies.map { policy in
      // Of the words of a policy the first is what counts where nothing is said.
      guard case .word(let words) = policy.form else { return policy }
      return .member(policy.key, policy.form, policy.summary, initial: "\"\(words[0])\"")
    }
  )

  package static let target = SpecObjectKind(
    "a target",
    definition: "target",
    [
      .member(.extends, .reference, "The target whose properties it has, too."),
      .member(
        .properties,
        .optional(
          .names(.optional(.either([.text(SpecForm.typeName), .object { .property }])))
        ),
        "The properties by their names, each with its type or in full."
      ),
      .member(
        .identification,
        .texts(atLeast: 1),
        "The properties that tell its records apart."
      ),
      .member(.unique, nameLists, "Lists of properties that are unique together."),
      .member(.indexes, nameLists, "Lists of properties that a database has an index of."),
      .member(
        .closed,
        .flag,
        "Mapping to a property that is not declared is an error.",
        initial: "false"
      ),
    ]
  )

  /// Lists of names; a name is taken for a list of one.
  private static let nameLists = SpecForm.optional(
    .either([.text, .list(.either([.text, .list(.text)]))])
  )

  package static let property = SpecObjectKind(
    "a property",
    definition: "property",
    [
      .member(.type, .optional(.text(SpecForm.typeName)), "The type of its values."),
      .member(.format, .texts(.dateFormat), "The formats that its dates are read by."),
      .member(.timeZone, .timeZone, "The zone of its dates that name none."),
      .member(.default, .constant, "What stands in for a missing value of a new record."),
      .member(.required, .flag, "It is neither missing nor null.", initial: "false"),
    ]
  )

  package static let namedRoute = SpecObjectKind(
    "a route",
    definition: "route",
    [
      .member(.name, .text, "What the route is called."),
      .member(.target, .reference, "The target of the records that it leads to."),
      .member(.path, .text(examples: ["/articles/:articleID"]), "The pattern of its path."),
      .member(.methods, .texts(.method), "The methods of its requests; every one if left out."),
    ],
    [.needs(.name), .needs(.path)]
  )
}
