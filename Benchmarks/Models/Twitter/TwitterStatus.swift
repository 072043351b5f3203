/// The fields of a status, so that one checksum serves the status classes of all sides.
///
/// Classes get no `Hashable` from the compiler, as the other models do.
protocol TwitterStatus: AnyObject, Hashable {
  associatedtype Metadata: Hashable
  associatedtype User: Hashable
  associatedtype Entities: Hashable

  var metadata: Metadata? { get }
  var created_at: String { get }
  var id: Int { get }
  var id_str: String { get }
  var text: String { get }
  var source: String { get }
  var truncated: Bool { get }
  var in_reply_to_status_id: Int? { get }
  var in_reply_to_status_id_str: String? { get }
  var in_reply_to_user_id: Int? { get }
  var in_reply_to_user_id_str: String? { get }
  var in_reply_to_screen_name: String? { get }
  var user: User? { get }
  var geo: String? { get }
  var coordinates: String? { get }
  var place: String? { get }
  var contributors: String? { get }
  var retweeted_status: Self? { get }
  var retweet_count: Int { get }
  var favorite_count: Int { get }
  var entities: Entities? { get }
  var favorited: Bool { get }
  var retweeted: Bool { get }
  var possibly_sensitive: Bool? { get }
  var lang: String { get }
}

extension TwitterStatus {
  static func == (left: Self, right: Self) -> Bool {
    left === right
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(metadata)
    hasher.combine(created_at)
    hasher.combine(id)
    hasher.combine(id_str)
    hasher.combine(text)
    hasher.combine(source)
    hasher.combine(truncated)
    hasher.combine(in_reply_to_status_id)
    hasher.combine(in_reply_to_status_id_str)
    hasher.combine(in_reply_to_user_id)
    hasher.combine(in_reply_to_user_id_str)
    hasher.combine(in_reply_to_screen_name)
    hasher.combine(user)
    hasher.combine(geo)
    hasher.combine(coordinates)
    hasher.combine(place)
    hasher.combine(contributors)
    hasher.combine(retweeted_status)
    hasher.combine(retweet_count)
    hasher.combine(favorite_count)
    hasher.combine(entities)
    hasher.combine(favorited)
    hasher.combine(retweeted)
    hasher.combine(possibly_sensitive)
    hasher.combine(lang)
  }
}
