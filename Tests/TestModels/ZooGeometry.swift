import AutoCoding
import Foundation

extension Zoo {
  package struct Geometry: AutoCoding, Equatable {
    let number: CGFloat
    let point: CGPoint
    let size: CGSize
    let rect: CGRect
    let optional: CGRect?
    let points: [CGPoint]
    let numbers: [CGFloat]
    let map: [String: CGSize]
  }

  package struct Ranges: AutoCoding, Equatable {
    let range: NSRange
    let optional: NSRange?
    let ranges: [NSRange]
  }
}

extension Twin {
  package struct Geometry: Codable, Equatable {
    let number: CGFloat
    let point: CGPoint
    let size: CGSize
    let rect: CGRect
    let optional: CGRect?
    let points: [CGPoint]
    let numbers: [CGFloat]
    let map: [String: CGSize]
  }

  package struct Ranges: Codable, Equatable {
    let range: NSRange
    let optional: NSRange?
    let ranges: [NSRange]
  }
}

extension Zoo {
  private static func geometry<R>(
    _ make: (CGFloat, CGPoint, CGSize, CGRect, CGRect?, [CGPoint], [CGFloat], [String: CGSize]) -> R
  ) -> [R] {
    let point = CGPoint(x: 1.5, y: -0.0)
    let size = CGSize(width: 1e300, height: 0.1)
    let rect = CGRect(origin: point, size: size)
    return [
      make(0.1, point, size, rect, rect, [point, .zero], [1, -2.5], ["camelKey": size]),
      make(-0.0, .zero, .zero, .zero, nil, [], [], [:]),
    ]
  }

  private static func nsRanges<R>(_ make: (NSRange, NSRange?, [NSRange]) -> R) -> [R] {
    [
      make(NSRange(location: 1, length: 2), NSRange(location: 0, length: 0), [NSRange(location: 3, length: 4)]),
      make(NSRange(location: NSNotFound, length: 0), nil, []),
    ]
  }

  static var geometry: [any ZooSpecimen] {
    [
      Specimen("CGPoint, CGSize, CGRect", geometry(Geometry.init), geometry(Twin.Geometry.init)),
      Specimen("NSRange", nsRanges(Ranges.init), nsRanges(Twin.Ranges.init)),
    ]
  }
}
