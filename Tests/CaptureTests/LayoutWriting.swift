import Foundation
import Geometry
import Images
import TestSupport
import Testing
import Support

extension SampleCapture {
    /// Writes the capture into `folder`.
    func write(_ layout: Layout, to folder: URL) throws {
        for i in 0..<count {
            let (depth, color) = layout.images(i)
            if layout != .colmap { try put(PNG.encodeGray16(codes(i)), in: folder, path: depth) }
            try put(
                layout.writesJPEG ? JPEG.encode(self.color(i), quality: 98) : PNG.encode(self.color(i)), in: folder, path: color)
        }
        let poses = (0..<count).map { layout.rows(pose($0)) }
        let k = intrinsics
        switch layout {
        case .posedFolder:
            try put("\(k.fx) 0.0 \(k.cx)\n0.0 \(k.fy) \(k.cy)\n0.0 0.0 1.0\n", in: folder, path: "K.txt")
            try put(poses.map { text($0) + "\n" }.joined(), in: folder, path: "poses.txt")
        case .sevenScenes:
            try put("\(k.fx)\t0\t\(k.cx)\n0\t\(k.fy)\t\(k.cy)\n0\t0\t1\n", in: folder, path: "camera-intrinsics.txt")
            for (i, pose) in poses.enumerated() {
                try put(matrix(pose, "\t"), in: folder, path: String(format: "frame-%06d.pose.txt", i))
            }
        case .tum: try writeTUM(poses, folder)
        case .open3D:
            try put(
                """
                {"width": \(k.width), "height": \(k.height),
                 "intrinsic_matrix": [\(k.fx), 0, 0, 0, \(k.fy), 0, \(k.cx), \(k.cy), 1]}
                """, in: folder, path: "camera_primesense.json")
            let log = poses.enumerated().map { i, pose in "\(i) \(i) \(i + 1)\n\(matrix(pose, " "))" }
            try put(log.joined(), in: folder, path: "trajectory.log")
        case .transforms: try writeTransforms(poses, folder)
        case .diorama: try writeDiorama(folder)
        case .arkitScenes: try writeARKitScenes(poses, folder)
        case .colmap: try writeCOLMAP(poses, folder)
        }
    }

    private func writeTUM(_ poses: [[Double]], _ folder: URL) throws {
        let k = intrinsics
        try put("# fx fy cx cy\n\(k.fx) \(k.fy) \(k.cx) \(k.cy)\n", in: folder, path: "camera.txt")
        func list(_ image: (Int) -> String) -> String {
            "# time file\n"
                + (0..<count).map { i in
                    let path = image(i)
                    return "\(path.split(separator: "/")[1].dropLast(4)) \(path)\n"
                }.joined()
        }
        try put(list { Layout.tum.images($0).depth }, in: folder, path: "depth.txt")
        try put(list { Layout.tum.images($0).color }, in: folder, path: "rgb.txt")
        // Two poses a frame, 10 ms before and after it, with the frame's own between them.
        var lines = "# timestamp tx ty tz qx qy qz qw\n"
        for (i, m) in poses.enumerated() {
            let q = Quaternion(
                Matrix3(
                    Vector3(Float(m[0]), Float(m[4]), Float(m[8])), Vector3(Float(m[1]), Float(m[5]), Float(m[9])),
                    Vector3(Float(m[2]), Float(m[6]), Float(m[10])))
            ).vector
            for side in [-1.0, 1.0] {
                let time = String(format: "%.4f", Layout.time(i) + side * 0.01)
                lines += "\(time) \(m[3] + side * 0.02) \(m[7]) \(m[11]) \(q.x) \(q.y) \(q.z) \(q.w)\n"
            }
        }
        try put(lines, in: folder, path: "groundtruth.txt")
    }

    private func writeTransforms(_ poses: [[Double]], _ folder: URL) throws {
        let k = intrinsics
        for i in 0..<count { try put(PNG.encodeGray8(confidence(i)), in: folder, path: "confidence/\(i).png") }
        let frames = poses.enumerated().map { i, m in
            let (depth, color) = Layout.transforms.images(i)
            let rows = (0..<4).map { "[" + m[$0 * 4..<$0 * 4 + 4].map { "\($0)" }.joined(separator: ", ") + "]" }
            return """
                {"file_path": "./\(color)", "depth_file_path": "\(depth)", "confidence_file_path": "confidence/\(i).png",
                 "transform_matrix": [\(rows.joined(separator: ", "))]}
                """
        }
        // This format has pixel centres at one half.
        try put(
            """
            {"camera_model": "OPENCV", "fl_x": \(k.fx), "fl_y": \(k.fy), "cx": \(k.cx + 0.5), "cy": \(k.cy + 0.5),
             "w": \(k.width).0, "h": \(k.height).0, "k1": 0, "frames": [
            \(frames.joined(separator: ",\n"))
            ]}
            """, in: folder, path: "transforms.json")
    }

    /// The rotation of a row-major matrix.
    private func quaternion(_ m: [Double]) -> SIMD4<Float> {
        func column(_ i: Int) -> Vector3 { Vector3(Float(m[i]), Float(m[4 + i]), Float(m[8 + i])) }
        return Quaternion(Matrix3(column(0), column(1), column(2))).vector
    }

    /// The inverse of a row-major rigid matrix: rotation and translation from world to camera.
    private func inverse(_ m: [Double]) -> (rotation: SIMD4<Float>, translation: [Double]) {
        var q = quaternion(m)
        q = SIMD4(-q.x, -q.y, -q.z, q.w)
        return (q, (0..<3).map { i in -(m[i] * m[3] + m[4 + i] * m[7] + m[8 + i] * m[11]) })
    }

    private func writeDiorama(_ folder: URL) throws {
        let k = intrinsics
        for i in 0..<count { try put(PNG.encodeGray8(confidence(i)), in: folder, path: String(format: "confidence/%06d.png", i)) }
        try put(
            """
            {"format": "diorama-capture", "version": 1, "frames": \(count), "color": {"width": \(k.width), "height": \(k.height)},
             "depth": {"width": \(depthWidth), "height": \(depthHeight)}, "futureKey": [1, 2]}
            """, in: folder, path: "capture.json")
        let lines = (0..<count).map { i in
            let (depth, color) = Layout.diorama.images(i)
            let t = pose(i).translation
            let q = pose(i).rotation.vector
            return """
                {"time": \(Double(i) / 30), "color": "\(color)", "depth": "\(depth)", \
                "confidence": "\(String(format: "confidence/%06d.png", i))", "intrinsics": [\(k.fx), \(k.fy), \(k.cx), \(k.cy)], \
                "position": [\(t.x), \(t.y), \(t.z)], "rotation": [\(q.x), \(q.y), \(q.z), \(q.w)], "tracking": "normal"}
                """
        }
        try put(lines.joined(separator: "\n") + "\n", in: folder, path: "frames.jsonl")
    }

    private func writeARKitScenes(_ poses: [[Double]], _ folder: URL) throws {
        var trajectory = ""
        for (i, m) in poses.enumerated() {
            let name = Layout.arkitName(i)
            try put(PNG.encodeGray8(confidence(i)), in: folder, path: "confidence/\(name).png")
            let k = intrinsics
            try put(
                "\(k.width) \(k.height) \(k.fx) \(k.fy) \(k.cx) \(k.cy)", in: folder, path: "lowres_wide_intrinsics/\(name).pincam")
            let (q, t) = inverse(m)
            let length = Double((q.x * q.x + q.y * q.y + q.z * q.z).squareRoot())
            let scale = length > 0 ? 2 * atan2(length, Double(q.w)) / length : 2
            // The names round the time to milliseconds.
            let time = Double(name.split(separator: "_")[1]) ?? 0
            trajectory +=
                "\(time) \(Double(q.x) * scale) \(Double(q.y) * scale) \(Double(q.z) * scale) \(text(t))\n"
        }
        try put(trajectory, in: folder, path: "lowres_wide.traj")
    }

    private func writeCOLMAP(_ poses: [[Double]], _ folder: URL) throws {
        let k = intrinsics
        try put(
            "# comment\n7 PINHOLE \(k.width) \(k.height) \(k.fx) \(k.fy) \(k.cx + 0.5) \(k.cy + 0.5)\n", in: folder,
            path: "sparse/0/cameras.txt")
        var photos = "# comment\n"
        for (i, m) in poses.enumerated() {
            let (q, t) = inverse(m)
            let name = Layout.colmap.images(i).color.split(separator: "/")[1]
            // Every other photo has no keypoints, and so an empty line.
            photos += "\(i + 3) \(q.w) \(q.x) \(q.y) \(q.z) \(text(t)) 7 \(name)\n" + (i % 2 == 0 ? "\n" : "1.5 2.5 -1 3.5 4.5 9\n")
            var map = Array("\(depthWidth)&\(depthHeight)&1&".utf8)
            for depth in depth(i, unitsPerMetre: 1000).pixels {
                withUnsafeBytes(of: depth.bitPattern.littleEndian) { map.append(contentsOf: $0) }
            }
            try put(map, in: folder, path: Layout.colmap.images(i).depth)
        }
        try put(photos, in: folder, path: "sparse/0/images.txt")
        try put("# comment\n9 0.5 1.5 2.5 255 0 128 0.7 3 0 4 1\n", in: folder, path: "sparse/0/points3D.txt")
    }

    private func text(_ numbers: [Double]) -> String { numbers.map { "\($0)" }.joined(separator: " ") }

    private func matrix(_ m: [Double], _ separator: String) -> String {
        (0..<4).map { row in m[row * 4..<row * 4 + 4].map { "\($0)" }.joined(separator: separator) + "\n" }.joined()
    }
}

/// Writes a file into a capture, with the folders that it needs. `Data.write`, or writing over a file, would wait for the disk each
/// time.
func put(_ bytes: some Collection<UInt8>, in folder: URL, path: String) throws {
    let url = folder.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    unlink(url.path)
    let file = try #require(fopen(url.path, "wb"))
    #expect(fwrite(Array(bytes), 1, bytes.count, file) == bytes.count)
    fclose(file)
}

func put(_ text: String, in folder: URL, path: String) throws { try put(Array(text.utf8), in: folder, path: path) }

/// Reads a file of a capture as text, changes it and writes it back.
func edit(_ folder: URL, path: String, change: (inout String) -> Void) throws {
    var text = String(decoding: try Data(contentsOf: folder.appendingPathComponent(path)), as: UTF8.self)
    change(&text)
    try put(text, in: folder, path: path)
}

/// Runs `body` with a sample capture in a layout.
func withSample(_ layout: Layout, sample: SampleCapture = SampleCapture(), body: (URL) throws -> Void) throws {
    try TestData.withTemporaryFolder { folder in
        try sample.write(layout, to: folder)
        try body(folder)
    }
}
