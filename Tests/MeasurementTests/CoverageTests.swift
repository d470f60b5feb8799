import SyntheticScenes
import Capture
import Geometry
import Measurement
import Reconstruction
import Testing
import Support

/// The stated intervals against the truth: a part of the demo is scanned through its depth sensor, with noise and drift, and fused.
///
/// The whole experiment, with many seeds and all kinds of values, is told of in docs/measurement.md; this is as much of it as a
/// test may take.
@Suite struct CoverageTests {
    @Test func `Intervals of 95 percent hold the truth about as often as they say, and are no wider than needed`() throws {
        let demo = DemoCapture(seed: 101, frameCount: 60)
        var options = ReconstructionOptions(voxelSize: 0.04)
        options.levels = false
        let result = try Reconstructor.run(demo.capture, options: options)
        let index = try SurfaceIndex(result.mesh, noise: NoiseModel(result, options: options))
        let clicks = Clicks.places(demo, result: result, index: index, count: 360)
        try #require(clicks.count == 360)
        let measurer = Measurer(index)
        var inside = 0
        var widths = 0.0
        var errors = 0.0
        // Each place is used once.
        for k in 0..<180 {
            let a = clicks[2 * k]
            let b = clicks[2 * k + 1]
            let value = try measurer.distance(a.clicked, b.clicked)
            let half = try #require(value.uncertainty.halfWidth)
            let error = abs(value.value - (b.place - a.place).length)
            if error <= half { inside += 1 }
            widths += half
            errors += error * error
        }
        // Of 180 with a chance of 95 % each, at least 160 fall inside in 999 of 1000 cases (binomial); too wide ones are caught
        // below.
        #expect((160...180).contains(inside), "\(inside) of 180")
        // An interval of the right width is 1.96 standard errors wide: more than half as much again would be wasteful.
        let ratio = widths / 180 / (1.96 * (errors / 180).squareRoot())
        #expect(ratio > 0.7 && ratio < 1.6, "mean half-width \(widths / 180) m, \(ratio) times what the errors need")
        try checkPolygons(clicks, measurer)
    }

    /// The same of areas, perimeters and angles of triangles that are no slivers.
    private func checkPolygons(_ clicks: [Clicks], _ measurer: Measurer) throws {
        let exact = Measurer(noise: nil)
        var inside: [MeasuredValue.Kind: Int] = [:]
        var count = 0
        for k in 0..<120 {
            let corners = Array(clicks[3 * k..<3 * k + 3])
            let places = corners.map { MeasuredPoint($0.place) }
            let sides = (0..<3).map { (places[$0].position - places[($0 + 1) % 3].position).length }
            let longest = sides.max() ?? 0
            guard (sides.min() ?? 0) > 0.3, try exact.area(places).value > 0.1 * longest * longest else { continue }
            count += 1
            let clicked = corners.map(\.clicked)
            for (value, truth) in [
                (try measurer.area(clicked), try exact.area(places)),
                (try measurer.perimeter(clicked), try exact.perimeter(places)),
                (try measurer.angle(clicked[0], clicked[1], clicked[2]), try exact.angle(places[0], places[1], places[2])),
            ] {
                let half = try #require(value.stated.uncertainty.halfWidth)
                if abs(value.value - truth.value) <= half { inside[value.kind, default: 0] += 1 }
            }
        }
        try #require(count > 60)
        // Three standard deviations below 95 %, of triangles that share no place.
        let least = Int(0.95 * Double(count) - 3 * (0.95 * 0.05 * Double(count)).squareRoot())
        for kind in [MeasuredValue.Kind.area, .perimeter, .angle] {
            #expect(inside[kind, default: 0] >= least, "\(kind): \(inside[kind, default: 0]) of \(count)")
        }
    }
}

/// Places of the demo that a person could click: where they truly are, and what the click catches in the reconstruction.
private struct Clicks {
    var place: Point
    var clicked: MeasuredPoint

    /// A click means a thing that is seen in the surface, such as a spot of colour. It lies where the frames that saw it put it:
    /// displaced by their poses' errors, and across the surface where the mesh is.
    static func places(_ demo: DemoCapture, result: ReconstructionResult, index: SurfaceIndex, count: Int) -> [Clicks] {
        let truth = demo.groundTruth
        let bvh = BVH(truth)
        var random = SplitMix64(seed: 5)
        let areas = (0..<truth.triangleCount).reduce(into: [Double]()) { sums, t in
            let (a, b, c) = truth.corners(t)
            sums.append((sums.last ?? 0) + Double(cross(b - a, c - a).length))
        }
        var found: [Clicks] = []
        for _ in 0..<count * 30 where found.count < count {
            let wanted = Double(random.unit()) * (areas.last ?? 0)
            let triangle = min(areas.partitioningIndex { $0 >= wanted }, truth.triangleCount - 1)
            let (a, b, c) = truth.corners(triangle)
            var u = random.unit()
            var v = random.unit()
            if u + v > 1 { (u, v) = (1 - u, 1 - v) }
            let place = a + (b - a) * u + (c - a) * v
            let normal = cross(b - a, c - a).normalized
            guard let shift = displacement(place, normal: normal, demo: demo, result: result, bvh: bvh) else { continue }
            let displaced = place + shift
            let ray = Ray(origin: displaced + normal * 0.06, direction: -normal)
            guard let hit = index.bvh.intersect(ray, maximum: 0.12),
                let clicked = try? index.snap(Point(ray.origin - normal * hit.t), options: SnapOptions(kinds: [], radius: 0.02)),
                let side = clicked.normal, side.dot(Point(normal)) > 0.3
            else { continue }
            found.append(Clicks(place: Point(place), clicked: clicked))
        }
        return found
    }

    /// The mean of where the frames that see a place put it, less where it is; nil where fewer than three see it.
    private static func displacement(
        _ place: Vector3, normal: Vector3, demo: DemoCapture, result: ReconstructionResult, bvh: BVH
    ) -> Vector3? {
        var sum = Vector3(repeating: 0)
        var weight = Float(0)
        var seen = 0
        for (i, pose) in demo.truePoses.enumerated() {
            let local = pose.inverse.apply(place)
            let z = -local.z
            // Within the picture: 256 x 192 pixels with a focal length of 197.
            guard z > 0.1, z < 4.6, local.x.magnitude < 0.63 * z, local.y.magnitude < 0.47 * z, let found = result.path.poses[i]
            else { continue }
            let way = place - pose.translation
            let cosine = dot(way.normalized, normal)
            // Things face outwards, rooms inwards: what is seen faces the camera.
            guard cosine < -0.13, bvh.intersect(Ray(origin: pose.translation, direction: way), maximum: 0.998) == nil else {
                continue
            }
            let w = cosine * cosine / max(1, z * z * z * z)
            sum += (found.apply(local) - place) * w
            weight += w
            seen += 1
        }
        return seen >= 3 ? sum / weight : nil
    }
}

extension [Double] {
    /// The first index whose element satisfies a condition that holds from there on.
    fileprivate func partitioningIndex(_ condition: (Double) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
