import Geometry
import Support

extension DemoFrames {
    /// Longest edge of the pieces that are seen or not seen as a whole, metres. A wall is two triangles: seeing its corner is not
    /// seeing it.
    private static let pieceEdge: Float = 0.04

    func seen(step: Int) -> TriangleMesh {
        let pieces = scene.mesh.cut(toEdges: Self.pieceEdge)
        let bvh = BVH(pieces)
        let frames = Array(stride(from: 0, to: moments.count, by: step))
        var marks = [[UInt64]](repeating: [], count: frames.count)
        marks.withUnsafeMutableBufferPointer { buffer in
            let out = Marks(base: buffer.baseAddress)
            Parallel.forEach(frames.count) { k in
                out.base?[k] = trianglesSeen(moments[frames[k]].truePose, bvh, count: pieces.triangleCount)
            }
        }
        var part = pieces
        part.indices = []
        for t in 0..<pieces.triangleCount where marks.contains(where: { $0[t >> 6] >> UInt64(t & 63) & 1 == 1 }) {
            part.indices += pieces.indices[3 * t..<3 * t + 3]
        }
        return part
    }

    private struct Marks: @unchecked Sendable {
        let base: UnsafeMutablePointer<[UInt64]>?
    }

    /// One bit a triangle.
    private func trianglesSeen(_ pose: RigidTransform, _ bvh: BVH, count: Int) -> [UInt64] {
        var seen = [UInt64](repeating: 0, count: (count + 63) / 64)
        let k = Self.depthIntrinsics
        // Every pixel: at three metres they are 1.4 cm apart where looked at squarely, and pieces seen flatly must not be passed
        // over.
        for y in 0..<k.height {
            for x in 0..<k.width {
                let direction = pose.rotation.rotate(k.unproject(Vector2(Float(x), Float(y)), depth: 1))
                let ray = Ray(origin: pose.translation, direction: direction)
                if let hit = bvh.intersect(ray, maximum: DemoDepthSensor.range) {
                    seen[hit.triangle >> 6] |= 1 << UInt64(hit.triangle & 63)
                }
            }
        }
        return seen
    }
}

extension TriangleMesh {
    /// The same surface with every triangle halved across its longest edge until none is longer than `limit` metres. Positions,
    /// normals and colours of the new vertices are the means of their edges' ends.
    fileprivate func cut(toEdges limit: Float) -> TriangleMesh {
        var result = self
        result.indices = []
        var waiting: [(UInt32, UInt32, UInt32)] = []
        for t in 0..<triangleCount {
            waiting.append((indices[3 * t], indices[3 * t + 1], indices[3 * t + 2]))
            while let (a, b, c) = waiting.popLast() {
                func square(_ i: UInt32, _ j: UInt32) -> Float {
                    (result.positions[Int(i)] - result.positions[Int(j)]).lengthSquared
                }
                let edges = SIMD3(square(a, b), square(b, c), square(c, a))
                guard edges.max() > limit * limit else {
                    result.indices += [a, b, c]
                    continue
                }
                // Turned so that the longest edge runs from the first to the second corner.
                let (p, q, r) =
                    edges.x >= edges.y && edges.x >= edges.z ? (a, b, c) : (edges.y >= edges.z ? (b, c, a) : (c, a, b))
                let middle = result.appendMiddle(Int(p), Int(q))
                waiting.append((middle, q, r))
                waiting.append((p, middle, r))
            }
        }
        return result
    }

    private mutating func appendMiddle(_ p: Int, _ q: Int) -> UInt32 {
        positions.append((positions[p] + positions[q]) * 0.5)
        if !normals.isEmpty { normals.append((normals[p] + normals[q]).normalized) }
        if !colors.isEmpty { colors.append((colors[p] + colors[q]) * 0.5) }
        if !textureCoordinates.isEmpty { textureCoordinates.append((textureCoordinates[p] + textureCoordinates[q]) * 0.5) }
        return UInt32(positions.count - 1)
    }
}
