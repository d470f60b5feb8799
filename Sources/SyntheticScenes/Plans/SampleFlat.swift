import FloorPlans

/// A small flat of which every number is known: two rooms in an L, one wall that is not at a right angle, one that was not seen.
///
/// For tests, and for trying what a format does with a plan.
public enum SampleFlat {
    /// - Parameters:
    ///   - storeys: how many alike storeys of 2.7 m stand on each other.
    ///   - origin: where the flat's south-west corner stands; large numbers try world coordinates.
    public static func plan(storeys: Int = 1, origin: PlanPoint = .zero) -> FloorPlan {
        FloorPlan(
            id: "sample", name: "Sample flat", north: 0.35,
            storeys: (0..<Swift.max(1, storeys)).map { storey($0, origin: origin, prefix: storeys == 1 ? "" : "\($0)-") })
    }

    static let height = 2.5
    static let outside = 0.3
    static let inside = 0.12

    private static func storey(_ level: Int, origin: PlanPoint, prefix: String) -> Storey {
        func id(_ name: String) -> PlanID { PlanID(prefix + name) }
        func at(_ x: Double, _ y: Double) -> PlanPoint { origin + PlanPoint(x, y) }
        let south = at(8.4, 0)
        let east = at(8.4, 3.8)
        let middle = at(4.6, 3.8)
        func outer(_ name: String, start: PlanPoint, end: PlanPoint, unseen: Bool = false) -> Wall {
            Wall(
                id: id(name), start: start, end: end, thickness: outside, height: height, isExternal: true,
                assumesThickness: unseen,
                confidence: unseen ? 0.35 : 0.97, isUnseen: unseen)
        }
        var storey = Storey(
            id: id("storey"), name: level == 0 ? "Ground floor" : "Floor \(level)", elevation: Double(level) * 2.7, height: 2.7,
            walls: [
                outer("south", start: at(0, 0), end: south), outer("east", start: south, end: east),
                outer("unseen", start: east, end: middle, unseen: true),
                outer("step", start: middle, end: at(4.6, 7)), outer("north", start: at(4.6, 7), end: at(0.9, 7)),
                outer("west", start: at(0.9, 7), end: at(0, 0)),
                Wall(
                    id: id("partition"), start: middle, end: at(4.6, 0), thickness: inside, height: height, isExternal: false,
                    confidence: 0.9),
            ])
        storey.openings = [
            Opening(
                id: id("entrance"), kind: .door, wall: id("south"), offset: 0.9, width: 0.95, height: 2.1,
                swing: .init(hinge: .start, side: .left), confidence: 0.95),
            Opening(
                id: id("bedroom-window"), kind: .window, wall: id("south"), offset: 5.7, width: 1.6, sill: 0.9, height: 1.3,
                confidence: 0.9),
            Opening(id: id("small-window"), kind: .window, wall: id("east"), offset: 1.4, width: 1, sill: 0.9, height: 1.3),
            Opening(
                id: id("inner-door"), kind: .door, wall: id("partition"), offset: 2.1, width: 0.85, height: 2.05,
                swing: .init(hinge: .end, side: .left), confidence: 0.92),
            Opening(id: id("passage"), kind: .opening, wall: id("west"), offset: 4.9, width: 0.9, height: 2.2, confidence: 0.6),
            Opening(
                id: id("balcony-door"), kind: .door, wall: id("north"), offset: 0.9, width: 1.8, height: 2.2,
                swing: .init(hinge: .both, side: .right), confidence: 0.8),
        ]
        for (polygon, name, use) in zip3(storey.enclosedAreas, ["Living room", "Bedroom"], [Room.Use.living, .bedroom]) {
            storey.rooms.append(
                Room(id: id(use.rawValue), name: name, use: use, polygon: polygon, ceilingHeight: height, confidence: 0.95))
        }
        storey.furniture = [
            Furniture(
                id: id("sofa"), category: .sofa, center: at(1.24, 4.4), width: 2.1, depth: 0.9, height: 0.8, angle: 1.698_6,
                confidence: 0.9),
            Furniture(id: id("table"), category: .table, center: at(3.1, 1.6), width: 1.6, depth: 0.9, height: 0.74),
            Furniture(id: id("chair-1"), category: .chair, center: at(2.7, 2.3), width: 0.45, depth: 0.5, height: 0.9),
            Furniture(id: id("chair-2"), category: .chair, center: at(3.5, 2.35), width: 0.45, depth: 0.5, height: 0.9, angle: 0.2),
            Furniture(id: id("bed"), category: .bed, center: at(7.2, 2.6), width: 1.6, depth: 2, height: 0.5),
            Furniture(id: id("wardrobe"), category: .storage, center: at(5.5, 3.33), width: 1.5, depth: 0.6, height: 2.2),
            Furniture(
                id: id("television"), category: .television, center: at(4.36, 4.4), width: 1.2, depth: 0.1, height: 0.7,
                elevation: 0.9,
                angle: -1.570_796_326_794_896_6),
        ]
        for outline in storey.outerOutlines.prefix(1) {
            storey.slabs = [
                Slab(id: id("floor"), kind: .floor, polygon: outline, thickness: 0.2),
                Slab(id: id("ceiling"), kind: .ceiling, polygon: outline, top: height + 0.02, thickness: 0.02, confidence: 0.7),
            ]
        }
        return storey
    }

    private static func zip3<A, B, C>(_ a: [A], _ b: [B], _ c: [C]) -> [(A, B, C)] { zip(a, zip(b, c)).map { ($0, $1.0, $1.1) } }
}
