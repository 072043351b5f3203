import AutoCoding
import Foundation

/// A list of repositories, as an API answers with: many properties, some of them Optional, and a nested owner.
extension Auto {
  struct Owner: AutoCoding, Hashable {
    var id: Int
    var login: String
    var siteAdmin: Bool
    var avatarUrl: String?
  }

  struct Repository: AutoCoding, Hashable {
    var id: Int
    var nodeId: String
    var name: String
    var fullName: String
    var isPrivate: Bool
    var htmlUrl: String
    var description: String?
    var fork: Bool
    var size: Int
    var stargazersCount: Int
    var language: String?
    var hasIssues: Bool
    var forksCount: Int
    var mirrorUrl: String?
    var openIssuesCount: Int
    var license: String?
    var score: Double
    var defaultBranch: String
    var topics: [String]
    var owner: Owner
    var parentId: Int?
    var createdAt: Date

    init(_ number: Int) {
      id = number * 7919
      nodeId = "MDEwOlJlcG9zaXRvcnk\(number)"
      name = "repository\(number)"
      fullName = "someone/repository\(number)"
      isPrivate = number % 2 == 0
      htmlUrl = "https://example.com/someone/repository\(number)"
      description = number % 3 == 0 ? nil : "A repository that does \(number) things well"
      fork = number % 5 == 0
      size = number * 13
      stargazersCount = number
      language = number % 4 == 0 ? nil : "Swift"
      hasIssues = number % 7 != 0
      forksCount = number % 17
      openIssuesCount = number % 31
      license = number % 2 == 0 ? "MIT" : nil
      score = Double(number) / 8
      defaultBranch = "main"
      topics = ["swift", "codable"]
      owner = Owner(
        id: number, login: "user\(number)", siteAdmin: false, avatarUrl: "https://avatars.example.com/\(number)")
      parentId = number % 2 == 0 ? number : nil
      createdAt = Date(timeIntervalSince1970: Double(number * 100_003))
    }
  }
}

extension Synth {
  struct Owner: Codable, Hashable {
    var id: Int
    var login: String
    var siteAdmin: Bool
    var avatarUrl: String?
  }

  struct Repository: Codable, Hashable {
    var id: Int
    var nodeId: String
    var name: String
    var fullName: String
    var isPrivate: Bool
    var htmlUrl: String
    var description: String?
    var fork: Bool
    var size: Int
    var stargazersCount: Int
    var language: String?
    var hasIssues: Bool
    var forksCount: Int
    var mirrorUrl: String?
    var openIssuesCount: Int
    var license: String?
    var score: Double
    var defaultBranch: String
    var topics: [String]
    var owner: Owner
    var parentId: Int?
    var createdAt: Date

    static func samples(_ count: Int) throws -> [Repository] {
      try JSONDecoder().decode([Repository].self, from: JSONEncoder().encode((0..<count).map(Auto.Repository.init)))
    }
  }
}
