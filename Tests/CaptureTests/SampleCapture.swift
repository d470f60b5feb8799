import Capture
import Foundation
import Geometry
import Images
import Support

/// A small made-up capture whose every number is known, to be written in any layout.
struct SampleCapture {
    /// How many frames it has.
    var count = 5
    /// The colour images' camera.
    var intrinsics = CameraIntrinsics(width: 32, height: 24, fx: 30, fy: 31, cx: 15.25, cy: 11.5)
    /// Size of the depth images.
    var depthWidth = 32
    var depthHeight = 24

    /// Camera to world in Diorama's conventions.
    func pose(_ i: Int) -> RigidTransform {
        let angle = Float(i) * 0.7
        return RigidTransform(
            rotation: Quaternion(angle: angle, axis: Vector3(0, 1, 0)) * Quaternion(angle: -0.4, axis: Vector3(1, 0.2, 0)),
            translation: Vector3(Float(i) * 0.25, 1.5 - Float(i) * 0.01, -2 + Float(i) * 0.125))
    }

    /// Stored depth: a slope, with a hole (0) and an overflow (65535) in its first row.
    func codes(_ i: Int) -> Image<UInt16> {
        var image = Image<UInt16>(
            width: depthWidth, height: depthHeight,
            pixels: (0..<depthWidth * depthHeight).map { UInt16(1000 + i * 100 + $0) })
        if depthWidth > 4 { (image[3, 0], image[4, 0]) = (0, .max) }
        return image
    }

    /// What a reader has to make of `codes`.
    func depth(_ i: Int, unitsPerMetre: Float) -> DepthImage {
        let codes = codes(i)
        return DepthImage(
            width: codes.width, height: codes.height, pixels: codes.pixels.map { $0 == .max ? 0 : Float($0) / unitsPerMetre })
    }

    func color(_ i: Int) -> ColorImage {
        var image = ColorImage(width: intrinsics.width, height: intrinsics.height, repeating: SIMD4(0, 0, UInt8(i * 10), 255))
        for y in 0..<image.height {
            for x in 0..<image.width { image[x, y] = SIMD4(UInt8(x * 7 % 256), UInt8(y * 9 % 256), UInt8(i * 10), 255) }
        }
        return image
    }

    func confidence(_ i: Int) -> ConfidenceImage {
        ConfidenceImage(width: depthWidth, height: depthHeight, pixels: (0..<depthWidth * depthHeight).map { UInt8(($0 + i) % 3) })
    }
}

/// The layouts of captures, written independently of the readers.
enum Layout: String, CaseIterable, Sendable {
    case posedFolder = "posed RGB-D folder"
    case sevenScenes = "7-Scenes"
    case tum = "TUM RGB-D"
    case open3D = "Open3D trajectory log"
    case transforms = "nerfstudio transforms.json"
    case diorama = "Diorama capture"
    case arkitScenes = "ARKitScenes"
    case colmap = "COLMAP"

    /// Those whose depth images are PNG files of codes.
    static let withDepthPNG = allCases.filter { $0 != .colmap }

    /// Whether the layout's confidence images are written.
    var hasConfidence: Bool { [.transforms, .diorama, .arkitScenes].contains(self) }

    /// Where the sample's world lies in the layout's: COLMAP's world is turned so that the cameras' tops point up in the mean.
    func world(_ sample: SampleCapture) -> RigidTransform {
        guard self == .colmap else { return .identity }
        let up = (0..<sample.count).reduce(Vector3(0, 0, 0)) { $0 + sample.pose($1).rotation.rotate(Vector3(0, 1, 0)) }.normalized
        let y = Vector3(0, 1, 0)
        let axis = cross(up, y)
        let angle = Float(atan2(Double(axis.length), Double(dot(up, y))))
        return RigidTransform(rotation: Quaternion(angle: angle, axis: axis), translation: Vector3(0, 0, 0))
    }

    var unitsPerMetre: Float { self == .tum ? 5000 : 1000 }

    /// Whether its colour images are written as JPEG here, so that they come back only nearly.
    var writesJPEG: Bool { [.open3D, .transforms, .diorama].contains(self) }

    /// The text files of the capture.
    var textFiles: [String] {
        switch self {
        case .posedFolder: ["K.txt", "poses.txt"]
        case .sevenScenes: ["camera-intrinsics.txt", "frame-000000.pose.txt"]
        case .tum: ["rgb.txt", "depth.txt", "groundtruth.txt", "camera.txt"]
        case .open3D: ["trajectory.log", "camera_primesense.json"]
        case .transforms: ["transforms.json"]
        case .diorama: ["capture.json", "frames.jsonl"]
        case .arkitScenes:
            ["lowres_wide.traj", "lowres_wide_intrinsics/\(Self.arkitName(0)).pincam"]
        case .colmap: ["sparse/0/cameras.txt", "sparse/0/images.txt", "sparse/0/points3D.txt"]
        }
    }

    /// The name of frame `i` in ARKitScenes.
    static func arkitName(_ i: Int) -> String { String(format: "47333462_%.3f", 6845.8 + Double(i) / 60) }

    /// The file with the poses, or the first of them.
    var poseFile: String {
        switch self {
        case .posedFolder: "poses.txt"
        case .sevenScenes: "frame-000000.pose.txt"
        case .tum: "groundtruth.txt"
        case .open3D: "trajectory.log"
        case .transforms: "transforms.json"
        case .diorama: "frames.jsonl"
        case .arkitScenes: "lowres_wide.traj"
        case .colmap: "sparse/0/images.txt"
        }
    }

    /// The depth and colour image of frame `i`.
    func images(_ i: Int) -> (depth: String, color: String) {
        switch self {
        // The numbers have gaps: frames go by order, not by number.
        case .posedFolder: (String(format: "depth/%05d.png", 3 + i * 2), String(format: "images/%05d.png", 3 + i * 2))
        case .sevenScenes: (String(format: "frame-%06d.depth.png", i), String(format: "frame-%06d.color.png", i))
        case .tum: (String(format: "depth/%.6f.png", Self.time(i)), String(format: "rgb/%.6f.png", Self.time(i) + 0.01))
        case .open3D: (String(format: "depth/%05d.png", i), String(format: "color/%05d.jpg", i))
        case .diorama: (String(format: "depth/%06d.png", i), String(format: "color/%06d.jpg", i))
        case .arkitScenes: ("lowres_depth/\(Self.arkitName(i)).png", "lowres_wide/\(Self.arkitName(i)).png")
        case .colmap: ("stereo/depth_maps/img\(i).png.geometric.bin", "images/img\(i).png")
        case .transforms: (String(format: "depth/frame_%05d.png", i + 1), String(format: "images/frame_%05d.jpg", i + 1))
        }
    }

    /// The time of frame `i` in the TUM layout.
    static func time(_ i: Int) -> Double { 1_305_031_102.25 + Double(i) * 0.5 }

    /// The pose of Diorama's conventions as a row-major camera-to-world matrix of this layout's.
    func rows(_ pose: RigidTransform) -> [Double] {
        let (x, y, z) = pose.rotation.matrix.columns
        let columns = [.transforms, .diorama].contains(self) ? [x, y, z] : [x, -y, -z]
        func world(_ v: Vector3) -> [Double] {
            switch self {
            case .posedFolder, .diorama: [v.x, v.y, v.z].map(Double.init)
            case .sevenScenes, .open3D, .colmap: [v.x, -v.y, -v.z].map(Double.init)
            case .tum, .transforms, .arkitScenes: [v.x, -v.z, v.y].map(Double.init)
            }
        }
        let c = columns.map(world) + [world(pose.translation)]
        return (0..<3).flatMap { row in c.map { $0[row] } } + [0, 0, 0, 1]
    }
}
