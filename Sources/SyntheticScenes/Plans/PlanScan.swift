import FloorPlans
import Foundation
import Geometry
import Support

/// Makes the surface that a scanner would see in a plan's rooms: the inner faces of walls with holes for doors and windows,
/// reveals, door leaves, floors, ceilings and furniture, less what furniture hides; in small triangles, with noise. For measuring
/// how well plans are found.
public struct PlanScan: Sendable {
    /// Edge of the triangles, metres.
    public var spacing = 0.04
    /// Deviation of each corner, metres.
    public var noise = 0.003
    /// Share of windows with a pane that reflects depth.
    public var panes = 0.5
    /// Share of the doors that are shut.
    public var shut = 0.3
    /// Without it nobody looked up: there is no ceiling, and walls end this high above the floor.
    public var cutHeight: Double?
    /// Without it even what furniture hides is there.
    public var hides = true
    /// Seed of the random numbers; equal seeds give equal meshes.
    public var seed: UInt64 = 1

    /// A scan with the default noise; set the properties to change it.
    public init() {}

    /// Metres, y up, faces looking into the rooms.
    public func mesh(of plan: FloorPlan) -> TriangleMesh {
        var mesh = TriangleMesh()
        for (i, storey) in plan.storeys.enumerated() {
            var builder = ScanBuilder(scan: self, storey: storey, random: SplitMix64(seed: seed &+ UInt64(i) &* 977))
            builder.build()
            mesh.append(builder.mesh)
        }
        return mesh
    }
}

private struct ScanBuilder {
    let scan: PlanScan
    let storey: Storey
    var random: SplitMix64
    var mesh = TriangleMesh()
    private var room = PlanPolygon([])

    init(scan: PlanScan, storey: Storey, random: SplitMix64) { (self.scan, self.storey, self.random) = (scan, storey, random) }

    mutating func build() {
        for room in storey.rooms {
            self.room = room.polygon
            let top = min(room.ceilingHeight, scan.cutHeight ?? .infinity)
            for (a, b) in room.polygon.edges { addFace(a, b: b, top: top) }
            addLevel(room.polygon, 0, isUp: true)
            if scan.cutHeight == nil { addLevel(room.polygon, room.ceilingHeight, isUp: false) }
        }
        room = PlanPolygon([])
        for opening in storey.openings {
            if let wall = storey.walls.first(where: { $0.id == opening.wall }) { addReveal(opening, wall) }
        }
        for item in storey.furniture {
            room = storey.rooms.first { $0.polygon.contains(item.center) }?.polygon ?? PlanPolygon([])
            addBox(item.corners, low: item.elevation, high: item.elevation + item.height)
        }
    }

    /// A rectangle of small triangles that begins at `p`, spans `u` metres along `a` and from `low` to `high` in height; its front
    /// is on the left of `a`, or on the right.
    private mutating func addWall(
        _ p: PlanPoint, a: PlanPoint, u: Double, low: Double, high: Double, isLeft: Bool, holes: [(PlanBounds)] = []
    ) {
        let us = Self.steps(0, high: u, spacing: scan.spacing, marks: holes.flatMap { [$0.min.x, $0.max.x] })
        let vs = Self.steps(low, high: high, spacing: scan.spacing, marks: holes.flatMap { [$0.min.y, $0.max.y] })
        let normal = isLeft ? a.left : -a.left
        for (u0, u1) in zip(us, us.dropFirst()) {
            for (v0, v1) in zip(vs, vs.dropFirst()) {
                let m = PlanPoint((u0 + u1) / 2, (v0 + v1) / 2)
                if holes.contains(where: { m.x > $0.min.x && m.x < $0.max.x && m.y > $0.min.y && m.y < $0.max.y }) { continue }
                let q = p + a * m.x
                if isHidden(q + normal * 0.06, m.y) { continue }
                quad((p + a * u0, v0), (p + a * u1, v0), (p + a * u1, v1), (p + a * u0, v1), flipped: isLeft)
            }
        }
    }

    private static func steps(_ low: Double, high: Double, spacing: Double, marks: [Double]) -> [Double] {
        let ends = ([low, high] + marks.filter { $0 > low + 1e-6 && $0 < high - 1e-6 }).sorted()
        var result: [Double] = []
        for (a, b) in zip(ends, ends.dropFirst()) where b - a > 1e-9 {
            let n = max(1, Int(((b - a) / spacing).rounded(.up)))
            for k in 0..<n { result.append(a + (b - a) * Double(k) / Double(n)) }
        }
        return result + [high]
    }

    private func isHidden(_ p: PlanPoint, _ height: Double) -> Bool {
        guard scan.hides else { return false }
        if !room.corners.isEmpty && !room.contains(p) { return true }
        return storey.furniture.contains { item in
            guard height > item.elevation - 0.02, height < item.elevation + item.height - 0.02 else { return false }
            return PlanPolygon(item.corners).contains(p)
        }
    }

    private mutating func addFace(_ a: PlanPoint, b: PlanPoint, top: Double) {
        let length = (b - a).length
        let d = (b - a).normalized
        var holes: [PlanBounds] = []
        for opening in storey.openings {
            guard let wall = storey.walls.first(where: { $0.id == opening.wall }), abs(wall.direction.cross(d)) < 1e-3,
                abs(abs(d.cross(wall.start - a)) - wall.thickness / 2) < 2e-3
            else { continue }
            let s = d.dot(wall.point(opening.offset) - a)
            let t = d.dot(wall.point(opening.offset + opening.width) - a)
            guard max(s, t) > 0, min(s, t) < length else { continue }
            holes.append(
                PlanBounds([PlanPoint(min(s, t), opening.sill - 1e-3), PlanPoint(max(s, t), opening.sill + opening.height)]))
        }
        addWall(a, a: d, u: length, low: 0, high: top, isLeft: true, holes: holes)
    }

    private mutating func addLevel(_ polygon: PlanPolygon, _ height: Double, isUp: Bool) {
        let bounds = polygon.bounds
        let s = scan.spacing
        for j in 0..<Int((bounds.size.y / s).rounded(.up)) {
            for i in 0..<Int((bounds.size.x / s).rounded(.up)) {
                let p = bounds.min + PlanPoint(Double(i), Double(j)) * s
                let m = p + s / 2
                guard polygon.contains(m), !isHidden(m, height + (isUp ? 0.05 : -0.05)) else { continue }
                quad((p, height), (p + PlanPoint(s, 0), height), (p + s, height), (p + PlanPoint(0, s), height), flipped: !isUp)
            }
        }
    }

    private mutating func addReveal(_ opening: Opening, _ wall: Wall) {
        let half = wall.thickness / 2
        let low = opening.sill
        let high = opening.sill + opening.height
        let d = wall.direction
        let n = wall.direction.left
        // Rooms are on the left of external walls, which go around anticlockwise.
        let outer = wall.isExternal == true ? (opening.kind == .window ? -half * 0.4 : half - 0.1) : -half
        let depth = half - outer
        let top = min(high, scan.cutHeight ?? .infinity)
        if top > low {
            addWall(wall.point(opening.offset, outer), a: n, u: depth, low: low, high: top, isLeft: false)
            addWall(wall.point(opening.offset + opening.width, outer), a: n, u: depth, low: low, high: top, isLeft: true)
        }
        addStrip(wall.point(opening.offset, outer), d: d, n: n, width: opening.width, depth: depth, height: low, isUp: true)
        if high <= scan.cutHeight ?? .infinity {
            addStrip(wall.point(opening.offset, outer), d: d, n: n, width: opening.width, depth: depth, height: high, isUp: false)
        }
        let chance = Double(random.unit())
        if opening.kind == .window {
            if chance < scan.panes {
                addWall(wall.point(opening.offset, outer), a: d, u: opening.width, low: low, high: top, isLeft: true)
            }
        } else if wall.isExternal == true {
            addWall(wall.point(opening.offset, outer), a: d, u: opening.width, low: low, high: top, isLeft: true)
        } else if opening.kind == .door, let swing = opening.swing {
            if chance < scan.shut {
                for side in [-0.02, 0.02] {
                    addWall(wall.point(opening.offset, side), a: d, u: opening.width, low: low, high: top, isLeft: side > 0)
                }
            } else {
                addLeaf(opening, wall: wall, swing: swing, top: top)
            }
        }
    }

    private mutating func addStrip(
        _ p: PlanPoint, d: PlanPoint, n: PlanPoint, width: Double, depth: Double, height: Double, isUp: Bool
    ) {
        let us = Self.steps(0, high: width, spacing: scan.spacing, marks: []),
            vs = Self.steps(0, high: depth, spacing: scan.spacing, marks: [])
        for (u0, u1) in zip(us, us.dropFirst()) {
            for (v0, v1) in zip(vs, vs.dropFirst()) {
                quad(
                    (p + d * u0 + n * v0, height), (p + d * u1 + n * v0, height), (p + d * u1 + n * v1, height),
                    (p + d * u0 + n * v1, height), flipped: !isUp)
            }
        }
    }

    private mutating func addLeaf(_ opening: Opening, wall: Wall, swing: Opening.Swing, top: Double) {
        let side = swing.side == .left ? 1.0 : -1.0
        let atStart = swing.hinge != .end
        let hinge = wall.point(opening.offset + (atStart ? 0 : opening.width), side * wall.thickness / 2)
        let angle = (60 + 40 * Double(random.unit())) * .pi / 180
        let d = atStart ? wall.direction : -wall.direction
        let n = wall.direction.left * side
        let leaf = d * cos(angle) + n * sin(angle)
        let across = leaf.left * 0.02
        let end = hinge + leaf * (opening.width - 0.02)
        addBox([hinge - across, end - across, end + across, hinge + across], low: 0.01, high: min(top, opening.height - 0.01))
    }

    /// An upright box without its bottom.
    private mutating func addBox(_ corners: [PlanPoint], low: Double, high: Double) {
        for i in 0..<4 {
            let a = corners[i]
            let b = corners[(i + 1) % 4]
            addWall(a, a: (b - a).normalized, u: (b - a).length, low: low, high: high, isLeft: false)
        }
        let d = (corners[1] - corners[0]).normalized
        let n = (corners[3] - corners[0]).normalized
        addStrip(
            corners[0], d: d, n: n, width: (corners[1] - corners[0]).length, depth: (corners[3] - corners[0]).length, height: high,
            isUp: true)
    }

    private mutating func quad(
        _ a: (PlanPoint, Double), _ b: (PlanPoint, Double), _ c: (PlanPoint, Double), _ d: (PlanPoint, Double), flipped: Bool
    ) {
        let base = UInt32(mesh.positions.count)
        for (p, h) in [a, b, c, d] {
            var q = Vector3(Float(p.x), Float(h + storey.elevation), Float(-p.y))
            if scan.noise > 0 { q += Vector3(random.normal(), random.normal(), random.normal()) * Float(scan.noise) }
            mesh.positions.append(q)
        }
        mesh.indices +=
            flipped ? [base, base + 2, base + 1, base, base + 3, base + 2] : [base, base + 1, base + 2, base, base + 2, base + 3]
    }
}
