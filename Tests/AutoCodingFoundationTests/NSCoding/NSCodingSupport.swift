import Foundation

@testable import AutoCodingFoundation

/// What Foundation's archiver makes of an object, under secure coding.
func foundationArchive(_ object: NSObject & NSSecureCoding) throws -> Data {
  try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
}

/// What Foundation's unarchiver makes of an archive, with other classes for some names in it.
func foundationObject<Object: NSObject & NSSecureCoding>(
  _ type: Object.Type, from data: Data, classes: [String: AnyClass] = [:]
) throws -> Object? {
  if classes.isEmpty { return try NSKeyedUnarchiver.unarchivedObject(ofClass: type, from: data) }
  let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
  unarchiver.decodingFailurePolicy = .setErrorAndReturn
  unarchiver.requiresSecureCoding = true
  for (name, taker): (String, AnyClass) in classes { unarchiver.setClass(taker, forClassName: name) }
  let object = unarchiver.decodeObject(of: Object.self, forKey: NSKeyedArchiveRootObjectKey)
  if let error = unarchiver.error { throw error }
  return object
}

/// What an error of Foundation's, or of ours, says. Foundation on Linux shows text as Swift source has it.
func explanation(of error: any Error) -> String {
  let text = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String ?? "\(error)"
  return text.replacingOccurrences(of: #"\'"#, with: "'")
}

/// The explanation of what an expression throws; a text that says so if it throws nothing.
func explanation(_ body: () throws -> Any?) -> String {
  do {
    return "no error, but \(String(describing: try body()))"
  } catch {
    return explanation(of: error)
  }
}
