import Geometry

extension Patch {
    /// Lays the new vertices evenly between the loop's, then bends the patch so that it goes on at the loop in the direction in
    /// which the surface ends there.
    ///
    /// First a membrane (each vertex in the middle of its neighbours); then heights above it of least bending, a thin plate clamped
    /// at the loop at the slope of the surface (Kobbelt et al. 1998, *Interactive multi-resolution modeling*, with the umbrella
    /// operator).
    mutating func fair(_ around: Surroundings, bends: Bool) {
        guard points.count > loopCount else { return }
        let neighbours = inner()
        for _ in 0..<12 {
            for v in loopCount..<points.count {
                points[v] = mean(neighbours[v], of: points) ?? points[v]
            }
        }
        if !colors.isEmpty {
            for _ in 0..<60 { for v in loopCount..<points.count { colors[v] = mean(neighbours[v], of: colors) ?? colors[v] } }
        }
        if bends { bend(around, neighbours) }
    }

    /// The vertices that each vertex is joined to in the patch, ascending.
    private func inner() -> [[Int32]] {
        var result = [[Int32]](repeating: [], count: points.count)
        for t in triangles {
            for k in 0..<3 {
                let a = t[k]
                let b = t[(k + 1) % 3]
                result[Int(a)].append(b)
                result[Int(b)].append(a)
            }
        }
        return result.map { Array(Set($0)).sorted() }
    }

    private func mean(_ list: [Int32], of values: [Vector3]) -> Vector3? {
        list.isEmpty ? nil : list.reduce(Vector3.zero) { $0 + values[Int($1)] } / Float(list.count)
    }

    private mutating func bend(_ around: Surroundings, _ neighbours: [[Int32]]) {
        var normals = [Vector3](repeating: .zero, count: points.count)
        for t in triangles {
            let a = points[Int(t.x)]
            let b = points[Int(t.y)]
            let c = points[Int(t.z)]
            let n = cross(b - a, c - a)
            for k in 0..<3 { normals[Int(t[k])] += n }
        }
        normals = normals.map(\.normalized)
        // The height that the surface would have a step outside of the loop, seen from the membrane.
        let slopes = slopes(around, normals: normals, neighbours: neighbours)
        let height = ThinPlateFairing(neighbours, loopCount: loopCount).heights(slopes)
        for v in loopCount..<points.count where height[v].isFinite { points[v] += normals[v] * height[v] }
    }

    /// For each corner of the loop: how much the surface's own direction rises above the membrane over the step to the patch's next
    /// vertices, evened out along the loop, for a scan is at its worst where it ends.
    private func slopes(_ around: Surroundings, normals: [Vector3], neighbours: [[Int32]]) -> [Float] {
        var rises = [Float](repeating: 0, count: loopCount)
        var steps = rises
        for v in 0..<loopCount where around.normals[v] != .zero {
            let inside = neighbours[v].filter { Int($0) >= loopCount }
            guard let middle = mean(inside, of: points) else { continue }
            let way = middle - points[v]
            let step = way.length
            guard step > 0 else { continue }
            let along = way - around.normals[v] * dot(around.normals[v], way)
            let forward = dot(along, way) / step
            // Steeper than 45° is no direction to go on in.
            guard forward > 0.3 * step else { continue }
            rises[v] = min(max(dot(along, normals[v]) / forward, -1), 1)
            steps[v] = step
        }
        return (0..<loopCount).map { v in
            var sum = Float(0)
            var count = Float(0)
            for k in -3...3 {
                let i = ((v + k) % loopCount + loopCount) % loopCount
                guard steps[i] > 0 else { continue }
                sum += rises[i]
                count += 1
            }
            return count > 0 ? sum / count * steps[v] : 0
        }
    }
}
