/// Strings, each of which is written once in an archive.
extension ArchiveBuilder {
  mutating func add(_ string: String) {
    let uid = uid(of: string)
    push(list.add(uid: uid))
  }

  private mutating func uid(of string: String) -> UInt32 {
    var string = string
    return string.withUTF8 { text in
      // The closure can capture the tables, but not all of self.
      let (hash, isASCII) = strings.scan(text)
      var place = strings.place(of: hash)
      while let known = strings.next(&place) {
        if let object = objects.base?[Int(known)], list.isString(object, text) { return known }
      }
      let uid = addObject(list.add(utf8: text, isASCII: isASCII))
      strings.insert(uid, at: place)
      return uid
    }
  }
}
