import AutoCoding
import AutoCodingSchema
import Testing

/// Checks that the schemas of a type accept what is encoded, and of changed documents those that the decoder reads.
///
/// - Parameter acceptsMore: Whether the schema may accept what the decoder refuses.
func checkSchemas<Value: AutoCoding>(
  refusingUnknownKeys: [Bool] = [false], of values: [Value], acceptsMore: Bool = false
) throws {
  for refusesUnknownKeys in refusingUnknownKeys {
    let decoder = AutoJSONDecoder()
    if refusesUnknownKeys { decoder.unknownKeys = .refuse }
    let written = SchemaValidator(root: try JSONSchema(of: Value.self, for: .encoding(by: AutoJSONEncoder())).value)
    let schema = try JSONSchema(of: Value.self, for: .decoding(by: decoder)).value
    let read = SchemaValidator(root: schema)
    var random = Mutants(seed: 3)
    for value in values {
      let document = try JSONValue(encoding: value, by: AutoJSONEncoder())
      #expect(written.accepts(document) && read.accepts(document), "\(document)")
      for _ in 0..<300 {
        let mutant = random.mutant(of: document)
        let outcome = Outcome(decoding: mutant, as: Value.self, by: decoder)
        #expect(
          outcome.decodes == read.accepts(mutant) || acceptsMore && !outcome.decodes
            || outcome.mayDiffer(mutant, from: schema),
          "\(mutant): \(outcome.error.map { "\($0)" } ?? "decodes") by \(schema)")
      }
    }
  }
}
