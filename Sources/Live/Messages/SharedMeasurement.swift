import Geometry

/// A measurement that a participant shows to the others: a line through points, with its length. Never changed; another one has
/// another id.
public struct SharedMeasurement: Equatable, Sendable {
    /// Its id.
    public var id: MeasurementID
    /// ``LiveLimits/minMeasurementPoints`` to ``LiveLimits/maxMeasurementPoints`` points, in metres of the space.
    public var points: [Vector3]
    /// Whether the last point is connected with the first: the outline of an area.
    public var isClosed: Bool

    /// A line through `points`.
    public init(id: MeasurementID, points: [Vector3], isClosed: Bool = false) {
        self.id = id
        self.points = points
        self.isClosed = isClosed
    }

    /// The length of the line in metres; of the whole outline where it is closed.
    public var length: Float {
        var length: Float = 0
        for i in points.indices.dropFirst() { length += (points[i] - points[i - 1]).length }
        if isClosed, let first = points.first, let last = points.last { length += (first - last).length }
        return length
    }
}
