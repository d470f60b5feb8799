import ArgumentParser
import DioramaLibrary
import DioramaSync
import Foundation

extension LibraryCommand {
    struct Files: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show or set which files are downloaded to this device in advance.",
            discussion: """
                all: every file. previews: previews and thumbnails. none: nothing. All other files are downloaded from the bucket
                when they are needed, and cached up to the cache limit. Files that were added on this device stay on it. The
                setting takes effect with the next 'diorama sync'.

                EXAMPLES
                  diorama library files
                  diorama library files all
                  diorama library files all --space SPACE
                  diorama library files default --space SPACE
                  diorama library files --cache-limit 10000
                """)

        @Argument(
            help: ArgumentHelp(
                "all, previews, none; with --space also default: the library's policy. Without it, the settings are shown.",
                valueName: "policy"))
        var policy: Choice?

        @Option(help: ArgumentHelp("Set the policy of one space.", valueName: "id"))
        var space: String?

        @Option(
            parsing: .number,
            help: ArgumentHelp(
                "Maximum size of the cache. Default: \(Library.defaultCacheLimit / 1_000_000).", valueName: "MB"))
        var cacheLimit: Int64?

        @OptionGroup var library: LibraryOptions
        @OptionGroup var out: OutputOptions

        func validate() throws {
            if let cacheLimit, !(0...1_000_000_000).contains(cacheLimit) {
                throw ValidationError("--cache-limit must be between 0 and 1000000000 MB.")
            }
            if space != nil, policy == nil { throw ValidationError("--space needs a policy: all, previews, none or default.") }
            if policy?.files == nil, policy != nil, space == nil {
                throw ValidationError("default is for a space; give all, previews or none for the library, or name a --space.")
            }
        }

        func run() async throws {
            let library = try library.open()
            let sync = SyncClient(library, identity: LayeredIdentityStore.standard())
            if let policy {
                let space = try space.map { text in
                    guard let id = SpaceID(text) else {
                        throw CommandFailure("'\(text)' is not an id; 'diorama library list' prints the ids")
                    }
                    return id
                }
                try await sync.use(policy.files, for: space)
            }
            if let cacheLimit {
                try await library.setCacheLimit(cacheLimit * 1_000_000)
                MediaStore(library).originals.shrinkCache(to: cacheLimit * 1_000_000)
            }
            let result = Result(try await sync.fileSettings())
            try out.print(result, result.lines.joined(separator: "\n"))
        }

        struct Choice: ExpressibleByArgument {
            /// Nil for the library's policy.
            let files: FilePolicy?

            init?(argument: String) {
                files = FilePolicy(rawValue: argument)
                if files == nil, argument != "default" { return nil }
            }

            static var allValueStrings: [String] { FilePolicy.allCases.map(\.rawValue) + ["default"] }
        }

        private struct Result: Encodable {
            struct Space: Encodable {
                let id: String
                let name: String
                let policy: String
            }

            let policy: String
            let spaces: [Space]
            let cacheBytes: Int64
            let cacheLimit: Int64

            init(_ settings: FileSettings) {
                policy = settings.policy?.rawValue ?? "custom"
                spaces = settings.spaces.map { Space(id: $0.id.description, name: $0.name, policy: $0.policy.rawValue) }
                cacheBytes = settings.cacheByteCount
                cacheLimit = settings.cacheLimit
            }

            var lines: [String] {
                ["policy: \(policy)"] + spaces.map { "space \($0.id) \($0.name): \($0.policy)" } + [
                    "cache: \(Terminal.bytes(cacheBytes)) of at most \(Terminal.bytes(cacheLimit))"
                ]
            }
        }
    }
}
