import PointClouds
import Geometry
import Support

/// Points spread over meshes, with normals and colours.
enum SurfaceSamples {
    /// About one point for each square of `spacing` metres, at repeatable places.
    static func cloud(of mesh: TriangleMesh, spacing: Float) throws(ReconstructionError) -> PointCloud {
        if let flaw = mesh.flaw { throw .badOption("the mesh is damaged: \(flaw)") }
        var cloud = PointCloud()
        var random = SplitMix64(seed: 7)
        let area = mesh.area
        // Fifty million points are more than any memory needs to hold for this.
        guard area > 0, area / Double(spacing * spacing) < 5e7 else {
            throw .badOption(area > 0 ? "the mesh's surface is too large; use a larger spacing" : "the mesh has no surface")
        }
        var carried: Float = 0
        for i in 0..<mesh.triangleCount {
            let (a, b, c) = mesh.corners(i)
            let normal = cross(b - a, c - a)
            carried += normal.length * 0.5 / (spacing * spacing)
            while carried >= 1 {
                carried -= 1
                var u = random.unit()
                var v = random.unit()
                if u + v > 1 { (u, v) = (1 - u, 1 - v) }
                cloud.positions.append(a + (b - a) * u + (c - a) * v)
                cloud.normals.append(normal.normalized)
                if !mesh.colors.isEmpty {
                    let (p, q, r) = (
                        mesh.colors[Int(mesh.indices[3 * i])], mesh.colors[Int(mesh.indices[3 * i + 1])],
                        mesh.colors[Int(mesh.indices[3 * i + 2])]
                    )
                    cloud.colors.append(p + (q - p) * u + (r - p) * v)
                }
            }
        }
        return cloud
    }
}

/// A capture made ready: thinned to three finenesses.
struct RegistrationPiece {
    /// As fine as the options say, with normals and, where the capture has them, colours.
    let fine: PointCloud
    /// 5 cm apart.
    let middle: PointCloud
    let middleTree: PointTree
    /// The space in front of the surfaces.
    let space: FreeSpace

    init(_ cloud: PointCloud, _ options: CaptureRegistration.Options) throws {
        try cloud.checkAttributes()
        var fine = try Downsampling.voxel(cloud, size: options.spacing)
        if fine.normals.isEmpty { try Normals.estimate(&fine, search: .nearest(20)) }
        self.fine = fine
        middle = try Downsampling.voxel(fine, size: max(0.05, options.spacing * 2))
        middleTree = PointTree(middle.positions)
        space = try FreeSpace(middle)
    }

    var hasColors: Bool { !middle.colors.isEmpty }
}
