/// Values without a declared type under other libraries' decoders.
extension DynamicValue {
  /// - Parameter container: The only container that the decoder is asked for.
  static func decode(
    from container: any SingleValueDecodingContainer, _ decoder: any Decoder, as layout: ExistentialLayout?
  ) throws -> Any {
    guard layout?.isAny ?? true else { return try decodeModel(in: container, decoder, as: layout) }
    let value = ForeignValue(container)
    if value.hasClass { return try decodeModel(in: container, decoder, as: layout) }
    switch value.content {
    case .null: return Optional<Any>.none as Any
    case .bool(let value): return value
    case .integer(let value): return Int(exactly: value) ?? value
    case .unsigned(let value): return value
    case .double(let value): return value
    case .text(let value): return value
    // The value is a number that the coder cannot represent.
    case .other: throw DecodingError.numberOutOfRange(nil, codingPath: decoder.codingPath)
    case .array:
      let level = try NestedLevel.enter(toDecodeFrom: decoder)
      defer { extendLifetime(level) }
      return try container.decode([DynamicElement?].self).map { $0?.value ?? Optional<Any>.none as Any }
    case .object:
      let level = try NestedLevel.enter(toDecodeFrom: decoder)
      defer { extendLifetime(level) }
      return try container.decode([String: DynamicElement?].self).mapValues {
        $0?.value ?? Optional<Any>.none as Any
      }
    }
  }

  private static func decodeModel(
    in container: any SingleValueDecodingContainer, _ decoder: any Decoder, as layout: ExistentialLayout?
  ) throws -> Any {
    let named = try container.decode(NamedModel.self)
    guard let name = named.name else { throw unnamed(decoder.codingPath) }
    let type: any AutoCoding.Type
    do {
      type = try self.type(named: name, isDeclared: layout?.isConstrained ?? false, userInfo: decoder.userInfo) {
        layout?.admits($0) ?? true
      }
    } catch {
      throw error.prepending(decoder.codingPath + [DynamicKey(TypeNames.classKey)])
    }
    return named.isBeside || !isCodedByProperties(type)
      ? try model(type, besideNameIn: container) : try container.decode(type)
  }

  private static func model<Model: AutoCoding>(
    _ type: Model.Type, besideNameIn container: any SingleValueDecodingContainer
  ) throws -> Any {
    try container.decode(ModelBesideName<Model>.self).model
  }

  /// The name of a model.
  private struct NamedModel: Decodable {
    /// Nil if the value is not an object with a name.
    let name: String?
    /// Whether the model is beside it.
    let isBeside: Bool

    init(from decoder: any Decoder) throws {
      // A decoder may throw an error of another type to say that it decodes the value in another way.
      let container: KeyedDecodingContainer<DynamicKey>
      do {
        container = try decoder.container(keyedBy: DynamicKey.self)
      } catch is DecodingError {
        (name, isBeside) = (nil, false)
        return
      }
      let key = DynamicKey(TypeNames.classKey)
      name = container.contains(key) ? try container.decode(String.self, forKey: key) : nil
      isBeside = DynamicValue.hasModelBesideName(container)
    }
  }

  private struct ModelBesideName<Model: AutoCoding>: Decodable {
    let model: Model

    init(from decoder: any Decoder) throws {
      model = try decoder.container(keyedBy: DynamicKey.self).decode(Model.self, forKey: DynamicKey(valueKey))
    }
  }
}
