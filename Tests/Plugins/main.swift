// The host: uses a class in every format, loads a plug-in with a subclass of it, and uses that.
import AutoCoding
import Foundation
import PlugBase

/// Every coder, by closures of what each makes of a value.
struct Coder {
  let name: String
  let roundTrip: (PlugHolder) throws -> PlugHolder
  let decodeForeign: (() throws -> PlugBase)?
}

let foreign = #"{"name":"x","extra":[4],"$class":"Plugin.PlugSub"}"#
let allowed: [any AutoCoding.Type] = [PlugBase.self]

func coders() throws -> [Coder] {
  let json = (JSONEncoder(), JSONDecoder())
  let list = (PropertyListEncoder(), PropertyListDecoder())
  (json.0.userInfo[.allowedTypes], json.1.userInfo[.allowedTypes]) = (allowed, allowed)
  (list.0.userInfo[.allowedTypes], list.1.userInfo[.allowedTypes]) = (allowed, allowed)
  let auto = (AutoJSONEncoder(), AutoJSONDecoder())
  let custom = (AutoJSONEncoder(), AutoJSONDecoder())
  (custom.0.keyEncodingStrategy, custom.1.keyDecodingStrategy) = (
    .custom { $0[$0.count - 1] }, .custom { $0[$0.count - 1] }
  )
  let dictionary = (DictionaryEncoder(), DictionaryDecoder())
  let archive = (KeyedArchiveEncoder(), KeyedArchiveDecoder())
  (auto.0.allowedTypes, auto.1.allowedTypes) = (allowed, allowed)
  (custom.0.allowedTypes, custom.1.allowedTypes) = (allowed, allowed)
  (dictionary.0.allowedTypes, dictionary.1.allowedTypes) = (allowed, allowed)
  (archive.0.allowedTypes, archive.1.allowedTypes) = (allowed, allowed)
  let values: [String: Any] = ["name": "x", "extra": [4], "$class": "Plugin.PlugSub"]
  return [
    Coder(
      name: "JSONEncoder", roundTrip: { try json.1.decode(PlugHolder.self, from: json.0.encode($0)) },
      decodeForeign: { try json.1.decode(PlugBase.self, from: Data(foreign.utf8)) }),
    Coder(
      name: "PropertyListEncoder", roundTrip: { try list.1.decode(PlugHolder.self, from: list.0.encode($0)) },
      decodeForeign: nil),
    Coder(
      name: "AutoJSONEncoder", roundTrip: { try auto.1.decode(PlugHolder.self, from: auto.0.encode($0)) },
      decodeForeign: { try auto.1.decode(PlugBase.self, from: Data(foreign.utf8)) }),
    Coder(
      name: "AutoJSONEncoder, custom", roundTrip: { try custom.1.decode(PlugHolder.self, from: custom.0.encode($0)) },
      decodeForeign: { try custom.1.decode(PlugBase.self, from: Data(foreign.utf8)) }),
    Coder(
      name: "DictionaryEncoder",
      roundTrip: { try dictionary.1.decode(PlugHolder.self, from: dictionary.0.encode($0)) },
      decodeForeign: { try dictionary.1.decode(PlugBase.self, from: values) }),
    Coder(
      name: "KeyedArchiveEncoder", roundTrip: { try archive.1.decode(PlugHolder.self, from: archive.0.encode($0)) },
      decodeForeign: nil),
  ]
}

func describe(_ object: PlugBase) throws -> String {
  "\(String(reflecting: type(of: object))) \(String(decoding: try AutoJSONEncoder().encode(object), as: UTF8.self))"
}

func describeWhole() -> String {
  do {
    return try AutoJSONEncoder().encodeToString(PlugWhole(part: PlugPart(size: 7)))
  } catch {
    return "\(type(of: error))"
  }
}

let all = try coders()
print("before, conformance: \(describeWhole())")
for coder in all {
  let back = try coder.roundTrip(PlugHolder(content: PlugBase(name: "b"), anything: PlugBase(name: "a")))
  print("before, \(coder.name): \(try describe(back.content))")
  if let decode = coder.decodeForeign {
    do {
      print("before, \(coder.name): read as \(try describe(decode()))")
    } catch {
      print("before, \(coder.name): \(type(of: error))")
    }
  }
}
guard let library = dlopen(CommandLine.arguments[1], RTLD_NOW), let symbol = dlsym(library, "makePlugged") else {
  fatalError(String(cString: dlerror()))
}
let make = unsafeBitCast(symbol, to: (@convention(c) () -> UnsafeMutableRawPointer).self)
let plugged = Unmanaged<PlugBase>.fromOpaque(make()).takeRetainedValue()
print("after, conformance: \(describeWhole())")
for coder in all {
  let back = try coder.roundTrip(PlugHolder(content: plugged, anything: plugged))
  print("after, \(coder.name): \(try describe(back.content))")
  if let anything = back.anything as? PlugBase { print("after, \(coder.name), Any: \(try describe(anything))") }
  if let decode = coder.decodeForeign { print("after, \(coder.name), text: \(try describe(decode()))") }
}
