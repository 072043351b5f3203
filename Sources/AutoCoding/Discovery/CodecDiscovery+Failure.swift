/// Why a type cannot be coded, with advice that can be followed.
extension CodecDiscovery {
  static func failure(for type: Any.Type) -> Failure {
    let name = _typeName(type, qualified: false)
    switch Metadata(type).kind {
    case .function: return Failure("'\(name)' is a function, which cannot be stored.")
    case .metatype: return Failure("'\(name)' is a metatype, which cannot be stored.")
    case .existential:
      return Failure("'\(name)' has constraints beyond protocols and a class, which cannot be checked before decoding.")
    case .class where isActor(type):
      return Failure("'\(name)' is an actor, whose state only its own code can access.")
    default:
      if Conformances.includes(type, (any Encodable.Type).self) {
        return Failure(
          "'\(name)' is not Decodable.", transformOr: advice(on: type, lacking: "init(from:)", beside: "encode(to:)"))
      }
      if Conformances.includes(type, (any Decodable.Type).self) {
        return Failure(
          "'\(name)' is not Encodable.", transformOr: advice(on: type, lacking: "encode(to:)", beside: "init(from:)"))
      }
      return Failure("'\(name)' is neither AutoCoding nor Codable.", transformOr: advice(on: type))
    }
  }

  /// How the program can make a type codable that has one half of `Codable`. If that half is handwritten, what AutoCoding
  /// adds to it need not be its counterpart.
  private static func advice(on type: Any.Type, lacking missing: String, beside present: String) -> String? {
    declaration(of: type).map { "Declare \($0), with its own \(missing) if it has its own \(present)" }
  }

  /// What makes a type conform to AutoCoding. Nil if the program cannot extend the type, or should not.
  static func advice(on type: Any.Type) -> String? {
    guard let declaration = declaration(of: type) else { return nil }
    if let mirror = try? TypeMirror(reflecting: type), mirror.children.contains(where: { $0.label == "wrappedValue" }) {
      return "Adopt CodedPropertyWrapper in \(_typeName(type, qualified: false)), so that its wrapped value is coded"
    }
    #if os(Linux) || canImport(Darwin)
    // To repeat the declaration would be of no use.
    if TypeLookup.isGeneric(type), !Conformances.includes(type, (any Encodable.Type).self),
      Conformances.areDeclared(of: type, to: (any Encodable).self)
    {
      return "Make its generic arguments AutoCoding or Codable, since its own conformance depends on them"
    }
    #endif
    return "Declare \(declaration)"
  }

  private static func isActor(_ type: Any.Type) -> Bool { Metadata(type).descriptor?.isActor == true }

  /// The declaration that makes a type conform to AutoCoding. Nil if the program cannot extend the type, or should not:
  /// the toolchain's types hide their properties.
  static func declaration(of type: Any.Type) -> String? {
    guard [.structure, .class, .enumeration].contains(Metadata(type).kind), !isActor(type) else { return nil }
    let qualified = _typeName(type, qualified: true)
    let isImported = qualified.hasPrefix("__C.") && Metadata(type).kind == .structure
    if qualified.hasPrefix("<<<") || TypeLookup.isToolchain(type) && !isImported { return nil }
    let name = TypeLookup.name(of: type).drop { $0 != "." }.dropFirst()
    if let bracket = name.firstIndex(of: "<") {
      return """
        'extension \(name[..<bracket]): Codable, AutoCoding where T: Codable {}' with the type's own parameters in place of T
        """
    }
    // A local type cannot be extended, and a private one only in the file that declares it.
    if qualified.contains("(unknown context at ") { return "'\(name): AutoCoding' in its own declaration" }
    return "'extension \(name): AutoCoding {}'"
  }
}
