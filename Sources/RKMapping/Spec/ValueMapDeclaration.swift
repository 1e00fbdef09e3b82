/// A named value map.
struct ValueMapDeclaration {
  var name: SpecText
  var mapping: ValueMapping
}

/// A reference to the value map of an attribute, or the map itself.
indirect enum ValueMapReference {
  case named(SpecText)
  case inline(ValueMapping)
}
