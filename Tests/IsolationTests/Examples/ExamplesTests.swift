import AutoCodingFoundation
import Foundation
import Testing

/// Examples under default isolation to the main actor.
struct ExamplesTests {
  @Test("the README's examples work")
  func readme() throws {
    let people = try ReadmeExamples.coding()
    #expect(people.count == 4 && people.allSatisfy { ($0 as? ReadmeExamples.Teacher)?.course == "Algebra" })
    #expect(people.allSatisfy { $0.name == "Ada" && $0.session == nil } && people[2] === people[3])
    defer { try? FileManager.default.removeItem(at: ReadmeExamples.folder) }
    let settings = try ReadmeExamples.saving()
    settings.name = ""
    try settings.load()
    #expect(settings.name == "Nora")
  }

  @Test("the articles' examples work")
  func articles() throws {
    #expect(try !ArticleExamples.overview().isEmpty)
    #expect(try ArticleExamples.defaults().size == 12)
    #expect(try AutoJSONEncoder().encode(ArticleExamples.Editor()) == Data(#"{"text":""}"#.utf8))
    let contact = try AutoJSONDecoder().decode(Contact.self, from: Data(#"{"e-mail":"a"}"#.utf8))
    #expect(try AutoJSONEncoder().encode(contact) == Data(#"{"email":"a"}"#.utf8))
    let member = try AutoJSONEncoder().encode(ArticleExamples.Member(firstName: "a", lastName: "b"))
    #expect(member == Data(#"{"first_name":"a","last_name":"b"}"#.utf8))
    var order = try ArticleExamples.order()
    #expect(
      order.name == "Tea" && order.weight == 0 && order.tags.isEmpty && order.status == "new" && !order.isSelected)
    (order.coupon, order.created) = ("c", Date(timeIntervalSinceReferenceDate: 5))
    let sent = try AutoJSONEncoder().encode(order)
    #expect(sent == Data(#"{"id":1,"title":"Tea","weight":0,"tags":[],"created":5,"coupon":"c"}"#.utf8))
    #expect(try ArticleExamples.patch(ArticleExamples.order()) == Data(#"{"title":"Green tea","coupon":null}"#.utf8))
    #expect(try ArticleExamples.styled() == #"{"ID":7,"first_name":"Ada"}"#)
    let (part, patch) = try ArticleExamples.parts()
    #expect(part.id == 3 && part.name == "Tea" && patch == #"{"id":3,"title":"Tea"}"#)
    #expect(throws: CocoaError.self) { try AutoJSONEncoder().encode(ArticleExamples.Invoice(lines: [])) }
    #expect(try AutoJSONEncoder().encodeToString(ArticleExamples.Invoice(lines: ["a"])) == #"{"lines":["a"]}"#)
    var account = try ArticleExamples.directions()
    #expect(account.password == nil && account.created == Date(timeIntervalSinceReferenceDate: 5))
    account.password = "p"
    #expect(try AutoJSONEncoder().encodeToString(account) == #"{"name":"Ada","password":"p"}"#)
    #expect(try TypeMap(reflecting: ArticleExamples.SignUp.self).description.contains("The server sets it."))
    let stations = [ArticleExamples.Station(), ArticleExamples.Station(), ArticleExamples.Station()]
    stations[2].platforms = [1]
    #expect(Set(stations).count == 2)
    let ticket = try ArticleExamples.ticket()
    #expect(ticket.owner.name == "Ada" && ticket.owner.mail == nil && ticket.other == ["plan": "free"])
    #expect(try AutoJSONEncoder().encodeToString(ticket) == #"{"id":1,"name":"Ada","plan":"free"}"#)
    let activities = try ArticleExamples.activities()
    let written = #"[{"id":1,"type":"push","commits":3},{"id":2,"type":"star"}]"#
    #expect(try AutoJSONEncoder().encodeToString(activities) == written)
    #expect(try ArticleExamples.vehicles().map { $0 is ArticleExamples.Car } == [true, false])
    let shapes = try AutoJSONEncoder().encode(ArticleExamples.shapes())
    #expect(
      shapes
        == Data(#"[{"type":"circle","radius":2},{"type":"picture","url":"a.png","size":0},{"type":"empty"}]"#.utf8))
    let profile = ArticleExamples.Profile(name: "Ada", image: .init(png: Data([1, 2])))
    let stored = try AutoJSONEncoder().encodeToString(profile)
    #expect(stored == #"{"name":"Ada","image":"AQI="}"#)
    #expect(try AutoJSONDecoder().decode(ArticleExamples.Profile.self, from: stored).image.png == Data([1, 2]))
    let blocks = try AutoJSONEncoder().encodeToString(ArticleExamples.blocks())
    #expect(blocks == #"[{"type":"line"},{"type":"image","url":"a.png"}]"#)
    let payments = try AutoJSONEncoder().encode(ArticleExamples.payments())
    #expect(payments == Data(#"[{"credit-card":{"number":"12"}},{"credit-card":{"number":"34"}},{"other":{}}]"#.utf8))
    let (visit, issueCount) = try ArticleExamples.visits()
    #expect(visit.name == "Ada" && visit.age == nil && visit.rank == 1 && issueCount == 2)
    var errands = ArticleExamples.Errands(
      all: [.init(id: 1, title: "a", isDone: false), .init(id: 2, title: "b", isDone: false)])
    try ArticleExamples.merge(&errands)
    #expect(errands.all.map(\.id) == [2] && errands.all.allSatisfy { $0.title == "b" && $0.isDone })
    let answer = try AutoJSONEncoder().encode(ArticleExamples.Answer.circle(radius: 2))
    #expect(answer == Data(#"{"type":"circle","value":{"radius":2}}"#.utf8))
    let decoder = AutoJSONDecoder()
    decoder.userInfo = [.currency: "CHF"]
    #expect(try decoder.decode(ArticleExamples.Price.self, from: Data(#"{"amount":1}"#.utf8)).currency == "CHF")
    try ArticleExamples.map()
    var other = ArticleExamples.Document()
    let edits = try ArticleExamples.comparing(ArticleExamples.Document(), with: &other)
    #expect(edits.hasPrefix("true: ") && edits.contains(#"authors[0].city: "Paris" -> "Lyon""#))
    #expect(other.authors[0].city == "Lyon")
    let teacher = ArticleExamples.Teacher(name: "Ada")
    #expect(try ArticleExamples.dictionaries(teacher).name == "Ada" && ArticleExamples.json(teacher).name == "Ada")
    let lenient = try ArticleExamples.lenient(["name": 7, "course": "Logic"])
    #expect(lenient.name == "7" && lenient.issues == ["name: a number or bool was read as a string"])
    var player = ArticleExamples.Player()
    try ArticleExamples.update(&player)
    #expect(player.volume == 7)
    #if compiler(>=6.3)
    #expect(try ArticleExamples.WithTypeMap.coded() == 4)
    #endif
    let settings = try FormatExamples.json5()
    #expect(settings == .init(title: "Draft", width: 1024))
    #expect(try FormatExamples.propertyLists(settings) == settings)
    let event = Data(#"{"name":"n","payload":{"address":{"city":"Bern"},"order":{"id":7}}}"#.utf8)
    let found = try FormatExamples.anyJSON(event)
    #expect(found.city == "Bern" && found.order?.id == 7)
    let older = Data(#"{"mail": "ada@example.com", "name": "Ada Lovelace"}"#.utf8)
    let subscriber = try AutoJSONDecoder().decode(ArticleExamples.Subscriber.self, from: older)
    #expect(subscriber.email == "ada@example.com" && subscriber.firstName == "Ada")
    #expect(subscriber.lastName == "Lovelace")
    let single = Data(#"{"mail": "plato@example.com", "name": "Plato"}"#.utf8)
    #expect(try AutoJSONDecoder().decode(ArticleExamples.Subscriber.self, from: single).lastName.isEmpty)
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("lines-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    var shown = 0
    try ArticleExamples.lines([.init(), .init()], url: url) { _ in shown += 1 }
    #expect(shown == 2)
    #expect(try ArticleExamples.archives(.init(people: [teacher])).people.first is ArticleExamples.Teacher)
    #expect(try ArticleExamples.allowing(.init(), .init())["user"] is ArticleExamples.User)
    let school = try AutoJSONEncoder().encode(ArticleExamples.School(people: [teacher]))
    #expect(try AutoJSONDecoder().decode(ArticleExamples.School.self, from: school).people.count == 1)
  }

  @Test("the example of protocols works")
  func protocols() throws {
    let message = try ProtocolExamples.message()
    #expect(
      String(decoding: try JSONEncoder().encode(message), as: UTF8.self).count
        == #"[{"type":"text","text":"Hi"},{"type":"image","image_url":"a.png"}]"#.utf8.count)
    let sketch = try ProtocolExamples.sketch()
    #expect((sketch.figures.first as? ProtocolExamples.Circle)?.radius == 1)
    let text = #"{"figures":[{"type":"circle","radius":1},{"type":"square","side":2}]}"#
    #expect(try AutoJSONEncoder().encodeToString(sketch) == text)
    struct Line: ProtocolExamples.Figure {}
    #expect(throws: EncodingError.self) { try AutoJSONEncoder().encode(ProtocolExamples.Sketch(figures: [Line()])) }
  }

  @Test(
    "the example of a stored form works", arguments: [#"{"aud":"app"}"#, #"{"aud":["app","web"]}"#, #"{"aud":[]}"#])
  func storedForms(text: String) throws {
    let token = try AutoJSONDecoder().decode(ProtocolExamples.Token.self, from: text)
    #expect(token.audience == (text.contains("web") ? ["app", "web"] : text.contains("app") ? ["app"] : []))
    #expect(try AutoJSONEncoder().encodeToString(token) == text)
  }

  @Test("the examples of NSCoding work")
  func nsCoding() throws {
    let book = Book()
    (book.title, book.pages) = ("t", 5)
    #expect(try NSCodingExamples.archiving(book)?.pages == 5)
    let marker = Marker(position: .init(latitude: 1, longitude: 2))
    let data = try NSKeyedArchiver.archivedData(withRootObject: marker, requiringSecureCoding: true)
    let back = try NSKeyedUnarchiver.unarchivedObject(ofClass: Marker.self, from: data)
    #expect(back?.position.longitude == 2)
  }

  @Test("the examples of stores work")
  func stores() throws {
    defer { try? FileManager.default.removeItem(at: StoreExamples.folder) }
    try StoreExamples.settings()
    let store = try FileStore(directory: StoreExamples.folder)
    #expect(try StoreExamples.inspect(store).name == "Nora")
    #expect(try StoreExamples.preferences(store) == 2)
    let url = StoreExamples.folder.appendingPathComponent("document.json")
    #expect(try StoreExamples.documents(.init(title: "d"), url).title == "d")
    var refreshed = 0
    for _ in 0..<2 { try StoreExamples.timelines(.init(), store) { refreshed += 1 } }
    #expect(refreshed == 1)
  }

  @Test("the examples of servers and frameworks work")
  func frameworks() throws {
    let content = FrameworkExamples.JSONContent()
    var body = FrameworkExamples.Body(Data())
    var headers: [String: String] = [:]
    try content.encode(FrameworkExamples.Ticket(id: 7), to: &body, headers: &headers)
    #expect(headers["content-type"] == "application/json; charset=utf-8")
    #expect(try content.decode(FrameworkExamples.Ticket.self, from: body).id == 7)
    #expect(try FrameworkExamples.slices(AutoJSONDecoder()) == Array(repeating: .init(id: 7), count: 3))
    #expect(try FrameworkExamples.tickets(AutoJSONDecoder()) == Array(repeating: .init(id: 8), count: 2))
    let decoder = FrameworkExamples.untrusting()
    let bodies = [
      #"[{"id": 1}, {}]"#: "1.id missing", #"[{"id": null}]"#: "0.id null", #"[{"id": "1"}]"#: "0.id another type",
      #"[{"id": 1.5}]"#: "0.id not valid", #"[{"id": 1, "no": 1}]"#: "0.no not valid", "[": " not valid",
    ]
    for (body, answer) in bodies {
      let error = try #require(throws: DecodingError.self) {
        try decoder.decode([FrameworkExamples.Ticket].self, from: body)
      }
      let refusal = try #require(FrameworkExamples.Refusal(error))
      #expect("\(refusal.path) \(refusal.reason)" == answer)
    }
    let bookings: [String: [FrameworkExamples.Booking]] = ["a": [.init(seats: 1), .init(seats: 0)]]
    let text = try AutoJSONEncoder().encode(bookings)
    let (list, archive) = (try AutoPropertyListEncoder().encode(bookings), try KeyedArchiveEncoder().encode(bookings))
    let dictionary = try DictionaryEncoder().encode(bookings)
    typealias Bookings = [String: [FrameworkExamples.Booking]]
    let errors = [
      #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode(Bookings.self, from: text) },
      #expect(throws: DecodingError.self) { try AutoPropertyListDecoder().decode(Bookings.self, from: list) },
      #expect(throws: DecodingError.self) { try KeyedArchiveDecoder().decode(Bookings.self, from: archive) },
      #expect(throws: DecodingError.self) { try DictionaryDecoder().decode(Bookings.self, from: dictionary) },
    ]
    for error in errors {
      #expect(FrameworkExamples.Refusal(try #require(error))?.path == "a.1", "\(String(describing: error))")
    }
  }

  @Test("the cookbook's recipes work")
  func cookbook() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cookbook-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let novel = try #require(try CookbookExamples.foundation())
    #expect(novel.title == "Middlemarch" && novel.categories == ["classic", "society"])
    let garage = try CookbookExamples.file(folder.appendingPathComponent("garage.json"))
    #expect((garage[0] as? CookbookExamples.Truck)?.load == 7.5 && !(garage[1] is CookbookExamples.Truck))
    let place = Place(name: "Bern", visitors: 7)
    let pin = try NSKeyedArchiver.archivedData(withRootObject: Pin(place: place), requiringSecureCoding: true)
    #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: Pin.self, from: pin)?.place.visitors == 7)
    #expect(try CookbookExamples.dictionaries(place).visitors == 8)
    var shown: [Double] = []
    let store = MemoryStore()
    for degrees in [1.0, 1, 2] {
      try CookbookExamples.cache(store, .init(degrees: [degrees])) { shown += $0.degrees }
    }
    // Downloaded; known; known, and downloaded.
    #expect(shown == [1, 1, 1, 2])
    // Another format of an older version is nil, and no error.
    store.saveData(Data("older".utf8), forKey: "Bern")
    try CookbookExamples.cache(store, .init(degrees: [3])) { shown += $0.degrees }
    #expect(shown.count == 5)
    #expect(try CookbookExamples.settings(folder).width == 800)
    for older in [
      #"{"fullName": "Ada Lovelace"}"#, #"{"fullName": "Ada Lovelace", "mail": null, "$version": 1}"#,
      #"{"name": "Ada Lovelace", "$version": 2}"#, #"{"firstName": "Ada", "lastName": "Lovelace", "$version": 3}"#,
    ] {
      let friend = try AutoJSONDecoder().decode(CookbookExamples.Friend.self, from: older)
      #expect(friend.firstName == "Ada" && friend.lastName == "Lovelace" && friend.mail == nil)
    }
    let plato = try AutoJSONDecoder().decode(CookbookExamples.Friend.self, from: #"{"fullName": "Plato"}"#)
    #expect(plato.firstName == "Plato" && plato.lastName.isEmpty)
    for text in [
      #"{"image": {}, "size": "big", "images": [{"url": "a"}]}"#, #"{"images": []}"#,
      #"{"image": null, "size": null, "images": [5]}"#,
    ] {
      for card in [
        try AutoJSONDecoder().decode(CookbookExamples.Card.self, from: text),
        try JSONDecoder().decode(CookbookExamples.Card.self, from: Data(text.utf8)),
      ] {
        #expect(card.image == nil && card.size == 12 && card.images.isEmpty)
        #expect(try AutoJSONEncoder().encodeToString(card) == #"{"size":12,"images":[]}"#)
      }
    }
    let pictured = #"{"image":{"url":"u","width":3},"size":5,"images":[{"url":"v","width":4}]}"#
    let card = try AutoJSONDecoder().decode(CookbookExamples.Card.self, from: pictured)
    #expect(card.image?.width == 3)
    #expect(try AutoJSONEncoder().encodeToString(card) == pictured)
    var drawing = CookbookExamples.Drawing(title: "d")
    try CookbookExamples.undo(&drawing)
    #expect(drawing.strokes == [[0, 0, 5, 5]])
  }

  @Test("the rows of the table of wishes work")
  func wishes() throws {
    let order = try AutoJSONDecoder().decode(
      WishExamples.Order.self,
      from: #"{"address": {"city": "Basel"}, "images": [{"url": "u"}], "status": "paid", "coupon": "c", "draft": "e"}"#)
    #expect(order.name == "Tea" && order.city == "Basel" && order.cover == "u" && order.status == "paid")
    #expect(order.coupon == nil && order.draft.isEmpty && order.note.isEmpty)
    let encoder = AutoJSONEncoder()
    #expect(
      try encoder.encodeToString(WishExamples.Order(name: "T", city: "B", cover: "u", coupon: "c"))
        == #"{"title":"T","address":{"city":"B"},"coupon":"c"}"#)
    let point = try AutoJSONDecoder().decode(
      WishExamples.Point.self, from: #"{"type": "Point", "id": 12, "size": "3", "isOpen": 1}"#)
    #expect(point.id == "12" && point.size == 3 && point.isOpen)
    #expect(throws: DecodingError.self) {
      try AutoJSONDecoder().decode(WishExamples.Point.self, from: #"{"type": "Line", "id": 1, "size": 3, "isOpen": 1}"#)
    }
    let ticket = try AutoJSONDecoder().decode(WishExamples.Ticket.self, from: #"{"caption": "Ada", "plan": 1}"#)
    #expect(ticket.owner.name == "Ada" && ticket.other == ["plan": 1])
    let parcel = try AutoJSONDecoder().decode(
      WishExamples.Parcel.self, from: #"{"when": "60s", "day": "2001-01-01"}"#)
    #expect(parcel.weight == 0 && parcel.created.timeIntervalSinceNow > -600 && parcel.when == 60)
    #expect(parcel.day == Date(timeIntervalSinceReferenceDate: 0))
    let album = try AutoJSONDecoder().decode(
      WishExamples.Album.self, from: #"{"url": "u", "image": {}, "weight": null}"#)
    #expect(album.image == nil)
    #expect(try encoder.encodeToString(album) == #"{"url":"u","note":null,"size":12,"weight":12,"images":[]}"#)
    #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode(WishExamples.Album.self, from: "{}") }
    #expect(try encoder.encodeToString(WishExamples.Member()) == #"{"first_name":"Ada"}"#)
    let vehicles = try AutoJSONDecoder().decode([WishExamples.Vehicle].self, from: #"[{"type": "car"}]"#)
    #expect(vehicles[0] is WishExamples.Car)
    #expect(try encoder.encodeToString(WishExamples.Shape.circle(radius: 2)) == #"{"type":"circle","radius":2}"#)
    let answer = try encoder.encodeToString(WishExamples.Answer.circle(radius: 2))
    #expect(answer == #"{"type":"circle","value":{"radius":2}}"#)
    #expect(try AutoJSONDecoder().decode([WishExamples.Status].self, from: #"["closed"]"#) == [.other])
    let drawing = try AutoJSONDecoder().decode(
      WishExamples.Drawing.self, from: #"{"id": 1, "type": "circle", "radius": 2}"#)
    #expect(try AutoJSONEncoder().encodeToString(drawing) == #"{"id":1,"type":"circle","radius":2}"#)
    let settings = try WishExamples.settings(Data(#"{"size": null}"#.utf8))
    #expect(settings.map(\.size) == [12, 12] && settings.allSatisfy { $0.font == nil })
    #expect(try WishExamples.orders(Data(#"{"data": {"items": [{"title": "Tea"}]}}"#.utf8)).map(\.name) == ["Tea"])
    #expect(try WishExamples.skipping(Data(#"[5, {"title": "Tea"}]"#.utf8)).map(\.name) == ["Tea"])
    #expect(try WishExamples.converting(Data(#"{"title": 7}"#.utf8)).name == "7")
    let changes = try WishExamples.changes(from: .init(), to: .init(name: "Bo"))
    #expect(changes == Data(#"{"name":"Bo"}"#.utf8))
    #expect(
      try WishExamples.selections() == [
        #"{"name":"Ada","address":{"city":"Bern"}}"#,
        #"{"name":"Ada","address":{"city":"Bern","street":"Gasse"}}"#,
      ])
  }

  @Test("all code in the table of wishes is compiled")
  func wishesAreCompiled() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let source = try String(contentsOf: folder.appendingPathComponent("WishExamples.swift"), encoding: .utf8)
    let article = Self.package.appendingPathComponent("Sources/AutoCoding/AutoCoding.docc/WorkingWithAPIs.md")
    let text = try String(contentsOf: article, encoding: .utf8)
    let rows = text.components(separatedBy: "| I want … | I write … |\n|---|---|\n")[1]
      .components(separatedBy: "\n\n")[0].split(separator: "\n")
    for row in rows {
      // Every second part is code.
      let parts = row.split(separator: "|")[1].split(separator: "`", omittingEmptySubsequences: false)
      #expect(parts.count >= 3, "\(row)")
      for (index, code) in parts.enumerated() where !index.isMultiple(of: 2) {
        let isCompiled = source.contains(code)
        #expect(isCompiled, "\(code)")
      }
    }
    #expect(rows.count >= 20)
  }

  @Test("every recipe of the cookbook is shorter than fifteen lines")
  func lengths() throws {
    let page = try String(contentsOf: Self.package.appendingPathComponent("Docs/Cookbook.md"), encoding: .utf8)
    for recipe in page.components(separatedBy: "\n## ").dropFirst() {
      let blocks = recipe.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
      let count = blocks.joined().components(separatedBy: "\n").count - 1
      #expect(count < 15, "\(recipe.prefix { $0 != "\n" })")
    }
  }

  @Test("every example of the README and the articles stands in these files")
  func complete() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let package = Self.package
    var source = ""
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
      source += Self.trimmed(try String(contentsOf: file, encoding: .utf8))
    }
    var pages = ["README.md", "Docs/Cookbook.md"].map { package.appendingPathComponent($0) }
    for article in ["AutoCoding", "AutoCodingFoundation"] {
      let catalog = package.appendingPathComponent("Sources/\(article)/\(article).docc")
      pages += try FileManager.default.contentsOfDirectory(at: catalog, includingPropertiesForKeys: nil)
        .filter { $0.pathExtension == "md" }
    }
    // The protocol's file, for the example of its migrate(_:from:).
    let sources = package.appendingPathComponent("Sources/AutoCoding")
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    pages += files.compactMap { $0 as? URL }.filter { $0.lastPathComponent == "AutoCoding.swift" }
    #expect(pages.last?.pathExtension == "swift")
    var count = 0
    for page in pages {
      var text = try String(contentsOf: page, encoding: .utf8)
      if page.pathExtension == "swift" {
        text = text.components(separatedBy: "\n").map { $0.components(separatedBy: "/// ").last ?? "" }
          .joined(separator: "\n")
        text = text.components(separatedBy: "```swift\n").filter { $0.contains("func migrate(_ properties") }
          .map { "```swift\n" + $0 }.joined()
      }
      for part in text.components(separatedBy: "```swift\n").dropFirst() {
        let example = part.components(separatedBy: "```")[0]
        // What is declared and what is executed stand apart in a file.
        // This program has types that are meant to be mistaken.
        for paragraph in example.components(separatedBy: "\n\n")
        where !paragraph.hasPrefix("import ") && !paragraph.contains("TypeMap.validateAll()") {
          let stands = source.contains(Self.trimmed(paragraph))
          #expect(stands, "\(page.lastPathComponent): \(paragraph)")
          count += 1
        }
      }
    }
    #expect(count > 40)
  }

  private static var package: URL {
    (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
  }

  /// The lines without their indentation, each with its end.
  private static func trimmed(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) + "\n" }.joined()
  }
}
