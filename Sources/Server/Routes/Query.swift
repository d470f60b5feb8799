import Foundation
import Hummingbird

/// The parameters after a request's `?`, as forms and `URLSearchParams` write them.
struct Query {
    private var values: [String: String] = [:]

    /// - Throws: `Problem` 400 where a value is not percent-encoded UTF-8 or a parameter is given twice.
    init(_ request: Request) throws {
        for pair in (request.uri.query ?? "").split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decoded(parts[0]), let value = Self.decoded(parts.count > 1 ? parts[1] : "") else {
                throw Problem(.badRequest, "The query isn't percent-encoded UTF-8.")
            }
            guard values.updateValue(value, forKey: name) == nil else {
                throw Problem(.badRequest, "A query parameter is given twice.")
            }
        }
    }

    subscript(name: String) -> String? { values[name] }

    /// Refuses parameters that the route doesn't declare.
    /// - Throws: `Problem` 400 that names the first of them.
    func check(_ declared: Set<String>) throws {
        guard let unknown = values.keys.filter({ !declared.contains($0) }).min() else { return }
        let known = declared.subtracting([VisitorMiddleware.ticketParameter]).sorted().joined(separator: ", ")
        throw Problem(
            .badRequest,
            "Unknown query parameter “\(unknown.prefix(80))”; this address takes \(known.isEmpty ? "none" : known).")
    }

    private static func decoded(_ text: Substring) -> String? {
        text.replacingOccurrences(of: "+", with: " ").removingPercentEncoding
    }
}
