/// The objects that say what is made of a representation.
extension SpecObjectKind {
  package static let mapper = SpecObjectKind(
    "a mapper",
    definition: "mapper",
    [
      .member(.id, .text, "The name by which others refer to the mapper."),
      .member(.target, .reference, "The type of its records."),
      .member(.entity, .flag, "Whether the target is an entity of a model; it changes nothing."),
      .member(
        .extends,
        .reference,
        "The mapper whose members it has, too, but for those that it says itself."
      ),
      .member(.attributes, .attributes, "What becomes an attribute of a record, and of what."),
      .member(
        .relationships,
        .items { .relationship },
        "What becomes a record of its own inside of a record."
      ),
      .member(
        .connections,
        .items { .connection },
        "Records of the run that keys of a record lead to."
      ),
      .member(
        .identification,
        .texts(atLeast: 1),
        "The attributes that tell its records apart."
      ),
      .member(
        .identificationPredicate,
        .predicate("archived == NO"),
        "A predicate over stored rows: which of them may be taken for the same record."
      ),
      .member(
        .modification,
        .reference,
        "The attribute that tells whether a stored record is older."
      ),
      .member(
        .mapRelationshipsIfUnmodified,
        .flag,
        "Related records are mapped although the record itself is not newer.",
        initial: "false"
      ),
      .member(
        .deletionPredicate,
        .predicate("deleted == YES"),
        "A predicate over stored rows: which of its records are deleted in the end."
      ),
      .member(
        .keyAttribute,
        .reference,
        "The attribute that becomes the key of an object in which the representation lies."
      ),
      .member(
        .forceCollection,
        .flag,
        "Every key of an object leads to a representation.",
        initial: "false"
      ),
      .member(
        .keyTransform,
        .choice(of: KeyTransform.self),
        "How the source is spelled of an attribute of which only the name is given."
      ),
      .member(
        .scalarAs,
        .reference,
        "The attribute that a scalar becomes where an object is expected."
      ),
      .member(
        .when,
        .predicate("type == 'article'"),
        "A predicate over the representation: where it is false, it is skipped."
      ),
      .member(
        .validate,
        .items { .recordValidation },
        "Rules that judge a finished record."
      ),
      .member(
        .dynamic,
        .flag,
        "It makes no records: its matchers choose another mapper.",
        initial: "false"
      ),
      .member(
        .matchers,
        .items { .matcher },
        "Which mapper is chosen for which representation; the first one counts."
      ),
      .member(
        .default,
        .reference,
        "The mapper that is chosen where no matcher does; null skips the representation."
      ),
      .member(
        .unmatched,
        .choice(of: UnmatchedPolicy.self),
        "What becomes of a representation for which no mapper is chosen.",
        initial: "\"\(UnmatchedPolicy.decline.rawValue)\""
      ),
    ] + policies,
    [
      .needs(.id), .beside(.matchers, [.dynamic, .extends]),
      .beside(.default, [.dynamic, .extends]), .beside(.unmatched, [.dynamic, .extends]),
    ]
  )

  /// The members that say what an attribute is made of where it has no source.
  static let madeOf: [SpecKey] = [.value, .template, .expression]

  package static let attribute = SpecObjectKind(
    "an attribute",
    definition: "attribute",
    [
      .member(
        .from,
        .optional(.either([.text, .list(.keyPath, atLeast: 1)])),
        "The key path of its source, or several, of which the first one present counts."
      ),
      .member(.to, .text, "Its name; dots make records inside of the record."),
      .member(.type, .text(SpecForm.typeName), "What its values are converted to."),
      .member(.format, .texts(.dateFormat), "The formats that its dates are read by."),
      .member(.timeZone, .timeZone, "The zone of its dates that name none."),
      .member(
        .transform,
        .texts(.transform),
        "What is done to the value before it is converted, in this order."
      ),
      .member(
        .map,
        .optional(.either([.text, .valueMap])),
        "A value map, or the name of one: what a value becomes, \"default\" all others."
      ),
      .member(.value, .constant, "A constant in place of a source."),
      .member(
        .template,
        .anyText,
        "A text with other attributes in braces, in place of a source: \"https://x.org/{id|url}\"."
      ),
      .member(
        .expression,
        .text(examples: ["price * quantity"]),
        "An expression over the representation, in place of a source."
      ),
      .member(
        .hidden,
        .flag,
        "Connections, templates and rules see it, but it is not written.",
        initial: "false"
      ),
      .member(.default, .constant, "What stands in for a missing value of a new record."),
      .member(.required, .flag, "It is neither missing nor null.", initial: "false"),
      .member(.validate, .items { .validation }, "Rules that judge the converted value."),
    ] + policies,
    [
      .atMostOne([.from] + madeOf), .beside(.value, [.to]), .beside(.template, [.to]),
      .beside(.expression, [.to]),
    ]
  )

  /// An attribute that stands under its source.
  package static let sourcedAttribute = attribute.leavingOut(
    [.from] + madeOf,
    definition: "sourcedAttribute"
  )

  /// One rule of an attribute's `validate` list.
  package static let validation = SpecObjectKind(
    "a rule",
    definition: "validation",
    [
      .member(.if, .text(examples: ["SELF > 0"]), "The rule holds where this predicate is true."),
      .member(.unless, .text(examples: ["SELF > 0"]), "It holds where this predicate is false."),
      .member(.then, .choice(of: ValidationOutcome.self), "What becomes of the value."),
      .member(.value, .constant, "What \"set\" puts in its place."),
      .member(.message, .text, "What is reported."),
    ],
    [.one([.if, .unless]), .needs(.then), .belongs(.value, to: .then, word: "set")]
  )

  /// One rule of a mapper's `validate` list.
  package static let recordValidation = validation.replacing(
    definition: "recordValidation",
    [.member(.then, .word([ValidationOutcome.fail.rawValue]), "What becomes of the record.")]
  )

  package static let relationship = SpecObjectKind(
    "a relationship",
    definition: "relationship",
    [
      .member(
        .from,
        .keyPath,
        "The key path of the related representations; \"\" is the record's own."
      ),
      .member(.to, .text, "Its name in the record."),
      .member(
        .mapRef,
        .reference,
        "The id of the mapper of the related records; without it this is an attribute."
      ),
      .member(
        .many,
        .many,
        "Whether it leads to several records.",
        initial: "\"auto\""
      ),
      .member(
        .assignmentPolicy,
        .choice(of: AssignmentPolicy.self),
        "What becomes of the related records that are there already.",
        initial: "\"\(AssignmentPolicy.set.rawValue)\""
      ),
      .member(.required, .flag, "It is neither missing nor null.", initial: "false"),
    ] + policies,
    [
      .needs(.from), .needs(.to), .beside(.many, [.mapRef]),
      .beside(.assignmentPolicy, [.mapRef]),
    ]
  )

  package static let connection = SpecObjectKind(
    "a connection",
    definition: "connection",
    [
      .member(.to, .text, "Its name in the record."),
      .member(.target, .text, "The type of the connected records."),
      .member(
        .where,
        .names(.text, atLeast: 1),
        "Attributes of this record, and the attributes of the connected ones that they equal."
      ),
      .member(.if, .predicate("isActive == YES"), "A predicate over this record."),
      .member(.only, .predicate("isActive == YES"), "A predicate over the connected records."),
    ],
    [.needs(.to), .needs(.target), .needs(.where)]
  )

  /// The members that say what a matcher takes.
  static let matcherConditions: [SpecKey] = [
    .expectValue, .expectValues, .expectType, .valueMap, .predicate,
  ]

  package static let matcher = SpecObjectKind(
    "a matcher",
    definition: "matcher",
    [
      .member(.keyPath, .keyPath, "Where the value lies that is looked at."),
      .member(.expectValue, .scalar, "The value that it takes."),
      .member(.expectValues, .list(.scalar), "The values that it takes."),
      .member(.expectType, .choice(of: ExpectedKind.self), "The kind of values that it takes."),
      .member(
        .valueMap,
        .names(.reference),
        "The ids of mappers by the values that they are chosen for."
      ),
      .member(
        .predicate,
        .text(examples: ["type == 'boy'"]),
        "A predicate over the representation, in place of a key path and a value."
      ),
      .member(.mapRef, .reference, "The id of the mapper that is chosen; null skips."),
    ],
    [.one([.keyPath, .predicate]), .one(matcherConditions), .one([.mapRef, .valueMap])]
  )
}
