import Geometry

/// The planar regions of a surface: connected triangles on one plane.
struct PlaneRegions {
    /// The plane that each triangle belongs to, or −1.
    private(set) var labels: [Int32]
    private(set) var planes: [FittedPlane] = []

    struct Limits {
        /// Surface smaller than this many m² makes no plane.
        var minimumArea: Float
        /// Metres from the plane.
        var distance: Float
        /// Cosine between a triangle's and the plane's normal.
        var cosine: Float = 0.9
        /// Surface with a radius of curvature below this many metres is not a plane.
        var radius: Float = 3
    }

    /// Grows regions from the flattest triangles outwards, the plane refitted whenever a region has doubled (Rabbani et al.
    /// 2006, *Segmentation of point clouds using smoothness constraint*, over triangles).
    init(_ mesh: TriangleMesh, surface: SurfaceNormals, topology: MeshTopology, limits: Limits) {
        let count = mesh.triangleCount
        labels = Array(repeating: -1, count: count)
        guard count > 0 else { return }
        var tried = [Bool](repeating: false, count: count)
        var visited = [Int32](repeating: -1, count: count)
        var region: [Int32] = []
        var attempt: Int32 = 0
        for seed in Self.byFlatness(surface, topology) where labels[Int(seed)] < 0 && !tried[Int(seed)] {
            Self.grow(
                Int(seed), attempt: attempt, surface: surface, topology: topology, limits: limits, labels: labels,
                visited: &visited, region: &region)
            attempt += 1
            for t in region { tried[Int(t)] = true }
            guard let plane = Self.judge(&region, surface: surface, limits: limits) else { continue }
            for t in region { labels[Int(t)] = Int32(planes.count) }
            planes.append(plane)
        }
    }

    /// Triangle numbers, those first whose neighbours' normals are most like their own.
    private static func byFlatness(_ surface: SurfaceNormals, _ topology: MeshTopology) -> [Int32] {
        let bins = 64
        var bin = [UInt8](repeating: 0, count: surface.normals.count)
        var first = [Int](repeating: 0, count: bins + 1)
        for t in bin.indices {
            var worst: Float = 1
            for h in 3 * t..<3 * t + 3 {
                let o = topology.opposite[h]
                worst = min(worst, o < 0 ? 0.9 : dot(surface.normals[t], surface.normals[Int(o) / 3]))
            }
            // Length of the normals' difference; 0.4 and more are as bad as any.
            let difference = max(0, 2 - 2 * worst).squareRoot()
            bin[t] = UInt8(min(Float(bins - 1), difference * Float(bins) / 0.4))
            first[Int(bin[t]) + 1] += 1
        }
        for b in 0..<bins { first[b + 1] += first[b] }
        var order = [Int32](repeating: 0, count: bin.count)
        for t in bin.indices {
            order[first[Int(bin[t])]] = Int32(truncatingIfNeeded: t)
            first[Int(bin[t])] += 1
        }
        return order
    }

    private static func grow(
        _ seed: Int, attempt: Int32, surface: SurfaceNormals, topology: MeshTopology, limits: Limits, labels: [Int32],
        visited: inout [Int32], region: inout [Int32]
    ) {
        region.removeAll(keepingCapacity: true)
        guard surface.areas[seed] > 0 else {
            region.append(Int32(truncatingIfNeeded: seed))
            return
        }
        var fit = PlaneFit(around: surface.centers[seed])
        var normal = surface.normals[seed]
        var offset = dot(normal, surface.centers[seed])
        var nextFit = 24
        region.append(Int32(truncatingIfNeeded: seed))
        visited[seed] = attempt
        fit.add(surface.centers[seed], weight: surface.areas[seed])
        var i = 0
        while i < region.count {
            let t = Int(region[i])
            i += 1
            for h in 3 * t..<3 * t + 3 where topology.opposite[h] >= 0 {
                let n = Int(topology.opposite[h]) / 3
                guard labels[n] < 0, visited[n] != attempt, dot(surface.normals[n], normal) > limits.cosine,
                    (dot(normal, surface.centers[n]) - offset).magnitude < limits.distance
                else { continue }
                visited[n] = attempt
                region.append(Int32(truncatingIfNeeded: n))
                fit.add(surface.centers[n], weight: surface.areas[n])
            }
            if region.count >= nextFit, let plane = fit.plane(facing: normal) {
                nextFit = region.count * 2
                normal = plane.normal
                offset = plane.offset
            }
        }
    }

    /// Whether a region is a plane; triangles that do not fit it are taken out of it.
    private static func judge(_ region: inout [Int32], surface: SurfaceNormals, limits: Limits) -> FittedPlane? {
        guard let seed = region.first else { return nil }
        var plane: FittedPlane?
        var facing = surface.normals[Int(seed)]
        // Once with all, and once without those that the final plane refuses.
        for _ in 0..<2 {
            var fit = PlaneFit(around: surface.centers[Int(seed)])
            for t in region { fit.add(surface.centers[Int(t)], weight: surface.areas[Int(t)]) }
            guard let fitted = fit.plane(facing: facing), fitted.area >= limits.minimumArea else { return nil }
            facing = fitted.normal
            plane = fitted
            region.removeAll { t in
                fitted.distance(surface.centers[Int(t)]).magnitude > limits.distance
                    || dot(surface.normals[Int(t)], fitted.normal) < limits.cosine
            }
        }
        guard let plane, !isCurved(region, plane: plane, surface: surface, radius: limits.radius) else { return nil }
        return plane
    }

    /// Whether the region's surface bends: the normals of a bent surface turn with the place on it, those of a noisy plane do not.
    ///
    /// The turn is the slope of the regression of the normals' components along the plane on the places along the same axes.
    private static func isCurved(_ region: [Int32], plane: FittedPlane, surface: SurfaceNormals, radius: Float) -> Bool {
        let u = cross(plane.normal, plane.normal.y.magnitude < 0.9 ? Vector3(0, 1, 0) : Vector3(1, 0, 0)).normalized
        let v = cross(plane.normal, u)
        var weight = Float(0)
        var mean = Vector2.zero
        var meanTurn = Vector2.zero
        for t in region {
            let p = surface.centers[Int(t)]
            let n = surface.normals[Int(t)]
            let w = surface.areas[Int(t)]
            weight += w
            mean += Vector2(dot(p, u), dot(p, v)) * w
            meanTurn += Vector2(dot(n, u), dot(n, v)) * w
        }
        guard weight > 0 else { return true }
        mean /= weight
        meanTurn /= weight
        var xx = Float(0)
        var xy = Float(0)
        var yy = Float(0)
        var ax = Float(0)
        var ay = Float(0)
        var bx = Float(0)
        var by = Float(0)
        for t in region {
            let p = surface.centers[Int(t)]
            let n = surface.normals[Int(t)]
            let w = surface.areas[Int(t)]
            let q = Vector2(dot(p, u), dot(p, v)) - mean
            let k = Vector2(dot(n, u), dot(n, v)) - meanTurn
            xx += w * q.x * q.x
            xy += w * q.x * q.y
            yy += w * q.y * q.y
            ax += w * k.x * q.x
            ay += w * k.x * q.y
            bx += w * k.y * q.x
            by += w * k.y * q.y
        }
        let determinant = xx * yy - xy * xy
        guard determinant > 0 else { return true }
        let slopes = Vector2((ax * yy - ay * xy) / determinant, (by * xx - bx * xy) / determinant)
        return max(slopes.x.magnitude, slopes.y.magnitude) > 1 / radius
    }

    /// Lets the planes take in the triangles next to them that noise and rounded corners kept out, up to `rings` triangles deep, so
    /// that planes that meet at an edge touch.
    mutating func dilate(_ mesh: TriangleMesh, surface: SurfaceNormals, topology: MeshTopology, rings: Int, distance: Float) {
        for _ in 0..<rings {
            var taken: [(triangle: Int, label: Int32)] = []
            for t in labels.indices where labels[t] < 0 {
                var best: (label: Int32, distance: Float)?
                for h in 3 * t..<3 * t + 3 where topology.opposite[h] >= 0 {
                    let label = labels[Int(topology.opposite[h]) / 3]
                    guard label >= 0, label != best?.label, dot(surface.normals[t], planes[Int(label)].normal) > 0.5 else {
                        continue
                    }
                    let plane = planes[Int(label)]
                    let (a, b, c) = mesh.corners(t)
                    let d = max(plane.distance(a).magnitude, plane.distance(b).magnitude, plane.distance(c).magnitude)
                    if d < distance && d < best?.distance ?? .infinity { best = (label, d) }
                }
                if let best { taken.append((t, best.label)) }
            }
            guard !taken.isEmpty else { break }
            for one in taken { labels[one.triangle] = one.label }
        }
    }
}
