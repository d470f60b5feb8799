import Foundation
import Geometry
import Work

/// Universal Scene Description in a zip archive (the USDZ specification), write only: one text layer, metres, y up, with the colours as
/// `displayColor` and a UsdPreviewSurface material that shows them.
public enum USDZ {
    /// More triangles than this are slow on phones.
    public static let comfortableTriangles = 100_000

    /// Writes a mesh, or a cloud as `UsdGeomPoints`.
    /// - Parameter markers: points with words to them, which Quick Look shows in the place.
    /// - Returns: what the format could not hold.
    @discardableResult
    public static func write(
        _ model: Model, markers: [Marker] = [], to url: URL, options: WriteOptions = WriteOptions(),
        progress: ProgressReporter = .silent
    ) throws(FormatError) -> [Loss] {
        try model.checkWritable()
        var losses: [Loss] = []
        let model = model.withoutSplats("This kind of USDZ", &losses)
        let frame = CoordinateFrame(options, else: .metre, .y)
        // A zip archive tells size and checksum before the content, so the text is made first.
        var layer = USDLayer()
        try layer.make(model, markers, frame, progress)
        var entries = [Entry(name: "model.usda", blocks: layer.blocks, size: layer.byteCount, checksum: layer.checksum)]
        let jpeg = try model.encodedTexture()
        if !jpeg.isEmpty {
            var crc = CRC32()
            crc.update(jpeg)
            entries.append(Entry(name: USDLayer.textureName, blocks: [jpeg], size: jpeg.count, checksum: crc.value))
        }
        var file = try AtomicFile.begin(url)
        try write(entries, &file)
        try AtomicFile.end(file)
        if model.triangleCount > comfortableTriangles {
            losses.append(
                Loss(
                    .size,
                    "\(model.triangleCount) triangles are many for Quick Look on a phone; simplify to \(comfortableTriangles)."))
        }
        if model.triangleCount == 0 { losses.append(Loss(.shape, "Quick Look on iPhone and iPad does not show points.")) }
        if frame.up == .z { losses.append(Loss(.upAxis, "Quick Look asks for y up; the file is z up and says so.")) }
        return losses
    }

    /// A file in the archive.
    private struct Entry {
        let name: String
        let blocks: [[UInt8]]
        let size: Int
        let checksum: UInt32
    }

    /// A zip archive of stored files whose contents begin at multiples of 64 bytes (USDZ specification, "Layout"); the layer is the first.
    private static func write(_ entries: [Entry], _ file: inout AtomicFile) throws(FormatError) {
        let size = entries.reduce(0) { $0 + $1.size }
        guard size < Int(UInt32.max) - 4096 else {
            throw .unwritable("a usdz holds at most 4 GiB and this model needs \(Text.bytes(size)); simplify it")
        }
        var central = Record()
        var offset = 0
        for entry in entries {
            // An extra field of at least four bytes fills up to the boundary.
            let used = offset + 30 + entry.name.utf8.count + 4
            let padding = (64 - used % 64) % 64
            var common = Record()
            common.put16(20)  // version needed: 2.0
            common.put16(0)  // flags
            common.put16(0)  // stored
            common.put16(0)  // time and date: the beginning of 1980, so that the same model gives the same bytes
            common.put16(0x21)
            common.put32(entry.checksum)
            common.put32(UInt32(entry.size))
            common.put32(UInt32(entry.size))
            common.put16(UInt16(entry.name.utf8.count))

            var local = Record()
            local.put32(0x0403_4B50)
            local.bytes += common.bytes
            local.put16(UInt16(4 + padding))
            local.bytes += Array(entry.name.utf8)
            local.put16(0x1986)
            local.put16(UInt16(padding))
            local.bytes += [UInt8](repeating: 0, count: padding)
            try file.putArray(local.bytes)
            for block in entry.blocks { try file.putArray(block) }

            central.put32(0x0201_4B50)
            central.put16(20)
            central.bytes += common.bytes
            for _ in 0..<4 { central.put16(0) }  // extra field, comment, disk, internal attributes
            central.put32(0)
            central.put32(UInt32(offset))  // where the local header stands
            central.bytes += Array(entry.name.utf8)
            offset += local.bytes.count + entry.size
        }
        var end = Record()
        end.put32(0x0605_4B50)
        end.put16(0)
        end.put16(0)
        end.put16(UInt16(entries.count))
        end.put16(UInt16(entries.count))
        end.put32(UInt32(central.bytes.count))
        end.put32(UInt32(offset))
        end.put16(0)
        try file.putArray(central.bytes + end.bytes)
    }

    /// Little-endian numbers one after another.
    private struct Record {
        var bytes: [UInt8] = []
        mutating func put16(_ n: UInt16) { withUnsafeBytes(of: n.littleEndian) { bytes += $0 } }
        mutating func put32(_ n: UInt32) { withUnsafeBytes(of: n.littleEndian) { bytes += $0 } }
    }
}
