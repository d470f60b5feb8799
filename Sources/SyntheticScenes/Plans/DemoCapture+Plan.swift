import FloorPlans
import Capture
import Geometry

extension DemoCapture {
    /// The plan of the demo flat, the same for all seeds: two rooms with a passage between them, the flat's own door and two
    /// windows.
    public static var plan: FloorPlan {
        func at(_ x: Float, _ z: Float) -> PlanPoint { PlanPoint(Double(x), Double(-z)) }
        let living = FlatShell.living
        let bedroom = FlatShell.bedroom
        let top = Double(FlatShell.ceiling)
        func corners(_ b: Bounds) -> [PlanPoint] {
            [at(b.min.x, b.max.z), at(b.max.x, b.max.z), at(b.max.x, b.min.z), at(b.min.x, b.min.z)]
        }
        func room(_ id: PlanID, _ name: String, _ use: Room.Use, _ b: Bounds) -> Room {
            Room(id: id, name: name, use: use, polygon: PlanPolygon(corners(b)), ceilingHeight: top)
        }
        // Only the inner faces exist: thicknesses of the outer walls are as assumed for scans.
        let thick: Float = 0.2
        let partition = bedroom.min.x - living.max.x
        func wall(_ id: PlanID, _ a: PlanPoint, _ b: PlanPoint, _ thickness: Float, _ isExternal: Bool) -> Wall {
            Wall(id: id, start: a, end: b, thickness: Double(thickness), height: top, isExternal: isExternal)
        }
        let (west, north, middle, east) = (
            living.min.x - thick / 2, living.min.z - thick / 2, (living.max.x + bedroom.min.x) / 2, bedroom.max.x + thick / 2
        )
        let south = living.max.z + thick / 2
        let step = bedroom.max.z + thick / 2
        var storey = Storey(
            id: "storey", name: "Ground floor", elevation: 0, height: top,
            walls: [
                wall("west", at(west, north), at(west, south), thick, true),
                wall("south", at(west, south), at(middle, south), thick, true),
                wall("partition", at(middle, south), at(middle, north), partition, false),
                wall("step", at(middle, step), at(east, step), thick, true),
                wall("east", at(east, step), at(east, north), thick, true),
                wall("north", at(east, north), at(west, north), thick, true),
            ], rooms: [room("living", "Living room", .living, living), room("bedroom", "Bedroom", .bedroom, bedroom)])
        func opening(_ id: PlanID, _ kind: Opening.Kind, _ wall: PlanID, from: Float, to: Float, _ low: Float, _ high: Float) {
            storey.openings.append(
                Opening(
                    id: id, kind: kind, wall: wall, offset: Double(from), width: Double(to - from), sill: Double(low),
                    height: Double(high - low)))
        }
        let way = FlatShell.doorway
        let door = FlatShell.entrance
        let large = FlatShell.livingWindow
        let small = FlatShell.bedroomWindow
        opening("passage", .opening, "partition", from: south - way.max.z, to: south - way.min.z, 0, way.max.y)
        opening("entrance", .door, "south", from: door.min.x - west, to: door.max.x - west, 0, door.max.y)
        opening("living-window", .window, "north", from: east - large.max.x, to: east - large.min.x, large.min.y, large.max.y)
        opening("bedroom-window", .window, "east", from: step - small.max.z, to: step - small.min.z, small.min.y, small.max.y)
        return FloorPlan(id: "demo", name: "Demo flat", storeys: [storey])
    }
}
