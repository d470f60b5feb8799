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
        try read(RandomAccessFile(bytes), progress: progress)
    }

    /// Reads a file; one that is not compressed piece by piece.
    static func read(_ source: RandomAccessFile, progress: ProgressReporter) throws(FormatError) -> Model {
        let header = try LASHeader(source)
        guard header.count > 0 else { throw .unreadable("contains no points") }
        let chunks: LAZChunks?
        var first = SIMD3<Int32>()
        if header.isCompressed, let laszip = header.laszip {
            let all = try LAZChunks(source.all(), header: header, laszip: laszip)
            first = all.first
            chunks = all
        } else {
            chunks = nil
            let (size, overflow) = header.count.multipliedReportingOverflow(by: header.recordLength)
            guard !overflow, size <= source.count - header.dataOffset else {
                throw .unreadable(
                    "declares \(Text.count(header.count, "point")), "
                        + "but only \(Text.bytes(source.count - header.dataOffset)) follow; "
                        + "the file is truncated or damaged; copy it again")
            }
            first = try source.withPiece(header.dataOffset..<header.dataOffset + 12) { (bytes) throws(FormatError) in
                let file = LittleEndianBytes(bytes)
                return SIMD3(file.int32(0), file.int32(4), file.int32(8))
            }
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
        var codes = [UInt16](undefined: header.colorOffset == nil ? 0 : 3 * header.count)
        var failure: FormatError?
        mesh.positions = [Vector3](unsafeUninitializedCapacity: header.count) { target, count in
            LargePages.advise(UnsafeRawBufferPointer(target))
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
                        let rows = RandomAccessFile.Rows(start: header.dataOffset, stride: header.recordLength, count: header.count)
                        try source.forEachPiece(rows, progress: progress.part(0...0.9), what: "Reading points") { range, rows in
                            points.put(rows, range.count, at: range.lowerBound)
                        }
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

    /// Colours of 16 bits, or of 8 bits where a program stored them so, become linear; none where all are zero.
    private static func linear(_ codes: [UInt16], isWrittenByDiorama: Bool, _ notes: inout [String]) -> [Vector3] {
        guard !codes.isEmpty else { return [] }
        // All bits of all codes, and whether upper and lower bytes differ anywhere: 257 times a code of 8 bits has both alike.
        let part = 1 << 18
        let bits = [SIMD2<UInt16>]((codes.count + part - 1) / part) { k in
            var all = UInt16(0)
            var difference = UInt16(0)
            for i in k * part..<min(codes.count, (k + 1) * part) {
                all |= codes[i]
                difference |= (codes[i] >> 8) ^ (codes[i] & 255)
            }
            return SIMD2(all, difference)
        }.reduce(SIMD2(0, 0), |)
        let all = bits.x
        let difference = bits.y
        if all == 0, !isWrittenByDiorama {
            notes.append("All colours are zero, which means that none were recorded; they were skipped.")
            return []
        }
        let isNarrow = all < 256 && !isWrittenByDiorama
        if isNarrow { notes.append("Colours below 256 were read as 8 bits.") }
        let isShort = isNarrow || difference == 0
        let table = isShort ? SRGB.linear : EncodedColor.linear16
        let mask: UInt16 = isShort ? 255 : .max
        return codes.withUnsafeBufferPointer { codes in
            table.withUnsafeBufferPointer { table in
                [Vector3](count: codes.count / 3) { range, colors in
                    for i in range {
                        colors[i] = Vector3(
                            table[Int(codes[3 * i] & mask)], table[Int(codes[3 * i + 1] & mask)],
                            table[Int(codes[3 * i + 2] & mask)])
                    }
                }
            }
        }
    }
}
