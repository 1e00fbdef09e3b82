internal import RKEngine

/// What kind of finding it is: its number, how bad it is unless said otherwise, and its name.
///
/// The number of a code never changes; its words may. Its page and its example stand beside the case that
/// tests it, in fixtures/diagnostics.
///
/// RK1xxx is about mapping a representation (with RestKit's own numbers for RestKit's errors),
/// RK2xxx about the spec, RK3xxx about coverage and drift, RK4xxx about the input, RK5xxx about the
/// output and the command line.
///
/// ```swift
/// if finding.code == .conversionFailed { print(finding.code.page.explanation) }
/// ```
public enum DiagnosticCode: String, Sendable, CaseIterable, CustomStringConvertible {
  case notFound = "RK1001 error not-found"
  case conversionFailed = "RK1002 error conversion-failed"
  case unmappable = "RK1003 error unmappable"
  case requiredMissing = "RK1005 error required-missing"
  case unmatched = "RK1006 error unmatched"
  case severalKeys = "RK1011 warning several-keys"
  case otherKind = "RK1012 error key-changes-kind"
  case keyExists = "RK1013 error key-exists"
  case noIdentity = "RK1014 error no-identity"
  case unresolvedKey = "RK1015 warning unresolved-key"
  case heldByOther = "RK1017 error held-by-other"
  case missingPart = "RK1018 warning missing-part"
  case recordTooLarge = "RK1019 error record-too-large"
  case valueNotKept = "RK1040 error value-not-kept"

  case unreadableSpec = "RK2001 error unreadable-spec"
  case specSyntax = "RK2002 error spec-syntax"
  case unknownMapRef = "RK2003 error unknown-map-ref"
  case forgivenSyntax = "RK2004 warning forgiven-syntax"
  case unknownMember = "RK2005 error unknown-member"
  case wrongKind = "RK2006 error wrong-kind"
  case repeatedMember = "RK2007 warning repeated-member"
  case bothSpellings = "RK2008 error both-spellings"
  case missingMember = "RK2009 error missing-member"
  case unknownValue = "RK2010 error unknown-value"
  case duplicateMapper = "RK2011 error duplicate-mapper"
  case duplicateDestination = "RK2012 error duplicate-destination"
  case noRoot = "RK2013 error no-root"
  case extendsCycle = "RK2014 error extends-cycle"
  case includeCycle = "RK2015 error include-cycle"
  case unreadableInclude = "RK2016 error unreadable-include"
  case includeClash = "RK2017 error include-clash"
  case badKeyPath = "RK2018 error bad-key-path"
  case matcherWithoutCondition = "RK2019 error matcher-without-condition"
  case unknownVersion = "RK2020 error unknown-version"
  case unsupportedInSpec = "RK2021 error unsupported"
  case endlessComposition = "RK2022 error endless-composition"
  case unionToOne = "RK2023 error union-to-one"
  case badDateFormat = "RK2024 error bad-date-format"
  case oldMethodName = "RK2025 warning old-method-name"
  case placeholder = "RK2026 error placeholder"
  case unknownAttribute = "RK2027 error unknown-attribute"
  case dynamicWithRules = "RK2028 error dynamic-with-rules"
  case oldPathParameter = "RK2029 warning old-path-parameter"
  case fileOutside = "RK2030 error file-outside"
  case notASpec = "RK2032 error not-a-spec"
  case tooManyRules = "RK2033 error too-many-rules"
  case twoSpellings = "RK2034 error two-spellings"
  case templateTooLarge = "RK2035 error template-too-large"
  case tooManyRecords = "RK2036 error too-many-records"
  case unknownValueMap = "RK2040 error unknown-value-map"
  case unknownTarget = "RK2041 error unknown-target"
  case unknownProperty = "RK2042 error unknown-property"
  case targetContradiction = "RK2043 error target-contradiction"
  case otherType = "RK2044 warning other-type"
  case emptyValueMap = "RK2045 warning empty-value-map"
  case idleFormat = "RK2046 warning idle-format"
  case unorderedModification = "RK2047 warning unordered-modification"
  case notWritten = "RK2048 warning not-written"
  case severalIdentities = "RK2049 warning several-identities"
  case badExpression = "RK2050 error bad-expression"
  case unknownRecordName = "RK2051 error unknown-record-name"
  case badValidation = "RK2055 error bad-validation"
  case badTemplate = "RK2056 error bad-template"
  case otherValue = "RK2057 warning other-value"
  case contradictingKeys = "RK2060 error contradicting-keys"
  case unknownConnectionAttribute = "RK2065 error unknown-connection-attribute"
  case connectionWithoutKeys = "RK2066 error connection-without-keys"
  case unknownConnectionTarget = "RK2067 error unknown-connection-target"
  case badPathPattern = "RK2070 error bad-path-pattern"
  case unknownMetadata = "RK2071 warning unknown-metadata"
  case untranslatablePredicate = "RK2075 error untranslatable-predicate"
  case pruneWithoutIdentity = "RK2076 error prune-without-identity"
  case unreadableSuite = "RK2080 error unreadable-suite"
  case noSuite = "RK2081 error no-suite"
  case noFixture = "RK2082 error no-fixture"
  case badExpectation = "RK2083 error bad-expectation"
  case repeatedFixture = "RK2084 warning repeated-fixture"
  case snapshotClash = "RK2085 error snapshot-clash"
  case unreachableChoice = "RK2100 warning unreachable-choice"
  case shadowedDescriptor = "RK2101 warning shadowed-descriptor"
  case overlappingDescriptors = "RK2102 warning overlapping-descriptors"
  case unusedDeclaration = "RK2103 warning unused-declaration"
  case collidingNames = "RK2104 warning colliding-names"
  case unfitConstant = "RK2105 warning unfit-constant"
  case endlessRecords = "RK2106 warning endless-records"
  case doubtfulDateFormat = "RK2107 warning doubtful-date-format"
  case shadowedDateFormat = "RK2108 warning shadowed-date-format"
  case openCardinality = "RK2109 note open-cardinality"
  case heldDocument = "RK2110 note held-document"
  case missingIdentity = "RK2111 note missing-identity"
  case idleHiddenAttribute = "RK2112 warning idle-hidden-attribute"
  case idleDefault = "RK2113 warning idle-default"
  case unfilledProperty = "RK2114 warning unfilled-property"
  case copiedRelationship = "RK2115 warning copied-relationship"
  case notFormatted = "RK2130 error not-formatted"
  case fixesApplied = "RK2131 note fixes-applied"
  case badColumn = "RK2161 error bad-column"
  case decimalAsText = "RK2162 note decimal-as-text"

  case unknownKey = "RK3001 warning unknown-key"
  case otherRecordCount = "RK3010 error other-record-count"
  case otherErrorCount = "RK3011 error other-error-count"
  case missingFinding = "RK3012 error missing-finding"
  case otherOutput = "RK3013 error other-output"
  case unmappableFixture = "RK3014 error unmappable-fixture"
  case otherDeclinedCount = "RK3015 error other-declined-count"
  case notEmpty = "RK3016 error not-empty"
  case unknownFixtureName = "RK3017 warning unknown-fixture-name"
  case changedSnapshot = "RK3020 error changed-snapshot"
  case missingSnapshot = "RK3021 warning missing-snapshot"
  case staleSnapshot = "RK3022 warning stale-snapshot"
  case unreadableSnapshot = "RK3023 error unreadable-snapshot"
  case kindsNotRecorded = "RK3024 note kinds-not-recorded"
  case convertedKind = "RK3040 warning other-kind"
  case allDeclined = "RK3041 warning all-declined"
  case neverFound = "RK3042 warning never-found"
  case assumedDateFormat = "RK3043 warning assumed-date-format"

  case unreadableInput = "RK4001 error unreadable-input"
  case inputSyntax = "RK4002 error input-syntax"
  case invalidUTF8 = "RK4003 error invalid-utf8"
  case tooDeep = "RK4004 error too-deep"
  case duplicateKey = "RK4005 error duplicate-key"
  case unsupportedEncoding = "RK4006 error unsupported-encoding"
  case tooLarge = "RK4007 error too-large"
  case duplicateKeyIgnored = "RK4008 warning duplicate-key-ignored"
  case emptyInput = "RK4009 warning empty-input"
  case notAsWritten = "RK4020 error not-as-written"
  case noArchive = "RK4030 error no-archive"
  case entriesSkipped = "RK4031 note entries-skipped"
  case entriesUnmatched = "RK4032 note entries-unmatched"
  case unreadableContent = "RK4033 error unreadable-content"
  case xmlSyntax = "RK4040 error xml-syntax"
  case xmlEntity = "RK4041 error xml-entity"
  case csvSyntax = "RK4042 error csv-syntax"
  case ambiguousDelimiter = "RK4043 error ambiguous-delimiter"
  case brokenCompression = "RK4044 error broken-compression"
  case formSyntax = "RK4045 error form-syntax"

  case unwritableOutput = "RK5001 error unwritable-output"
  case databaseLocked = "RK5002 error database-locked"
  case notADatabase = "RK5003 error not-a-database"
  case otherSchema = "RK5004 error other-schema"
  case databaseFailure = "RK5005 error database-failure"
  case outputAppeared = "RK5006 error output-appeared"
  case danglingReferences = "RK5007 warning dangling-references"
  case constraintViolated = "RK5008 error constraint-violated"
  case runRepeated = "RK5009 note run-repeated"
  case undeclaredCardinality = "RK5011 warning undeclared-cardinality"
  case recordsLeftOut = "RK5012 warning records-left-out"
  case keyNotKept = "RK5013 warning key-not-kept"
  case tooManyColumns = "RK5014 error too-many-columns"
  case notPruned = "RK5015 error not-pruned"
  case outOfMemory = "RK5016 error out-of-memory"
  case rowsIgnored = "RK5017 warning rows-ignored"
  case unknownCommand = "RK5901 error unknown-command"
  case unknownFlag = "RK5902 error unknown-flag"
  case flagValue = "RK5903 error flag-value"
  case missingArgument = "RK5904 error missing-argument"
  case unexpectedArgument = "RK5905 error unexpected-argument"
  case unsupportedFlag = "RK5906 error unsupported-flag"
  case ambiguousDescriptors = "RK5907 error ambiguous-descriptors"
  case unknownDescriptor = "RK5908 error unknown-descriptor"
  case findingsNotShown = "RK5909 note findings-not-shown"
  case unnamedInput = "RK5910 warning unnamed-input"
  case severalTargets = "RK5921 error several-targets"
  case internalError = "RK5999 error internal-error"

  /// `RK1002`.
  public var id: String { String(rawValue.prefix(6)) }

  /// `conversion-failed`.
  public var name: String { rawValue.split(separator: " ").last.map(String.init) ?? "" }

  /// How bad it is unless said otherwise.
  public var severity: Diagnostic.Severity {
    let letter = rawValue.utf8.dropFirst(7).first
    return letter == .ascii("e") ? .error : letter == .ascii("w") ? .warning : .note
  }

  /// The code of that number, in any case; nil where there is none.
  public static func find(_ id: String) -> DiagnosticCode? {
    allCases.first { $0.id == id.uppercased() }
  }

  /// `RK1002 conversion-failed`.
  public var description: String { "\(id) \(name)" }
}
