import Foundation

/// A `transforms.json` as NeRF tools write it (instant-ngp, nerfstudio): what of it matters for RGB-D.
struct TransformsFile: Decodable {
    /// Intrinsics, for all frames or in a frame for it alone. Numbers of nerfstudio's convention: a pixel's centre lies at one half.
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
        /// Diorama's own: an 8-bit grey PNG of the depth picture's size with ARKit's 0 (low), 1, 2 (high).
        var confidence_file_path: String?
        /// Seconds, where a tool writes it.
        var timestamp: Double?
        /// Camera to world, row by row.
        var transform_matrix: [[Double]]
        var camera: Camera

        private enum Key: CodingKey {
            case file_path, depth_file_path, confidence_file_path, timestamp, transform_matrix
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Key.self)
            file_path = try values.decodeIfPresent(String.self, forKey: .file_path)
            depth_file_path = try values.decodeIfPresent(String.self, forKey: .depth_file_path)
            confidence_file_path = try values.decodeIfPresent(String.self, forKey: .confidence_file_path)
            timestamp = try values.decodeIfPresent(Double.self, forKey: .timestamp)
            transform_matrix = try values.decode([[Double]].self, forKey: .transform_matrix)
            camera = try Camera(from: decoder)
        }
    }

    var frames: [Frame]
    var depth_unit_scale_factor: Double?
    var camera: Camera

    private enum Key: CodingKey {
        case frames, depth_unit_scale_factor
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        frames = try values.decode([Frame].self, forKey: .frames)
        depth_unit_scale_factor = try values.decodeIfPresent(Double.self, forKey: .depth_unit_scale_factor)
        camera = try Camera(from: decoder)
    }

    /// Reads the file. Python writes NaN as a bare word, which is not JSON but JSON5.
    init(_ url: URL) throws(CaptureError) {
        let bytes = Data(try TextTable.read(url))
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        do {
            self = try decoder.decode(TransformsFile.self, from: bytes)
        } catch let error as DecodingError {
            throw CaptureError(url, Self.problem(error))
        } catch {
            throw CaptureError(url, "this is not JSON")
        }
    }

    private static func problem(_ error: DecodingError) -> String {
        func place(_ path: [any CodingKey]) -> String {
            path.reduce("") { text, key in
                if let index = key.intValue { return "\(text)[\(index)]" }
                return text.isEmpty ? key.stringValue : "\(text).\(key.stringValue)"
            }
        }
        switch error {
        case .keyNotFound(let key, let context): return "“\(place(context.codingPath + [key]))” is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            return context.codingPath.isEmpty ? "this is no transforms.json" : "“\(place(context.codingPath))” has the wrong type"
        case .dataCorrupted(let context):
            let path = context.codingPath
            return path.isEmpty ? "this is not JSON (damaged or truncated)" : "“\(place(path))” can't be read"
        @unknown default: return "this is not JSON"
        }
    }
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

    /// The lens distortion's coefficients that are not zero: "k1 0.058, k2 −0.081".
    var distortion: String? {
        let all = [("k1", k1), ("k2", k2), ("k3", k3), ("k4", k4), ("p1", p1), ("p2", p2)]
        let some = all.compactMap { name, value in value.flatMap { $0 == 0 ? nil : "\(name) \($0)" } }
        return some.isEmpty ? nil : some.joined(separator: ", ")
    }
}
