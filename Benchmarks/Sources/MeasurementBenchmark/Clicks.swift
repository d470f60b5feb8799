import Foundation
import Geometry
import Measurement
import Support

/// A place of the true surface, and what a click at it catches in the reconstruction.
struct Click {
    /// Where it truly is.
    var place: Point
    /// On the reconstructed surface.
    var point: MeasuredPoint
    /// Metres by which the path's errors displace what is there.
    var shift: Point
    /// Root mean square distance in metres of the surface around from a plane.
    var roughness: Double
    /// m², along the normal: the sensor's part of the point's error.
    var sensorVariance: Double
    /// The plane fitted there and the true one; nil where the true surface is no plane, or nothing was fitted.
    var planes: (fitted: PlanePatch, truth: PlanePatch)?
}

/// Random places of a scan that a person could click.
///
/// A click means a thing that is seen in the surface, such as a spot of colour. It lies where the frames that saw it put it:
/// displaced by their poses' errors, and across the surface where the mesh is.
struct Clicks {
    var all: [Click] = []
    var flat: [Click] = []
    let noise: NoiseModel
    /// Places that were seen, but where the reconstruction has no surface.
    var lost = 0
    /// Places on planes where another plane was fitted, turned by more than 10°.
    var others = 0

    private let scan: StoredScan
    let index: SurfaceIndex
    /// The same with errors of the sensor and the path only.
    private let bare: SurfaceIndex
    let truth: SurfaceIndex

    init(_ scan: StoredScan, count: Int = 300) throws {
        noise = scan.noise
        self.scan = scan
        index = try SurfaceIndex(scan.mesh, noise: noise)
        var without = noise
        without.surface = .init(flat: 0, detail: 0, lateral: 0, plane: 0)
        bare = try SurfaceIndex(scan.mesh, noise: without)
        truth = try SurfaceIndex(scan.truth)
        var random = SplitMix64(seed: scan.seed &* 77)
        var areas = [Double]()
        var total = 0.0
        for t in 0..<scan.truth.triangleCount {
            let (a, b, c) = scan.truth.corners(t)
            total += Double(cross(b - a, c - a).length)
            areas.append(total)
        }
        for _ in 0..<count * 20 where all.count < count {
            let wanted = Double(random.unit()) * total
            var low = 0
            var high = areas.count - 1
            while low < high {
                let middle = (low + high) / 2
                if areas[middle] < wanted { low = middle + 1 } else { high = middle }
            }
            let (a, b, c) = scan.truth.corners(low)
            var u = random.unit()
            var v = random.unit()
            if u + v > 1 { (u, v) = (1 - u, 1 - v) }
            let normal = cross(b - a, c - a).normalized
            guard normal.lengthSquared > 0.5 else { continue }
            let place = a + (b - a) * u + (c - a) * v
            let before = all.count
            click(place, normal)
            if all.count > before, let near = neighbour(of: place, normal, &random) { click(near.place, near.normal) }
        }
        flat = all.filter { $0.planes != nil }
    }

    private mutating func click(_ place: Vector3, _ normal: Vector3) {
        guard let shift = displacement(place, normal) else { return }
        let displaced = place + shift
        let options = SnapOptions(kinds: [], radius: 0.02)
        guard let hit = index.bvh.intersect(Ray(origin: displaced + normal * 0.06, direction: -normal), maximum: 0.12),
            let point = try? index.snap(Point(displaced + normal * (0.06 - hit.t)), options: options),
            let side = point.normal, side.dot(Point(normal)) > 0.3, point.covariance != nil,
            let sensor = try? bare.snap(point.position, options: options).covariance?.variance(side)
        else {
            lost += 1
            return
        }
        var click = Click(
            place: Point(place), point: point, shift: Point(shift), roughness: index.roughness(at: point.position, facing: side),
            sensorVariance: sensor)
        if let exact = try? truth.plane(at: Point(place)), exact.deviation < 0.001, abs(exact.distance(to: Point(place))) < 0.001,
            exact.area > 0.08, let fitted = try? index.plane(at: point.position)
        {
            // A person sees that another plane was caught, such as the side of a board instead of its top.
            if fitted.normal.dot(exact.normal) > 0.985 { click.planes = (fitted, exact) } else { others += 1 }
        }
        all.append(click)
    }

    /// A place of the true surface 0.1 to 1 m beside another one: short distances are what people measure at things. As many from
    /// 10 to 20 cm as from 50 cm to a metre.
    private func neighbour(
        of place: Vector3, _ normal: Vector3, _ random: inout SplitMix64
    ) -> (place: Vector3, normal: Vector3)? {
        let u = cross(normal, normal.y.magnitude < 0.9 ? Vector3(0, 1, 0) : Vector3(1, 0, 0)).normalized
        let v = cross(normal, u)
        let angle = 2 * Float.pi * random.unit()
        let distance = 0.1 * exp(log(Float(10)) * random.unit())
        let beside = place + (u * Trigonometry.cos(angle) + v * Trigonometry.sin(angle)) * distance
        guard let near = truth.bvh.nearest(to: beside, within: distance) else { return nil }
        let (a, b, c) = scan.truth.corners(near.triangle)
        return (near.point, cross(b - a, c - a).normalized)
    }

    /// The mean of where the frames that see a place put it, less where it is; nil where fewer than three see it.
    private func displacement(_ place: Vector3, _ normal: Vector3) -> Vector3? {
        var sum = Vector3(repeating: 0)
        var weight = Float(0)
        var seen = 0
        for (i, pose) in scan.truePoses.enumerated() {
            let local = pose.inverse.apply(place)
            let z = -local.z
            // Within the picture: 256 x 192 pixels with a focal length of 197.
            guard z > 0.1, z < 4.6, local.x.magnitude < 0.63 * z, local.y.magnitude < 0.47 * z else { continue }
            let way = place - pose.translation
            let cosine = dot(way.normalized, normal)
            guard cosine < -0.13, truth.bvh.intersect(Ray(origin: pose.translation, direction: way), maximum: 0.998) == nil else {
                continue
            }
            let w = cosine * cosine / max(1, z * z * z * z)
            sum += (scan.poses[i].apply(local) - place) * w
            weight += w
            seen += 1
        }
        return seen >= 3 ? sum / weight : nil
    }

    /// Two random clicks, and two planes where there are some.
    func pair(_ random: inout SplitMix64) -> Pair? {
        guard all.count > 1, let a = all.randomElement(using: &random), let p = flat.randomElement(using: &random) else {
            return nil
        }
        let isNear = random.unit() < 0.5
        func partner(_ click: Click, in clicks: [Click]) -> Click? {
            let others = isNear ? clicks.filter { (0.1..<1).contains(($0.place - click.place).length) } : clicks
            return others.randomElement(using: &random)
        }
        guard let b = partner(a, in: all) else { return nil }
        var pair = Pair(a: a, b: b, p: p, q: partner(p, in: flat))
        guard let planes = pair.p?.planes else { return pair }
        // A plane of the other's direction some way from it, as walls that face each other.
        for _ in 0..<20 {
            guard let other = flat.randomElement(using: &random), let normal = other.planes?.truth.normal else { break }
            if abs(normal.dot(planes.truth.normal)) > 0.9999, abs(planes.truth.distance(to: other.place)) > 0.1 {
                pair.opposite = other
                break
            }
        }
        return pair
    }
}
