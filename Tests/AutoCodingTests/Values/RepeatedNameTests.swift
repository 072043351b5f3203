import AutoCoding
import Foundation
import Testing

private final class Marker: AutoCoding {
  var text: String
  init(_ text: String) { self.text = text }
}

private class Shape: AutoCoding {
  private var weight = 1
  private var marker = Marker("shape")
  private var markers: [Marker] = []
  var shapeWeight: Int {
    get { weight }
    set { weight = newValue }
  }
  var shapeMarker: Marker { marker }
  class var propertyKeys: [String: String] { [:] }
  init() {}
}

/// Its private properties have the names of the superclass's, and other keys.
private final class Square: Shape {
  private var weight = 2
  private var marker = Marker("square")
  private var markers: [Marker] = []
  var squareWeight: Int {
    get { weight }
    set { weight = newValue }
  }
  var squareMarker: Marker {
    get { marker }
    set { marker = newValue }
  }
  var squareMarkers: [Marker] {
    get { markers }
    set { markers = newValue }
  }
  override class var propertyKeys: [String: String] {
    ["weight": "squareWeight", "marker": "squareMarker", "markers": "squareMarkers"]
  }
}

private struct Drawing: AutoCoding {
  var square = Square()
}

/// Private properties of one name in a class and its superclass.
struct RepeatedNameTests {
  @Test("a change of one does not become a change of the other")
  func change() throws {
    let (old, new) = (Drawing(), Drawing())
    new.square.squareWeight = 50
    let difference = try ModelDifference(from: old, to: new)
    #expect(difference.description == "square.Square.weight: 2 -> 50")
    var third = Drawing()
    try difference.apply(to: &third)
    #expect(third.square.squareWeight == 50 && third.square.shapeWeight == 1)
    try difference.reversed().apply(to: &third)
    #expect(third.square.squareWeight == 2 && third.square.shapeWeight == 1)
  }

  @Test("changes of both stay apart")
  func both() throws {
    let (old, new) = (Square(), Square())
    new.squareWeight = 50
    new.shapeWeight = 60
    new.squareMarker.text = "s"
    new.shapeMarker.text = "b"
    let difference = try ModelDifference(from: old, to: new)
    #expect(
      difference.changes.map(\.pathDescription)
        == ["Shape.weight", "Square.weight", "Shape.marker.text", "Square.marker.text"])
    var third = Square()
    try difference.apply(to: &third)
    #expect(try ModelValue.areEqual(third, new))
  }

  @Test("a difference that was stored is the same")
  func stored() throws {
    let (old, new) = (Square(), Square())
    new.squareWeight = 50
    let difference = try ModelDifference(from: old, to: new)
    typealias Difference = ModelDifference<Square>
    for stored in [
      try AutoJSONDecoder().decode(Difference.self, from: AutoJSONEncoder().encode(difference)),
      try KeyedArchiveDecoder().decode(Difference.self, from: KeyedArchiveEncoder().encode(difference)),
    ] {
      var third = Square()
      try stored.apply(to: &third)
      #expect(third.squareWeight == 50 && third.shapeWeight == 1)
    }
  }

  @Test("a new value refers to the object of the right property")
  func counterpart() throws {
    let old = Square()
    let new = try ModelValue.copy(of: old)
    new.squareMarkers = [new.squareMarker]
    let difference = try ModelDifference(from: old, to: new)
    var third = try ModelValue.copy(of: old)
    try difference.apply(to: &third)
    #expect(third.squareMarkers.first === third.squareMarker)
  }

  @Test("a description tells them apart")
  func description() throws {
    let lines = try ModelValue.description(of: Square()).split(separator: "\n")
    #expect(lines.contains("  Shape.weight: 1") && lines.contains("  Square.weight: 2"))
  }
}
