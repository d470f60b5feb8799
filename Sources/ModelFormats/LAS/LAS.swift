import Codecs
import Geometry
import Support

/// LAS, the point cloud format of the ASPRS (LAS 1.4 R15), and LAZ, the same compressed by LASzip.
///
/// Read: versions 1.0 to 1.4, point formats 0 to 10: coordinates, colours, and as attributes all other values of the records that
/// are not zero for all points, extra bytes among them. Compressed: what LASzip 2 and 3 write, COPC among it,
/// but no waveforms of the formats 4 and 5. z is up; the unit is that of the coordinate reference system, metres where none is
/// told.
public enum LAS {
    /// Reads a file in memory.
    /// - Throws: where it is damaged, promises more than it holds, or is compressed in an unknown way.
    public static func read(_ bytes: UnsafeRawBufferPointer, progress: ProgressReporter = .silent) throws(FormatError) -> Model {
        let header = try LASHeader(bytes)
        guard header.count > 0 else { throw .unreadable("contains no points") }
        let chunks: LAZChunks?
        var first = SIMD3<Int32>()
        if header.isCompressed, let laszip = header.laszip {
            let all = try LAZChunks(bytes, header: header, laszip: laszip)
            first = all.first
            chunks = all
        } else {
            chunks = nil
            let (size, overflow) = header.count.multipliedReportingOverflow(by: header.recordLength)
            guard !overflow, size <= bytes.count - header.dataOffset else {
                throw .unreadable(
                    "declares \(Text.count(header.count, "point")), "
                        + "but only \(Text.bytes(bytes.count - header.dataOffset)) follow; "
                        + "the file is truncated or damaged; copy it again")
            }
            let file = LittleEndianBytes(bytes)
            first = SIMD3(file.int32(header.dataOffset), file.int32(header.dataOffset + 4), file.int32(header.dataOffset + 8))
        }
        var notes: [String] = []
        let unit = header.unit(&notes)
        var far = GlobalShift(CoordinateFrame(.metre, .z))
        let place = SIMD3(Double(first.x), Double(first.y), Double(first.z))
        far.choose((place * header.scale + header.offset) * unit)
        let origin = CoordinateFrame(.metre, .z).toFile(far.origin)
        let shift = header.offset * unit - origin

        var mesh = TriangleMesh()
        var attributes: [PointAttribute] = []
        let fields = header.fields(&notes)
        var codes = [UInt16](repeating: 0, count: header.colorOffset == nil ? 0 : 3 * header.count)
        var failure: FormatError?
        mesh.positions = [Vector3](unsafeUninitializedCapacity: header.count) { target, count in
            codes.withUnsafeMutableBufferPointer { codes in
                let base = target.baseAddress!
                // An empty array, too, may have an address: nothing must be put there.
                let colors = codes.isEmpty ? nil : codes.baseAddress
                let points = LASPoints(
                    positions: base, colors: colors, header: header, fields: fields, scale: header.scale * unit, shift: shift)
                do throws(FormatError) {
                    if let chunks {
                        try chunks.read(to: points, progress.part(0...0.9))
                    } else {
                        try readRows(bytes, header: header, points: points, progress: progress.part(0...0.9))
                    }
                    count = header.count
                    attributes = points.attributes(&notes)
                } catch { failure = error }
            }
        }
        if let failure { throw failure }
        try progress.step(0.9, "Reading points")
        mesh.colors = linear(codes, isWrittenByDiorama: header.software.hasPrefix("Diorama"), &notes)
        var model = try Model.finish(mesh, attributes: attributes, origin: far.origin, notes: notes)
        model.crs = header.crs
        return model
    }

    private static func readRows(
        _ bytes: UnsafeRawBufferPointer, header: LASHeader, points: LASPoints, progress: ProgressReporter
    ) throws(FormatError) {
        let base = bytes.baseAddress! + header.dataOffset
        let blocks = (header.count + points.block - 1) / points.block
        let batch = max(Parallel.threads * 16, 1)
        for start in stride(from: 0, to: blocks, by: batch) {
            try progress.step(Double(start) / Double(blocks), "Reading points")
            Parallel.forEach(min(batch, blocks - start)) { k in
                let first = (start + k) * points.block
                points.put(base + first * points.stride, min(points.block, header.count - first), at: first)
            }
        }
    }

    /// Colours of 16 bits, or of 8 bits where a program stored them so, become linear; none where all are zero.
    private static func linear(_ codes: [UInt16], isWrittenByDiorama: Bool, _ notes: inout [String]) -> [Vector3] {
        guard !codes.isEmpty else { return [] }
        // All bits of all codes, and whether upper and lower bytes differ anywhere: 257 times a code of 8 bits has both alike.
        var all = UInt16(0)
        var difference = UInt16(0)
        codes.withUnsafeBufferPointer { codes in
            for code in codes {
                all |= code
                difference |= (code >> 8) ^ (code & 255)
            }
        }
        if all == 0, !isWrittenByDiorama {
            notes.append("All colours are zero, which means that none were recorded; they were skipped.")
            return []
        }
        let isNarrow = all < 256 && !isWrittenByDiorama
        if isNarrow { notes.append("Colours below 256 were read as 8 bits.") }
        let isShort = isNarrow || difference == 0
        let table = isShort ? SRGB.linear : EncodedColor.linear16
        let mask: UInt16 = isShort ? 255 : .max
        return [Vector3](unsafeUninitializedCapacity: codes.count / 3) { colors, count in
            count = codes.count / 3
            codes.withUnsafeBufferPointer { codes in
                table.withUnsafeBufferPointer { table in
                    for i in 0..<count {
                        colors[i] = Vector3(
                            table[Int(codes[3 * i] & mask)], table[Int(codes[3 * i + 1] & mask)],
                            table[Int(codes[3 * i + 2] & mask)])
                    }
                }
            }
        }
    }
}
