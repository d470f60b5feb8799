import Codecs
import Geometry

extension Model {
    /// The model as points, for formats that hold nothing else: a mesh's vertices, with colours out of the texture where they have
    /// none.
    func pointsOnly(_ format: String, _ losses: inout [Loss]) -> PointCloud {
        let model = withoutSplats(format, &losses)
        guard let mesh = model.mesh else { return model.cloud ?? PointCloud() }
        if mesh.triangleCount > 0 {
            losses.append(
                Loss(
                    .shape,
                    "\(format) stores only points; \(Text.count(mesh.triangleCount, "triangle")) omitted, the vertices are kept."))
        }
        losses += model.textureLoss
        return PointCloud(positions: mesh.positions, normals: mesh.normals, colors: model.withVertexColors.colors)
    }
}

extension SIMD3<Double> {
    /// Whether a point here can be measured: finite, and nearer than 10¹² m.
    @inline(__always) var isPossible: Bool { abs(x) < 1e12 && abs(y) < 1e12 && abs(z) < 1e12 }
}
