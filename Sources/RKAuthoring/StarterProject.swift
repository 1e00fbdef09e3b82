/// The files of a new project that tests fixtures: a spec, a fixture, a test file with its snapshot, a
/// workflow, and an entry for pre-commit.
package struct StarterProject: Sendable {
  /// A file of the project.
  package struct File: Sendable {
    /// The path relative to the project's folder.
    package var path: String
    package var text: String
    /// The purpose of the file, for people.
    package var purpose: String
  }

  /// The version of rkmap that the workflow installs.
  private let version: String

  package init(version: String) { self.version = version }

  /// The files for a project without a test file: a suite that passes, as a starting point.
  package var suite: [File] {
    [
      File(path: "mapping.json", text: Self.spec, purpose: "a spec"),
      File(path: "fixtures/articles.GET.200.json", text: Self.fixture, purpose: "a fixture"),
      File(path: Self.testFile, text: Self.test, purpose: "a test file"),
      File(
        path: "__rkmap__/fixtures/articles.GET.200.json.snap.json",
        text: Self.snapshot,
        purpose: "the fixture's records"
      ),
    ]
  }

  /// The files that run a suite automatically.
  package var automation: [File] {
    [
      File(
        path: ".github/workflows/rkmap.yml",
        text: workflow,
        purpose: "a workflow that runs 'rkmap test' on every push"
      ),
      File(
        path: Self.hooksFile,
        text: "repos:\n" + Self.hooks,
        purpose: "hooks for pre-commit"
      ),
    ]
  }

  /// A project that has this file has a suite.
  package static let testFile = "rkmap.test.json"
  /// The file that needs a manual addition if it exists.
  package static let hooksFile = ".pre-commit-config.yaml"

  // MARK: - Texts

  private static let spec = """
    {
      "defaults": { "drift": "report" },
      "descriptors": [
        {
          "name": "articles",
          "path": "/articles",
          "methods": ["GET"],
          "keyPath": "articles",
          "root-map-ref": "article"
        }
      ],
      "mappers": [
        {
          "id": "article",
          "target": "Article",
          "identification": "id",
          "attributes": [
            { "from": "id", "to": "id", "type": "integer", "required": true },
            { "from": "title", "to": "title", "type": "string", "required": true },
            { "from": "published_at", "to": "published", "type": "date", "onNull": "null" }
          ]
        }
      ]
    }

    """

  private static let fixture = """
    {
      "articles": [
        { "id": 1, "title": "Hello", "published_at": "2026-01-31T09:30:00Z" },
        { "id": 2, "title": "Again", "published_at": null }
      ]
    }

    """

  private static let test = """
    {
      "spec": "mapping.json",
      "strict": true,
      "failOn": "warning",
      "cases": [
        {
          "files": "fixtures/*.json",
          "expect": {
            "types": { "Article": { "min": 1 } }
          },
          "snapshot": true
        }
      ]
    }

    """

  private static let snapshot = """
    {
      "$snapshot": 3,
      "Article": [
        {
          "id": 1,
          "title": "Hello",
          "published": "2026-01-31T09:30:00Z"
        },
        {
          "id": 2,
          "title": "Again",
          "published": null
        }
      ]
    }

    """

  private var workflow: String {
    """
    # Maps all fixtures as the test files say, on every push and every pull request.
    name: fixtures
    on: [push, pull_request]
    permissions:
      contents: read
    jobs:
      rkmap:
        runs-on: ubuntu-24.04
        steps:
          - uses: actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2
          - uses: OWNER/rkmap@v\(version)
            with:
              arguments: test --report human --report github

    """
  }

  /// The entry for pre-commit, which runs the installed program.
  package static let hooks = """
      - repo: local
        hooks:
          - id: rkmap-test
            name: rkmap test
            entry: rkmap test
            language: system
            files: \\.(json|ndjson|har)$
            pass_filenames: false

    """
}
