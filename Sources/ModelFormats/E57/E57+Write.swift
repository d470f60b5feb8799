import Codecs
import Foundation
import Geometry
import Support

extension E57 {
    /// Writes points, or a mesh's vertices: a scan for each of the model's, with its pose, or one for all; metres, z up; floats
    /// where the scan has the pose of the model, else doubles in the scanner's coordinates; 8-bit sRGB; normals by the extension
    /// E57_NOR; attributes in the standard's fields, others in an extension of Diorama's; images that are JPEG or PNG.
    /// - Returns: what the format could not hold.
    @discardableResult
    public static func write(
        _ model: Model, to url: URL, options: WriteOptions = WriteOptions(), progress: ProgressReporter = .silent
    ) throws(FormatError) -> [Loss] {
        try model.checkWritable()
        var losses: [Loss] = []
        let cloud = model.pointsOnly("E57", &losses)
        let isOther = options.unit.map { $0 != .metre } ?? false
        if isOther || options.up == .y { losses.append(Loss(.unit, "E57 is in metres, z up; it was written that way.")) }
        var file = try E57PageWriter(url)
        var xml = E57XML()
        let columns = columns(cloud, &losses)
        xml.begin(crs: model.crs, isExtended: columns.contains { $0.name.hasPrefix(attributePrefix + ":") })
        let scans = model.checkedScans
        xml.open("data3D", "type=\"Vector\" allowHeterogeneousChildren=\"1\"")
        for (i, scan) in scans.enumerated() {
            // Only moved to the model's origin: floats hold the positions exactly.
            let isPlain = scan.pose == .identity
            let pose =
                isPlain
                ? E57Pose(translation: CoordinateFrame(.metre, .z).toFile(model.origin)) : E57Pose(scan.pose, origin: model.origin)
            let points = E57Points(
                cloud, columns: columns, range: scan.points, pose: pose, origin: model.origin, isPlain: isPlain)
            let share = Double(i) / Double(scans.count)...Double(i + 1) / Double(scans.count)
            let place = file.count
            try points.write(to: &file, progress.part(share))
            xml.scan(scan.name, id: file.id, pose: pose, points: points, offset: place)
        }
        xml.close()
        xml.open("images2D", "type=\"Vector\" allowHeterogeneousChildren=\"1\"")
        for image in model.images where image.content.format == .jpeg || image.content.format == .png {
            let place = file.count
            var head = LittleEndianWriter()
            head.uint64(0)
            head.uint64(16 + (image.content.bytes.count + 3) / 4 * 4)
            try file.put(head.bytes + image.content.bytes)
            try file.align()
            xml.image(image, id: file.id, pose: E57Pose(image.pose, camera: model.origin), offset: place)
        }
        xml.close()
        let others = model.images.count { $0.content.format != .jpeg && $0.content.format != .png }
        if others > 0 { losses.append(Loss(.cameras, "\(Text.count(others, "image")) left out: E57 stores JPEG and PNG.")) }
        xml.end(id: file.id)
        let bytes = Array(xml.text.utf8)
        let start = file.count
        try file.put(bytes)
        try file.finish(xml: (start, bytes.count))
        return losses
    }
}

extension Model {
    /// The scans if they are consecutive and cover all points, else one of all points.
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
