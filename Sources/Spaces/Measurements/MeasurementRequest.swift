import Foundation
import Measurement

/// What to measure: on the surface of a model, or a room or an object of its plan.
///
/// It is stored with a measurement that is kept, so that it can be repeated.
public struct MeasurementRequest: Sendable, Equatable {
    /// What to measure. The points that each kind takes are checked when it is measured.
    public enum Kind: String, Codable, Sendable, CaseIterable {
        /// Between two points; with `betweenPlanes` between the parallel planes at them.
        case distance
        /// Along two points or more.
        case path
        /// Of a polygon of three points or more, or of a room's floor.
        case area
        /// Around a polygon or a room.
        case perimeter
        /// At the second of three points, or between the planes at two.
        case angle
        /// Of a point above the floor, or above the plane at a second point.
        case height
        /// Between the facing planes at two points, or the free space through one along `direction`.
        case clearance
        /// Of the part at a point, of the whole model without one, of a room, or of an object's box.
        case volume
        /// Width, height and depth of the box around the part at a point, or around the whole model.
        case size
        /// Nothing: the point alone is snapped.
        case snap
    }

    /// A point as it was clicked or typed.
    public struct Pick: Sendable, Equatable {
        /// Metres in the model's frame.
        public var position: Point
        /// What the point is moved to.
        public var snap: Snapping

        /// `position` is in metres in the model's frame.
        public init(_ position: Point, snap: Snapping = .automatic) {
            self.position = position
            self.snap = snap
        }
    }

    /// What a point is moved to.
    public enum Snapping: Sendable, Equatable {
        /// The first of corner, vertex, edge and plane within the radius, else the surface.
        case automatic
        /// The first of these within the radius, else the surface.
        case features(Set<MeasuredPoint.Snap>)
        /// The coordinates stay as they are.
        case off
    }

    /// The maximum number of points of a measurement.
    public static let maxPoints = 500
    /// The radius of snapping in metres, where the request has none.
    public static let defaultRadius = 0.05

    /// The quantity.
    public var kind: Kind
    /// The points in their order, at most `maxPoints`.
    public var points: [Pick]
    /// Metres around each point within which it is snapped, at most 10.
    public var radius: Double
    /// The id or, whatever its case, the name of a room of the plan.
    public var room: String?
    /// The id of an object of the plan.
    public var object: String?
    /// Distance: between the planes at two points.
    public var betweenPlanes: Bool
    /// Clearance at one point: along which direction.
    public var direction: Point?
    /// Clearance at one point: the smallest within this distance of the line, in metres, at most 10.
    public var spread: Double

    /// Only the kind is needed of a measurement of a whole model or plan.
    public init(
        _ kind: Kind, points: [Pick] = [], radius: Double = MeasurementRequest.defaultRadius, room: String? = nil,
        object: String? = nil, betweenPlanes: Bool = false, direction: Point? = nil, spread: Double = 0
    ) {
        self.kind = kind
        self.points = points
        self.radius = radius
        self.room = room
        self.object = object
        self.betweenPlanes = betweenPlanes
        self.direction = direction
        self.spread = spread
    }
}

extension MeasurementRequest.Snapping: RawRepresentable {
    /// `auto`, `none`, or one or several of `corner`, `vertex`, `edge`, `plane` and `surface`, separated by commas; nil for other
    /// words.
    public init?(rawValue: String) {
        switch rawValue {
        case "auto": self = .automatic
        case "none": self = .off
        default:
            let features = rawValue.split(separator: ",", omittingEmptySubsequences: false).map {
                MeasuredPoint.Snap(rawValue: String($0))
            }
            guard features.allSatisfy({ $0 != nil && $0 != MeasuredPoint.Snap.none }) else { return nil }
            self = .features(Set(features.compactMap(\.self)))
        }
    }

    public var rawValue: String {
        switch self {
        case .automatic: "auto"
        case .off: "none"
        case .features(let kinds): kinds.map(\.rawValue).sorted().joined(separator: ",")
        }
    }
}

// MARK: - As it is stored

extension MeasurementRequest: Codable {
    private enum Key: String, CodingKey { case kind, points, radius, room, object, planes, along, spread }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        self.init(
            try fields.decode(Kind.self, forKey: .kind), points: try fields.decodeIfPresent([Pick].self, forKey: .points) ?? [],
            radius: try fields.decodeIfPresent(Double.self, forKey: .radius) ?? Self.defaultRadius,
            room: try fields.decodeIfPresent(String.self, forKey: .room),
            object: try fields.decodeIfPresent(String.self, forKey: .object),
            betweenPlanes: try fields.decodeIfPresent(Bool.self, forKey: .planes) ?? false,
            direction: try fields.decodeIfPresent(Point.self, forKey: .along),
            spread: try fields.decodeIfPresent(Double.self, forKey: .spread) ?? 0)
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(kind, forKey: .kind)
        try fields.encode(points, forKey: .points)
        try fields.encode(radius, forKey: .radius)
        try fields.encodeIfPresent(room, forKey: .room)
        try fields.encodeIfPresent(object, forKey: .object)
        if betweenPlanes { try fields.encode(true, forKey: .planes) }
        try fields.encodeIfPresent(direction, forKey: .along)
        if spread > 0 { try fields.encode(spread, forKey: .spread) }
    }
}

extension MeasurementRequest.Pick: Codable {
    private enum Key: String, CodingKey { case at, snap }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        position = try fields.decode(Point.self, forKey: .at)
        let word = try fields.decodeIfPresent(String.self, forKey: .snap) ?? "auto"
        guard let snap = MeasurementRequest.Snapping(rawValue: word) else {
            throw DecodingError.dataCorruptedError(forKey: .snap, in: fields, debugDescription: "unknown word \(word)")
        }
        self.snap = snap
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(position, forKey: .at)
        try fields.encode(snap.rawValue, forKey: .snap)
    }
}
