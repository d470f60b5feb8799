import CSplats
import Geometry
import Rendering

/// How a projected splat is blurred so that none falls between the pixels.
public enum SplatAntialiasing: Sendable, Equatable, Codable {
    /// Adds a variance of 0.3 square pixels, as most programs that show splats do (Kerbl et al. 2023).
    case standard
    /// Adds 0.1 square pixels and makes the splat fainter by what its area grows (the 2D filter of Mip-Splatting, Yu et al. 2024).
    /// Programs that don't do the same show such splats too opaque from afar.
    case mip

    var variance: Float { self == .standard ? 0.3 : 0.1 }
}

extension SplatCamera {
    /// - Parameters:
    ///   - pose: camera to world, looking along −z.
    ///   - intrinsics: pixels; its size is the image's.
    ///   - near: metres.
    init(pose: RigidTransform, intrinsics k: CameraIntrinsics, near: Float, antialiasing: SplatAntialiasing, degree: Int) {
        self.init()
        let (right, up, back) = pose.rotation.matrix.columns
        let rows = [right, -up, -back]
        let m = rows.flatMap { [$0.x, $0.y, $0.z] }
        let t = rows.map { -dot($0, pose.translation) }
        rotation = (m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8])
        translation = (t[0], t[1], t[2])
        eye = (pose.translation.x, pose.translation.y, pose.translation.z)
        fx = k.fx
        fy = k.fy
        cx = k.cx
        cy = k.cy
        width = Int32(k.width)
        height = Int32(k.height)
        self.near = near
        blur = antialiasing.variance
        compensates = antialiasing == .mip
        self.degree = Int32(degree)
    }
}
