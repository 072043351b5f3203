import Foundation

/// URLs as objects, with their bases. On Linux, bridging with `as` makes a relative URL absolute.
extension URL {
  /// The object for the URL.
  var object: NSURL {
    #if !canImport(Darwin)
    if let baseURL, let object = NSURL(string: relativeString, relativeTo: baseURL),
      object.absoluteString == absoluteString
    {
      return object
    }
    #endif
    return self as NSURL
  }

  /// The URL that an object is.
  init(object: NSURL) {
    self = object as URL
    #if !canImport(Darwin)
    if let base = object.baseURL, let url = URL(string: object.relativeString, relativeTo: base),
      url.absoluteString == absoluteString
    {
      self = url
    }
    #endif
  }

  /// The URL that a value of unknown type is; nil if it is none.
  init?(anyObject value: Any) {
    if type(of: value) != URL.self, let object = value as? NSURL {
      self.init(object: object)
    } else if let url = value as? URL {
      self = url
    } else {
      return nil
    }
  }
}
