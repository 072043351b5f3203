/// What `update` of a decoder does with collections whose keys are in the data.
public enum CollectionUpdateStrategy: Hashable, Sendable {
  /// The collection in the data replaces the existing one, as a JSON merge patch (RFC 7396) requires.
  case replace
  /// The collection in the data is merged into the existing one, so that models in it are updated in part, and objects
  /// in place.
  ///
  /// - An array gets the elements of the data, in the order of the data. Each is merged into its counterpart: if the
  ///   elements are `Identifiable`, and their `id` is a property that is decoded, that is the existing element with the same `id`,
  ///   or else the one at the same index. The `id` of an element that states an older version is the one after its migration,
  ///   which therefore runs twice. An element without a counterpart is decoded as a whole, and an existing element that is
  ///   no counterpart is removed.
  /// - A dictionary gets the entries of the data, each merged into the existing value of its key. Null removes an entry,
  ///   unless values are Optionals. All other entries stay. Dictionaries whose keys are not coded as text are replaced.
  /// - Collections within collections are merged the same way. Sets, and collections that a transformer or a property
  ///   wrapper codes, are replaced.
  ///
  /// Custom strategies for keys, dates and data apply as in any other call.
  case merge
}
