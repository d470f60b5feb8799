import Geometry
import Images

/// Points, normals and colours that a view's depth image shows.
enum DepthSamples {
    struct Sample {
        var position: Vector3
        var normal: Vector3
        /// Linear.
        var color: Vector3
        /// 1 / depth²: near samples are more exact.
        var weight: Float
    }

    /// At most about `most` samples at equal steps. Samples at depth edges have no certain surface and are left out.
    static func samples(of view: TrainingView, most: Int) -> [Sample] {
        guard let depth = view.depth, depth.width > 2, depth.height > 2 else { return [] }
        let camera = view.intrinsics.scaled(toWidth: depth.width, height: depth.height)
        let pixels = (depth.width - 2) * (depth.height - 2)
        let step = max(Int((Double(pixels) / Double(most)).squareRoot().rounded(.up)), 1)
        var result: [Sample] = []
        func point(_ x: Int, _ y: Int) -> Vector3? {
            let d = depth[x, y]
            guard d > 0, d.isFinite else { return nil }
            return camera.unproject(Vector2(Float(x), Float(y)), depth: d)
        }
        for y in stride(from: 1 + step / 2, to: depth.height - 1, by: step) {
            for x in stride(from: 1 + step / 2, to: depth.width - 1, by: step) {
                guard let p = point(x, y), let left = point(x - 1, y), let right = point(x + 1, y), let up = point(x, y - 1),
                    let down = point(x, y + 1)
                else { continue }
                let jump = 0.05 * -p.z
                if abs(left.z - p.z) > jump || abs(right.z - p.z) > jump || abs(up.z - p.z) > jump || abs(down.z - p.z) > jump {
                    continue
                }
                let normal = cross(right - left, up - down)
                guard normal.lengthSquared > 0 else { continue }
                let u = min(x * view.image.width / depth.width, view.image.width - 1)
                let v = min(y * view.image.height / depth.height, view.image.height - 1)
                let c = view.image[u, v]
                if c.w == 0 { continue }
                result.append(
                    Sample(
                        position: view.pose.apply(p), normal: view.pose.rotation.rotate(normal.normalized),
                        color: SRGB.toLinear(SIMD3(c.x, c.y, c.z)), weight: 1 / (p.z * p.z)))
            }
        }
        return result
    }

    private struct Cell {
        var position = Vector3(repeating: 0)
        var normal = Vector3(repeating: 0)
        var color = Vector3(repeating: 0)
        var weight: Float = 0
        var count = 0
    }

    /// The means of the samples in each cell of a grid, in the order of the cells' first samples; nil where there are more than
    /// `limit`.
    static func averaged(_ samples: [Sample], cell size: Float, limit: Int) -> PointCloud? {
        var numbers: [SIMD3<Int32>: Int] = [:]
        var cells: [Cell] = []
        for s in samples {
            let q = (s.position / size).rounded(.down)
            guard abs(q.x) < 1e9, abs(q.y) < 1e9, abs(q.z) < 1e9 else { continue }
            let key = SIMD3<Int32>(Int32(q.x), Int32(q.y), Int32(q.z))
            var number = numbers[key] ?? -1
            if number < 0 {
                number = cells.count
                if number >= limit { return nil }
                numbers[key] = number
                cells.append(Cell())
            }
            cells[number].position += s.position * s.weight
            cells[number].normal += s.normal * s.weight
            cells[number].color += s.color * s.weight
            cells[number].weight += s.weight
            cells[number].count += 1
        }
        var cloud = PointCloud()
        for c in cells {
            cloud.positions.append(c.position / c.weight)
            cloud.normals.append(c.normal.normalized)
            cloud.colors.append(c.color / c.weight)
        }
        return cloud.positions.isEmpty ? nil : cloud
    }
}
