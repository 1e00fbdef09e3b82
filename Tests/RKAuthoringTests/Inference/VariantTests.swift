import RKAuthoring
import Testing

struct VariantTests {
  private let payments = [
    #""type": "card", "name": "n", "amount": 1, "last4": "1""#,
    #""type": "iban", "name": "n", "amount": 1, "bank": "B""#,
    #""type": "cash", "name": "n", "amount": 1, "till": 3"#,
  ]

  @Test("Kinds of records at one place are tables of their own")
  func apart() throws {
    let spec = try inferredSpec(records(payments))
    for member in ["last4", "bank", "till"] {
      #expect(spec.ranges(of: "\"\(member)\":").count == 1, "\(member)")
    }
    #expect(spec.contains(#""target":"Card","attributes":["id","type","name","amount","last4"]"#))
    #expect(spec.contains(#""target":"Iban","attributes":["id","type","name","amount","bank"]"#))
    #expect(!spec.contains("absent in"))
  }

  @Test("A kind that occurs among others and alone is one table")
  func elsewhere() throws {
    let spec = try inferredSpec(
      #"{"payments": \#(records(payments)), "cards": \#(records([payments[0]]))}"#
    )
    #expect(!spec.contains("Card2"))
    #expect(!spec.contains("PaymentCard"))
    #expect(spec.contains("found at cards (5), payments (5)"))
  }

  @Test("Kinds at two places are the same kinds")
  func twoPlaces() throws {
    let spec = try inferredSpec(
      #"{"payments": \#(records(payments)), "refunds": \#(records(payments))}"#
    )
    for name in ["Card", "Iban", "Cash"] {
      #expect(spec.ranges(of: "\"\(name)\":").count == 1, "\(name)")
      #expect(!spec.contains("\(name)2"))
    }
    #expect(spec.contains("found at payments (5), refunds (5)"))
  }

  @Test("Places in records that are one kind have the kinds of all of them")
  func nested() throws {
    let pets = [
      #""kind": "cat", "lives": 9, "fur": "x""#, #""kind": "dog", "tail": true, "bark": 2"#,
      #""kind": "fish", "fins": 1, "water": 2"#,
    ]
    let owners = [0, 1].map { first in
      (0..<20).map { number in
        let pet = #"{"id": \#(first * 20 + number), \#(pets[first + number % 2])}"#
        return #"{"id": \#(first * 20 + number), "name": "n", "a": 1, "pet": \#(pet)}"#
      }.joined(separator: ", ")
    }
    let spec = try inferredSpec(#"{"xs": [\#(owners[0])], "ys": [\#(owners[1])]}"#)
    for kind in ["cat", "dog", "fish"] {
      #expect(spec.contains(#"{"keyPath":"kind","expectValue":"\#(kind)","map-ref":"\#(kind)"}"#))
    }
  }

  @Test("A kind with another type tag is another kind")
  func tags() throws {
    let wire = #""type": "wire", "name": "n", "amount": 1, "swift": "S""#
    let spec = try inferredSpec(
      #"{"payments": \#(records(payments)), "transfers": \#(records([wire]))}"#
    )
    #expect(
      spec.contains(#""target":"Transfer","attributes":["id","type","name","amount","swift"]"#)
    )
    #expect(spec.contains(#""target":"Card","attributes":["id","type","name","amount","last4"]"#))
  }
}
