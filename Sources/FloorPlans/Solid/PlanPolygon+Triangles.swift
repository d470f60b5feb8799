extension PlanPolygon {
    /// The polygon as triangles, by corner numbers, anticlockwise whatever its own sense is: ear clipping (Meisters 1975).
    ///
    /// A polygon that does not cross itself has an ear until three corners are left; one that does gets what can be clipped.
    var triangles: [(Int, Int, Int)] {
        var left = signedArea < 0 ? Array(corners.indices.reversed()) : Array(corners.indices)
        var triangles: [(Int, Int, Int)] = []
        while left.count > 3 {
            guard let ear = left.indices.first(where: { isEar($0, left) }) else { break }
            let n = left.count
            triangles.append((left[(ear + n - 1) % n], left[ear], left[(ear + 1) % n]))
            left.remove(at: ear)
        }
        if left.count == 3 { triangles.append((left[0], left[1], left[2])) }
        return triangles
    }

    private func isEar(_ i: Int, _ left: [Int]) -> Bool {
        let n = left.count
        let before = left[(i + n - 1) % n]
        let at = left[i]
        let after = left[(i + 1) % n]
        let a = corners[before]
        let b = corners[at]
        let c = corners[after]
        guard (b - a).cross(c - b) > 0 else { return false }
        return left.allSatisfy { k in
            if k == before || k == at || k == after { return true }
            let p = corners[k]
            return (b - a).cross(p - a) < 0 || (c - b).cross(p - b) < 0 || (a - c).cross(p - c) < 0
        }
    }
}
