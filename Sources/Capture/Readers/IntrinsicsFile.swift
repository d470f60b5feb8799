import Foundation
import Geometry

/// Intrinsics that a capture keeps in a file of their own: a text file with `fx fy cx cy` or a 3x3 or 4x4 matrix, or Open3D's JSON.
enum IntrinsicsFile {
    /// Names by which text files of intrinsics are known.
    static let textNames = [
        "camera-intrinsics.txt", "camera_intrinsics.txt", "intrinsics.txt", "intrinsic.txt", "camera.txt", "calibration.txt",
        "K.txt",
    ]

    /// The intrinsics that the user gave, or else those of the capture's file; nil where there are neither.
    static func find(_ folder: CaptureFolder, _ options: CaptureOptions) throws(CaptureError) -> Pinhole? {
        if let intrinsics = options.intrinsics { return try given(intrinsics, folder.url) }
        for name in textNames where folder.has(name) { return try read(text: folder.url.appendingPathComponent(name)) }
        for name in folder.names.sorted(by: CaptureFolder.naturalOrder) where name.hasSuffix(".json") {
            if let camera = try read(json: folder.url.appendingPathComponent(name)) { return camera }
        }
        return nil
    }

    /// The intrinsics that the user gave, checked.
    static func given(_ intrinsics: CameraIntrinsics, _ capture: URL) throws(CaptureError) -> Pinhole {
        guard let camera = Pinhole(intrinsics) else {
            throw CaptureError(capture, "the given intrinsics are not those of a camera", remedy: "give positive focal lengths")
        }
        return camera
    }

    /// The error of a capture that has none.
    static func missing(_ folder: CaptureFolder, hint: String = "") -> CaptureError {
        CaptureError(
            folder.url, "this capture has no camera intrinsics",
            remedy: "give them as an option, or save “fx fy cx cy” as intrinsics.txt beside its frames" + hint)
    }

    static func read(text url: URL) throws(CaptureError) -> Pinhole {
        let m = try TextTable(url).allNumbers()
        let camera: Pinhole?
        switch m.count {
        case 4: camera = Pinhole(fx: m[0], fy: m[1], cx: m[2], cy: m[3])
        case 9: camera = pinhole(rows: [m[0...2], m[3...5], m[6...8]])
        case 16: camera = pinhole(rows: [m[0...2], m[4...6], m[8...10]])
        default:
            throw CaptureError(
                url, "this holds \(m.count) numbers, which are not camera intrinsics",
                remedy: "write “fx fy cx cy”, or a 3x3 matrix"
            )
        }
        guard let camera else { throw bad(url) }
        return camera
    }

    /// The intrinsics of Open3D's `PinholeCameraIntrinsic` JSON; nil where the file is some other JSON.
    static func read(json url: URL) throws(CaptureError) -> Pinhole? {
        struct File: Decodable {
            let width: Double
            let height: Double
            /// 3x3, column-major.
            let intrinsic_matrix: [Double]
        }
        guard let file = try? JSONDecoder().decode(File.self, from: Data(try TextTable.read(url))) else { return nil }
        let m = file.intrinsic_matrix
        guard m.count == 9, let width = Int(exactly: file.width), let height = Int(exactly: file.height), width > 0, height > 0,
            width < 1 << 20, height < 1 << 20,
            var camera = pinhole(rows: (0..<3).map { row in [m[row], m[3 + row], m[6 + row]][...] })
        else { throw bad(url) }
        camera.size = ImageSize(width, height)
        return camera
    }

    /// The intrinsics of a calibration matrix without skew.
    private static func pinhole(rows r: [ArraySlice<Double>]) -> Pinhole? {
        let m = r.flatMap(Array.init)
        let zeros = [m[1], m[3], m[6], m[7], m[8] - 1]
        guard zeros.allSatisfy({ abs($0) < 1e-6 }) else { return nil }
        return Pinhole(fx: m[0], fy: m[4], cx: m[2], cy: m[5])
    }

    private static func bad(_ url: URL) -> CaptureError {
        CaptureError(
            url, "these numbers are not camera intrinsics",
            remedy: "positive focal lengths are needed, and a matrix must be fx 0 cx, 0 fy cy, 0 0 1")
    }
}
