import Foundation
import Geometry
import Images
import Rendering
import TestSupport
import Testing
import Support

@Suite struct VideoTests {
    /// A box of three colours on a floor, a metre wide.
    static let scene: RenderScene = {
        var mesh = TriangleMesh()
        func quad(_ a: Vector3, _ b: Vector3, _ c: Vector3, _ d: Vector3, _ color: Vector3) {
            let first = UInt32(mesh.positions.count)
            mesh.positions += [a, b, c, d]
            mesh.colors += Array(repeating: color, count: 4)
            mesh.indices += [first, first + 1, first + 2, first, first + 2, first + 3]
        }
        func corner(_ i: Int) -> Vector3 { Vector3(Float(i & 1) * 0.4, Float(i >> 1 & 1) * 0.3, Float(i >> 2) * 0.5) }
        for (n, q) in [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]].enumerated() {
            let color = [Vector3(0.8, 0.05, 0.05), Vector3(0.05, 0.6, 0.1), Vector3(0.1, 0.15, 0.8)][n / 2]
            quad(corner(q[0]), corner(q[1]), corner(q[2]), corner(q[3]), color)
        }
        return RenderScene(mesh)
    }()

    static let hasFFmpeg = (try? ChildProcess("ffmpeg", ["-version"]).readAll(limit: 1 << 20)) != nil
    static let colors = RenderStyle(shading: .colors)

    /// What ffprobe tells of a file's video, by name.
    private func probe(_ file: URL) throws -> [String: String] {
        let arguments = [
            "-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries", "stream:format=duration,nb_streams", "-of",
        ]
        let text = String(
            decoding: try ChildProcess("ffprobe", arguments + ["default", file.path]).readAll(limit: 1 << 20), as: UTF8.self)
        return Dictionary(
            text.split(separator: "\n").compactMap { line in
                line.firstIndex(of: "=").map { (String(line[..<$0]), String(line[line.index(after: $0)...])) }
            }, uniquingKeysWith: { first, _ in first })
    }

    @Test(.enabled(if: hasFFmpeg, "needs ffmpeg"), arguments: ["mp4", "mov"])
    func `A video is what every player takes`(ending: String) throws {
        try TestData.withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("turn.\(ending)")
            // An odd size becomes even.
            let options = Video.Options(width: 159, height: 120, framesPerSecond: 25, seconds: 0.6)
            let path = CameraPath.turntable(Self.scene, aspect: options.aspect)
            try Video.write(Self.scene, along: path, to: file, options: options)
            let told = try probe(file)
            #expect(
                told["codec_name"] == "h264" && told["pix_fmt"] == "yuv420p" && told["width"] == "160" && told["height"] == "120")
            #expect(told["color_space"] == "bt709" && told["color_transfer"] == "bt709" && told["color_primaries"] == "bt709")
            #expect(told["color_range"] == "tv" && told["r_frame_rate"] == "25/1" && told["avg_frame_rate"] == "25/1")
            #expect(told["nb_read_frames"] == "15" && told["codec_tag_string"] == "avc1")
            // The index stands before the images.
            let bytes = try Data(contentsOf: file)
            let (index, images) = (
                try #require(bytes.range(of: Data("moov".utf8))), try #require(bytes.range(of: Data("mdat".utf8)))
            )
            #expect(index.lowerBound < images.lowerBound)
            // Nothing else lies in the folder, and the same scene gives the same bytes.
            let again = folder.appendingPathComponent("again.\(ending)")
            try Video.write(Self.scene, along: path, to: again, options: options)
            #expect(try Data(contentsOf: again) == bytes)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["again.\(ending)", "turn.\(ending)"])
        }
    }

    @Test(.enabled(if: hasFFmpeg, "needs ffmpeg")) func `Colours come back from the video`() throws {
        try TestData.withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("still.mp4")
            let options = Video.Options(width: 320, height: 240, framesPerSecond: 10, seconds: 0.3)
            let path = CameraPath.turntable(Self.scene, aspect: options.aspect)
            try Video.write(Self.scene, along: path, to: file, options: options, style: Self.colors)
            let first = folder.appendingPathComponent("first.png")
            let process = try ChildProcess(
                "ffmpeg",
                [
                    "-v", "error", "-i", file.path, "-frames:v", "1", "-vf",
                    "scale=in_color_matrix=bt709:in_range=tv:out_range=full,format=rgb24", first.path,
                ])
            #expect(process.wait() == 0)
            let (shown, drawn) = (
                try ImageFile.readColor(first),
                Self.scene.image(path.camera(0, of: 3), width: 320, height: 240, style: Self.colors)
            )
            // Inside the faces, where halved colour makes no difference.
            var compared = 0
            var far = 0
            for y in 4..<236 {
                for x in 4..<316 {
                    let p = drawn[x, y]
                    guard (-4...4).allSatisfy({ dy in (-4...4).allSatisfy { drawn[x + $0, y + dy] == p } }) else { continue }
                    compared += 1
                    let q = shown[x, y]
                    if (0..<3).contains(where: { abs(Int(p[$0]) - Int(q[$0])) > 6 }) { far += 1 }
                }
            }
            // Another matrix or range would change all of them.
            #expect(compared > 10_000 && far * 200 < compared, "\(far) of \(compared)")
        }
    }

    @Test(.enabled(if: hasFFmpeg, "needs ffmpeg")) func `A cancelled or impossible video leaves nothing behind`() async throws {
        try await TestData.withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("turn.mp4")
            try Data("earlier".utf8).write(to: file)
            let task = Task {
                let options = Video.Options(width: 64, height: 64, seconds: 3000)
                let reporter = ProgressReporter { _ in withUnsafeCurrentTask { $0?.cancel() } }
                try Video.write(
                    Self.scene, along: CameraPath.turntable(Self.scene, aspect: 1), to: file, options: options, progress: reporter)
            }
            let error = await #expect(throws: RenderingError.self) { try await task.value }
            #expect(error?.kind == .cancelled)
            #expect(try Data(contentsOf: file) == Data("earlier".utf8))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["turn.mp4"])

            let path = CameraPath.turntable(Self.scene, aspect: 1)
            for (name, options) in [
                ("a.gif", Video.Options(width: 64, height: 64, seconds: 0.1)),
                ("none/a.mp4", Video.Options(width: 64, height: 64, seconds: 0.1)),
                ("a.mp4", Video.Options(width: 9000, height: 64)), ("a.mp4", Video.Options(framesPerSecond: 0)),
            ] {
                let bad = try #require(throws: RenderingError.self) {
                    try Video.write(Self.scene, along: path, to: folder.appendingPathComponent(name), options: options)
                }
                #expect(bad.kind == .unwritable && !bad.description.contains("\n") && bad.description.contains(name))
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["turn.mp4"])
        }
    }

    @Test func `The way is smooth, keeps the scene in the image, and a turntable closes`() {
        for aspect: Float in [0.5, 1, 16.0 / 9] {
            let width = Int(120 * aspect)
            let height = 120
            for path in [CameraPath.turntable(Self.scene, aspect: aspect)] {
                #expect(path.isLoop)
                let start = path.camera(at: 0).pose
                let end = path.camera(at: 1).pose
                #expect((start.translation - end.translation).length < 1e-4)
                for i in 0..<12 {
                    let image = Self.scene.image(path.camera(i, of: 12), width: width, height: height, style: Self.colors)
                    let ground = SIMD4(RenderStyle.darkGround, 255)
                    let seen = (0..<width * height).filter { image.pixels[$0] != ground }
                    #expect(seen.count > width * height / 12)
                    let touches = seen.contains {
                        $0 % width == 0 || $0 % width == width - 1 || $0 / width == 0 || $0 / width == height - 1
                    }
                    #expect(!touches)
                }
            }
        }
        for path in [CameraPath.flyThrough(Self.scene, aspect: 1), CameraPath.turntable(Self.scene, aspect: 1)] {
            var steps: [Float] = []
            for i in 0..<100 {
                let a = path.camera(at: Float(i) / 100).pose
                let b = path.camera(at: Float(i + 1) / 100).pose
                #expect(a.isFinite && b.isFinite)
                steps.append((a.translation - b.translation).length)
            }
            #expect(steps.max()! < 0.2)
        }
    }

    @Test func `A flight passes its viewpoints`() {
        let poses = [Vector3(0, 1, 4), Vector3(2, 1, 2), Vector3(3, 2, 0), Vector3(0, 1.5, -2)].map {
            RigidTransform.lookingAt(Vector3(0, 1, 0), from: $0)
        }
        let path = CameraPath.flyThrough(along: poses)
        for pose in poses {
            let nearest = (0...2000).map { path.camera(at: Float($0) / 2000).pose }.min {
                ($0.translation - pose.translation).length < ($1.translation - pose.translation).length
            }!
            #expect((nearest.translation - pose.translation).length < 0.01)
            #expect((nearest.rotation.rotate(Vector3(0, 0, -1)) - pose.rotation.rotate(Vector3(0, 0, -1))).length < 0.03)
        }
        #expect(CameraPath.flyThrough(along: [poses[0]]).camera(at: 0.5).pose == poses[0])
    }

    @Test func `A view to scale is as large on paper as it says`() throws {
        let view = try ScaledView.fromAbove(Self.scene, scale: 10, dotsPerInch: 254)
        // 10 dots a millimetre, 0.4 m of the scene at 1 : 10 is 40 mm, and 0.5 m is 50 mm.
        let image = Self.scene.image(view.camera, width: view.width, height: view.height, style: Self.colors)
        let ground = SIMD4(RenderStyle.darkGround, 255)
        let row = (0..<view.width).filter { image[$0, view.height / 2] != ground }.count
        let column = (0..<view.height).filter { image[view.width / 2, $0] != ground }.count
        #expect(abs(row - 400) <= 2 && abs(column - 500) <= 2)
        // pHYs: 10000 dots a metre either way, unit metre.
        let bytes = try PNG.encode(image, dotsPerInch: view.dotsPerInch)
        let at = try #require(Data(bytes).range(of: Data("pHYs".utf8))).upperBound
        #expect(Array(bytes[at..<at + 9]) == [0, 0, 0x27, 0x10, 0, 0, 0x27, 0x10, 1])
        #expect(try PNG.decodeColor(bytes) == image)
        #expect(try PNG.encode(image).count + 21 == bytes.count)
        #expect(throws: RenderingError.self) { try ScaledView.fromAbove(Self.scene, scale: 0.001, dotsPerInch: 1200) }
    }
}
