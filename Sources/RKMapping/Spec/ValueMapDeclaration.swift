/// A value map with a name.
struct ValueMapDeclaration {
  var name: SpecText
  var mapping: ValueMapping
}

/// The value map of an attribute.
indirect enum ValueMapReference {
  case named(SpecText)
  case inline(ValueMapping)
}
