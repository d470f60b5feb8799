import Codecs
import Foundation
import Geometry
import Support

extension E57 {
    /// An image that belongs to a scan: written as a pinhole camera's.
    public struct Picture: Sendable {
        public var name: String
        /// The bytes of a JPEG file.
        public var jpeg: [UInt8]
        public var width: Int
        public var height: Int
        /// Pixels.
        public var focalLength: Double
        /// Camera to model; the camera looks along its −z.
        public var pose: RigidTransform

        public init(name: String, jpeg: [UInt8], width: Int, height: Int, focalLength: Double, pose: RigidTransform) {
            self.name = name
            self.jpeg = jpeg
            self.width = width
            self.height = height
            self.focalLength = focalLength
            self.pose = pose
        }
    }

    /// Writes points, or a mesh's vertices: a scan for each of the model's, with its pose, or one for all; metres, z up; floats
    /// where the scan lies as the model does, else doubles in the scanner's coordinates; 8-bit sRGB; normals by the extension
    /// E57_NOR.
    /// - Returns: what the format could not hold.
    @discardableResult
    public static func write(
        _ model: Model, to url: URL, pictures: [Picture] = [], options: WriteOptions = WriteOptions(),
        progress: ProgressReporter = .silent
    ) throws(FormatError) -> [Loss] {
        try model.checkWritable()
        var losses: [Loss] = []
        let cloud = model.pointsOnly("E57", &losses)
        let isOther = options.unit.map { $0 != .metre } ?? false
        if isOther || options.up == .y { losses.append(Loss(.unit, "E57 is in metres, z up; it was written so.")) }
        var file = try E57PageWriter(url)
        var xml = E57XML()
        xml.begin(crs: model.crs)
        let scans = model.checkedScans
        xml.open("data3D", "type=\"Vector\" allowHeterogeneousChildren=\"1\"")
        for (i, scan) in scans.enumerated() {
            // Only moved to the model's origin: floats hold the positions exactly.
            let isPlain = scan.pose == .identity
            let pose =
                isPlain
                ? E57Pose(translation: CoordinateFrame(.metre, .z).out(model.origin)) : E57Pose(scan.pose, origin: model.origin)
            let points = E57Points(cloud, range: scan.points, pose: pose, origin: model.origin, isPlain: isPlain)
            let share = Double(i) / Double(scans.count)...Double(i + 1) / Double(scans.count)
            let place = file.count
            try points.write(to: &file, progress.part(share))
            xml.scan(scan.name, id: file.id, pose: pose, points: points, offset: place)
        }
        xml.close()
        xml.open("images2D", "type=\"Vector\" allowHeterogeneousChildren=\"1\"")
        for picture in pictures {
            let place = file.count
            var head = LittleEndianWriter()
            head.uint64(0)
            head.uint64(16 + (picture.jpeg.count + 3) / 4 * 4)
            try file.put(head.bytes + picture.jpeg)
            try file.align()
            xml.picture(picture, id: file.id, pose: E57Pose(picture.pose, camera: model.origin), offset: place)
        }
        xml.close()
        xml.end(id: file.id)
        let bytes = Array(xml.text.utf8)
        let start = file.count
        try file.put(bytes)
        try file.finish(xml: (start, bytes.count))
        return losses
    }
}

extension Model {
    /// The scans where they lie one behind the other and cover all points, else one of all points.
    fileprivate var checkedScans: [Scan] {
        var next = 0
        for scan in scans {
            guard scan.points.lowerBound == next, !scan.points.isEmpty, scan.pose.isFinite else {
                next = -1
                break
            }
            next = scan.points.upperBound
        }
        return next == positions.count && !scans.isEmpty
            ? scans : [Scan(name: "Diorama", pose: .identity, points: 0..<positions.count)]
    }
}
