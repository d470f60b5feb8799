import Foundation

/// How several scans came into one frame.
public struct RoomRegistration: Sendable, Equatable {
    /// They lay side by side as they were read: one walk with one frame. Else each had its own, and shared doors joined them.
    public var hadCommonFrame = true
    /// Walls and openings seen from two rooms, by which they were joined.
    public var sharedWalls = 0
    /// Doors and openings observed from two rooms.
    public var sharedOpenings = 0
    /// Root mean square of how far shared walls and openings are off, in metres, before and after the rooms were nudged; 0 where
    /// none are shared.
    public var residualBefore = 0.0
    /// Root mean square residual after the adjustment, metres.
    public var residual = 0.0
    /// How far the middle of a room was nudged at most, in metres, and how far it was turned, in radians.
    public var largestShift = 0.0
    /// Largest rotation of a room by the adjustment, radians.
    public var largestTurn = 0.0
    /// The world of each scan in the common one, in the order in which they were given.
    public var placements: [CapturedRoom.Pose] = []
}

/// Brings scans of rooms into one frame.
struct RoomRegistrar {
    /// Walls thinner and thicker than this are not believed, in metres.
    static let thinnest = 0.05
    static let thickest = 0.6
    /// What a door's two sides are taken to be apart while rooms are joined at it.
    static let usual = 0.12

    var scans: [RoomScan]
    private(set) var motions: [PlanMotion]
    private(set) var report = RoomRegistration()

    init(_ scans: [RoomScan]) {
        self.scans = scans
        motions = scans.map { _ in PlanMotion() }
    }

    /// - Throws: where rooms lie on each other and no shared door tells how they belong together.
    mutating func run() throws(FloorPlanError) {
        if scans.count > 1 {
            report.hadCommonFrame = isCommonFrame
            if !report.hadCommonFrame { try join() }
            nudge()
        }
        report.placements = motions.map(\.pose)
    }

    mutating func move(_ i: Int, by motion: PlanMotion) {
        scans[i].move(by: motion)
        motions[i] = motion.after(motions[i])
    }

    // MARK: Whether they are in one frame already

    private var isCommonFrame: Bool {
        for i in scans.indices {
            for j in i + 1..<scans.count where Self.overlap(scans[i], scans[j]) > 0.25 { return false }
        }
        return true
    }

    /// The part of the smaller floor that lies on the other one, on the same level.
    static func overlap(_ a: RoomScan, _ b: RoomScan) -> Double {
        guard abs(a.bottom - b.bottom) < 1.2 else { return 0 }
        let p = a.outlines
        let q = b.outlines
        let (small, large) = p.reduce(0) { $0 + $1.area } <= q.reduce(0) { $0 + $1.area } ? (p, q) : (q, p)
        var bounds = PlanBounds()
        for polygon in small { bounds.add(polygon.bounds) }
        guard !bounds.isEmpty else { return 0 }
        var inside = 0
        var both = 0
        for i in 0..<24 {
            for k in 0..<24 {
                let p = bounds.min + bounds.size * PlanPoint((Double(i) + 0.5) / 24, (Double(k) + 0.5) / 24)
                guard small.contains(where: { $0.contains(p) }) else { continue }
                inside += 1
                if large.contains(where: { $0.contains(p) }) { both += 1 }
            }
        }
        return inside == 0 ? 0 : Double(both) / Double(inside)
    }

    // MARK: Joining at shared doors

    private struct Fit {
        var scan: Int
        var motion: PlanMotion
        /// Metres of shared wall and shared openings, less what does not match.
        var score: Double
    }

    /// Sets the rooms one by one to those that stand already, at the door where most fits.
    private mutating func join() throws(FloorPlanError) {
        var placed = [0]
        var left = Array(scans.indices.dropFirst())
        while !left.isEmpty {
            var fits: [Fit] = []
            for j in left { fits += self.fits(of: j, to: placed) }
            guard let best = fits.max(by: { $0.score < $1.score }) else {
                let names = left.map { scans[$0].name ?? "room \($0 + 1)" }.joined(separator: ", ")
                throw FloorPlanError(
                    "the rooms overlap, so each has its own coordinate frame, and no shared door or opening determines where "
                        + "\(names.prefix(200)) belongs; scan them in one session, or import them one by one")
            }
            // Another way that fits as well leaves open which one is true.
            if let other = fits.first(where: {
                $0.scan == best.scan && !Self.isAlike($0.motion, best.motion) && $0.score > best.score - 0.1
            }),
                other.score >= best.score - 0.1
            {
                throw FloorPlanError(
                    "the rooms overlap, so each has its own coordinate frame, and "
                        + "\(scans[best.scan].name ?? "room \(best.scan + 1)") fits at more than one door; "
                        + "scan them in one session, or import them one by one")
            }
            move(best.scan, by: best.motion)
            placed.append(best.scan)
            left.removeAll { $0 == best.scan }
        }
    }

    private static func isAlike(_ a: PlanMotion, _ b: PlanMotion) -> Bool {
        let turn = (a.angle - b.angle).remainder(dividingBy: 2 * .pi)
        return abs(turn) < 0.1 && (a.shift - b.shift).length < 0.5
    }

    /// All ways to set a room to the others with a door of theirs on a door of its own.
    private func fits(of j: Int, to placed: [Int]) -> [Fit] {
        var fits: [Fit] = []
        for i in placed {
            for p in scans[i].openings where p.kind != .window {
                for q in scans[j].openings
                where q.kind != .window && abs(p.width - q.width) < 0.15 && abs((p.top - p.bottom) - (q.top - q.bottom)) < 0.15 {
                    // Looking the other way, and a wall's thickness behind.
                    let turned = -p.direction
                    var motion = PlanMotion(angle: atan2(q.direction.cross(turned), q.direction.dot(turned)))
                    motion.shift = p.middle - p.normal * Self.usual - motion.turn(q.middle)
                    motion.rise = p.bottom - q.bottom
                    var moved = scans[j]
                    moved.move(by: motion)
                    guard !placed.contains(where: { Self.overlap(scans[$0], moved) > 0.1 }) else { continue }
                    var score = 1 - abs(p.width - q.width) * 5 - abs((p.top - p.bottom) - (q.top - q.bottom)) * 5
                    for k in placed { score += Self.support(scans[k], moved) }
                    fits.append(Fit(scan: j, motion: motion, score: score))
                }
            }
        }
        return fits
    }

    /// Metres of shared walls, and one for each shared opening.
    private static func support(_ a: RoomScan, _ b: RoomScan) -> Double {
        let walls = a.faces.reduce(0.0) { sum, f in
            sum + b.faces.reduce(0.0) { $0 + (shared(f, $1)?.overlap ?? 0) }
        }
        let openings = a.openings.reduce(0) { sum, p in sum + b.openings.count { offset(p, $0) != nil } }
        return walls + Double(openings)
    }

    /// Two faces of one wall, seen from two rooms.
    static func shared(_ a: ObservedFace, _ b: ObservedFace) -> FacePair? {
        guard !a.isCurved, !b.isCurved, let pair = FacePair(a, b), pair.isOpposite, pair.overlap > 0.4, pair.depth > -0.25,
            pair.depth < thickest
        else { return nil }
        return pair
    }

    /// How far one opening is from where the other one sees it along the wall; nil where they are two.
    static func offset(_ p: SeenOpening, _ q: SeenOpening) -> Double? {
        guard (p.kind == .window) == (q.kind == .window), p.normal.dot(q.normal) < -0.98, abs(p.width - q.width) < 0.3,
            p.top > q.bottom, q.top > p.bottom
        else { return nil }
        let d = q.middle - p.middle
        let along = d.dot(p.direction)
        let depth = -d.dot(p.normal)
        return abs(along) < 0.35 && depth > -0.25 && depth < thickest ? along : nil
    }

    // MARK: Nudging

    /// What a shared wall or opening asks of two rooms: each row is a residual in metres, to be zero.
    struct Row {
        var rooms: (Int, Int)
        /// By the shift and the turn, about its own middle, of the first and the second room.
        var first: SIMD3<Double>
        var second: SIMD3<Double>
        var residual: Double
    }

    /// Moves the rooms a little, so that shared walls get parallel faces a believable thickness apart, and shared doors lie
    /// opposite.
    ///
    /// Least squares with each room held in its place by a weak spring, since a chain of rooms bends where a room has few
    /// neighbours.
    private mutating func nudge() {
        let middles = scans.map { scan in
            let points = scan.faces.map(\.middle)
            return points.reduce(.zero, +) / Double(Swift.max(1, points.count))
        }
        let first = rows(middles)
        report.residualBefore = Self.rootMeanSquare(first)
        report.residual = report.residualBefore
        guard !first.isEmpty, scans.count <= 200 else { return }
        let before = (scans, motions)
        for _ in 0..<4 { step(rows(middles), middles) }
        let after = Self.rootMeanSquare(rows(middles))
        guard after < report.residualBefore else {
            (scans, motions) = before
            return
        }
        report.residual = after
        for i in scans.indices {
            // Joined rooms moved before they were nudged; only the nudge counts here.
            let old = before.1[i]
            let new = motions[i]
            report.largestTurn = Swift.max(report.largestTurn, abs(new.angle - old.angle))
            let inverse = PlanMotion(angle: -old.angle)
            let at = inverse.turn(middles[i] - old.shift)
            report.largestShift = Swift.max(report.largestShift, (new.apply(at) - old.apply(at)).length)
        }
    }

    private static func rootMeanSquare(_ rows: [Row]) -> Double {
        rows.isEmpty ? 0 : (rows.reduce(0) { $0 + $1.residual * $1.residual } / Double(rows.count)).squareRoot()
    }

    private mutating func rows(_ middles: [PlanPoint]) -> [Row] {
        var rows: [Row] = []
        report.sharedWalls = 0
        report.sharedOpenings = 0
        for i in scans.indices {
            for j in i + 1..<scans.count {
                for a in scans[i].faces {
                    for b in scans[j].faces {
                        guard let pair = Self.shared(a, b) else { continue }
                        report.sharedWalls += 1
                        // The end of the overlap is off by the tilt.
                        let arm = pair.overlap / 2
                        rows.append(Row(rooms: (i, j), first: [0, 0, -arm], second: [0, 0, arm], residual: pair.tilt * arm))
                        let n = a.normal
                        let believed = Swift.min(Swift.max(pair.depth, Self.thinnest), Self.thickest)
                        let target = believed == pair.depth ? pair.depth : Self.usual
                        rows.append(row(i, j: j, n: -n, at: pair.middle, middles: middles, residual: pair.depth - target))
                    }
                }
                for p in scans[i].openings {
                    for q in scans[j].openings {
                        guard let along = Self.offset(p, q) else { continue }
                        report.sharedOpenings += 1
                        rows.append(row(i, j: j, n: p.direction, at: p.middle, middles: middles, residual: along))
                    }
                }
            }
        }
        return rows
    }

    /// The distance of a place of room j from one of room i along `n`.
    private func row(_ i: Int, j: Int, n: PlanPoint, at p: PlanPoint, middles: [PlanPoint], residual: Double) -> Row {
        Row(
            rooms: (i, j), first: [-n.x, -n.y, -(p - middles[i]).left.dot(n)], second: [n.x, n.y, (p - middles[j]).left.dot(n)],
            residual: residual)
    }

    /// One Gauss–Newton step on the normal equations.
    private mutating func step(_ rows: [Row], _ middles: [PlanPoint]) {
        let n = 3 * scans.count
        var a = [Double](repeating: 0, count: n * n)
        var b = [Double](repeating: 0, count: n)
        // Springs: 10 cm of shift, or 2 degrees, weigh as much as 2 cm at a shared wall. The first room stays.
        for i in 0..<n {
            let spring = i < 3 ? 1e3 : i % 3 == 2 ? 0.6 : 0.2
            a[i * n + i] += spring * spring
        }
        for row in rows {
            var terms: [(column: Int, value: Double)] = []
            for k in 0..<3 {
                terms.append((3 * row.rooms.0 + k, row.first[k]))
                terms.append((3 * row.rooms.1 + k, row.second[k]))
            }
            for (r, x) in terms {
                b[r] -= x * row.residual
                for (c, y) in terms { a[r * n + c] += x * y }
            }
        }
        let x = Self.solve(a, b)
        for i in scans.indices {
            let turn = x[3 * i + 2]
            let shift = PlanPoint(x[3 * i], x[3 * i + 1])
            var motion = PlanMotion(angle: turn)
            motion.shift = middles[i] - motion.turn(middles[i]) + shift
            if motion != PlanMotion() { move(i, by: motion) }
        }
    }

    /// Cholesky; the springs keep the matrix positive definite.
    static func solve(_ matrix: [Double], _ right: [Double]) -> [Double] {
        let n = right.count
        var l = matrix
        var x = right
        for i in 0..<n {
            for j in 0...i {
                var sum = l[i * n + j]
                for k in 0..<j { sum -= l[i * n + k] * l[j * n + k] }
                l[i * n + j] = i == j ? Swift.max(sum, 1e-12).squareRoot() : sum / l[j * n + j]
            }
        }
        for i in 0..<n {
            for k in 0..<i { x[i] -= l[i * n + k] * x[k] }
            x[i] /= l[i * n + i]
        }
        for i in (0..<n).reversed() {
            for k in i + 1..<n { x[i] -= l[k * n + i] * x[k] }
            x[i] /= l[i * n + i]
        }
        return x
    }
}
