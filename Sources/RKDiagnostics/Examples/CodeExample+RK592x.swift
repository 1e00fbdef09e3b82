// swift-format-ignore-file
// Made of fixtures/diagnostics by `make golden`.

extension CodeExample {
  static let rk592x: [CodeExample] = [
    CodeExample(
      "RK5921",
      files: [
        File("input.json", #"""
{ "products": [{ "id": 1 }], "categories": [{ "id": 2 }] }

"""#),
        File("spec.json", #"""
{
  "descriptors": [
    { "keyPath": "products", "root-map-ref": "product" },
    { "keyPath": "categories", "root-map-ref": "category" }
  ],
  "mappers": [
    { "id": "product", "target": "Product", "attributes": ["id"] },
    { "id": "category", "target": "Category", "attributes": ["id"] }
  ]
}

"""#),
      ],
      command: #"rkmap apply --to csv spec.json input.json"#,
      output: #"""
error[RK5921]: one stream of CSV has the records of one target, and the spec makes 'Product', 'Category'
   = help: --target-name Product picks one; -o FOLDER/ writes a file for each

"""#
    ),
  ]
}
