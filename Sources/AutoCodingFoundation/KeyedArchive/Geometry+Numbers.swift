import AutoCoding
import Foundation

extension CGPoint: CodedAsNumbers {
  package static var numbers: [(type: Any.Type, offset: Int)] { CGFloat.numbers(2) }
}

extension CGSize: CodedAsNumbers {
  package static var numbers: [(type: Any.Type, offset: Int)] { CGFloat.numbers(2) }
}

extension CGRect: CodedAsNumbers {
  package static var numbers: [(type: Any.Type, offset: Int)] { CGFloat.numbers(4) }
  package static var numbersPerArray: Int? { 2 }
}

extension NSRange: CodedAsNumbers {
  package static var numbers: [(type: Any.Type, offset: Int)] { [(Int.self, 0), (Int.self, MemoryLayout<Int>.stride)] }
}

extension CGFloat {
  fileprivate static func numbers(_ count: Int) -> [(type: Any.Type, offset: Int)] {
    (0..<count).map { (NativeType.self, $0 * MemoryLayout<CGFloat>.stride) }
  }
}
