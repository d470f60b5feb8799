import Capture
import Foundation
import Geometry
import Images
import Support

/// The files of phones' captures that are no pictures: the first byte says which of them the rest of the bytes become.
private struct One: FrameSource {
    let frameCount = 1
    let notes: [String] = []
    func pose(at index: Int) -> RigidTransform? { .identity }
    func frame(at index: Int) throws(CaptureError) -> Frame {
        let camera = CameraIntrinsics(width: 16, height: 12, fx: 16, fy: 16, cx: 7.5, cy: 5.5)
        var depth = DepthImage(width: 16, height: 12, repeating: 1)
        for i in depth.pixels.indices { depth.pixels[i] += Float(i % 7) * 0.01 }
        return Frame(
            index: 0, timestamp: 0, pose: .identity, depth: depth, depthIntrinsics: camera,
            confidence: ConfidenceImage(width: 16, height: 12, repeating: 2),
            color: ColorImage(width: 16, height: 12, repeating: SIMD4(9, 8, 7, 255)), colorIntrinsics: camera)
    }
}

private struct Place {
    /// What is opened.
    let capture: URL
    let file: URL
    let content: [UInt8]
}

private func put(_ bytes: [UInt8], folder: URL, name: String) {
    let file = folder.appendingPathComponent(name)
    try? FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? Data(bytes).write(to: file)
}

/// A stream of Record3D's, cut out of the archive, where our writer stores it as it is.
private func stream(in archive: [UInt8]) -> [UInt8] {
    func find(_ mark: String, from start: Int) -> Int? {
        let mark = Array(mark.utf8)
        return (start..<max(start, archive.count - 3)).first { Array(archive[$0..<$0 + 4]) == mark }
    }
    guard let start = find("bvx2", from: 0) ?? find("bvxn", from: 0) ?? find("bvx-", from: 0), let end = find("bvx$", from: start)
    else { return Array("bvx$".utf8) }
    return Array(archive[start..<end + 4])
}

/// The captures, whole.
private let places: [Place] = {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent("phones")
    try? FileManager.default.removeItem(at: root)
    try? FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    let one = Capture(name: "one", kind: "fuzz", source: One())
    let polycam = root.appendingPathComponent("polycam")
    let scanner = root.appendingPathComponent("scanner")
    let archive = root.appendingPathComponent("one.r3d")
    _ = try? PolycamWriter.write(one, to: polycam, progress: .silent)
    _ = try? ScannerAppWriter.write(one, to: scanner, progress: .silent)
    _ = try? Record3DWriter.write(one, to: archive)
    let whole = (try? Data(contentsOf: archive)).map { [UInt8]($0) } ?? []

    let unpacked = root.appendingPathComponent("record")
    put(
        Array(
            #"{"w":16,"h":12,"dw":16,"dh":12,"fps":30,"K":[16,0,0,0,16,0,7.5,5.5,1],"poses":[[0,0,0,1,0,0,0]],"#
                + #""frameTimestamps":[0]}"#
                .utf8),
        folder: unpacked, name: "metadata")
    put(stream(in: whole), folder: unpacked, name: "rgbd/0.depth")

    let stray = root.appendingPathComponent("stray")
    put(Array("16,0,7.5\n0,16,5.5\n0,0,1\n".utf8), folder: stray, name: "camera_matrix.csv")
    put(
        Array("timestamp, frame, x, y, z, qx, qy, qz, qw\n0.5, 000000, 0, 0, 0, 0, 0, 0, 1\n".utf8), folder: stray,
        name: "odometry.csv")
    if let depth = try? PNG.encodeGray16(Image<UInt16>(width: 16, height: 12, repeating: 1000)) {
        put(depth, folder: stray, name: "depth/000000.png")
    }

    var places = [Place(capture: archive, file: archive, content: whole)]
    for folder in [polycam, scanner, unpacked, stray] {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
        for file in files.sorted(by: { $0.path < $1.path }) where !["png", "jpg"].contains(file.pathExtension) {
            guard let bytes = try? Data(contentsOf: file) else { continue }
            places.append(Place(capture: folder, file: file, content: [UInt8](bytes)))
        }
    }
    return places
}()

func fuzz(_ bytes: UnsafeRawBufferPointer) {
    guard let first = bytes.first else { return }
    let place = places[Int(first) % places.count]
    try? Data(bytes.dropFirst()).write(to: place.file)
    if let capture = try? Capture.open(place.capture) {
        for i in 0..<min(3, capture.frameCount) { _ = try? capture.frame(at: i) }
    }
    try? Data(place.content).write(to: place.file)
}

func seeds() -> [[UInt8]] { places.indices.map { [UInt8($0)] + places[$0].content } }
