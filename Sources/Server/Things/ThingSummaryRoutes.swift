import DioramaLibrary
import Foundation
import Hummingbird
import Spaces

/// What lists of things are filtered by, sums, and what is due.
struct ThingSummaryRoutes: Sendable {
    let library: Library
    let catalogue: ThingCatalogue

    private struct Words: Encodable {
        let categories: [Word]
        let brands: [Word]
        let tags: [Word]
    }

    private struct Word: Encodable {
        let word: String
        let count: Int

        init(_ count: WordCount) { (word, self.count) = (count.word, count.count) }
    }

    func words(_ request: Request, _ context: ServerContext) async throws -> Response {
        JSONBody.response(
            Words(
                categories: try await library.categories().map(Word.init), brands: try await library.brands().map(Word.init),
                tags: try await library.tags().map(Word.init)))
    }

    private struct Totals: Encodable {
        let by: String
        let totals: [Total]
    }

    private struct Total: Encodable {
        @EncodesNull var key: String?
        @EncodesNull var name: String?
        let things: Int
        let items: Int
        let values: [Money]
    }

    func totals(_ request: Request, _ context: ServerContext) async throws -> Response {
        let word = try Query(request)["by"] ?? "category"
        guard let group = ThingTotal.Group(rawValue: word) else {
            throw Problem(.badRequest, "by must be \(ThingTotal.Group.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        let totals = try await catalogue.totals(by: group)
        return JSONBody.response(
            Totals(
                by: word,
                totals: totals.map {
                    Total(
                        key: $0.total.key, name: $0.name, things: $0.total.things, items: $0.total.items, values: $0.total.values)
                }))
    }

    private struct Due: Encodable {
        let kind: String
        let id: String
        @EncodesNull var thing: String?
        let name: String
        let detail: String
        let due: String
    }

    func reminders(_ request: Request, _ context: ServerContext) async throws -> Response {
        let text = try Query(request)["days"] ?? "30"
        guard let days = Int(text), (0...3660).contains(days), !text.hasPrefix("+") else {
            throw Problem(.badRequest, "days must be a number from 0 to 3660.")
        }
        let now = Date()
        let due = try await library.reminders(from: now, before: now.addingTimeInterval(Double(days) * 86_400))
        return JSONBody.response([
            "reminders": due.map {
                Due(
                    kind: $0.kind.rawValue, id: $0.id.description, thing: $0.thing?.description, name: $0.name, detail: $0.detail,
                    due: $0.due.payload)
            }
        ])
    }
}
