import AutoCoding
import Foundation
import Testing

/// `.flattened`: the properties of a nested model in the object around it.
struct FlattenedRuleTests {
  private typealias Account = Flattened.Account
  private typealias Item = Flattened.Item
  private typealias Settings = Flattened.Settings

  private static let strategies: [(JSONEncoder.KeyEncodingStrategy, JSONDecoder.KeyDecodingStrategy)] = [
    (.useDefaultKeys, .useDefaultKeys), (.convertToSnakeCase, .convertFromSnakeCase),
  ]
  private static let formattings: [JSONEncoder.OutputFormatting] = [
    .sortedKeys, [.sortedKeys, .prettyPrinted], [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes],
  ]

  @Test("the bytes are those of a twin that flattens by hand, with all options of JSON")
  func bytes() throws {
    for (account, twin) in Flattened.pairs {
      for (keys, decodedKeys) in Self.strategies {
        for formatting in Self.formattings {
          let reference = JSONEncoder()
          reference.keyEncodingStrategy = keys
          reference.outputFormatting = formatting
          reference.dateEncodingStrategy = .iso8601
          let expected = String(decoding: try reference.encode(twin), as: UTF8.self)
          #expect(String(decoding: try reference.encode(account), as: UTF8.self) == expected)

          let encoder = AutoJSONEncoder()
          encoder.keyEncodingStrategy = keys
          encoder.outputFormatting = formatting
          encoder.dateEncodingStrategy = .iso8601
          #expect(try encoder.encodeToString(account) == expected)
          encoder.dateEncodingStrategy = .custom {
            var container = $1.singleValueContainer()
            try container.encode($0.formatted(.iso8601))
          }
          #expect(try encoder.encodeToString(account) == expected)

          let decoder = JSONDecoder()
          decoder.keyDecodingStrategy = decodedKeys
          decoder.dateDecodingStrategy = .iso8601
          let back = try decoder.decode(Flattened.AccountTwin.self, from: Data(expected.utf8))
          let found = try decoder.decode(Account.self, from: Data(expected.utf8))
          #expect(found.others == back.others && found.owner.address.zip == back.owner.address.zip)
          let auto = AutoJSONDecoder()
          auto.keyDecodingStrategy = decodedKeys
          auto.dateDecodingStrategy = .iso8601
          #expect(try auto.decode(Account.self, from: expected) == found)
          auto.dateDecodingStrategy = .custom {
            try Date(String(from: $0), strategy: .iso8601)
          }
          #expect(try auto.decode(Account.self, from: expected) == found)
          if case .useDefaultKeys = keys { #expect(found == account) }
        }
      }
    }
  }

  @Test("every coder gives a value back", arguments: TestCoder.allCases)
  func roundTrip(coder: TestCoder) throws {
    for (account, _) in Flattened.pairs {
      var account = account
      // Foundation's encoder of property lists has no null in a JSONValue.
      if coder == .foundationPropertyList { account.others["gone"] = nil }
      #expect(try coder.roundTrip(account) == account)
    }
    var item = Item()
    #expect(try coder.roundTrip(item) == item)
    item.note = Flattened.Note(text: "t")
    item.place = Flattened.Place(name: nil)
    item.device.year = nil
    #expect(try coder.roundTrip(item) == item)
    #expect(try coder.roundTrip([item, Item()]) == [item, Item()])
    #expect(try coder.roundTrip(Flattened.Person()) == Flattened.Person())
  }

  @Test("AutoJSON and property lists, in the order of the properties")
  func order() throws {
    let text =
      #"{"id":7,"firstName":"Ada","age":36,"streetName":"Main Street","tags":["home"],"born":-978307200,"isActive":true,"x":[]}"#
    var account = Account()
    account.others = ["x": []]
    #expect(try AutoJSONEncoder().encodeToString(account) == text)
    for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
      let encoder = AutoPropertyListEncoder()
      encoder.outputFormat = format
      let data = try encoder.encode(account)
      #expect(try AutoPropertyListDecoder().decode(Account.self, from: data) == account)
      #expect(try PropertyListDecoder().decode(Account.self, from: data) == account)
      let list = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
      #expect(list?["streetName"] as? String == "Main Street" && list?["owner"] == nil)
      let records = try encoder.encode(Array(repeating: account, count: 6))
      #expect(try AutoPropertyListDecoder().decode([Account].self, from: records).last == account)
    }
    #expect(try DictionaryEncoder().encode(account)["firstName"] as? String == "Ada")
  }

  @Test("keyed archives have the property as an object of its own")
  func archives() throws {
    var account = Account()
    account.others = ["plan": ["a": 1]]
    let data = try KeyedArchiveEncoder().encode(account)
    #expect(try KeyedArchiveDecoder().decode(Account.self, from: data) == account)
    let list = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
    let objects = try #require(list?["$objects"] as? [Any]).compactMap { $0 as? [String: Any] }
    #expect(objects.contains { $0["owner"] != nil && $0["others"] != nil && $0["firstName"] == nil })
  }

  @Test("any order of keys", arguments: TestCoder.jsonLike)
  func anyOrder(coder: TestCoder) throws {
    let text =
      #"{"b":1,"tags":[],"born":0,"zip":3,"isActive":false,"firstName":"A","streetName":"S","a":null,"id":1,"age":null}"#
    let account = try coder.decode(Account.self, fromJSON: text)
    #expect(account.owner.firstName == "A" && account.owner.age == nil && account.owner.address.zip == 3)
    #expect(account.others == ["a": .null, "b": 1])
    #expect(!account.isActive)
  }

  // MARK: Objects, Optionals and defaults

  @Test("an Optional is nil if none of its keys is there", arguments: TestCoder.jsonLike)
  func optionals(coder: TestCoder) throws {
    #expect(try coder.jsonText(of: Item()) == #"{"id":1,"model":"phone","year":2020}"#)
    let item = try coder.decode(Item.self, fromJSON: #"{"id":1}"#)
    #expect(item == Item() && item.device.decodedCount == 1)
    let note = try coder.decode(Item.self, fromJSON: #"{"id":1,"stars":null}"#)
    #expect(note.note == Flattened.Note() && note.place == nil)
    let place = try coder.decode(Item.self, fromJSON: #"{"longitude":1,"id":1,"latitude":2,"model":"m","year":null}"#)
    #expect(place.place == Flattened.Place(latitude: 2, longitude: 1, name: nil))
    #expect(place.device.model == "m" && place.device.year == nil && place.device.isOnline)
    let missing = DifferentialOutcome { try coder.decode(Item.self, fromJSON: #"{"id":1,"latitude":2}"#) }.error
    #expect(missing == "keyNotFound longitude at ")
  }

  @Test("a value of nothing but nils is told from nil by a null", arguments: TestCoder.allCases)
  func empty(coder: TestCoder) throws {
    var item = Item()
    item.note = Flattened.Note()
    #expect(try coder.roundTrip(item) == item)
    if TestCoder.jsonLike.contains(coder) {
      #expect(try coder.jsonText(of: item) == #"{"id":1,"model":"phone","text":null,"year":2020}"#)
    }
    var settings = Settings()
    settings.note = Flattened.Note()
    #expect(try coder.roundTrip(settings) == settings)
  }

  @Test("defaults of init() and of rules stand for a missing model", arguments: TestCoder.jsonLike)
  func defaults(coder: TestCoder) throws {
    #expect(try coder.decode(Settings.self, fromJSON: "{}") == Settings())
    let settings = try coder.decode(Settings.self, fromJSON: #"{"longitude":1,"latitude":2,"stars":1}"#)
    #expect(settings.place == Flattened.Place(latitude: 2, longitude: 1, name: nil))
    #expect(settings.note == Flattened.Note(stars: 1))
    #expect(throws: DecodingError.self) { try coder.decode(Settings.self, fromJSON: #"{"name":"x"}"#) }
    let ruled = try coder.decode(Flattened.Ruled.self, fromJSON: #"{"id":1}"#)
    #expect(ruled.place == Flattened.Place(latitude: 5, longitude: 6, name: "rule"))
    #expect(throws: DecodingError.self) { try coder.decode(Flattened.Ruled.self, fromJSON: #"{"id":1,"name":""}"#) }
  }

  @Test("didDecode() of the nested model runs, and its error counts", arguments: TestCoder.jsonLike)
  func didDecode(coder: TestCoder) throws {
    #expect(throws: CocoaError.self) { try coder.decode(Item.self, fromJSON: #"{"id":1,"model":"broken"}"#) }
    #expect(try coder.decode(Item.self, fromJSON: #"{"id":1,"model":"x"}"#).device.decodedCount == 1)
  }

  // MARK: Key paths, former keys, directions

  @Test("key paths of both share an object", arguments: TestCoder.jsonLike)
  func keyPaths(coder: TestCoder) throws {
    let text = #"{"address":{"city":"c","street":"s","zip":1},"name":"n"}"#
    #expect(try coder.jsonText(of: Flattened.Person()) == text)
    #expect(try coder.decode(Flattened.Person.self, fromJSON: text) == Flattened.Person())
    let former = #"{"plz":5,"address":{"city":"c","street":"s"},"name":"n"}"#
    #expect(try coder.decode(Flattened.Person.self, fromJSON: former).home.zip == 5)
    let null = DifferentialOutcome { try coder.decode(Flattened.Person.self, fromJSON: #"{"address":null,"name":""}"#) }
    #expect(null.error?.hasPrefix("valueNotFound") == true)
    let lacking = DifferentialOutcome {
      try coder.decode(Flattened.Person.self, fromJSON: #"{"address":{"city":"c","zip":1},"name":""}"#)
    }
    #expect(lacking.error == "keyNotFound street at .address")
  }

  @Test("directions", arguments: TestCoder.jsonLike)
  func directions(coder: TestCoder) throws {
    let value = Flattened.Directed(secret: Flattened.Secret(), place: Flattened.Place())
    #expect(try coder.jsonText(of: value) == #"{"hash":"h","id":1,"token":"t"}"#)
    let back = try coder.decode(
      Flattened.Directed.self, fromJSON: #"{"id":1,"token":5,"latitude":1,"longitude":2,"name":"n"}"#)
    #expect(back.secret == nil && back.place == Flattened.Place(latitude: 1, longitude: 2, name: "n"))
  }

  // MARK: Damaged data

  @Test("errors of nested models have the path of the object around them", arguments: TestCoder.jsonLike)
  func damage(coder: TestCoder) throws {
    let good = #"{"id":7,"firstName":"Ada","streetName":"S","tags":["home"],"born":0,"isActive":true}"#
    #expect(throws: Never.self) { try coder.decode(Account.self, fromJSON: good) }
    let damages: [(String, String, String)] = [
      (#""firstName":"Ada","#, "", "keyNotFound firstName at "),
      (#""firstName":"Ada""#, #""firstName":1"#, "typeMismatch at .firstName"),
      (#""firstName":"Ada""#, #""firstName":null"#, "valueNotFound String at .firstName"),
      (#"["home"]"#, #"["home",1]"#, "typeMismatch at .tags[1]"),
      (#""streetName":"S","#, "", "keyNotFound streetName at "),
      (#""id":7"#, #""id":"x""#, "typeMismatch at .id"),
    ]
    for (part, replacement, expected) in damages {
      let text = good.replacing(part, with: replacement)
      let found = DifferentialOutcome { try coder.decode([Account].self, fromJSON: "[\(text)]") }.error ?? "none"
      let twin = DifferentialOutcome {
        try JSONDecoder().decode([Flattened.AccountTwin].self, from: Data("[\(text)]".utf8))
      }
      #expect(found.prefix(8) == expected.prefix(8), "\(found) of \(text)")
      #expect(found == twin.error || coder != .foundationJSON, "\(found), \(twin.error ?? "")")
    }
  }

  @Test("duplicate keys count as in any object")
  func duplicates() throws {
    let text =
      #"{"latitude":1,"id":1,"latitude":3,"longitude":2,"x":1,"x":2,"radius":1,"name":"a","name":null}"#
    #expect(try AutoJSONDecoder().decode(Flattened.Circle.self, from: text).center.latitude == 1)
    #expect(try AutoJSONDecoder().decode(Flattened.Circle.self, from: text).others == ["id": 1, "x": 1])
    let decoder = AutoJSONDecoder()
    decoder.duplicateKeys = .useLast
    let last = try decoder.decode(Flattened.Circle.self, from: text)
    #expect(last.center == Flattened.Place(latitude: 3, longitude: 2, name: nil) && last.others == ["id": 1, "x": 2])
    decoder.keyDecodingStrategy = .custom { $0[$0.count - 1] }
    #expect(try decoder.decode(Flattened.Circle.self, from: text) == last)
    decoder.keyDecodingStrategy = .useDefaultKeys
    decoder.duplicateKeys = .throw
    #expect(throws: DecodingError.self) { try decoder.decode(Flattened.Circle.self, from: text) }
  }

  @Test("lenient decoding holds for the properties of nested models")
  func leniency() throws {
    let decoder = AutoJSONDecoder()
    decoder.leniency = [.numbersFromStrings, .defaultsForNull, .nilForUndecodable, .skipsUndecodableElements]
    var issues: [AutoJSONDecoder.Issue] = []
    let text = #"{"id":"1","model":null,"year":{},"stars":[],"latitude":"1","longitude":2,"name":5}"#
    let item = try decoder.decode(Item.self, from: Data(text.utf8), reporting: &issues)
    #expect(item.id == 1 && item.device.model == "phone" && item.device.year == nil)
    #expect(item.note == Flattened.Note() && item.place == Flattened.Place(latitude: 1, longitude: 2, name: nil))
    #expect(issues.map(\.codingPath.description).count == 6)
    let circle = #"{"radius":1,"latitude":1,"longitude":2,"kind":"circle"}"#
    #expect(throws: Never.self) { try decoder.decode(Flattened.Shape.self, from: circle) }
    let truck = #"{"type":"truck","latitude":1,"longitude":2,"a":1,"b":"x","c":{}}"#
    let vehicle = try decoder.decode(Flattened.Vehicle.self, from: truck) as? Flattened.Truck
    #expect(vehicle?.rest == ["a": 1])
  }

  // MARK: Hierarchies and enums

  @Test("classes named by tags, and enums", arguments: TestCoder.jsonLike)
  func tags(coder: TestCoder) throws {
    let truck = Flattened.Truck()
    truck.rest = ["axles": 3]
    let text = try coder.jsonText(of: [truck, Flattened.Car()] as [Flattened.Vehicle])
    #expect(
      text == """
        [{"axles":3,"latitude":1.5,"load":1.5,"longitude":2.5,"name":"here","type":"truck","wheels":4},\
        {"latitude":1.5,"longitude":2.5,"name":"here","text":"car","type":"car","wheels":4}]
        """)
    let back = try coder.decode([Flattened.Vehicle].self, fromJSON: text)
    #expect((back[0] as? Flattened.Truck)?.rest == ["axles": 3])
    #expect((back[1] as? Flattened.Car)?.note == Flattened.Note(text: "car"))

    let shape = Flattened.Shape.circle(Flattened.Circle(others: ["a": 1]))
    let shapeText = #"{"a":1,"kind":"circle","latitude":1.5,"longitude":2.5,"name":"here","radius":1}"#
    #expect(try coder.jsonText(of: shape) == shapeText)
    #expect(try coder.decode(Flattened.Shape.self, fromJSON: shapeText) == shape)
  }

  private struct Branch: AutoCoding, Equatable {
    var name = "b"
    var leaves: Leaves
    static let propertyRules: PropertyRules = ["leaves": .flattened]
  }

  private struct Leaves: AutoCoding, Equatable {
    var count = 1
    var branches: [Branch] = []
  }

  @Test("a nested model may lead to the type around it", arguments: TestCoder.allCases)
  func trees(coder: TestCoder) throws {
    let leaf = Branch(leaves: Leaves())
    let tree = Branch(name: "t", leaves: Leaves(count: 2, branches: [leaf, Branch(leaves: Leaves(branches: [leaf]))]))
    #expect(try coder.roundTrip(tree) == tree)
    guard TestCoder.jsonLike.contains(coder) else { return }
    #expect(try coder.jsonText(of: leaf) == #"{"branches":[],"count":1,"name":"b"}"#)
    let wrong = DifferentialOutcome {
      try coder.decode(
        Branch.self, fromJSON: #"{"branches":[{"name":"x","count":1,"branches":0}],"count":1,"name":"b"}"#)
    }
    #expect(wrong.error == "typeMismatch at .branches[0].branches")
  }

  @Test("an Optional model is not given up for one of its properties")
  func lenientOptional() throws {
    let decoder = AutoJSONDecoder()
    decoder.leniency = .all
    let text = #"{"id":1,"latitude":{},"longitude":2}"#
    #expect(throws: DecodingError.self) { try decoder.decode(Item.self, from: text) }
  }

  // MARK: Maps, copies and selections

  @Test("the printed map says what is flattened")
  func map() throws {
    let map = try TypeMap(reflecting: Account.self)
    #expect(
      map.description.split(separator: "\n").dropFirst().joined(separator: "\n") == """
          property  type                           key         declared in  note
          id        Int                            "id"        Account
          owner     Owner                          -           Account      flattened: "firstName", "age", "streetName", "zip", "tags", "born"
          isActive  Bool                           "isActive"  Account
          others    Dictionary<String, JSONValue>  -           Account      flattened: all other keys
        """)
    #expect(map.properties.map(\.isFlattened) == [false, true, false, true])
    #expect(map.properties[1].description == "Account.owner: Owner, flattened")
  }

  @Test("copies, comparisons and differences are those of the properties")
  func values() throws {
    var account = Account()
    account.others = ["a": 1]
    let copy = try ModelValue.copy(of: account)
    #expect(copy == account)
    var other = account
    other.owner.address.zip = 5
    other.others["a"] = nil
    let patch = try ModelDifference(from: account, to: other).jsonMergePatch()
    #expect(try AutoJSONDecoder().decode(JSONValue.self, from: patch) == ["zip": 5, "a": .null])
  }

  @Test("an encoder that writes some properties knows the names of flattened ones")
  func selections() throws {
    var account = Account()
    account.others = ["plan": "free"]
    let encoder = AutoJSONEncoder()
    encoder.includedProperties = ["id", "owner.firstName", "owner.address.tags"]
    #expect(try encoder.encodeToString(account) == #"{"id":7,"firstName":"Ada","tags":["home"]}"#)
    encoder.includedProperties = ["owner.address", "others"]
    #expect(try encoder.encodeToString(account) == #"{"streetName":"Main Street","tags":["home"],"plan":"free"}"#)
    encoder.includedProperties = nil
    encoder.omittedProperties = ["owner", "others"]
    #expect(try encoder.encodeToString(account) == #"{"id":7,"isActive":true}"#)
    encoder.omittedProperties = ["firstName"]
    #expect(throws: EncodingError.self) { try encoder.encode(account) }
  }
}
