import FloorPlans
import Foundation
import Measurement

/// What is to be measured: the body of a request, and what is kept of a measurement to take it again.
struct MeasureBody: Codable, Sendable {
    static let example = #"{"kind":"distance","points":[{"at":[0,1,0],"snap":"auto"},{"at":[2,1,0]}]}"#
    static let kinds = ["distance", "path", "area", "angle", "height", "clearance", "volume", "snap"]
    /// Points of one measurement.
    static let mostPoints = 500

    struct Place: Codable, Sendable {
        var at: [Double]
        var snap: String?
    }

    var kind: String?
    var name: String?
    var points: [Place]?
    /// Metres around each point.
    var radius: Double?
    var room: String?
    var object: String?

    /// - Throws: `Problem` 400 where it is no measurement.
    func check() throws {
        guard let kind, Self.kinds.contains(kind) else {
            throw Problem(.badRequest, "kind must be \(Self.kinds.joined(separator: ", ")).")
        }
        guard (points ?? []).count <= Self.mostPoints else {
            throw Problem(.badRequest, "A measurement has at most \(Self.mostPoints) points.")
        }
        for place in points ?? [] {
            guard place.at.count == 3, place.at.allSatisfy({ $0.isFinite && abs($0) < 1e7 }) else {
                throw Problem(.badRequest, "A point is three numbers of metres.")
            }
            guard Self.kinds(of: place.snap) != nil else {
                throw Problem(.badRequest, "snap must be auto, vertex, edge, plane, corner, surface or none.")
            }
        }
        if let radius, !(radius.isFinite && radius > 0 && radius <= 1) {
            throw Problem(.badRequest, "radius must be a number of metres up to 1.")
        }
    }

    /// What a click may catch; empty for nothing but the coordinates, nil for what is no word for it.
    static func kinds(of snap: String?) -> Set<MeasuredPoint.Snap>? {
        switch snap ?? "auto" {
        case "auto": SnapOptions().kinds
        case "surface": [.surface]
        case "none": []
        case "vertex": [.vertex]
        case "edge": [.edge]
        case "plane": [.plane]
        case "corner": [.corner]
        default: nil
        }
    }
}
