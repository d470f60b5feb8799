import Capture
import Foundation
import Geometry
import Images
import TestSupport
import Testing
import Support

struct COLMAPTests {
    private func problem(_ folder: URL, at location: SourceLocation = #_sourceLocation) throws -> String {
        let error = #expect(throws: CaptureError.self, sourceLocation: location) { try Capture.open(folder) }
        let text = try #require(error, sourceLocation: location).description
        #expect(!text.contains("\n"), sourceLocation: location)
        return text
    }

    /// Bytes of a model's binary files.
    private struct Bytes {
        var bytes: [UInt8] = []
        mutating func put(_ value: some FixedWidthInteger) {
            withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
        }
        mutating func put(_ values: [Double]) { for value in values { put(value.bitPattern) } }
    }

    /// Makes the binary form of a sample's text model, from COLMAP's description of it.
    private func makeBinary(_ folder: URL, points: Int = 1) throws {
        func rows(_ file: String) throws -> [[String]] {
            let text = String(decoding: try Data(contentsOf: folder.appendingPathComponent("sparse/0/\(file).txt")), as: UTF8.self)
            return text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("#") }
                .map { $0.split(separator: " ").map(String.init) }
        }
        func numbers(_ fields: ArraySlice<String>) throws -> [Double] { try fields.map { try #require(Double($0)) } }
        let camera = try rows("cameras")[0]
        var cameras = Bytes()
        cameras.put(UInt64(1))
        cameras.put(UInt32(7))
        cameras.put(Int32(1))
        cameras.put(UInt64(camera[2])!)
        cameras.put(UInt64(camera[3])!)
        cameras.put(try numbers(camera[4...]))
        var images = Bytes()
        let lines = try rows("images").dropLast()
        images.put(UInt64(lines.count / 2))
        for i in stride(from: 0, to: lines.count, by: 2) {
            images.put(UInt32(lines[i][0])!)
            images.put(try numbers(lines[i][1..<8]))
            images.put(UInt32(7))
            images.bytes += Array(lines[i][9].utf8) + [0]
            let keypoints = lines[i + 1]
            images.put(UInt64(keypoints.count / 3))
            for k in stride(from: 0, to: keypoints.count, by: 3) {
                images.put(try numbers(keypoints[k..<k + 2]))
                images.put(Int64(keypoints[k + 2])!)
            }
        }
        var cloud = Bytes()
        cloud.put(UInt64(points))
        for i in 0..<points {
            cloud.put(UInt64(i))
            cloud.put([0.5, 1.5, 2.5])
            cloud.bytes += [255, 0, 128]
            cloud.put([0.7])
            cloud.put(UInt64(2))
            for n: UInt32 in [3, 0, 4, 1] { cloud.put(n) }
        }
        for (name, bytes) in [("cameras", cameras), ("images", images), ("points3D", cloud)] {
            try put(bytes.bytes, in: folder, path: "sparse/0/\(name).bin")
            try FileManager.default.removeItem(at: folder.appendingPathComponent("sparse/0/\(name).txt"))
        }
    }

    @Test func `the binary and the text form say the same`() throws {
        try withSample(.colmap) { folder in
            let text = try Capture.open(folder)
            try makeBinary(folder)
            let binary = try Capture.open(folder)
            #expect(binary.frameCount == 5 && binary.notes == text.notes)
            #expect(binary.sparsePoints == text.sparsePoints && text.sparsePoints.positions.count == 1)
            #expect(SRGB.fromLinear(text.sparsePoints.colors[0]) == SIMD3(255, 0, 128))
            for i in 0..<5 {
                #expect(binary.pose(at: i) == text.pose(at: i))
                #expect(try binary.frame(at: i).colorIntrinsics == text.frame(at: i).colorIntrinsics)
            }
        }
    }

    @Test func `points lie in the world of the poses`() throws {
        let sample = SampleCapture()
        try withSample(.colmap, sample: sample) { folder in
            let capture = try Capture.open(folder)
            // (0.5, 1.5, 2.5) of the world of the first camera, whose y is down and z forward.
            let expected = Layout.colmap.world(sample).apply(Vector3(0.5, -1.5, -2.5))
            #expect((capture.sparsePoints.positions[0] - expected).length < 1e-5)
        }
    }

    @Test func `all camera models that show a pinhole image are read, and others refused by name`() throws {
        let lens = LensDistortion(k1: 0.01, k2: 0.02, p1: 0.003, p2: 0.004)
        let models: [(String, CameraIntrinsics, LensDistortion)] = [
            (
                "SIMPLE_PINHOLE 32 24 30 16 12", CameraIntrinsics(width: 32, height: 24, fx: 30, fy: 30, cx: 15.5, cy: 11.5),
                LensDistortion()
            ),
            (
                "SIMPLE_RADIAL 32 24 30 16 12 0.01", CameraIntrinsics(width: 32, height: 24, fx: 30, fy: 30, cx: 15.5, cy: 11.5),
                LensDistortion(k1: 0.01)
            ),
            (
                "RADIAL 32 24 30 16 12 0.01 0.02", CameraIntrinsics(width: 32, height: 24, fx: 30, fy: 30, cx: 15.5, cy: 11.5),
                LensDistortion(k1: 0.01, k2: 0.02)
            ),
            (
                "OPENCV 32 24 30 31 16 12 0.01 0.02 0.003 0.004",
                CameraIntrinsics(width: 32, height: 24, fx: 30, fy: 31, cx: 15.5, cy: 11.5), lens
            ),
        ]
        try withSample(.colmap, sample: SampleCapture(count: 1)) { folder in
            for (line, camera, lens) in models {
                try put(
                    "7 PINHOLE 32 24 30 31 16 12\n".replacingOccurrences(
                        of: "PINHOLE 32 24 30 31 16 12", with: "PINHOLE 32 24 \(camera.fx) \(camera.fy) 16 12"), in: folder,
                    path: "sparse/0/cameras.txt")
                let straight = try Capture.open(folder).frame(at: 0)
                try put("7 \(line)\n", in: folder, path: "sparse/0/cameras.txt")
                let frame = try Capture.open(folder).frame(at: 0)
                expectNear(frame.colorIntrinsics, camera)
                let correction = LensCorrection(camera: frame.colorIntrinsics, distortion: lens)
                #expect(frame.color == straight.color.map(correction.correct), "\(line)")
            }
            for model in ["OPENCV_FISHEYE 32 24 30 31 16 12 0 0 0 0", "FOV 32 24 30 31 16 12 0.1"] {
                try put("7 \(model)\n", in: folder, path: "sparse/0/cameras.txt")
                let name = try #require(model.split(separator: " ").first)
                #expect(try problem(folder).contains("camera 7: the camera model \(name) is not a pinhole camera"))
            }
            try put("7 PINHOLE 32 24 30 31\n", in: folder, path: "sparse/0/cameras.txt")
            #expect(try problem(folder).contains("2 parameters where PINHOLE has 4"))
            try put("7 PLENOPTIC 32 24 30 31\n", in: folder, path: "sparse/0/cameras.txt")
            #expect(try problem(folder).contains("is not known"))
            try put("8 PINHOLE 32 24 30 31 16 12\n", in: folder, path: "sparse/0/cameras.txt")
            #expect(try problem(folder).contains("img0.png was taken by camera 7, which the model does not hold"))
        }
    }

    @Test func `photos without depth maps may have different sizes`() throws {
        try withSample(.colmap, sample: SampleCapture(count: 4)) { folder in
            try FileManager.default.removeItem(at: folder.appendingPathComponent("stereo"))
            try put("7 PINHOLE 32 24 30 31 16 12\n8 PINHOLE 24 32 30 31 12 16\n", in: folder, path: "sparse/0/cameras.txt")
            try edit(folder, path: "sparse/0/images.txt") { $0 = $0.replacingOccurrences(of: "7 img2.png", with: "8 img2.png") }
            try put(
                PNG.encode(ColorImage(width: 24, height: 32, repeating: SIMD4(1, 2, 3, 255))), in: folder, path: "images/img2.png")
            let capture = try Capture.open(folder)
            #expect(!capture.hasDepth && capture.frameCount == 4)
            let portrait = try capture.frame(at: 2)
            #expect(portrait.color?.height == 32 && portrait.colorIntrinsics.height == 32 && portrait.depth.pixels.isEmpty)
            #expect(try capture.frame(at: 1).color?.height == 24)
            try put(
                PNG.encode(ColorImage(width: 24, height: 24, repeating: SIMD4(1, 2, 3, 255))), in: folder, path: "images/img1.png")
            #expect(throws: CaptureError.self) { try capture.frame(at: 1) }
        }
    }

    @Test func `missing photos, depth maps and models are told`() throws {
        try withSample(.colmap) { folder in
            try FileManager.default.removeItem(at: folder.appendingPathComponent("images/img1.png"))
            try FileManager.default.removeItem(at: folder.appendingPathComponent("stereo/depth_maps/img3.png.geometric.bin"))
            // The depth map of a photo that is missing is used.
            let capture = try Capture.open(folder)
            #expect(capture.frameCount == 4)
            #expect(
                capture.notes.prefix(2) == ["photos without a depth map, left out: 1", "frames without a colour image: 1"])
            #expect(try problem(folder.appendingPathComponent("sparse")).contains("none of the model's 5 photos is here"))
            try edit(folder, path: "sparse/0/images.txt") { $0 = $0.replacingOccurrences(of: "img0.png", with: "../img0.png") }
            #expect(try problem(folder).contains("is outside"))
        }
        try withSample(.colmap) { folder in
            // Of two models the larger is taken.
            for file in ["cameras", "images"] {
                let text = try Data(contentsOf: folder.appendingPathComponent("sparse/0/\(file).txt"))
                try put(text, in: folder, path: "sparse/1/\(file).txt")
            }
            try edit(folder, path: "sparse/0/images.txt") { $0 = $0.split(separator: "\n")[0...1].joined(separator: "\n") }
            let capture = try Capture.open(folder)
            #expect(capture.frameCount == 5 && capture.notes.contains("of 2 models the largest was used: 1"))
        }
    }

    @Test func `depth maps that are damaged or of another size spoil their frame only`() throws {
        try withSample(.colmap) { folder in
            let maps = (0..<5).map { Layout.colmap.images($0).depth }
            let capture = try Capture.open(folder)
            let whole = [UInt8](try Data(contentsOf: folder.appendingPathComponent(maps[1])))
            try put(whole.dropLast(5), in: folder, path: maps[1])
            try put(Array("8&6&1&".utf8) + [UInt8](repeating: 0, count: 8 * 6 * 4), in: folder, path: maps[2])
            try put(Array("999999&999999&1&abc".utf8), in: folder, path: maps[3])
            var odd = whole
            let nan = Array("\(32)&\(24)&1&".utf8).count
            odd.replaceSubrange(nan..<nan + 8, with: [0, 0, 0xC0, 0x7F, 0, 0, 0x80, 0xBF])
            try put(odd, in: folder, path: maps[4])
            #expect(throws: CaptureError.self) { try capture.frame(at: 1) }
            let size = #expect(throws: CaptureError.self) { try capture.frame(at: 2) }
            #expect(size?.problem == "this depth image is 8x6, the others are 32x24")
            #expect(throws: CaptureError.self) { try capture.frame(at: 3) }
            // NaN and −1 are no depth.
            let frame = try capture.frame(at: 4)
            #expect(frame.depth[0, 0] == 0 && frame.depth[1, 0] == 0 && frame.depth[2, 0] > 0)
        }
    }

    @Test func `damaged binary models never do harm`() throws {
        var sample = SampleCapture(count: 2)
        sample.intrinsics.width = 8
        sample.intrinsics.height = 6
        sample.depthWidth = 8
        sample.depthHeight = 6
        try withSample(.colmap, sample: sample) { folder in
            try makeBinary(folder, points: 20)
            for file in ["cameras", "images", "points3D"] {
                let path = "sparse/0/\(file).bin"
                let whole = [UInt8](try Data(contentsOf: folder.appendingPathComponent(path)))
                for bytes in TestData.bitFlips(of: whole, count: 1000) + TestData.truncations(of: whole, count: 200) {
                    try put(bytes, in: folder, path: path)
                    do throws(CaptureError) {
                        let capture = try Capture.open(folder)
                        let areFinite = capture.sparsePoints.positions.allSatisfy { $0.isFinite }
                        #expect(areFinite)
                        for i in 0..<capture.frameCount {
                            #expect(capture.pose(at: i)?.isFinite ?? true)
                            _ = try? capture.frame(at: i)
                        }
                    } catch { #expect(!error.description.contains("\n")) }
                }
                try put(whole, in: folder, path: path)
            }
        }
    }

    @Test(.enabled(if: TestData.has("photos-fox"), "needs ../shared/data/photos-fox"))
    func `the fox's model agrees with its transforms`() throws {
        try TestData.withTemporaryFolder { folder in
            let fox = TestData.shared("photos-fox")
            for (name, target) in [("images", "images"), ("sparse", "colmap/sparse")] {
                try FileManager.default.createSymbolicLink(
                    at: folder.appendingPathComponent(name), withDestinationURL: fox.appendingPathComponent(target))
            }
            let model = try Capture.open(folder)
            let transforms = try Capture.open(fox)
            #expect(model.kind == "COLMAP" && model.frameCount == 50 && !model.hasDepth)
            #expect(model.sparsePoints.positions.count == 10_475)
            let (a, b) = ((0..<50).compactMap(model.pose), (0..<50).compactMap(transforms.pose))
            // The same shape at another scale: distances between cameras have one ratio.
            let ratio = (a[0].translation - a[40].translation).length / (b[0].translation - b[40].translation).length
            for i in stride(from: 1, to: 50, by: 7) {
                for j in stride(from: 3, to: 50, by: 9) where (b[i].translation - b[j].translation).length > 2 {
                    let r = (a[i].translation - a[j].translation).length / (b[i].translation - b[j].translation).length
                    #expect(abs(r / ratio - 1) < 0.02)
                }
                // Turned alike between photos, and upright alike.
                let turn = a[i].rotation.inverse * a[0].rotation * (b[i].rotation.inverse * b[0].rotation).inverse
                #expect(abs(turn.vector.w) > 0.9999)
                let up = (a[i].rotation.rotate(Vector3(0, 1, 0)).y, b[i].rotation.rotate(Vector3(0, 1, 0)).y)
                #expect(up.0 > 0.8 && abs(up.0 - up.1) < 0.15)
            }
            // Most points are in a photo's view.
            let pose = a[10].inverse
            let k = try model.frame(at: 10).colorIntrinsics
            let seen = model.sparsePoints.positions.count { point in
                guard let pixel = k.project(pose.apply(point)) else { return false }
                return pixel.x > 0 && pixel.y > 0 && pixel.x < Float(k.width) && pixel.y < Float(k.height)
            }
            #expect(seen > 4000, "\(seen)")
        }
    }
}
