enum RecipeFixtures {
  static let archives: [String: String] = [:]
  static let texts: [String: String] = [:]
}
