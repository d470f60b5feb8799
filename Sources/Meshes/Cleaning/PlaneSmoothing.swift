import Geometry
import Support

/// Removes the noise of a scanned surface and keeps its edges.
///
/// Planar regions are found and projected onto their planes; where planes meet, vertices move to the shared line or corner, so that
/// edges become sharp. The rest is smoothed along normals from which the noise was filtered bilaterally.
public enum PlaneSmoothing {
    /// What counts as a plane, how far vertices move and how often they are smoothed.
    public struct Options: Sendable, Equatable {
        /// Minimum area of a plane in m².
        public var minimumPlaneArea: Float
        /// Maximum distance in metres that a vertex moves, and that a point of a plane is from it.
        public var reach: Float
        /// Iterations of each of the two normal filters, loose and strict.
        public var normalRounds: Int
        /// Iterations of moving the vertices outside of planes.
        public var vertexRounds: Int

        /// - Parameters:
        ///   - voxelSize: of the fusion, metres: noise and rounded corners are about as large.
        ///   - minimumPlaneArea: the smallest flat region that is fitted to a plane, in m².
        public init(voxelSize: Float, minimumPlaneArea: Float = 0.04) {
            self.minimumPlaneArea = minimumPlaneArea
            // What the sensor adds does not shrink with the voxels.
            reach = min(max(1.5 * voxelSize, 0.02), 0.05)
            normalRounds = min(max(Int(0.12 / max(voxelSize, 0.001)), 8), 16)
            vertexRounds = normalRounds
        }
    }

    /// Moves the vertices of `mesh`; triangles and everything else stay, normals are computed anew where there are some.
    /// - Returns: the planes that were found, the largest first.
    @discardableResult
    public static func smooth(_ mesh: inout TriangleMesh, options: Options) -> [FittedPlane] {
        guard mesh.triangleCount > 0 else { return [] }
        let topology = MeshTopology(indices: mesh.indices, vertexCount: mesh.positions.count)
        var surface = SurfaceNormals(mesh)
        // First loosely, for noise makes neighbours unlike each other, then strictly, for edges.
        surface.filter(topology, iterations: options.normalRounds, likeness: 1.1)
        surface.filter(topology, iterations: options.normalRounds, likeness: 0.6)
        var regions = PlaneRegions(
            mesh, surface: surface, topology: topology,
            limits: .init(minimumArea: options.minimumPlaneArea, distance: 0.6 * options.reach))
        regions.dilate(mesh, surface: surface, topology: topology, rings: 8, distance: options.reach)
        let around = VertexTriangles(indices: mesh.indices, vertexCount: mesh.positions.count)
        let isFlat = layOntoPlanes(&mesh, regions: regions, around: around, reach: options.reach)
        follow(surface, mesh: &mesh, around: around, isFlat: isFlat, rounds: options.vertexRounds)
        if !mesh.normals.isEmpty { mesh.computeNormals() }
        return regions.planes.sorted { $0.area > $1.area }
    }

    /// Moves each vertex of flat triangles to its planes, less so the farther it is: what stands out of a plane is a thing and not
    /// noise.
    /// - Returns: which vertices belong to planes.
    private static func layOntoPlanes(
        _ mesh: inout TriangleMesh, regions: PlaneRegions, around: VertexTriangles, reach: Float
    ) -> [Bool] {
        var isFlat = [Bool](repeating: false, count: mesh.positions.count)
        mesh.positions.withUnsafeMutableBufferPointer { positions in
            isFlat.withUnsafeMutableBufferPointer { isFlat in
                let points = WritableCells(positions)
                let flat = WritableCells(isFlat)
                Parallel.forEachRange(positions.count, minimum: 4096) { range in
                    for v in range {
                        var found = SIMD4<Int32>(repeating: -1)
                        var count = 0
                        around.forEach(v) { t in
                            let label = regions.labels[t]
                            guard label >= 0, count < 4, !any(found .== SIMD4(repeating: label)) else { return }
                            found[count] = label
                            count += 1
                        }
                        guard count > 0 else { continue }
                        flat.base[v] = true
                        let move = step(points.base[v], found: found, count: count, planes: regions.planes)
                        let share = min(max((reach - move.length) / (0.4 * reach), 0), 1)
                        points.base[v] += move * (share * share * (3 - 2 * share))
                    }
                }
            }
        }
        return isFlat
    }

    /// The way from `p` to the point nearest to all its planes: onto one plane, the line of two, the corner of three, the middle of
    /// nearly parallel ones. It minimises the sum of squared distances to the planes and a little of the squared way.
    private static func step(_ p: Vector3, found: SIMD4<Int32>, count: Int, planes: [FittedPlane]) -> Vector3 {
        let little: Float = 0.02
        if count == 1 {
            let plane = planes[Int(found[0])]
            return plane.normal * (-plane.distance(p) / (1 + little))
        }
        var d = Vector3(repeating: little)
        var o = Vector3.zero
        var right = Vector3.zero
        for k in 0..<count {
            let plane = planes[Int(found[k])]
            let n = plane.normal
            d += n * n
            o += n * Vector3(n.y, n.z, n.x)
            right -= n * plane.distance(p)
        }
        // Cramer's rule for the symmetric matrix with diagonal d and xy, yz, zx in o.
        let a = Vector3(d.x, o.x, o.z)
        let b = Vector3(o.x, d.y, o.y)
        let c = Vector3(o.z, o.y, d.z)
        let determinant = dot(a, cross(b, c))
        guard determinant > 1e-9 else { return .zero }
        return Vector3(dot(right, cross(b, c)), dot(a, cross(right, c)), dot(a, cross(b, right))) / determinant
    }

    /// Moves the vertices that belong to no plane until the triangles fit their filtered normals (Sun et al. 2007, *Fast and
    /// effective feature-preserving mesh denoising*).
    private static func follow(
        _ surface: SurfaceNormals, mesh: inout TriangleMesh, around: VertexTriangles, isFlat: [Bool], rounds: Int
    ) {
        let indices = mesh.indices
        var centers = surface.centers
        for round in 0..<rounds {
            centers.withUnsafeMutableBufferPointer { centers in
                mesh.positions.withUnsafeMutableBufferPointer { positions in
                    let out = WritableCells(centers)
                    let points = WritableCells(positions)
                    indices.withUnsafeBufferPointer { indices in
                        Parallel.forEachRange(centers.count, minimum: 4096) { range in
                            for t in range {
                                let a = Int(indices[3 * t])
                                let b = Int(indices[3 * t + 1])
                                let c = Int(indices[3 * t + 2])
                                // In the first round even where all is flat: planes have moved.
                                guard round == 0 || !(isFlat[a] && isFlat[b] && isFlat[c]) else { continue }
                                out.base[t] = (points.base[a] + points.base[b] + points.base[c]) * (1 / 3)
                            }
                        }
                    }
                    Parallel.forEachRange(positions.count, minimum: 4096) { range in
                        for v in range where !isFlat[v] {
                            var sum = Vector3.zero
                            var weight = Float(0)
                            around.forEach(v) { t in
                                let n = surface.normals[t]
                                sum += n * (dot(n, out.base[t] - points.base[v]) * surface.areas[t])
                                weight += surface.areas[t]
                            }
                            if weight > 0 { points.base[v] += sum / weight }
                        }
                    }
                }
            }
        }
    }
}
