import Geometry
import Support

/// The triangles of a mesh as smoothing sees them: centres, areas, and normals without the noise.
package struct SurfaceNormals {
    package let centers: [Vector3]
    package let areas: [Float]
    /// Unit vectors, or zero for triangles without area.
    package private(set) var normals: [Vector3]

    package init(_ mesh: TriangleMesh) {
        let count = mesh.triangleCount
        var centers = [Vector3](repeating: .zero, count: count)
        var areas = [Float](repeating: 0, count: count)
        var normals = centers
        centers.withUnsafeMutableBufferPointer { centers in
            areas.withUnsafeMutableBufferPointer { areas in
                normals.withUnsafeMutableBufferPointer { normals in
                    let out = (WritableCells(centers), WritableCells(areas), WritableCells(normals))
                    Parallel.forEachRange(count, minimum: 4096) { range in
                        for t in range {
                            let (a, b, c) = mesh.corners(t)
                            let n = cross(b - a, c - a)
                            let l = n.length
                            out.0.base[t] = (a + b + c) * (1 / 3)
                            out.1.base[t] = l * 0.5
                            out.2.base[t] = l > 0 ? n / l : .zero
                        }
                    }
                }
            }
        }
        self.centers = centers
        self.areas = areas
        self.normals = normals
    }

    /// Takes the noise from the normals and leaves the edges: each becomes the mean of its own and its three neighbours', weighted
    /// by area and by how alike they are (Zheng et al. 2011, *Bilateral normal filtering for mesh denoising*, the local scheme;
    /// Tukey's biweight in place of the Gaussian).
    /// - Parameter likeness: normals that differ by more than this (length of the difference) do not mix.
    package mutating func filter(_ topology: MeshTopology, iterations: Int, likeness: Float = 0.6) {
        var other = normals
        let limit = 1 / (likeness * likeness)
        for _ in 0..<iterations {
            normals.withUnsafeBufferPointer { old in
                areas.withUnsafeBufferPointer { areas in
                    topology.opposite.withUnsafeBufferPointer { opposite in
                        other.withUnsafeMutableBufferPointer { new in
                            let out = WritableCells(new)
                            Parallel.forEachRange(old.count, minimum: 4096) { range in
                                for t in range {
                                    let own = old[t]
                                    var sum = own * areas[t]
                                    for h in 3 * t..<3 * t + 3 where opposite[h] >= 0 {
                                        let n = Int(opposite[h]) / 3
                                        let share = 1 - (old[n] - own).lengthSquared * limit
                                        if share > 0 { sum += old[n] * (areas[n] * share * share) }
                                    }
                                    let l = sum.length
                                    out.base[t] = l > 0 ? sum / l : own
                                }
                            }
                        }
                    }
                }
            }
            swap(&normals, &other)
        }
    }
}

/// A buffer that threads write at different places.
package struct WritableCells<T>: @unchecked Sendable {
    package let base: UnsafeMutablePointer<T>

    /// An empty buffer has no address, and is never written.
    package init(_ buffer: UnsafeMutableBufferPointer<T>) { base = buffer.baseAddress ?? UnsafeMutablePointer(bitPattern: 16)! }
}
