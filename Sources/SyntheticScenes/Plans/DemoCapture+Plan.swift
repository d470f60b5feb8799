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
        func room(_ id: PlanID, name: String, use: Room.Use, b: Bounds) -> Room {
            Room(id: id, name: name, use: use, polygon: PlanPolygon(corners(b)), ceilingHeight: top)
        }
        // Only the inner faces exist: thicknesses of the outer walls are as assumed for scans.
        let thick: Float = 0.2
        let partition = bedroom.min.x - living.max.x
        func wall(_ id: PlanID, a: PlanPoint, b: PlanPoint, thickness: Float, isExternal: Bool) -> Wall {
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
                wall("west", a: at(west, north), b: at(west, south), thickness: thick, isExternal: true),
                wall("south", a: at(west, south), b: at(middle, south), thickness: thick, isExternal: true),
                wall("partition", a: at(middle, south), b: at(middle, north), thickness: partition, isExternal: false),
                wall("step", a: at(middle, step), b: at(east, step), thickness: thick, isExternal: true),
                wall("east", a: at(east, step), b: at(east, north), thickness: thick, isExternal: true),
                wall("north", a: at(east, north), b: at(west, north), thickness: thick, isExternal: true),
            ],
            rooms: [
                room("living", name: "Living room", use: .living, b: living),
                room("bedroom", name: "Bedroom", use: .bedroom, b: bedroom),
            ])
        func opening(_ id: PlanID, kind: Opening.Kind, wall: PlanID, from: Float, to: Float, low: Float, high: Float) {
            storey.openings.append(
                Opening(
                    id: id, kind: kind, wall: wall, offset: Double(from), width: Double(to - from), sill: Double(low),
                    height: Double(high - low)))
        }
        let way = FlatShell.doorway
        let door = FlatShell.entrance
        let large = FlatShell.livingWindow
        let small = FlatShell.bedroomWindow
        opening(
            "passage", kind: .opening, wall: "partition", from: south - way.max.z, to: south - way.min.z, low: 0, high: way.max.y)
        opening("entrance", kind: .door, wall: "south", from: door.min.x - west, to: door.max.x - west, low: 0, high: door.max.y)
        opening(
            "living-window", kind: .window, wall: "north", from: east - large.max.x, to: east - large.min.x, low: large.min.y,
            high: large.max.y)
        opening(
            "bedroom-window", kind: .window, wall: "east", from: step - small.max.z, to: step - small.min.z, low: small.min.y,
            high: small.max.y)
        return FloorPlan(id: "demo", name: "Demo flat", storeys: [storey])
    }
}
