import AutoCodingFoundation
import Foundation
import Testing

nonisolated final class LinkedPage: AutoCodingObject {
  var link = URL(fileURLWithPath: "/")
  var other: URL?
  var anything: Any?
}

/// Hand-written code, which both archivers call.
final class LinkedStamp: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let link: NSURL?
  init(_ link: NSURL?) { self.link = link }
  func encode(with coder: NSCoder) { coder.encode(link, forKey: "link") }
  init?(coder: NSCoder) { link = coder.decodeObject(of: NSURL.self, forKey: "link") }
}

/// Relative URLs.
struct RelativeURLTests {
  private let link: URL

  init() throws {
    link = try #require(URL(string: "pages/1?q=2#f", relativeTo: URL(string: "http://example.com/a/")))
  }

  private func isSame(_ url: URL?) -> Bool {
    url?.relativeString == link.relativeString && url?.baseURL == link.baseURL
  }

  @Test("The base of a URL is kept, whichever side writes and reads")
  func bases() throws {
    let page = LinkedPage()
    page.link = link
    page.other = link
    page.anything = link
    let foundations = try NSKeyedArchiver.archivedData(withRootObject: page, requiringSecureCoding: true)
    for data in [foundations, try KeyedArchiveEncoder().encode(page)] {
      let theirs = try NSKeyedUnarchiver.unarchivedObject(ofClass: LinkedPage.self, from: data)
      for back in [theirs, try KeyedArchiveDecoder().decode(LinkedPage.self, from: data)] {
        #expect(isSame(back?.link))
        #expect(isSame(back?.other))
        #expect(isSame(back?.anything as? URL))
        #expect(back == page)
      }
    }
  }

  @Test("Hand-written code gets the object with its base")
  func objects() throws {
    let stamp = LinkedStamp(NSURL(string: link.relativeString, relativeTo: link.baseURL))
    let data = try KeyedArchiveEncoder().encode(LinkedPaper(stamp: stamp))
    let back = try KeyedArchiveDecoder().decode(LinkedPaper.self, from: data).stamp?.link
    #expect(back?.relativeString == link.relativeString)
    #expect(back?.baseURL == link.baseURL)
  }
}

struct LinkedPaper: AutoCoding {
  var stamp: LinkedStamp?
}
