import Capture
import Foundation
import Geometry
import Images
import TestSupport
import Testing

struct BadCaptureTests {
    /// The error of opening `folder`, as the one line that a user sees.
    private func problem(_ folder: URL, at location: SourceLocation = #_sourceLocation) throws -> String {
        let error = #expect(throws: CaptureError.self, sourceLocation: location) { try Capture.open(folder) }
        return try line(error, location)
    }

    /// The error of reading a frame.
    private func problem(_ capture: Capture, _ i: Int, at location: SourceLocation = #_sourceLocation) throws -> String {
        let error = #expect(throws: CaptureError.self, sourceLocation: location) { try capture.frame(at: i) }
        return try line(error, location)
    }

    private func line(_ error: CaptureError?, _ location: SourceLocation) throws -> String {
        let text = try #require(error, sourceLocation: location).description
        #expect(!text.contains("\n") && text.hasPrefix("/") && text.count < 400, sourceLocation: location)
        return text
    }

    @Test func `folders that are none, empty or something else are refused`() throws {
        try TestData.withTemporaryFolder { folder in
            #expect(try problem(folder.appendingPathComponent("nowhere")).hasSuffix("nowhere: there is no such folder"))
            #expect(try problem(folder).hasSuffix(": the folder is empty"))
            try put("hello", in: folder, path: "notes.txt")
            #expect(try problem(folder).contains("unrecognized capture format"))
            #expect(try problem(folder.appendingPathComponent("notes.txt")).contains("this is a file"))
            #expect(CaptureReaders.recognise(folder) == nil)
            try put("photo", in: folder, path: "images/1.jpg")
            #expect(try problem(folder).contains("unrecognized capture format"))
        }
    }

    @Test(arguments: Layout.allCases)
    func `a capture without poses opens without, where all else is there`(_ layout: Layout) throws {
        try withSample(layout) { folder in
            switch layout {
            case .transforms:
                try edit(folder, path: layout.poseFile) { $0 = $0.replacingOccurrences(of: "transform_matrix", with: "matrix") }
                #expect(try problem(folder).contains("“frames[0].transform_matrix” is missing"))
                return
            case .colmap:
                try FileManager.default.removeItem(at: folder.appendingPathComponent(layout.poseFile))
                #expect(try problem(folder).contains("unrecognized capture format"))
                return
            case .diorama: try edit(folder, path: layout.poseFile) { $0 = $0.replacingOccurrences(of: "rotation", with: "r") }
            default:
                for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
                where name.hasSuffix(".pose.txt") || name == layout.poseFile {
                    try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
                }
            }
            let capture = try Capture.open(folder)
            #expect(capture.kind == layout.rawValue)
            #expect(!capture.hasPoses && capture.hasDepth && capture.frameCount == 5)
            #expect(try capture.frame(at: 3).pose == .identity)
            #expect(try capture.frame(at: 3).color != nil)
        }
    }

    @Test(arguments: [Layout.posedFolder, .sevenScenes, .tum, .open3D])
    func `a capture with neither poses nor colour says so`(_ layout: Layout) throws {
        try withSample(layout) { folder in
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
            where name.hasSuffix(".pose.txt") || name.contains(".color.")
                || ["images", "color", "rgb.txt", layout.poseFile].contains(name)
            {
                try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
            }
            // What is left of some of them is no capture any more.
            let text = try problem(folder)
            #expect(text.contains("neither camera poses nor colour") || text.contains("unrecognized capture format"))
        }
    }

    @Test(arguments: Layout.withDepthPNG)
    func `a capture without intrinsics says so`(_ layout: Layout) throws {
        try withSample(layout) { folder in
            switch layout {
            case .posedFolder: try FileManager.default.removeItem(at: folder.appendingPathComponent("K.txt"))
            case .sevenScenes: try FileManager.default.removeItem(at: folder.appendingPathComponent("camera-intrinsics.txt"))
            case .tum: try FileManager.default.removeItem(at: folder.appendingPathComponent("camera.txt"))
            case .open3D: try FileManager.default.removeItem(at: folder.appendingPathComponent("camera_primesense.json"))
            case .transforms: try edit(folder, path: "transforms.json") { $0 = $0.replacingOccurrences(of: "fl_x", with: "focal") }
            case .diorama: try edit(folder, path: "frames.jsonl") { $0 = $0.replacingOccurrences(of: "intrinsics", with: "k") }
            case .arkitScenes: try FileManager.default.removeItem(at: folder.appendingPathComponent("lowres_wide_intrinsics"))
            case .colmap: break
            }
            #expect(try problem(folder).contains("no camera intrinsics"))
            let given = CameraIntrinsics(width: 32, height: 24, fx: 30, fy: 30, cx: 15, cy: 11)
            #expect(try Capture.open(folder, options: CaptureOptions(intrinsics: given)).frameCount == 5)
        }
    }

    @Test func `poses fewer than frames are counted`() throws {
        try withSample(.posedFolder) { folder in
            try edit(folder, path: "poses.txt") { $0 = $0.split(separator: "\n").dropLast(2).joined(separator: "\n") }
            #expect(try problem(folder).contains("3 poses, 5 depth and 5 colour images"))
        }
        try withSample(.open3D) { folder in
            try edit(folder, path: "trajectory.log") { $0 = $0.split(separator: "\n").dropLast(5).joined(separator: "\n") }
            #expect(try problem(folder).contains("trajectory.log has 4 poses, and there are 5 depth and 5 colour images"))
        }
        try withSample(.tum) { folder in
            try edit(folder, path: "groundtruth.txt") { $0 = $0.split(separator: "\n").dropLast(6).joined(separator: "\n") }
            #expect(try problem(folder).contains("only 2 of 5 depth images have a pose within 0.02 s"))
        }
        try withSample(.sevenScenes) { folder in
            try FileManager.default.removeItem(at: folder.appendingPathComponent("frame-000003.pose.txt"))
            let capture = try Capture.open(folder)
            #expect(try problem(capture, 3).hasSuffix("frame-000003.pose.txt: the frame has no pose file"))
        }
    }

    @Test func `fewer images than depths are matched by name, and refused where they have other names`() throws {
        try withSample(.posedFolder) { folder in
            let manager = FileManager.default
            try manager.removeItem(at: folder.appendingPathComponent(Layout.posedFolder.images(2).color))
            let capture = try Capture.open(folder)
            #expect(capture.notes.contains("frames without a colour image: 1"))
            #expect(try capture.frame(at: 2).color == nil && capture.frame(at: 3).color != nil)
            let image = folder.appendingPathComponent(Layout.posedFolder.images(3).color)
            try manager.moveItem(at: image, to: image.deletingLastPathComponent().appendingPathComponent("other.png"))
            #expect(try problem(folder).contains("5 poses, 5 depth and 4 colour images"))
        }
    }

    @Test(arguments: [Layout.posedFolder, .sevenScenes, .open3D, .transforms], ["nan", "1e400", "-inf", "3", "1e30"])
    func `a pose that is not finite or not rigid spoils its frame only`(_ layout: Layout, _ value: String) throws {
        try withSample(layout, sample: SampleCapture(count: 2)) { folder in
            let number = "\(layout.rows(SampleCapture().pose(0))[0])"
            try edit(folder, path: layout.poseFile) { text in
                // JSON of Python writes NaN and Infinity so.
                let value = layout != .transforms ? value : value == "nan" ? "NaN" : value == "-inf" ? "-Infinity" : value
                if let place = text.range(of: number) { text.replaceSubrange(place, with: value) }
            }
            if layout == .transforms && value == "1e400" { return }
            let capture = try Capture.open(folder)
            #expect(capture.pose(at: 0) == nil && capture.pose(at: 1) != nil)
            let text = try problem(capture, 0)
            #expect(text.contains("the pose holds a number that is not finite") || text.contains("the pose is not rigid"))
            #expect(try capture.frame(at: 1).index == 1)
        }
    }

    @Test func `mirrored poses are refused, and a capture with no usable pose`() throws {
        try withSample(.posedFolder, sample: SampleCapture(count: 1)) { folder in
            try put("-1 0 0 0  0 1 0 0  0 0 1 0  0 0 0 1", in: folder, path: "poses.txt")
            #expect(
                try problem(folder).hasSuffix("no frame has a usable pose; the first: line 1: the pose is not rigid (it mirrors)"))
            try put("1 0 0 0  0 1 0 0  0 0 1 2e6  0 0 0 1", in: folder, path: "poses.txt")
            #expect(try problem(folder).contains("1000 km"))
            try put("1 0 0 0  0 1 0 0  0 0 1 0  0 0 1 1", in: folder, path: "poses.txt")
            #expect(try problem(folder).contains("last row"))
        }
    }

    @Test(arguments: Layout.withDepthPNG)
    func `images that are damaged, missing or of another size spoil their frame only`(_ layout: Layout) throws {
        let sample = SampleCapture()
        try withSample(layout, sample: sample) { folder in
            let images = (0..<5).map(layout.images)
            let depth = try Data(contentsOf: folder.appendingPathComponent(images[1].depth))
            try put(depth.prefix(depth.count / 2), in: folder, path: images[1].depth)
            try put(PNG.encodeGray16(Image(width: 8, height: 6, repeating: 1000)), in: folder, path: images[2].depth)
            try put(PNG.encode(sample.color(0)), in: folder, path: images[3].depth)
            let color = try Data(contentsOf: folder.appendingPathComponent(images[4].color))
            try put(color.prefix(color.count - 30), in: folder, path: images[4].color)
            let capture = try Capture.open(folder)
            #expect(try capture.frame(at: 0).index == 0)
            #expect(try problem(capture, 1).contains("\(images[1].depth): this PNG image ends early (truncated)"))
            #expect(try problem(capture, 2).contains("\(images[2].depth): this depth image is 8x6, the others are 32x24"))
            #expect(try problem(capture, 3).contains("8-bit RGB pixels where 16-bit grey ones are needed"))
            #expect(try problem(capture, 4).contains("\(images[4].color): this"))
            try FileManager.default.removeItem(at: folder.appendingPathComponent(images[0].color))
            #expect(try problem(capture, 0).contains("couldn't be opened (No such file or directory)"))
            #expect(try problem(capture, 5).contains("there is no frame 5"))
            #expect(capture.pose(at: -1) == nil)
        }
    }

    @Test(arguments: Layout.allCases)
    func `depth of another shape than the colour camera is refused`(_ layout: Layout) throws {
        var sample = SampleCapture()
        sample.depthWidth = 32
        sample.depthHeight = 18
        try withSample(layout, sample: sample) { folder in
            let text = try problem(folder)
            #expect(text.contains("the depth images are 32x18, whose aspect ratio differs from 32x24"))
        }
    }

    @Test func `intrinsics for images of another shape are refused`() throws {
        try withSample(.open3D) { folder in
            try edit(folder, path: "camera_primesense.json") {
                $0 = $0.replacingOccurrences(of: "\"height\": 24", with: "\"height\": 32")
            }
            #expect(try problem(folder).contains("the colour images are 32x24, the intrinsics are for 32x32"))
        }
    }

    @Test func `text files that can't be understood name the line`() throws {
        try withSample(.posedFolder) { folder in
            try edit(folder, path: "poses.txt") { $0 = "# header\n\n" + $0.replacingOccurrences(of: "1.5 ", with: "x\u{1b}y ") }
            #expect(try problem(folder).hasSuffix("poses.txt: line 3: “x?y” is not a number"))
            try put("1 2 3\n", in: folder, path: "poses.txt")
            #expect(try problem(folder).hasSuffix("poses.txt: line 1 holds 3 numbers where 16 are needed"))
            try put("1 2 3", in: folder, path: "K.txt")
            #expect(try problem(folder).contains("K.txt: this holds 3 numbers, which are not camera intrinsics"))
            try put("-5 5 3 3", in: folder, path: "K.txt")
            #expect(try problem(folder).contains("K.txt: these numbers are not camera intrinsics"))
        }
        try withSample(.open3D) { folder in
            try put("0 0 1\n1 0 0 0\n", in: folder, path: "trajectory.log")
            #expect(try problem(folder).contains("the pose that begins in line 1 ends early (truncated)"))
            try put("started\n", in: folder, path: "trajectory.log")
            #expect(try problem(folder).contains("line 1 is not the beginning of a pose"))
        }
    }

    @Test func `paths out of the capture's folder are refused`() throws {
        for path in ["../secret.png", "/etc/secret.png", "depth/../../x.png"] {
            try withSample(.tum) { folder in
                try put("1 \(path)\n", in: folder, path: "depth.txt")
                #expect(try problem(folder).contains("outside of the capture's folder"))
            }
            try withSample(.transforms) { folder in
                try edit(folder, path: "transforms.json") {
                    $0 = $0.replacingOccurrences(of: Layout.transforms.images(0).depth, with: path)
                }
                #expect(try problem(folder).contains("outside of the capture's folder"))
            }
        }
    }

    @Test func `photos without depth open, and refuse what needs depth in one line`() throws {
        try withSample(.transforms) { folder in
            try edit(folder, path: "transforms.json") { $0 = $0.replacingOccurrences(of: "depth_file_path", with: "mask_path") }
            try FileManager.default.removeItem(at: folder.appendingPathComponent(Layout.transforms.images(2).color))
            let capture = try Capture.open(folder)
            #expect(!capture.hasDepth && capture.hasPoses && capture.frameCount == 4)
            #expect(
                capture.notes == [
                    "listed frames whose photo is missing, left out: 1", "frames with a mask, which is not used: 5",
                ])
            let frame = try capture.frame(at: 1)
            #expect(frame.depth.width == 0 && frame.color?.width == 32 && frame.confidence == nil)
            let error = #expect(throws: CaptureError.self) { try capture.requireDepth() }
            #expect(error?.problem == "this capture has photos but no depth images (4 frames)")
            try put("{\"frames\": []}", in: folder, path: "transforms.json")
            #expect(try problem(folder).contains("this capture has no frames"))
            try put("{\"frames\": [", in: folder, path: "transforms.json")
            #expect(try problem(folder).contains("this is not JSON"))
            try put("[]", in: folder, path: "transforms.json")
            #expect(try problem(folder).contains("transforms.json: "))
        }
    }

    @Test func `fisheye cameras, senseless depth units and confidences are refused`() throws {
        try withSample(.transforms) { folder in
            try put(PNG.encodeGray8(ConfidenceImage(width: 32, height: 24, repeating: 255)), in: folder, path: "confidence/0.png")
            let capture = try Capture.open(folder)
            #expect(try problem(capture, 0).contains("this confidence image holds other values"))
            try edit(folder, path: "transforms.json") { $0 = $0.replacingOccurrences(of: "OPENCV", with: "OPENCV_FISHEYE") }
            #expect(try problem(folder).contains("camera model OPENCV_FISHEYE is not a pinhole camera"))
            for units in [0, -1, .nan, .infinity] as [Double] {
                #expect(throws: CaptureError.self) {
                    try Capture.open(folder, options: CaptureOptions(depthUnitsPerMetre: units))
                }
            }
        }
    }
}
