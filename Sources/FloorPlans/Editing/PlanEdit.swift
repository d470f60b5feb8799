/// A user's change of a plan. The scan that the plan was made from, and the extracted plan, stay unchanged:
/// edits are stored beside them and reapplied each time.
public enum PlanEdit: Sendable, Equatable, Codable {
    /// Renames a room; a name has 1 to 100 characters.
    case renameRoom(PlanID, name: String)
    /// Parallel to itself, in metres: to the left of its direction from start to end, to the right where negative.
    case moveWall(PlanID, distance: Double)
    /// Removes a door, window or gap from its wall.
    case deleteOpening(PlanID)

    /// The longest name of a room, in characters.
    public static let longestName = 100

    private enum Kind: String, Codable { case renameRoom = "rename-room", moveWall = "move-wall", deleteOpening = "delete-opening" }
    private enum Key: String, CodingKey { case kind, room, name, wall, distance, opening }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        switch try fields.decode(Kind.self, forKey: .kind) {
        case .renameRoom:
            self = .renameRoom(try fields.decode(PlanID.self, forKey: .room), name: try fields.decode(String.self, forKey: .name))
        case .moveWall:
            self = .moveWall(
                try fields.decode(PlanID.self, forKey: .wall), distance: try fields.decode(Double.self, forKey: .distance))
        case .deleteOpening: self = .deleteOpening(try fields.decode(PlanID.self, forKey: .opening))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        switch self {
        case .renameRoom(let room, let name):
            try fields.encode(Kind.renameRoom, forKey: .kind)
            try fields.encode(room, forKey: .room)
            try fields.encode(name, forKey: .name)
        case .moveWall(let wall, let distance):
            try fields.encode(Kind.moveWall, forKey: .kind)
            try fields.encode(wall, forKey: .wall)
            try fields.encode(distance, forKey: .distance)
        case .deleteOpening(let opening):
            try fields.encode(Kind.deleteOpening, forKey: .kind)
            try fields.encode(opening, forKey: .opening)
        }
    }
}
