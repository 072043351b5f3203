import Foundation

/// What a model says, whichever of the two classes it is of.
protocol MatrixValue: NSObject, NSSecureCoding {
  static var sample: Self { get }
  var says: String { get }
}

/// A description in which sets and dictionaries are in order.
func list(_ parts: Any?...) -> String {
  parts.map { part in
    switch part {
    case let part as Set<String>: "\(part.sorted())"
    case let part as [String: String]: "\(part.sorted { $0.key < $1.key })"
    case let part?: "\(part)"
    case nil: "nil"
    }
  }.joined(separator: "|")
}

extension Book: MatrixValue {
  static var sample: Self {
    let book = Self()
    (book.title, book.author, book.pageCount) = ("Ä book 😀", "Ann", 320)
    (book.categories, book.isAvailable) = (["novel", "", "ö"], false)
    return book
  }
  var says: String { list(title, author, pageCount, categories, isAvailable) }
}

extension HandWrittenBook: MatrixValue {
  static var sample: Self {
    let book = Self()
    (book.title, book.author, book.pageCount) = ("Ä book 😀", "Ann", 320)
    (book.categories, book.isAvailable) = (["novel", "", "ö"], false)
    return book
  }
  var says: String { list(title, author, pageCount, categories, isAvailable) }
}

extension Head: MatrixValue {
  static var sample: Self {
    let head = Self()
    (head.name, head.age, head.born) = ("Ann", 61, Date(timeIntervalSinceReferenceDate: -0.5))
    (head.course, head.budget) = ("Maths", -1.5)
    let deputy = Teacher()
    (deputy.name, deputy.age, deputy.course) = ("Bob", 40, "Art")
    head.deputy = deputy
    head.staff = [Person(), deputy]
    return head
  }
  var says: String {
    list(
      name, age, born, course, budget, deputy?.name, deputy?.age, deputy?.born, deputy?.course, staff.map(\.name),
      staff.map { $0 is Teacher }, staff.last === deputy)
  }
}

extension HandWrittenHead: MatrixValue {
  static var sample: Self {
    let head = Self()
    (head.name, head.age, head.born) = ("Ann", 61, Date(timeIntervalSinceReferenceDate: -0.5))
    (head.course, head.budget) = ("Maths", -1.5)
    let deputy = HandWrittenTeacher()
    (deputy.name, deputy.age, deputy.course) = ("Bob", 40, "Art")
    head.deputy = deputy
    head.staff = [HandWrittenPerson(), deputy]
    return head
  }
  var says: String {
    list(
      name, age, born, course, budget, deputy?.name, deputy?.age, deputy?.born, deputy?.course, staff.map(\.name),
      staff.map { $0 is HandWrittenTeacher }, staff.last === deputy)
  }
}

private let sampleLink = URL(string: "https://example.com/ä?b=c")
private let sampleIdentifier = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")

extension Settings: MatrixValue {
  static var sample: Self {
    let settings = Self()
    let dark = Theme()
    (dark.name, dark.isDark) = ("dark", true)
    let first = Bookmark()
    (first.link, first.preview, first.line) = (sampleLink, Data([0, 255]), 7)
    settings.theme = dark
    settings.recent = [first, Bookmark(), first]
    settings.shortcuts = ["a": first, "b": Bookmark()]
    settings.themes = ["all": [dark, Theme()], "none": []]
    (settings.zoom, settings.identifier) = (0.1, sampleIdentifier)
    return settings
  }
  var says: String {
    let shown = shortcuts.mapValues { list($0.link, $0.preview, $0.line) }
    let lists = themes.mapValues { list($0.map { list($0.name, $0.isDark) }) }
    return list(
      theme?.name, theme?.isDark, recent.map { list($0.link, $0.preview, $0.line) }, recent.first === recent.last,
      shown, shortcuts["a"] === recent.first, lists, themes["all"]?.first === theme, zoom, identifier)
  }
}

extension HandWrittenSettings: MatrixValue {
  static var sample: Self {
    let settings = Self()
    let dark = HandWrittenTheme()
    (dark.name, dark.isDark) = ("dark", true)
    let first = HandWrittenBookmark()
    (first.link, first.preview, first.line) = (sampleLink, Data([0, 255]), 7)
    settings.theme = dark
    settings.recent = [first, HandWrittenBookmark(), first]
    settings.shortcuts = ["a": first, "b": HandWrittenBookmark()]
    settings.themes = ["all": [dark, HandWrittenTheme()], "none": []]
    (settings.zoom, settings.identifier) = (0.1, sampleIdentifier)
    return settings
  }
  var says: String {
    let shown = shortcuts.mapValues { list($0.link, $0.preview, $0.line) }
    let lists = themes.mapValues { list($0.map { list($0.name, $0.isDark) }) }
    return list(
      theme?.name, theme?.isDark, recent.map { list($0.link, $0.preview, $0.line) }, recent.first === recent.last,
      shown, shortcuts["a"] === recent.first, lists, themes["all"]?.first === theme, zoom, identifier)
  }
}

extension Place: MatrixValue {
  static var sample: Self {
    let place = Self()
    place.name = "Bern"
    place.coordinate = Coordinate(latitude: 46.948, longitude: -7.4474)
    place.track = [place.coordinate, Coordinate(latitude: 0, longitude: 0.1)]
    place.corners = ["nw": Coordinate(latitude: 1, longitude: 2)]
    return place
  }
  var says: String {
    list(
      name, coordinate.latitude, coordinate.longitude, entrance?.latitude, track.map(\.latitude),
      track.map(\.longitude), corners.mapValues { "\($0.latitude) \($0.longitude)" })
  }
}

extension HandWrittenPlace: MatrixValue {
  static var sample: Self {
    let place = Self()
    place.name = "Bern"
    place.coordinate = HandWrittenCoordinate(latitude: 46.948, longitude: -7.4474)
    place.track = [place.coordinate, HandWrittenCoordinate(latitude: 0, longitude: 0.1)]
    place.corners = ["nw": HandWrittenCoordinate(latitude: 1, longitude: 2)]
    return place
  }
  var says: String {
    list(
      name, coordinate.latitude, coordinate.longitude, entrance?.latitude, track.map(\.latitude),
      track.map(\.longitude), corners.mapValues { "\($0.latitude) \($0.longitude)" })
  }
}
