// The events of github_events.json, with every key that they have, in the order of the data.

import AutoCoding

extension Auto {
  struct GitHubEvent: AutoCoding, Hashable {
    let type: String
    let created_at: String
    let actor: GitHubActor
    let repo: GitHubRepositoryName
    let `public`: Bool
    let payload: GitHubPayload
    let id: String
    let org: GitHubActor?
  }

  struct GitHubActor: AutoCoding, Hashable {
    let gravatar_id: String
    let login: String
    let avatar_url: String
    let url: String
    let id: Int
  }

  struct GitHubRepositoryName: AutoCoding, Hashable {
    let url: String
    let id: Int
    let name: String
  }

  struct GitHubPayload: AutoCoding, Hashable {
    let commits: [GitHubCommit]?
    let distinct_size: Int?
    let ref: String?
    let push_id: Int?
    let head: String?
    let before: String?
    let size: Int?
    let description: String?
    let master_branch: String?
    let ref_type: String?
    let forkee: GitHubRepository?
    let action: String?
    let issue: GitHubIssue?
    let comment: GitHubComment?
    let pages: [GitHubPage]?
  }

  struct GitHubCommit: AutoCoding, Hashable {
    let url: String
    let message: String
    let distinct: Bool
    let sha: String
    let author: GitHubAuthor
  }

  struct GitHubAuthor: AutoCoding, Hashable {
    let email: String
    let name: String
  }

  struct GitHubPage: AutoCoding, Hashable {
    let page_name: String
    let html_url: String
    let title: String
    let sha: String
    let summary: String?
    let action: String
  }

  struct GitHubIssue: AutoCoding, Hashable {
    let user: GitHubUser
    let url: String
    let labels: [String]
    let html_url: String
    let labels_url: String
    let pull_request: GitHubPullRequestLinks
    let created_at: String
    let closed_at: String?
    let milestone: String?
    let title: String
    let body: String
    let updated_at: String
    let number: Int
    let state: String
    let assignee: GitHubUser?
    let id: Int
    let events_url: String
    let comments_url: String
    let comments: Int
  }

  struct GitHubUser: AutoCoding, Hashable {
    let url: String
    let gists_url: String
    let gravatar_id: String
    let type: String
    let avatar_url: String
    let subscriptions_url: String
    let organizations_url: String
    let received_events_url: String
    let repos_url: String
    let login: String
    let id: Int
    let starred_url: String
    let events_url: String
    let followers_url: String
    let following_url: String
  }

  struct GitHubPullRequestLinks: AutoCoding, Hashable {
    let html_url: String?
    let patch_url: String?
    let diff_url: String?
  }

  struct GitHubComment: AutoCoding, Hashable {
    let user: GitHubUser
    let url: String
    let issue_url: String
    let created_at: String
    let body: String
    let updated_at: String
    let id: Int
  }

  struct GitHubRepository: AutoCoding, Hashable {
    let description: String
    let fork: Bool
    let url: String
    let language: String
    let stargazers_url: String
    let clone_url: String
    let tags_url: String
    let full_name: String
    let merges_url: String
    let forks: Int
    let `private`: Bool
    let git_refs_url: String
    let archive_url: String
    let collaborators_url: String
    let owner: GitHubUser
    let languages_url: String
    let trees_url: String
    let labels_url: String
    let html_url: String
    let pushed_at: String
    let created_at: String
    let has_issues: Bool
    let forks_url: String
    let branches_url: String
    let commits_url: String
    let notifications_url: String
    let open_issues: Int
    let contents_url: String
    let blobs_url: String
    let issues_url: String
    let compare_url: String
    let issue_events_url: String
    let name: String
    let updated_at: String
    let statuses_url: String
    let forks_count: Int
    let assignees_url: String
    let ssh_url: String
    let `public`: Bool
    let has_wiki: Bool
    let subscribers_url: String
    let mirror_url: String?
    let watchers_count: Int
    let id: Int
    let has_downloads: Bool
    let git_commits_url: String
    let downloads_url: String
    let pulls_url: String
    let homepage: String?
    let issue_comment_url: String
    let hooks_url: String
    let subscription_url: String
    let milestones_url: String
    let svn_url: String
    let events_url: String
    let git_tags_url: String
    let teams_url: String
    let comments_url: String
    let open_issues_count: Int
    let keys_url: String
    let git_url: String
    let contributors_url: String
    let size: Int
    let watchers: Int
  }
}
