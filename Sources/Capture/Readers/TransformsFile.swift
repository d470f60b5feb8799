import Foundation

/// A `transforms.json` as NeRF tools write it (instant-ngp, nerfstudio): what of it matters for RGB-D.
struct TransformsFile: Decodable {
    /// Intrinsics, for all frames or in a frame for it alone. Numbers of nerfstudio's convention: a pixel's centre lies at one
    /// half.
    struct Camera: Decodable {
        var fl_x: Double?
        var fl_y: Double?
        var cx: Double?
        var cy: Double?
        var w: Double?
        var h: Double?
        /// Angles of view in radians, from which older tools have the focal lengths computed.
        var camera_angle_x: Double?
        var camera_angle_y: Double?
        var camera_model: String?
        var k1: Double?
        var k2: Double?
        var k3: Double?
        var k4: Double?
        var p1: Double?
        var p2: Double?
    }

    struct Frame: Decodable {
        var file_path: String?
        var depth_file_path: String?
        var mask_path: String?
        /// Diorama's own: an 8-bit grey PNG of the depth image's size with ARKit's 0 (low), 1, 2 (high).
        var confidence_file_path: String?
        /// Seconds, where a tool writes it.
        var timestamp: Double?
        /// Camera to world, row by row.
        var transform_matrix: [[Double]]
        var camera: Camera

        private enum Key: CodingKey {
            case file_path, depth_file_path, mask_path, confidence_file_path, timestamp, transform_matrix
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Key.self)
            file_path = try values.decodeIfPresent(String.self, forKey: .file_path)
            depth_file_path = try values.decodeIfPresent(String.self, forKey: .depth_file_path)
            mask_path = try values.decodeIfPresent(String.self, forKey: .mask_path)
            confidence_file_path = try values.decodeIfPresent(String.self, forKey: .confidence_file_path)
            timestamp = try values.decodeIfPresent(Double.self, forKey: .timestamp)
            transform_matrix = try values.decode([[Double]].self, forKey: .transform_matrix)
            camera = try Camera(from: decoder)
        }
    }

    var frames: [Frame]
    var depth_unit_scale_factor: Double?
    /// What the poses' translations were multiplied by after they were in metres, as depth still is.
    var applied_scale: Double?
    var ply_file_path: String?
    var camera: Camera

    private enum Key: CodingKey {
        case frames, depth_unit_scale_factor, applied_scale, ply_file_path
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        frames = try values.decode([Frame].self, forKey: .frames)
        depth_unit_scale_factor = try values.decodeIfPresent(Double.self, forKey: .depth_unit_scale_factor)
        applied_scale = try values.decodeIfPresent(Double.self, forKey: .applied_scale)
        ply_file_path = try values.decodeIfPresent(String.self, forKey: .ply_file_path)
        camera = try Camera(from: decoder)
    }

    init(_ url: URL) throws(CaptureError) { self = try JSONFile.read(TransformsFile.self, url) }
}

extension TransformsFile.Camera {
    /// These numbers, and those of `general` where there are none here.
    func over(_ general: Self) -> Self {
        var camera = general
        func take<V>(_ key: WritableKeyPath<Self, V?>) { camera[keyPath: key] = self[keyPath: key] ?? general[keyPath: key] }
        for key in [\Self.fl_x, \.fl_y, \.cx, \.cy, \.w, \.h, \.camera_angle_x, \.camera_angle_y] { take(key) }
        for key in [\Self.k1, \.k2, \.k3, \.k4, \.p1, \.p2] { take(key) }
        take(\.camera_model)
        return camera
    }

    /// The lens distortion of the images; nil where there is none. `k4` is the fourth radial coefficient here, as nerfstudio has
    /// it.
    func lens(frame: Int, _ url: URL) throws(CaptureError) -> LensDistortion? {
        let lens = LensDistortion(k1: k1 ?? 0, k2: k2 ?? 0, k3: k3 ?? 0, k4: k4 ?? 0, p1: p1 ?? 0, p2: p2 ?? 0)
        guard lens.isValid else { throw CaptureError(url, "frames[\(frame)]: \(lens) is not a lens distortion") }
        return lens.isZero ? nil : lens
    }
}
