import Foundation
import Geometry

/// A sparse model of COLMAP's: cameras, registered photos and points, in COLMAP's own world.
struct COLMAPModel {
    /// A photo that was registered.
    struct Photo {
        /// Its path in the folder of photos.
        var name: String
        var camera: UInt32
        /// World to camera: a quaternion x y z w and a translation.
        var rotation: SIMD4<Double>
        var translation: SIMD3<Double>

        /// - Parameters:
        ///   - rotation: w x y z, as COLMAP's files have them.
        init(name: String, camera: UInt32, rotation q: [Double], translation t: [Double]) {
            self.name = name
            self.camera = camera
            rotation = SIMD4(q[1], q[2], q[3], q[0])
            translation = SIMD3(t[0], t[1], t[2])
        }
    }

    var cameras: [UInt32: Pinhole] = [:]
    /// In the order of their names.
    var photos: [Photo] = []
    /// Positions in COLMAP's world, and linear colours.
    var points = PointCloud()

    /// The file that the photos were read from.
    private(set) var photoFile = "images.bin"

    /// Whether `folder` holds a model's files, binary or text.
    static func isModel(_ folder: CaptureFolder) -> Bool {
        ["bin", "txt"].contains { folder.has("cameras.\($0)") && folder.has("images.\($0)") }
    }

    /// Reads the model in `folder`; where it is there in both forms the binary one, as COLMAP does. The points may be missing.
    init(_ folder: CaptureFolder) throws(CaptureError) {
        func file(_ name: String) -> URL { folder.url.appendingPathComponent(name) }
        if folder.has("cameras.bin"), folder.has("images.bin") {
            try readCameras(binary: file("cameras.bin"))
            try readPhotos(binary: file("images.bin"))
            if folder.has("points3D.bin") { try readPoints(binary: file("points3D.bin")) }
        } else {
            photoFile = "images.txt"
            try readCameras(text: file("cameras.txt"))
            try readPhotos(text: file("images.txt"))
            if folder.has("points3D.txt") { try readPoints(text: file("points3D.txt")) }
        }
        photos.sort { CaptureFolder.naturalOrder($0.name, $1.name) }
    }

    /// Adds a point, unless its position is not finite.
    mutating func add(point p: [Double], color: SIMD3<UInt8>) {
        let position = Vector3(Float(p[0]), Float(p[1]), Float(p[2]))
        guard position.isFinite, position.length < 1e9 else { return }
        points.positions.append(position)
        points.colors.append(SRGB.toLinear(color))
    }
}

/// The binary form (COLMAP's documentation, "Output Format").
extension COLMAPModel {
    private mutating func readCameras(binary url: URL) throws(CaptureError) {
        var file = try BinaryFile(url)
        for _ in 0..<(try file.count(of: "cameras", atLeast: 48)) {
            let id = try file.read(UInt32.self)
            let number = try file.read(Int32.self)
            let width = try file.read(UInt64.self)
            let height = try file.read(UInt64.self)
            guard COLMAPCamera.models.indices.contains(Int(number)) else {
                throw CaptureError(url, "camera \(id): the camera model \(number) is not known")
            }
            let model = COLMAPCamera.models[Int(number)]
            cameras[id] = try COLMAPCamera.pinhole(
                model: model.name, width: width, height: height, try file.doubles(model.parameters), of: url, camera: id)
        }
    }

    private mutating func readPhotos(binary url: URL) throws(CaptureError) {
        var file = try BinaryFile(url)
        for _ in 0..<(try file.count(of: "images", atLeast: 73)) {
            try file.skip(4)
            let rotation = try file.doubles(4)
            let translation = try file.doubles(3)
            let camera = try file.read(UInt32.self)
            let name = try file.text()
            // Its keypoints: x, y and the point's number.
            try file.skip(try file.count(of: "keypoints", atLeast: 24) * 24)
            photos.append(Photo(name: name, camera: camera, rotation: rotation, translation: translation))
        }
    }

    private mutating func readPoints(binary url: URL) throws(CaptureError) {
        var file = try BinaryFile(url)
        for _ in 0..<(try file.count(of: "points", atLeast: 51)) {
            try file.skip(8)
            let position = try file.doubles(3)
            let color = SIMD3(try file.read(UInt8.self), try file.read(UInt8.self), try file.read(UInt8.self))
            try file.skip(8)
            // The photos that see it.
            try file.skip(try file.count(of: "observations", atLeast: 8) * 8)
            add(point: position, color: color)
        }
    }
}

/// The text form (COLMAP's documentation, "Output Format").
extension COLMAPModel {
    /// A line's fields, its number, and the file, for errors.
    private struct Line {
        let url: URL
        let number: Int
        let fields: [Substring]

        func bad(_ problem: String) -> CaptureError { CaptureError(url, "line \(number): \(problem)") }

        func double(_ i: Int) throws(CaptureError) -> Double {
            guard fields.indices.contains(i) else { throw bad("\(fields.count) fields are too few") }
            guard let value = Double(fields[i]) else { throw bad("“\(TextTable.shown(fields[i]))” is not a number") }
            return value
        }

        func doubles(_ range: Range<Int>) throws(CaptureError) -> [Double] {
            var values: [Double] = []
            for i in range { values.append(try double(i)) }
            return values
        }

        func integer<T: FixedWidthInteger>(_ i: Int, _: T.Type) throws(CaptureError) -> T {
            guard fields.indices.contains(i) else { throw bad("\(fields.count) fields are too few") }
            guard let value = T(fields[i]) else { throw bad("“\(TextTable.shown(fields[i]))” is not a whole number") }
            return value
        }
    }

    /// Goes through the lines of a text file that are no comments; of each only the first fields are looked at, for a photo's or a
    /// point's line is long. `body` gets the fields, and what is left of the line in the last of them.
    private func lines(
        _ url: URL, fields: Int, keepingEmpty: Bool = false, _ body: (Line) throws(CaptureError) -> Void
    ) throws(CaptureError) {
        var number = 0
        for line in try TextTable.read(url).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            if line.first == UInt8(ascii: "#") { continue }
            let parts = line.split(maxSplits: fields - 1) { $0 == 32 || $0 == 9 || $0 == 13 }
            if parts.isEmpty && !keepingEmpty { continue }
            try body(Line(url: url, number: number, fields: parts.map { Substring(decoding: $0, as: UTF8.self) }))
        }
    }

    private mutating func readCameras(text url: URL) throws(CaptureError) {
        var found: [UInt32: Pinhole] = [:]
        try lines(url, fields: 20) { (line) throws(CaptureError) in
            let id = try line.integer(0, UInt32.self)
            guard line.fields.count > 4 else { throw line.bad("this is not a camera") }
            found[id] = try COLMAPCamera.pinhole(
                model: String(line.fields[1]), width: try line.integer(2, UInt64.self), height: try line.integer(3, UInt64.self),
                try line.doubles(4..<line.fields.count), of: url, camera: id)
        }
        cameras = found
    }

    private mutating func readPhotos(text url: URL) throws(CaptureError) {
        var found: [Photo] = []
        // After each photo's line comes one with its keypoints, which may be empty.
        var isKeypoints = false
        try lines(url, fields: 10, keepingEmpty: true) { (line) throws(CaptureError) in
            if isKeypoints {
                isKeypoints = false
                return
            }
            if line.fields.isEmpty { return }
            guard line.fields.count == 10 else { throw line.bad("this is not a photo (10 fields are needed)") }
            let name = String(line.fields[9]).trimmingCharacters(in: .whitespacesAndNewlines)
            found.append(
                Photo(
                    name: name, camera: try line.integer(8, UInt32.self), rotation: try line.doubles(1..<5),
                    translation: try line.doubles(5..<8)))
            isKeypoints = true
        }
        photos = found
    }

    private mutating func readPoints(text url: URL) throws(CaptureError) {
        var found: [(position: [Double], color: SIMD3<UInt8>)] = []
        try lines(url, fields: 8) { (line) throws(CaptureError) in
            let color = SIMD3(
                try line.integer(4, UInt8.self), try line.integer(5, UInt8.self), try line.integer(6, UInt8.self))
            found.append((try line.doubles(1..<4), color))
        }
        for point in found { add(point: point.position, color: point.color) }
    }
}
