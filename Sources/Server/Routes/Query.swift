import FloorPlans
import Foundation
import Geometry
import Hummingbird
import Measurement

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

    /// A parameter that is `true` or `false`, false where it is missing.
    /// - Throws: `Problem` 400 for other words.
    func flag(_ name: String, default usual: Bool = false) throws -> Bool {
        switch values[name] ?? "\(usual)" {
        case "true": true
        case "false": false
        default: throw Problem(.badRequest, "\(name) must be true or false.")
        }
    }

    /// The parameter `limit` of a list: how many entries a page has.
    /// - Throws: `Problem` 400 where it is not a number from 1 to `maximum`.
    func limit(default count: Int = 50, maximum: Int = 200) throws -> Int {
        guard let text = values["limit"] else { return count }
        guard let limit = Int(text), (1...maximum).contains(limit), !text.hasPrefix("+") else {
            throw Problem(.badRequest, "limit must be a number from 1 to \(maximum).")
        }
        return limit
    }

    /// The parameter `units`, metric where it is missing.
    /// - Throws: `Problem` 400 for other words than metric and imperial.
    func units() throws -> PlanUnits {
        switch values["units"] ?? "metric" {
        case "metric": .metric
        case "imperial": .imperial
        default: throw Problem(.badRequest, "units must be metric or imperial.")
        }
    }

    /// The parameter `units` of measurements, metric where it is missing.
    /// - Throws: `Problem` 400 for other words than those of `LengthUnits`.
    func lengthUnits() throws -> LengthUnits {
        guard let units = LengthUnits(name: values["units"] ?? "metric") else {
            throw Problem(.badRequest, "units must be \(LengthUnits.names.joined(separator: ", ")).")
        }
        return units
    }

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
