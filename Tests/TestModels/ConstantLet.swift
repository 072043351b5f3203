import AutoCoding
import Foundation

/// A class whose initializers all set a `let` to the same constant. It is in this module since the optimizer has to see
/// it, and private since what others may see is not folded.
private final class ConstantLet: AutoCoding {
  let constant: Int
  let computed: Int
  let text: String
  var variable = 1
  init(_ number: Int, _ text: String) {
    constant = 1
    computed = number
    self.text = text
  }
}

/// What compiled code sees of an object that was decoded.
package struct SeenConstant {
  package let constant: Int
  package let computed: Int
  package let text: String
  package let variable: Int
  /// The object as it is encoded.
  package let json: String

  package init(decoding json: String) throws {
    let object = try JSONDecoder().decode(ConstantLet.self, from: Data(json.utf8))
    _ = [ConstantLet(1, "a"), ConstantLet(2, "b")]
    constant = Self.constant(of: object)
    computed = object.computed
    text = object.text
    variable = object.variable
    self.json = String(decoding: try JSONEncoder().encode(object), as: UTF8.self)
  }

  @inline(never)
  private static func constant(of object: ConstantLet) -> Int { object.constant }
}
