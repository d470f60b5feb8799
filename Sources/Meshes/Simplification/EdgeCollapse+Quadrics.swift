import Geometry

extension EdgeCollapse {
    /// How strongly open edges stay where they are, against the same area of surface.
    private static let borderWeight: Float = 10
    /// How strongly seams stay where they are.
    private static let seamWeight: Float = 1

    /// Factors that make attributes lengths: texture coordinates as long as the surface that they cover, normals and colours in
    /// shares of the edges that there will be.
    func attributeScale(_ mesh: TriangleMesh, target: Int) -> Simplification.AttributeWeights {
        var area = 0.0
        var textureArea = 0.0
        for t in stride(from: 0, to: cornerCount, by: 3) where corners[t] != .max {
            let a = points[Int(corners[t])]
            let doubled = cross(points[Int(corners[t + 1])] - a, points[Int(corners[t + 2])] - a).length
            area += Double(doubled)
            guard !mesh.textureCoordinates.isEmpty else { continue }
            let origin = mesh.textureCoordinates[Int(mesh.indices[t])]
            let e = mesh.textureCoordinates[Int(mesh.indices[t + 1])] - origin
            let f = mesh.textureCoordinates[Int(mesh.indices[t + 2])] - origin
            let part = Double(abs(e.x * f.y - e.y * f.x))
            if part.isFinite { textureArea += part }
        }
        let edge = Float((area / Double(max(1, target))).squareRoot())
        let stretch = textureArea > 0 ? Float((area / textureArea).squareRoot()) : 0
        let weights = options.attributeWeights
        return Simplification.AttributeWeights(
            textureCoordinates: weights.textureCoordinates * stretch, normals: weights.normals * edge, colors: weights.colors * edge
        )
    }

    /// Adds the planes and the attributes of the triangles around a position, and planes that hold borders and seams.
    func addQuadrics(of position: UInt32, _ ring: CollapseRing) {
        let p = points[Int(position)]
        for i in 0..<ring.faceCount {
            let face = ring.faces[i]
            let e = points[Int(face.next)] - p
            let f = points[Int(face.last)] - p
            let n = cross(e, f)
            let doubled = n.length
            guard doubled > 0 else { continue }
            let normal = n / doubled
            planes[Int(position)].add(normal: normal, weight: 0.5 * doubled)
            attributes?.add(face, next: e, last: f)
            for toNext in [true, false] {
                let edge = toNext ? e : f
                let across = cross(edge, normal).normalized
                guard let j = ring.index(of: toNext ? face.next : face.last) else { continue }
                if ring.neighbours[j].isFeature {
                    planes[Int(position)].add(normal: across, weight: Self.borderWeight * edge.lengthSquared)
                } else if !ring.neighbours[j].isUniform, ring.isSeam(i, toNext: toNext) {
                    attributes?.addPlane(normal: across, weight: Self.seamWeight * edge.lengthSquared, to: face.wedge)
                }
            }
        }
    }
}
