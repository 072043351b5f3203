// A program with a mistake that its symbols alone tell; ValidatedProgramTests compiles it, with the object files of AutoCoding.
import AutoCoding

struct Sound: AutoCoding {
  var name = ""
}

struct Mistaken: AutoCoding {
  var password = ""
  static var unencodedProperties: Set<String> { ["password"] }
}

do {
  let validation = try TypeMap.validateAll()
  print(validation.hasReadSymbols)
  print(validation)
} catch {
  print(error)
}
