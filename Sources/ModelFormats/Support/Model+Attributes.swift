import Codecs
import Geometry

extension ModelFormat {
    /// Whether the format stores this attribute of points.
    public func holds(_ attribute: PointAttribute) -> Bool {
        switch self {
        case .ply, .las, .laz, .e57, .pcd: true
        case .pts: attribute.name == PointAttribute.Name.intensity
        case .obj, .stl, .glb, .gltf, .fbx, .dae, .usdz, .xyz, .splat, .spz, .threeMF, .threeDS, .x3d, .off, .dxf: false
        }
    }
}

extension Model {
    /// The loss of a format that does not store all attributes of the points: names them.
    func attributeLoss(_ format: ModelFormat) -> Loss? {
        let lost = (cloud?.attributes ?? []).filter { !format.holds($0) }.map { Text.quote($0.name, limit: 30) }
        guard !lost.isEmpty else { return nil }
        let rest = lost.count > 12 ? " and others" : ""
        return Loss(
            .attributes,
            "\(format.rawValue) can't store the attributes \(lost.prefix(12).joined(separator: ", "))\(rest); "
                + "las, laz, e57, pcd and ply can."
        )
    }
}
