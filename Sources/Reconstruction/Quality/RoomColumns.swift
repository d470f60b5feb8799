import Geometry

/// The part of a free space that belongs to the room: less thin streaks, and less what was only seen through a door or window.
struct RoomColumns {
    typealias Column = FreeSpaceGrid.Column

    /// The columns of the room.
    let kept: Set<Column>

    /// Cells from the middle of an opening to its sides: doors are up to a metre wide.
    private static let radius: Int32 = 5
    /// Offsets within `radius`.
    private static let disc: [Column] = (-radius...radius).flatMap { x in
        (-radius...radius).compactMap { z in x * x + z * z <= radius * radius ? Column(x, z) : nil }
    }

    /// - Parameters:
    ///   - columns: connected free space.
    ///   - cameras: the columns of the cameras; those elsewhere are not used.
    init(_ columns: some Sequence<Column>, cameras: [Column]) {
        let all = Set(columns)
        // The middle of wide spaces, and the trajectory with what is beside it.
        var core = all.filter { column in Self.disc.allSatisfy { all.contains(column &+ $0) } }
        let walked = Set(cameras).filter(all.contains)
        var queue: [Column] = []
        var reached: Set<Column> = []
        for column in walked {
            for offset in Self.disc {
                let near = column &+ offset
                if all.contains(near), reached.insert(near).inserted { queue.append(near) }
            }
        }
        core.formUnion(reached)
        while let next = queue.popLast() {
            for x in Int32(-1)...1 {
                for z in Int32(-1)...1 {
                    let near = next &+ Column(x, z)
                    if core.contains(near), reached.insert(near).inserted { queue.append(near) }
                }
            }
        }
        // From the middle out to the walls.
        var ring = Array(reached)
        for _ in 0..<Self.radius {
            var next: [Column] = []
            for column in ring {
                for x in Int32(-1)...1 {
                    for z in Int32(-1)...1 {
                        let near = column &+ Column(x, z)
                        if all.contains(near), reached.insert(near).inserted { next.append(near) }
                    }
                }
            }
            ring = next
        }
        kept = reached
    }
}
