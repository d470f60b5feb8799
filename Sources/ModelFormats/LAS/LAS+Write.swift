import Codecs
import Foundation
import Geometry
import Support

extension LAS {
    /// Writes points, or a mesh's vertices: LAS 1.4 with points of format 7 (16-bit sRGB), 8 with near infrared, or 6 without
    /// colours; z up; in the unit of the model's coordinate reference system, metres without one. Attributes go into the fields of
    /// the format, others into extra bytes. Without attributes each point is the single return of its pulse.
    ///
    /// Coordinates are whole numbers times a scale: a millionth of the model's size or finer, from a billionth of a unit to a tenth
    /// of a thousandth, or as fine as 32 bits allow.
    /// - Parameters:
    ///   - model: points, or a mesh, of which the vertices are written.
    ///   - url: the file to write.
    ///   - compressed: LAZ: by LASzip 3, in layers, 50,000 points a chunk.
    ///   - options: unit, axes and compression.
    ///   - progress: receives the progress.
    /// - Returns: what the format could not hold.
    @discardableResult
    public static func write(
        _ model: Model, to url: URL, compressed: Bool, options: WriteOptions = WriteOptions(), progress: ProgressReporter = .silent
    ) throws(FormatError) -> [Loss] {
        try model.checkWritable()
        var losses: [Loss] = []
        let cloud = model.pointsOnly("LAS", &losses)
        let layout = try LASLayout(cloud, model)
        var file = try AtomicFile.begin(url)
        try file.putArray(layout.header(compressed: compressed, software: "Diorama"))
        if compressed {
            try LAZWriter(layout).write(to: &file, progress)
        } else {
            try file.writeRows(cloud.positions.count, stride: layout.stride, progress: progress, what: "Writing points") { i, row in
                layout.store(i, row)
            }
        }
        try AtomicFile.end(file)
        losses += layout.losses(options)
        return losses
    }
}

/// A cloud's points as stored in a LAS file.
struct LASLayout {
    let cloud: PointCloud
    let count: Int
    let hasColors: Bool
    let attributes: LASAttributes
    /// Bytes of a point.
    var stride: Int { attributes.stride }
    /// One whole number in the file's unit.
    let scale: Double
    /// Whole units.
    let offset: SIMD3<Double>
    /// Wraps the coordinate reference system that the header tells.
    private let crs: String?
    private let unit: SIMD3<Double>
    private let origin: SIMD3<Double>
    private let wasCRSCut: Bool

    private static let frame = CoordinateFrame(.metre, .z)
    private static let scales = [1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9]

    /// - Throws: where the points lie too far apart for 32 bits of any sense.
    init(_ cloud: PointCloud, _ model: Model) throws(FormatError) {
        self.cloud = cloud
        count = cloud.positions.count
        hasColors = !cloud.colors.isEmpty
        attributes = LASAttributes(cloud)
        wasCRSCut = (model.crs?.utf8.count ?? 0) > 65534
        crs = wasCRSCut ? nil : model.crs
        var unit = SIMD3<Double>(repeating: 1)
        if let crs {
            let units = WKTUnits(crs)
            if units.isGeographic {
                unit.z = units.vertical ?? 1
            } else if let horizontal = units.horizontal {
                unit = SIMD3(horizontal, horizontal, units.vertical ?? horizontal)
            }
        }
        self.unit = unit
        origin = Self.frame.toFile(model.origin)
        let box = Self.frame.toFile(cloud.bounds)
        let low = (SIMD3<Double>(box.min) + origin) / unit
        let high = (SIMD3<Double>(box.max) + origin) / unit
        let extent = (high - low).max()
        offset = low.rounded(.down)
        var scale = Self.scales.first { extent / $0 >= 1e6 } ?? (extent > 0 ? Self.scales[5] : Self.scales[0])
        while extent + 1 > scale * 2e9 { scale *= 10 }
        guard scale <= 1 else {
            throw .unwritable("its points span \(Int(extent)) units, too many for LAS; remove outliers first")
        }
        self.scale = scale
    }

    @inline(__always) func place(_ p: Vector3) -> SIMD3<Int32> {
        let q = (Self.frame.toFile(SIMD3<Double>(p)) + origin) / unit - offset
        let n = (q / scale).rounded(.toNearestOrAwayFromZero)
        return SIMD3(Int32(n.x), Int32(n.y), Int32(n.z))
    }

    @inline(__always) func color(_ i: Int) -> SIMD3<UInt16> {
        let c = cloud.colors[i]
        return SIMD3(EncodedColor.code16(c.x), EncodedColor.code16(c.y), EncodedColor.code16(c.z))
    }

    /// Point `i` in `row`: of the parts that are not known only the return number is not zero, the first of one.
    @inline(__always) func store(_ i: Int, _ row: UnsafeMutableRawPointer) {
        let p = place(cloud.positions[i])
        row.initializeMemory(as: UInt8.self, repeating: 0, count: attributes.stride)
        for k in 0..<3 { row.storeBytes(of: p[k].littleEndian, toByteOffset: 4 * k, as: Int32.self) }
        row.storeBytes(of: 0x11, toByteOffset: 14, as: UInt8.self)
        if hasColors {
            let c = color(i)
            for k in 0..<3 { row.storeBytes(of: c[k].littleEndian, toByteOffset: 30 + 2 * k, as: UInt16.self) }
        }
        attributes.store(i, row)
    }

    func losses(_ options: WriteOptions) -> [Loss] {
        var losses = attributes.losses
        let isOther = options.unit.map { $0 != .metre } ?? false
        if isOther || options.up == .y {
            losses.append(
                Loss(.unit, "LAS is in metres, or the unit of its coordinate reference system, z up; it was written that way."))
        }
        if !cloud.normals.isEmpty {
            losses.append(Loss(.normals, "LAS can't store normals; write ply, pcd, xyz or e57 to keep them."))
        }
        if wasCRSCut { losses.append(Loss(.names, "The coordinate reference system is too long for LAS and was omitted.")) }
        losses.append(
            Loss(.precision, "Coordinates were rounded to \(scale) of a \(unit == SIMD3(repeating: 1) ? "metre" : "unit")."))
        return losses
    }

    // MARK: Header

    /// Everything before the points.
    func header(compressed: Bool, software: String) -> [UInt8] {
        var records = LittleEndianWriter()
        if let crs {
            let text = Array(crs.utf8) + [0]
            records.record(user: "LASF_Projection", id: 2112, description: "OGC WKT", text)
        }
        if !attributes.description.isEmpty {
            records.record(user: "LASF_Spec", id: 4, description: "Extra bytes", attributes.description)
        }
        if compressed {
            records.record(user: "laszip encoded", id: 22204, description: "Diorama", LAZWriter.header(attributes))
        }
        var w = LittleEndianWriter()
        w.text("LASF", 4)
        w.uint16(0)
        // GPS times are adjusted standard ones, unless they are known to be others; the coordinate reference system is WKT.
        w.uint16((attributes.isWeekTime ? 0 : 1) | 16)
        w.bytes += [UInt8](repeating: 0, count: 16)
        w.bytes += [1, 4]
        w.text("OTHER", 32)
        w.text(software, 32)
        // No date: the same model gives the same bytes.
        w.uint16(0)
        w.uint16(0)
        w.uint16(375)
        w.uint32(375 + records.bytes.count)
        w.uint32((crs == nil ? 0 : 1) + (attributes.description.isEmpty ? 0 : 1) + (compressed ? 1 : 0))
        w.bytes.append(UInt8(attributes.format) | (compressed ? 0x80 : 0))
        w.uint16(stride)
        // Counts of before LAS 1.4: zero with these formats.
        w.bytes += [UInt8](repeating: 0, count: 24)
        for _ in 0..<3 { w.double(scale) }
        for k in 0..<3 { w.double(offset[k]) }
        // The same numbers that a reader computes from the points. The largest z is that of the smallest, y up, and so on.
        let box = cloud.bounds
        let corners = [place(box.min), place(box.max)]
        for k in 0..<3 {
            let a = Double(corners[0][k]) * scale + offset[k]
            let b = Double(corners[1][k]) * scale + offset[k]
            w.double(max(a, b))
            w.double(min(a, b))
        }
        // Waveforms, extended records.
        w.bytes += [UInt8](repeating: 0, count: 8 + 8 + 4)
        w.uint64(count)
        for n in attributes.returns(count) { w.uint64(n) }
        return w.bytes + records.bytes
    }
}

extension LittleEndianWriter {
    /// A variable length record of a LAS file.
    mutating func record(user: String, id: Int, description: String, _ content: [UInt8]) {
        uint16(0)
        text(user, 16)
        uint16(id)
        uint16(content.count)
        text(description, 32)
        bytes += content
    }
}
