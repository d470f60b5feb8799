/// A place that a measurement uses: where it is, what it was snapped to, and how well its place is known.
public struct MeasuredPoint: Sendable, Equatable, Codable {
    /// What a place was snapped to.
    public enum Snap: String, Sendable, Codable, CaseIterable {
        /// Where three planes meet: a corner of a room or of a thing.
        case corner
        /// A vertex of the mesh.
        case vertex
        /// Where two planes meet.
        case edge
        /// A plane fitted to the surface around.
        case plane
        /// The surface itself, as it was clicked.
        case surface
        /// Nothing: the coordinates as they were given.
        case none
    }

    /// Metres.
    public var position: Point
    /// What it was snapped to.
    public var snap: Snap
    /// Unit normal of the plane or the surface that it lies on.
    public var normal: Point?
    /// Of its own error, without the drift that it shares with its neighbours; nil where nothing is known.
    public var covariance: Covariance?

    /// A point in metres; without a covariance its error is unknown.
    public init(_ position: Point, snap: Snap = .none, normal: Point? = nil, covariance: Covariance? = nil) {
        self.position = position
        self.snap = snap
        self.normal = normal
        self.covariance = covariance
    }
}
