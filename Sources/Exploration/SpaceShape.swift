import Geometry

/// What a viewer needs to know about the shape of a space before anybody walks in it: floor, ceiling, where to cut it open.
public struct SpaceShape: Sendable, Equatable {
    /// Bounds of the space, metres.
    public let bounds: Bounds
    /// Heights of floor and ceiling.
    public let levels: Levels
    /// Heights at which a horizontal cut may be.
    public let cutRange: CutRange

    /// The shape of a space with these bounds and levels.
    public init(bounds: Bounds, levels: Levels) {
        self.bounds = bounds
        self.levels = levels
        cutRange = CutRange(bounds: bounds, levels: levels)
    }
}

/// Heights at which a horizontal cut opens a space, in metres.
public struct CutRange: Sendable, Equatable {
    /// Lowest height of a cut, metres.
    public let lowest: Float
    /// Greatest height of a cut, metres.
    public let highest: Float
    /// Where the cut is first: in rooms just below the ceiling and not higher than a door, elsewhere through the upper quarter.
    public let usual: Float

    init(bounds: Bounds, levels: Levels) {
        let height = bounds.size.y
        // Whole centimetres, the steps of a slider.
        lowest = ((bounds.min.y + 0.05 * height) * 100).rounded(.up) / 100
        highest = (bounds.max.y * 100).rounded(.up) / 100
        var wanted = bounds.min.y + 0.75 * height
        if bounds.isRoom {
            wanted = levels.openHeight(above: levels.floor)
            if levels.ceiling == nil { wanted = min(wanted, bounds.max.y - Levels.ceilingMargin) }
        }
        usual = clamp(wanted, lowest, highest)
    }
}

extension Levels {
    /// The height of a door's upper edge above the floor, below which a cut leaves what people use.
    static let doorHeight: Float = 2.1
    /// The distance that a cut keeps from a ceiling.
    static let ceilingMargin: Float = 0.3

    /// The height of a horizontal cut that shows a storey with its floor at `floor` from above: at door height, or below the
    /// ceiling where that is lower and belongs to that storey.
    func openHeight(above floor: Float) -> Float {
        let door = floor + Self.doorHeight
        guard let ceiling, ceiling - Self.ceilingMargin > floor + 1 else { return door }
        return min(door, ceiling - Self.ceilingMargin)
    }
}

extension Bounds {
    /// Whether this is the size of rooms, rather than of an object to be looked at from outside.
    public var isRoom: Bool {
        let size = self.size
        return size.y >= 1.6 && size.y <= 12 && isWalkable
    }

    /// Whether the ground plan is wide enough to walk in.
    public var isWalkable: Bool {
        let size = self.size
        return Swift.min(size.x, size.z) >= 1.2 && size.x * size.z >= 3
    }
}
