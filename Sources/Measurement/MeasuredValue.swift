import Foundation

/// A measured value: what was measured, where, and how reliable it is. SI units: metres, square and cubic metres, radians.
public struct MeasuredValue: Sendable, Equatable, Identifiable {
    /// What was measured.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// Between two points, or from a point to a plane, or between two planes that face each other.
        case distance
        /// Along a line of points.
        case path
        /// Of a polygon on any plane, or of a room's floor.
        case area
        /// Around a polygon or a room.
        case perimeter
        /// Of a closed surface, a room, or a box.
        case volume
        /// Between edges or planes.
        case angle
        /// Above the floor, along gravity.
        case height
        /// The free space between surfaces along a direction.
        case clearance
        /// An extent of a thing.
        case size

        /// The unit of its values.
        public var quantity: Quantity {
            switch self {
            case .distance, .path, .perimeter, .height, .clearance, .size: .length
            case .area: .area
            case .volume: .volume
            case .angle: .angle
            }
        }
    }

    /// What a value is a number of.
    public enum Quantity: String, Sendable, Codable {
        /// Stated in the SI unit `unit`.
        case length, area, volume, angle

        /// "m", "m2", "m3" or "rad".
        public var unit: String {
            switch self {
            case .length: "m"
            case .area: "m2"
            case .volume: "m3"
            case .angle: "rad"
            }
        }
    }

    /// A KSUID by convention, given by the store; empty where it is not stored.
    public var id: String
    /// What was measured.
    public var kind: Kind
    /// Name for people; may be empty.
    public var name: String
    /// What it was measured between, in the order in which it is drawn.
    public var points: [MeasuredPoint]
    /// In the SI unit of its kind.
    public var value: Double
    /// Standard uncertainty, or why it is unknown.
    public var uncertainty: Uncertainty
    /// Remarks, one sentence each.
    public var notes: [String]

    /// A value in the SI unit of its kind.
    public init(
        id: String = "", kind: Kind, name: String = "", points: [MeasuredPoint] = [], value: Double, uncertainty: Uncertainty,
        notes: [String] = []
    ) {
        self.id = id
        self.kind = kind
        self.name = name
        self.points = points
        self.value = value
        self.uncertainty = uncertainty
        self.notes = notes
    }
}

extension MeasuredValue: Codable {
    private enum Key: String, CodingKey { case id, kind, name, points, value, unit, uncertainty, notes }

    public init(from decoder: any Decoder) throws {
        let c = try decoder.container(keyedBy: Key.self)
        self.init(
            id: try c.decodeIfPresent(String.self, forKey: .id) ?? "", kind: try c.decode(Kind.self, forKey: .kind),
            name: try c.decodeIfPresent(String.self, forKey: .name) ?? "",
            points: try c.decodeIfPresent([MeasuredPoint].self, forKey: .points) ?? [],
            value: try c.decode(Double.self, forKey: .value), uncertainty: try c.decode(Uncertainty.self, forKey: .uncertainty),
            notes: try c.decodeIfPresent([String].self, forKey: .notes) ?? [])
        let unit = try c.decodeIfPresent(String.self, forKey: .unit) ?? kind.quantity.unit
        guard unit == kind.quantity.unit else {
            throw DecodingError.dataCorruptedError(forKey: .unit, in: c, debugDescription: "is \(unit)")
        }
        guard value.isFinite, points.allSatisfy(\.position.isFinite) else {
            throw DecodingError.dataCorruptedError(forKey: .value, in: c, debugDescription: "is not finite")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var c = encoder.container(keyedBy: Key.self)
        try c.encode(id, forKey: .id)
        try c.encode(kind, forKey: .kind)
        try c.encode(name, forKey: .name)
        try c.encode(points, forKey: .points)
        try c.encode(value, forKey: .value)
        try c.encode(kind.quantity.unit, forKey: .unit)
        try c.encode(uncertainty, forKey: .uncertainty)
        if !notes.isEmpty { try c.encode(notes, forKey: .notes) }
    }
}
