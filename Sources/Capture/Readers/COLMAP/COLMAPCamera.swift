import Foundation

/// COLMAP's camera models that bend a pinhole image. Their parameters are for pixel centres at one half.
enum COLMAPCamera {
    /// Names and numbers of parameters by COLMAP's own numbers of models.
    static let models: [(name: String, parameters: Int)] = [
        ("SIMPLE_PINHOLE", 3), ("PINHOLE", 4), ("SIMPLE_RADIAL", 4), ("RADIAL", 5), ("OPENCV", 8), ("OPENCV_FISHEYE", 8),
        ("FULL_OPENCV", 12), ("FOV", 5), ("SIMPLE_RADIAL_FISHEYE", 4), ("RADIAL_FISHEYE", 5), ("THIN_PRISM_FISHEYE", 12),
        ("RAD_TAN_THIN_PRISM_FISHEYE", 16),
    ]

    /// The camera of a model's parameters.
    /// - Throws: `CaptureError` for models that are not pinhole cameras (fisheyes), and invalid parameters.
    static func pinhole(
        model: String, width: UInt64, height: UInt64, _ p: [Double], of url: URL, camera id: UInt32
    ) throws(CaptureError) -> Pinhole {
        guard width > 0, height > 0, width < 1 << 20, height < 1 << 20 else {
            throw CaptureError(url, "camera \(id): \(width)x\(height) is not an image size")
        }
        guard let known = models.first(where: { $0.name == model }) else {
            throw CaptureError(url, "camera \(id): the camera model \(TextTable.shown(model)) is not known")
        }
        guard p.count == known.parameters else {
            throw CaptureError(url, "camera \(id): \(p.count) parameters where \(model) has \(known.parameters)")
        }
        let (f, c, lens): ([Double], [Double], LensDistortion)
        switch model {
        case "SIMPLE_PINHOLE": (f, c, lens) = ([p[0], p[0]], [p[1], p[2]], LensDistortion())
        case "PINHOLE": (f, c, lens) = ([p[0], p[1]], [p[2], p[3]], LensDistortion())
        case "SIMPLE_RADIAL": (f, c, lens) = ([p[0], p[0]], [p[1], p[2]], LensDistortion(k1: p[3]))
        case "RADIAL": (f, c, lens) = ([p[0], p[0]], [p[1], p[2]], LensDistortion(k1: p[3], k2: p[4]))
        case "OPENCV":
            f = [p[0], p[1]]
            c = [p[2], p[3]]
            lens = LensDistortion(k1: p[4], k2: p[5], p1: p[6], p2: p[7])
        case "FULL_OPENCV":
            lens = LensDistortion(k1: p[4], k2: p[5], k3: p[8], p1: p[6], p2: p[7], denominator: SIMD3(p[9], p[10], p[11]))
            f = [p[0], p[1]]
            c = [p[2], p[3]]
        default:
            throw CaptureError(
                url, "camera \(id): the camera model \(model) is not a pinhole camera",
                remedy: "undistort the photos first (colmap image_undistorter)")
        }
        guard lens.isValid,
            var camera = Pinhole(
                fx: f[0], fy: f[1], cx: c[0] - 0.5, cy: c[1] - 0.5, size: ImageSize(Int(width), Int(height)))
        else { throw CaptureError(url, "camera \(id): its parameters are not a camera's (damaged)") }
        camera.lens = lens.isZero ? nil : lens
        return camera
    }
}
