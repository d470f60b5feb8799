import Foundation
import Geometry
import Measurement

/// A check distance as it is given: two points of a model, and the length that a tape or a laser shows between them.
public struct CheckRequest: Sendable, Equatable {
    /// What messages call it; its points where it is empty.
    public var name: String
    /// The two points.
    public var points: [MeasurementRequest.Pick]
    /// Metres around each point within which it is snapped, at most 10.
    public var radius: Double
    /// The true length, metres.
    public var length: Double
    /// Half of the interval in metres that holds the true length in 95 of 100 cases.
    public var tolerance: Double

    /// Lengths in metres; `points` are two.
    public init(
        points: [MeasurementRequest.Pick], length: Double, tolerance: Double, radius: Double = MeasurementRequest.defaultRadius,
        name: String = ""
    ) {
        self.name = name
        self.points = points
        self.radius = radius
        self.length = length
        self.tolerance = tolerance
    }

    /// The distance that is measured in the model.
    public var request: MeasurementRequest { MeasurementRequest(.distance, points: points, radius: radius) }

    /// The distance in a model, without a correction of its scale.
    /// - Throws: `SpacesError` where the points are not on its surface.
    func measured(on index: SurfaceIndex) throws(SpacesError) -> CheckDistance {
        let shown = name.isEmpty ? points.map { PointText.of($0.position) }.joined(separator: " ") : name
        let value: MeasuredValue
        do throws(SpacesError) {
            value = try request.measure(on: index.withoutScale).values[0]
        } catch {
            throw SpacesError(error.kind, error.problem, input: "check distance \(shown)", remedy: error.remedy)
        }
        return CheckDistance(name: shown, measured: value, length: length, tolerance: tolerance)
    }
}

extension ScaleCorrection {
    /// The scale of a model by check distances.
    /// - Returns: nil where there are none.
    /// - Throws: `SpacesError` where a distance can't be used.
    public init?(_ checks: [CheckRequest], on index: SurfaceIndex) throws(SpacesError) {
        guard !checks.isEmpty else { return nil }
        var distances: [CheckDistance] = []
        for check in checks { distances.append(try check.measured(on: index)) }
        do throws(MeasurementError) {
            try self.init(distances, noise: index.noise)
        } catch {
            throw SpacesError(.notPossible, error.reason)
        }
    }
}

/// Points in messages, as they are typed.
enum PointText {
    static func of(_ p: Point) -> String {
        [p.x, p.y, p.z].map { number in
            var text = LengthUnits.fixed(number, digits: 3)
            while text.hasSuffix("0") { text.removeLast() }
            return text.hasSuffix(".") ? String(text.dropLast()) : text
        }.joined(separator: ",")
    }
}
