import FloorPlans
import Foundation
import Support

/// Made-up flats that differ by a seed, and of which every number is known: rectangles and L-shapes, some with a skew side, cut
/// into rooms, with doors, windows and furniture, turned by any angle. For measuring how well plans are found (`PlanComparison`).
public enum VariedFlat {
    /// The flat of a seed. One in eight has two storeys.
    public static func plan(seed: UInt64) -> FloorPlan {
        var random = SplitMix64(seed: seed &* 0x2545_F491_4F6C_DD1D &+ 7)
        let levels = seed % 8 == 5 ? 2 : 1
        let turn = seed % 3 == 0 ? 0 : Double(random.unit()) * .pi / 2
        var plan = FloorPlan(id: "varied", name: "Flat \(seed)", storeys: [])
        var elevation = 0.0
        for level in 0..<levels {
            var builder = FlatBuilder(random: random, prefix: level == 0 ? "" : "s2-", turn: turn, elevation: elevation)
            let storey = builder.storey(sameOutlineAs: level == 0 ? nil : seed)
            random = builder.random
            plan.storeys.append(storey)
            elevation += storey.height
        }
        return plan
    }

    /// A rectangular floor of about `area` square metres with many rooms, for measuring speed.
    public static func office(area: Double, seed: UInt64 = 1) -> FloorPlan {
        var builder = FlatBuilder(random: SplitMix64(seed: seed), prefix: "", turn: 0, elevation: 0)
        let side = (area / 1.4).squareRoot()
        let storey = builder.storey(
            outline: [
                PlanPoint(0, 0), PlanPoint(1.4 * side, 0), PlanPoint(1.4 * side, side), PlanPoint(0, side),
            ], largestRoom: 45)
        return FloorPlan(id: "office", name: "Office", storeys: [storey])
    }
}

/// Builds one storey of a made-up flat.
struct FlatBuilder {
    var random: SplitMix64
    let prefix: String
    let turn: Double
    let elevation: Double

    private let outside = 0.3
    private var walls: [Wall] = []

    init(random: SplitMix64, prefix: String, turn: Double, elevation: Double) {
        self.random = random
        self.prefix = prefix
        self.turn = turn
        self.elevation = elevation
    }

    private mutating func between(_ a: Double, _ b: Double) -> Double { a + (b - a) * Double(random.unit()) }
    /// To whole centimetres, as people build.
    private mutating func metres(_ a: Double, _ b: Double) -> Double { (between(a, b) * 100).rounded() / 100 }

    mutating func storey(sameOutlineAs seed: UInt64?) -> Storey {
        let w = metres(7, 12)
        let d = metres(6, 9)
        var outline = [PlanPoint(0, 0), PlanPoint(w, 0), PlanPoint(w, d), PlanPoint(0, d)]
        switch random.next() % 4 {
        case 0:  // An L.
            let x = metres(0.45, 0.65) * w
            let y = metres(0.4, 0.6) * d
            outline = [PlanPoint(0, 0), PlanPoint(w, 0), PlanPoint(w, y), PlanPoint(x, y), PlanPoint(x, d), PlanPoint(0, d)]
        case 1:  // A skew side.
            outline[2].x -= metres(0.6, 1.8)
        case 2:  // A cut corner.
            let x = metres(1.2, 2.5)
            let y = metres(1.2, 2.5)
            outline = [PlanPoint(0, 0), PlanPoint(w, 0), PlanPoint(w, d - y), PlanPoint(w - x, d), PlanPoint(0, d)]
        default: break
        }
        return storey(outline: outline, largestRoom: between(14, 24))
    }

    /// - Parameter largestRoom: rooms larger than this, in square metres, are cut in two.
    mutating func storey(outline: [PlanPoint], largestRoom: Double) -> Storey {
        let height = metres(2.4, 2.9)
        walls = []
        let turned = outline.map { Self.turned($0, turn) }
        for i in turned.indices {
            add(turned[i], b: turned[(i + 1) % turned.count], thickness: outside, height: height, isExternal: true)
        }
        cut(PlanPolygon(outline), largest: largestRoom, height: height)
        var storey = Storey(
            id: PlanID("\(prefix)storey"), name: prefix.isEmpty ? "Ground floor" : "Floor 1", elevation: elevation,
            height: height + 0.25, walls: walls)
        for (i, polygon) in storey.enclosedAreas.enumerated() {
            storey.rooms.append(
                Room(id: PlanID("\(prefix)room-\(i + 1)"), name: "Room \(i + 1)", polygon: polygon, ceilingHeight: height))
        }
        addOpenings(&storey)
        addFurniture(&storey)
        return storey
    }

    private static func turned(_ p: PlanPoint, _ a: Double) -> PlanPoint {
        PlanPoint(p.x * cos(a) - p.y * sin(a), p.x * sin(a) + p.y * cos(a))
    }

    private mutating func add(_ a: PlanPoint, b: PlanPoint, thickness: Double, height: Double, isExternal: Bool) {
        walls.append(
            Wall(
                id: PlanID("\(prefix)wall-\(walls.count + 1)"), start: a, end: b, thickness: thickness, height: height,
                isExternal: isExternal))
    }

    /// Cuts a room by a wall across its longer side, and the halves again, until they are small enough.
    private mutating func cut(_ room: PlanPolygon, largest: Double, height: Double) {
        let size = room.bounds.size
        guard room.area > largest, max(size.x, size.y) > 4.4 else { return }
        for _ in 0..<6 {
            let isAcross = size.x >= size.y
            let at = between(0.36, 0.64)
            let p = room.bounds.min + size * at
            // One wall in five is not at a right angle.
            let skew = random.next() % 5 == 0 ? between(-0.12, 0.12) : 0
            let direction = isAcross ? PlanPoint(skew, 1).normalized : PlanPoint(1, skew).normalized
            guard let (first, second, a, b) = Self.halves(of: room, PlanPoint(p.x, p.y), direction) else { continue }
            // Not at a corner, where walls would run beside each other.
            guard room.corners.allSatisfy({ ($0 - a).length > 0.6 && ($0 - b).length > 0.6 }) else { continue }
            let ends = [a, b].map { Self.turned($0, turn) }
            guard
                walls.allSatisfy({ wall in
                    ends.allSatisfy { e in
                        [wall.start, wall.end].allSatisfy { ($0 - e).length > 0.45 || ($0 - e).length < 1e-9 }
                    }
                })
            else { continue }
            guard min(first.area, second.area) > 4 else { continue }
            add(ends[0], b: ends[1], thickness: metres(0.08, 0.18), height: height, isExternal: false)
            cut(first, largest: largest, height: height)
            cut(second, largest: largest, height: height)
            return
        }
    }

    /// Both parts of a polygon that a line crosses twice, and where it does.
    private static func halves(
        of polygon: PlanPolygon, _ p: PlanPoint, _ d: PlanPoint
    ) -> (PlanPolygon, PlanPolygon, PlanPoint, PlanPoint)? {
        var left: [PlanPoint] = [], right: [PlanPoint] = [], crossings: [PlanPoint] = []
        for (a, b) in polygon.edges {
            let sa = d.cross(a - p)
            let sb = d.cross(b - p)
            guard abs(sa) > 1e-6, abs(sb) > 1e-6 else { return nil }
            if sa > 0 { left.append(a) } else { right.append(a) }
            if (sa > 0) != (sb > 0) {
                let x = a + (b - a) * (sa / (sa - sb))
                crossings.append(x)
                left.append(x)
                right.append(x)
            }
        }
        guard crossings.count == 2 else { return nil }
        return (PlanPolygon(left), PlanPolygon(right), crossings[0], crossings[1])
    }

    /// Where along a wall its faces are free of other walls.
    private func free(_ wall: Wall) -> [(Double, Double)] {
        var taken: [(Double, Double)] = [(-1, 0.32), (wall.length - 0.32, wall.length + 1)]
        for other in walls where other.id != wall.id {
            for p in [other.start, other.end] {
                let t = wall.direction.dot(p - wall.start)
                if abs(wall.direction.cross(p - wall.start)) < 0.01 { taken.append((t - 0.3, t + 0.3)) }
            }
        }
        var result: [(Double, Double)] = []
        var reached = 0.0
        for (a, b) in taken.sorted(by: { $0.0 < $1.0 }) {
            if a - reached > 0.6 { result.append((reached, a)) }
            reached = max(reached, b)
        }
        return result
    }

    private mutating func addOpenings(_ storey: inout Storey) {
        var hasEntrance = false
        for wall in walls {
            var spans = free(wall).sorted { $0.1 - $0.0 > $1.1 - $1.0 }
            guard let longest = spans.first else { continue }
            let isEntrance = wall.isExternal == true && !hasEntrance && longest.1 - longest.0 > 1.3
            if wall.isExternal == false || isEntrance {
                hasEntrance = hasEntrance || isEntrance
                let width = min(metres(0.75, 1.05), longest.1 - longest.0 - 0.1)
                guard width > 0.6 else { continue }
                let offset = between(longest.0 + 0.02, longest.1 - width - 0.02)
                let swing = Opening.Swing(
                    hinge: random.next() % 2 == 0 ? .start : .end,
                    side: isEntrance ? .left : (random.next() % 2 == 0 ? .left : .right))
                // Some passages have no door.
                let isOpen = !isEntrance && random.next() % 5 == 0
                storey.openings.append(
                    Opening(
                        id: PlanID("\(prefix)door-\(storey.openings.count + 1)"), kind: isOpen ? .opening : .door, wall: wall.id,
                        offset: offset, width: width, height: metres(1.98, 2.12), swing: isOpen ? nil : swing))
                spans[0] = (offset + width + 0.2, longest.1)
            }
            guard wall.isExternal == true else { continue }
            for (a, b) in spans where b - a > 1 && random.next() % 4 != 0 {
                let width = min(metres(0.6, 1.8), b - a - 0.2)
                let sill = metres(0.4, 1.0)
                storey.openings.append(
                    Opening(
                        id: PlanID("\(prefix)window-\(storey.openings.count + 1)"), kind: .window, wall: wall.id,
                        offset: between(a + 0.1, b - width - 0.1), width: width, sill: sill,
                        height: min(metres(1.0, 1.5), wall.height - sill - 0.15)))
            }
        }
    }

    /// Wardrobes, shelves and beds against walls, tables in the middle of rooms.
    private mutating func addFurniture(_ storey: inout Storey) {
        for room in storey.rooms {
            for (a, b) in room.polygon.edges where (b - a).length > 2.2 && random.next() % 2 == 0 {
                let d = (b - a).normalized
                let (category, size): (Furniture.Category, SIMD3<Double>) =
                    switch random.next() % 3 {
                    case 0: (.storage, SIMD3(metres(0.8, 1.6), metres(0.35, 0.62), metres(1.7, 2.1)))
                    case 1: (.bed, SIMD3(metres(0.9, 1.6), 2.0, metres(0.42, 0.6)))
                    default: (.other, SIMD3(metres(0.6, 1.8), metres(0.3, 0.5), metres(0.5, 1.0)))
                    }
                let t = between(0.4, max(0.5, (b - a).length - size.x - 0.4)) + size.x / 2
                let gap = between(0.005, 0.04)
                place(
                    Furniture(
                        id: PlanID("\(prefix)furniture-\(storey.furniture.count + 1)"), category: category,
                        center: a + d * t + d.left * (gap + size.y / 2), width: size.x, depth: size.y, height: size.z,
                        angle: atan2(-d.y, -d.x)), in: room, &storey)
            }
            let middle = room.polygon.bounds.center + PlanPoint(between(-0.3, 0.3), between(-0.3, 0.3))
            place(
                Furniture(
                    id: PlanID("\(prefix)furniture-\(storey.furniture.count + 1)"), category: .table, center: middle,
                    width: metres(1, 1.8), depth: metres(0.7, 0.95), height: metres(0.7, 0.78), angle: between(0, .pi)), in: room,
                &storey)
        }
    }

    /// Only where nothing else stands, and no door or window is shut off.
    private func place(_ item: Furniture, in room: Room, _ storey: inout Storey) {
        guard item.corners.allSatisfy({ room.polygon.contains($0) }) else { return }
        let middle = (item.corners[0] + item.corners[2]) / 2
        let reach = (item.corners[0] - item.corners[2]).length / 2
        guard
            storey.furniture.allSatisfy({
                ($0.center - middle).length > reach + ($0.corners[0] - $0.corners[2]).length / 2 + 0.1
            })
        else { return }
        for opening in storey.openings {
            guard let wall = storey.walls.first(where: { $0.id == opening.wall }) else { continue }
            if opening.kind == .window && item.height < opening.sill { continue }
            let clear = opening.kind == .window ? 0.7 : opening.width + 0.1
            let steps = 6
            for k in 0...steps {
                let p = wall.point(opening.offset + opening.width * Double(k) / Double(steps))
                let q = item.nearest(to: p)
                if (q - p).length < clear + wall.thickness / 2 { return }
            }
        }
        storey.furniture.append(item)
    }
}

extension Furniture {
    /// The place of its footprint that is nearest to a point.
    fileprivate func nearest(to p: PlanPoint) -> PlanPoint {
        let c = cos(angle)
        let s = sin(angle)
        let d = p - center
        let local = PlanPoint(d.x * c + d.y * s, -d.x * s + d.y * c)
        let held = PlanPoint(min(max(local.x, -width / 2), width / 2), min(max(local.y, -depth / 2), depth / 2))
        return center + PlanPoint(held.x * c - held.y * s, held.x * s + held.y * c)
    }
}
