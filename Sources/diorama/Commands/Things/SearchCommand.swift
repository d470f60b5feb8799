import ArgumentParser
import DioramaLibrary
import Foundation
import Spaces

struct SearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Search spaces, places, things, recordings, files and memories.",
        discussion: """
            Every word must be found; the last one also as the beginning of a longer one.

            EXAMPLES
              diorama search drill
              diorama search "kitchen tab" --in space,memory
            """)

    @Argument(help: "What to search for.")
    var text: String

    @Option(
        name: .customLong("in"),
        help: ArgumentHelp(
            "Only these, separated by commas: space, place, thing, recording, media, memory; everything by default.",
            valueName: "words"))
    var kinds: String?

    @Option(parsing: .number, help: "How many at most, 1 to 200; 20 by default.")
    var limit: Int = 20

    @OptionGroup var library: LibraryOptions
    @OptionGroup var out: OutputOptions

    private struct Report: Encodable {
        let kind: String
        let id: String
        let title: String
        let snippet: String
        let path: [String]
        let space: String?
    }

    func run() async throws {
        let chosen = try (kinds ?? "").split(separator: ",").map { word in
            guard let kind = SearchKind(rawValue: String(word)) else {
                throw CommandFailure(
                    "--in: \"\(word)\" is none of \(SearchKind.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            return kind
        }
        let hits = try await CatalogueSearch(library: try library.open()).hits(text, in: chosen, limit: limit)
        let reports = hits.map {
            Report(
                kind: $0.hit.kind.rawValue, id: $0.hit.id.description, title: $0.hit.title,
                snippet: $0.hit.snippet.map(\.text).joined(), path: $0.path, space: $0.space?.description)
        }
        let lines = reports.map { report in
            let place = report.path.isEmpty ? "" : "  (\(report.path.joined(separator: " / ")))"
            return "\(report.kind)  \(report.id)  \(report.title)\(place)"
        }
        try out.print(["hits": reports], lines.isEmpty ? "nothing found" : lines.joined(separator: "\n"))
    }
}
