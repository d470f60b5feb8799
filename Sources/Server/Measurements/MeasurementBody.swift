import Foundation
import Measurement
import Spaces

/// The body of a request to measure.
struct MeasurementBody: Decodable, Sendable {
    static let example = #"{"kind":"distance","points":[{"at":[0,1,0],"snap":"auto"},{"at":[2,1,0]}]}"#

    struct Pick: Decodable, Sendable {
        let at: [Double]
        let snap: String?

        /// - Throws: `Problem` 400 where it is not a point.
        func pick() throws -> MeasurementRequest.Pick {
            let word = snap ?? "auto"
            guard !word.contains(","), let snapping = MeasurementRequest.Snapping(rawValue: word) else {
                throw Problem(.badRequest, "snap must be auto, vertex, edge, plane, corner, surface or none.")
            }
            return MeasurementRequest.Pick(try MeasurementBody.point(at, "at"), snap: snapping)
        }
    }

    let kind: String?
    let name: String?
    let points: [Pick]?
    /// Metres around each point.
    let radius: Double?
    let room: String?
    let object: String?
    /// Distance: between the planes at the points.
    let planes: Bool?
    /// Clearance at one point: along this direction.
    let along: [Double]?
    /// Metres around the line of a clearance.
    let spread: Double?

    /// - Throws: `Problem` 400 where it is not a measurement.
    func request() throws -> MeasurementRequest {
        guard let kind = kind.flatMap(MeasurementRequest.Kind.init) else {
            throw Problem(
                .badRequest, "kind must be one of \(MeasurementRequest.Kind.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        return MeasurementRequest(
            kind, points: try points?.map { try $0.pick() } ?? [], radius: radius ?? MeasurementRequest.defaultRadius, room: room,
            object: object,
            betweenPlanes: planes ?? false, direction: try along.map(Self.direction), spread: spread ?? 0)
    }

    /// A direction of any length, as one whose largest component is 1: squares of large numbers are not finite.
    private static func direction(_ numbers: [Double]) throws -> Point {
        guard numbers.count == 3, numbers.allSatisfy(\.isFinite) else {
            throw Problem(.badRequest, "along must be three numbers.")
        }
        let largest = numbers.map(\.magnitude).max() ?? 0
        guard largest > 0 else { return .zero }
        return Point(numbers[0] / largest, numbers[1] / largest, numbers[2] / largest)
    }

    fileprivate static func point(_ numbers: [Double], _ name: String) throws -> Point {
        guard numbers.count == 3, numbers.allSatisfy({ $0.isFinite && abs($0) < 1e7 }) else {
            throw Problem(.badRequest, "\(name) must be three numbers in metres.")
        }
        return Point(numbers[0], numbers[1], numbers[2])
    }
}

/// The body of a change of a measurement: what is left out stays.
struct MeasurementEditBody: Decodable, Sendable {
    static let example = #"{"name":"Width of the door"}"#

    let name: String?
    let points: [MeasurementBody.Pick]?
}

/// The body of a request to keep a check distance.
struct CheckBody: Decodable, Sendable {
    static let example = #"{"points":[{"at":[0,1.2,1]},{"at":[5,1.2,1]}],"length":4.98,"tolerance":0.005}"#

    let points: [MeasurementBody.Pick]
    /// Metres around each point.
    let radius: Double?
    /// Metres.
    let length: Double
    /// Half of the 95 % interval, metres.
    let tolerance: Double
    let name: String?

    /// - Throws: `Problem` 400 where it is not a check distance, 422 where its tolerance is as large as the length.
    func check() throws -> CheckRequest {
        guard points.count == 2 else { throw Problem(.badRequest, "points must be the two ends of the distance.") }
        for (name, value) in [("length", length), ("tolerance", tolerance)] {
            guard value.isFinite, value > 0, value <= 1e6 else {
                throw Problem(.badRequest, "\(name) must be above 0 and at most 1000000 metres.")
            }
        }
        guard tolerance < length else { throw Problem(.unprocessableContent, "tolerance must be below length.") }
        return CheckRequest(
            points: try points.map { try $0.pick() }, length: length, tolerance: tolerance,
            radius: radius ?? MeasurementRequest.defaultRadius, name: name ?? "")
    }
}
