import Capture
import FloorPlans
import Foundation
import Geometry
import Measurement
import Reconstruction
import Support

/// How often the interval of one reconstruction of a real capture holds the value of another one.
struct Consistency {
    private let variations: [Variation]
    private let correspondences: [Correspondence]
    private var random: SplitMix64
    private var places: [(place: Point, normal: Point)] = []
    private var tallies: [String: PairTally] = [:]
    private var byPair: [SIMD2<Int>: PairTally] = [:]
    private var worst: [(excess: Double, text: String)] = []

    init(_ capture: Capture, mode: ReconstructionMode, seed: UInt64) throws {
        variations = try Variation.all(of: capture, mode: mode)
        let camera = try capture.frame(at: 0).depthIntrinsics
        let usual = variations[0]
        correspondences = variations.map { Correspondence(usual, $0, camera: camera) }
        random = SplitMix64(seed: seed)
        places = Self.places(usual, count: 800, &random)
    }

    /// Random places of the surface, by area, which the scan saw.
    private static func places(
        _ variation: Variation, count: Int, _ random: inout SplitMix64
    ) -> [(place: Point, normal: Point)] {
        let mesh = variation.index.mesh
        var areas: [Double] = []
        var total = 0.0
        for t in 0..<mesh.triangleCount {
            let (a, b, c) = mesh.corners(t)
            total += Double(cross(b - a, c - a).length)
            areas.append(total)
        }
        return (0..<count).compactMap { _ in
            let wanted = Double(random.unit()) * total
            var low = 0
            var high = areas.count - 1
            while low < high {
                let middle = (low + high) / 2
                if areas[middle] < wanted { low = middle + 1 } else { high = middle }
            }
            let (a, b, c) = mesh.corners(low)
            let p = Point((a + b + c) / 3)
            let n = Point(cross(b - a, c - a).normalized)
            return variation.noise.observations.visits(at: p.single).isEmpty ? nil : (p, n)
        }
    }

    /// A click in each variation; nil where it has no such surface.
    private func clicks(_ at: (place: Point, normal: Point), kinds: Set<MeasuredPoint.Snap> = []) -> [MeasuredPoint?] {
        zip(variations, correspondences).map { variation, correspondence in
            guard let p = correspondence.place(of: at.place, at.normal),
                let hit = variation.index.bvh.intersect(
                    Ray(origin: (p + at.normal * 0.06).single, direction: (-at.normal).single), maximum: 0.12),
                let point = try? variation.index.snap(
                    p + at.normal * (0.06 - Double(hit.t)), options: SnapOptions(kinds: kinds, radius: 0.03)),
                let side = point.normal, side.dot(at.normal) > 0.9
            else { return nil }
            return point
        }
    }

    /// A corner or an edge near a place, in each variation.
    private func caught(_ at: (place: Point, normal: Point), _ kind: MeasuredPoint.Snap) -> [MeasuredPoint?]? {
        let options = SnapOptions(kinds: [kind], radius: 0.25)
        guard let usual = try? variations[0].index.snap(at.place, options: options), usual.snap == kind else { return nil }
        return zip(variations, correspondences).map { variation, correspondence in
            guard let moved = correspondence.place(of: at.place, at.normal) else { return nil }
            let p = usual.position + moved - at.place
            guard let found = try? variation.index.snap(p, options: SnapOptions(kinds: [kind], radius: 0.08)),
                found.snap == kind, (found.position - p).length < 0.025
            else { return nil }
            return found
        }
    }

    /// The whole plane at a place, in each variation; nil where another plane is caught, as a person would see.
    private func planes(_ at: (place: Point, normal: Point)) -> [PlanePatch?] {
        let found = zip(variations, clicks(at)).map { variation, click in
            click.flatMap { try? variation.index.wholePlane(at: $0.position) }
        }
        guard let usual = found[0] else { return found }
        return found.map { plane in plane.flatMap { abs($0.normal.dot(usual.normal)) > 0.985 ? $0 : nil } }
    }

    mutating func run(count: Int) {
        for _ in 0..<count {
            guard let a = places.randomElement(using: &random) else { return }
            let near = random.unit() < 0.4 ? places.filter { ($0.place - a.place).length < 1 } : places
            guard let b = near.randomElement(using: &random), let c = places.randomElement(using: &random) else { continue }
            points(a, b, c)
            planar(a, b, c)
        }
        rooms()
    }

    private mutating func points(
        _ a: (place: Point, normal: Point), _ b: (place: Point, normal: Point), _ c: (place: Point, normal: Point)
    ) {
        let measurers = variations.map { Measurer($0.index) }
        let first = clicks(a)
        let second = clicks(b)
        let third = clicks(c)
        let length = (a.place - b.place).length
        if length > 0.1 {
            add(
                "distance of points", length: length,
                measurers.indices.map { k in pair(first[k], second[k]) { try? measurers[k].distance($0, $1) } })
            let flat = (clicks(a, kinds: [.plane]), clicks(b, kinds: [.plane]))
            add(
                "distance of points on planes", length: length,
                measurers.indices.map { k in pair(flat.0[k], flat.1[k]) { try? measurers[k].distance($0, $1) } })
        }
        for (kind, name) in [(MeasuredPoint.Snap.edge, "edge to edge"), (.corner, "corner to corner")] {
            guard let p = caught(a, kind), let q = caught(c, kind), (a.place - c.place).length > 0.3 else { continue }
            add(name, measurers.indices.map { k in pair(p[k], q[k]) { try? measurers[k].distance($0, $1) } })
        }
        let sides = [(a, b), (b, c), (c, a)].map { ($0.place - $1.place).length }
        let area = (b.place - a.place).cross(c.place - a.place).length / 2
        guard sides.allSatisfy({ $0 > 0.3 }), area > 0.1 * (sides.max() ?? 0) * (sides.max() ?? 0) else { return }
        let all = measurers.indices.map { k -> [MeasuredPoint]? in
            let points = [first[k], second[k], third[k]].compactMap(\.self)
            return points.count == 3 ? points : nil
        }
        add("path", measurers.indices.map { k in all[k].flatMap { try? measurers[k].path($0) } })
        add("area of a polygon", measurers.indices.map { k in all[k].flatMap { try? measurers[k].area($0) } })
        add("perimeter", measurers.indices.map { k in all[k].flatMap { try? measurers[k].perimeter($0) } })
        add("angle of three points", measurers.indices.map { k in all[k].flatMap { try? measurers[k].angle($0[0], $0[1], $0[2]) } })
    }

    private mutating func planar(
        _ a: (place: Point, normal: Point), _ b: (place: Point, normal: Point), _ c: (place: Point, normal: Point)
    ) {
        let measurers = variations.map { Measurer($0.index) }
        let clicked = clicks(a)
        add(
            "free width",
            variations.indices.map { k in
                clicked[k].flatMap { try? variations[k].index.clearance(at: $0.position + a.normal * 0.05, along: a.normal) }
            }, within: 0.15)
        let floors = variations.indices.map { k in clicked[k].flatMap { try? variations[k].index.floor(below: $0.position) } }
        add(
            "height above the floor",
            measurers.indices.map { k in
                pair(clicked[k], floors[k]) { point, floor in
                    abs(floor.center.y - (floors[0]?.center.y ?? .infinity)) < 0.03
                        ? try? measurers[k].height(point, above: floor) : nil
                }
            })
        let p = planes(a)
        guard let own = p[0] else { return }
        for place in [c] + (0..<10).compactMap({ _ in places.randomElement(using: &random) }) {
            let q = planes(place)
            guard let other = q[0] else { continue }
            let cosine = abs(own.normal.dot(other.normal))
            if cosine > 0.99, abs(own.distance(to: other.center)) > 0.1 {
                add("between planes", measurers.indices.map { k in pair(p[k], q[k]) { try? measurers[k].clearance($0, $1) } })
                break
            }
        }
        let q = planes(c)
        if let other = q[0], abs(own.normal.dot(other.normal)) < 0.95 {
            add("angle of planes", measurers.indices.map { k in pair(p[k], q[k]) { measurers[k].angle($0, $1) } })
        }
        let points = clicks(c)
        if abs(own.distance(to: c.place)) > 0.1 {
            add("point to plane", measurers.indices.map { k in pair(p[k], points[k]) { try? measurers[k].distance($1, to: $0) } })
        }
    }

    private mutating func rooms() {
        guard let usual = variations[0].plan else { return }
        for storey in usual.storeys {
            for room in storey.rooms {
                let middle = room.polygon.corners.reduce(.zero, +) / Double(room.polygon.corners.count)
                let found = variations.map { variation in
                    variation.plan?.storeys.lazy.flatMap { s in s.rooms.map { (s, $0) } }
                        .first { $0.1.polygon.contains(middle) && abs($0.1.area / room.area - 1) < 0.1 }
                }
                add("area of a room", zip(variations, found).map { v, f in f.map { Measurer(v.index).area(of: $0.1, in: $0.0) } })
                add(
                    "perimeter of a room",
                    zip(variations, found).map { v, f in f.map { Measurer(v.index).perimeter(of: $0.1, in: $0.0) } })
            }
        }
    }

    private func pair<A, B>(_ a: A?, _ b: B?, _ make: (A, B) -> MeasuredValue?) -> MeasuredValue? {
        a.flatMap { a in b.flatMap { make(a, $0) } }
    }

    /// - Parameter limit: values farther apart are of different things.
    private mutating func add(_ name: String, length: Double? = nil, _ values: [MeasuredValue?], within limit: Double = .infinity) {
        var names = [name]
        if let length {
            let range = [0.25, 0.5, 1, 2, 4].first { length < $0 }.map { "below \($0) m" } ?? "4 m and more"
            names.append("distances \(range)")
        }
        for (i, a) in values.enumerated() {
            guard let a else { continue }
            for (j, b) in values.enumerated() where i != j {
                guard let b, abs(a.value - b.value) < limit else { continue }
                for name in names { tallies[name, default: PairTally()].add(a, b) }
                byPair[SIMD2(i, j), default: PairTally()].add(a, b)
                guard let half = a.uncertainty.halfWidth, abs(a.value - b.value) > half else { continue }
                let text = String(
                    format: "%@: %@ %.4f ± %.4f, %@ %.4f at ", name, variations[i].name, a.value, half, variations[j].name, b.value)
                worst.append((abs(a.value - b.value) / half, text + a.points.map { "\($0.position)" }.joined(separator: " ")))
            }
        }
    }

    func report(worst count: Int) {
        for one in worst.sorted(by: { $0.excess > $1.excess }).prefix(count) {
            print(String(format: "%.1f × ", one.excess) + one.text)
        }
        for (pair, tally) in byPair.sorted(by: { ($0.key.x, $0.key.y) < ($1.key.x, $1.key.y) }) {
            print("interval of \(variations[pair.x].name), value of \(variations[pair.y].name): \(tally.row)")
        }
        print("| | pairs | consistent % | not determined | mean half-width | rms difference |")
        print("|---|---|---|---|---|---|")
        for (name, tally) in tallies.sorted(by: { $0.key < $1.key }) { print("| \(name) | \(tally.row) |") }
        let all = tallies.filter { !$0.key.hasPrefix("distances ") }.values.reduce(into: PairTally()) { $0.add($1) }
        print("| all | \(all.row) |")
    }
}

/// Pairs of values of one thing.
struct PairTally {
    private var count = 0
    private var inside = 0
    private var unknown = 0
    private var halves = 0.0
    private var squares = 0.0

    mutating func add(_ a: MeasuredValue, _ b: MeasuredValue) {
        guard let half = a.uncertainty.halfWidth, b.uncertainty.halfWidth != nil else {
            unknown += 1
            return
        }
        count += 1
        inside += abs(a.value - b.value) <= half ? 1 : 0
        halves += half
        squares += (a.value - b.value) * (a.value - b.value)
    }

    mutating func add(_ other: PairTally) {
        count += other.count
        inside += other.inside
        unknown += other.unknown
        halves += other.halves
        squares += other.squares
    }

    var row: String {
        let n = Double(max(1, count))
        return String(
            format: "%d | %.1f | %d | %.4f | %.4f", count, 100 * Double(inside) / n, unknown, halves / n, (squares / n).squareRoot()
        )
    }
}
