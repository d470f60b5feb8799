import Codecs
import Foundation
import Geometry
import Support

extension PCD {
    /// Writes points, or a mesh's vertices: float positions, normals, 8-bit sRGB packed into `rgb`, attributes as
    /// fields of their types. A comment has unit and axes,
    /// customarily metres, z up. Where the model has an origin the text has doubles; the others lie near it and a comment tells it:
    /// hardly any program reads doubles there. `options.compresses` chooses `binary_compressed` where no encoding is named.
    /// - Returns: what the format could not hold.
    @discardableResult
    public static func write(
        _ model: Model, to url: URL, options: WriteOptions = WriteOptions(), encoding: Encoding? = nil,
        progress: ProgressReporter = .silent
    ) throws(FormatError) -> [Loss] {
        try model.checkWritable()
        var losses: [Loss] = []
        let encoding = encoding ?? (options.compresses == true ? .compressed : .binary)
        let frame = CoordinateFrame(options, else: .metre, .z)
        let layout = Layout(model.pointsOnly("PCD", &losses), origin: model.origin, frame: frame, isText: encoding == .ascii)
        let count = layout.cloud.positions.count
        var file = try AtomicFile.begin(url)
        try file.put(layout.header(encoding))
        switch encoding {
        case .ascii: try file.writeText(count, progress: progress, what: "Writing points") { i, text in layout.append(i, &text) }
        case .binary:
            try file.writeRows(count, stride: layout.stride, progress: progress, what: "Writing points") { i, row in
                layout.store(i) { offset, _ in row + offset }
            }
        case .compressed: try writeColumns(layout, count: count, file: &file, progress: progress)
        }
        try AtomicFile.end(file)
        if encoding != .ascii, let loss = model.originLoss("A binary PCD") { losses.append(loss) }
        if let loss = AttributeColumn.nameLoss(layout.columns, "PCD") { losses.append(loss) }
        losses.append(Loss(.unit, "PCD declares neither unit nor axes; the file is in \(layout.frame)."))
        return losses
    }

    /// All x, then all y, and so on, compressed as one block.
    private static func writeColumns(
        _ layout: Layout, count: Int, file: inout AtomicFile, progress: ProgressReporter
    ) throws(FormatError) {
        let (size, overflow) = count.multipliedReportingOverflow(by: layout.stride)
        guard !overflow, size <= Int(Int32.max) else {
            throw .unwritable("a compressed PCD file is limited to 2 GiB and this cloud needs \(Text.bytes(size)); write binary")
        }
        try progress.step(0, "Writing points")
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(size, 1), alignment: 16)
        defer { memory.deallocate() }
        let base = memory.baseAddress!
        for i in 0..<count {
            layout.store(i) { offset, size in base + (offset * count + i * size) }
        }
        try progress.step(0.5, "Compressing points")
        let packed = LZF.pack(UnsafeRawBufferPointer(start: base, count: size))
        var head = [UInt8]()
        for n in [packed.count, size] { for k in 0..<4 { head.append(UInt8(truncatingIfNeeded: n >> (8 * k))) } }
        try file.putArray(head)
        try file.putArray(packed)
    }

    /// A point as stored in the file.
    private struct Layout {
        let cloud: PointCloud
        let origin: SIMD3<Double>
        let frame: CoordinateFrame
        let isFar: Bool
        let stride: Int
        let columns: [AttributeColumn]
        private let numbers: [AttributeNumbers]
        private let coder = ColorCoder.shared

        init(_ cloud: PointCloud, origin: SIMD3<Double>, frame: CoordinateFrame, isText: Bool) {
            self.cloud = cloud
            self.origin = origin
            self.frame = frame
            isFar = isText && origin != .zero
            columns = AttributeColumn.columns(cloud.attributes, used: Self.reserved)
            numbers = columns.map(\.numbers)
            stride =
                12 + (cloud.normals.isEmpty ? 0 : 12) + (cloud.colors.isEmpty ? 0 : 4) + columns.reduce(0) { $0 + $1.size }
        }

        /// Names that have a meaning to readers.
        private static let reserved = [
            "x", "y", "z", "normal_x", "normal_y", "normal_z", "nx", "ny", "nz", "rgb", "rgba", "red", "green", "blue", "r", "g",
            "b", "_",
        ]

        func header(_ encoding: Encoding) -> String {
            var fields = ["x", "y", "z"]
            if !cloud.normals.isEmpty { fields += ["normal_x", "normal_y", "normal_z"] }
            if !cloud.colors.isEmpty { fields.append("rgb") }
            let first = fields.count
            fields += columns.map(\.name)
            func row(_ key: String, _ value: (Int) -> String) -> String {
                "\(key) \(fields.indices.map(value).joined(separator: " "))\n"
            }
            let n = cloud.positions.count
            let place = frame.toFile(origin)
            let told = isFar || origin == .zero ? "" : ", origin \(place.x) \(place.y) \(place.z)"
            return "# .PCD v0.7 - Point Cloud Data file format\n# Diorama: \(frame), colours sRGB\(told)\nVERSION 0.7\n"
                + row("FIELDS") { fields[$0] }
                + row("SIZE") { $0 < 3 && isFar ? "8" : $0 < first ? "4" : "\(columns[$0 - first].size)" }
                + row("TYPE") { $0 < first ? "F" : Self.letter(columns[$0 - first].type) }
                + row("COUNT") { _ in "1" }
                + "WIDTH \(n)\nHEIGHT 1\nVIEWPOINT 0 0 0 1 0 0 0\nPOINTS \(n)\nDATA \(encoding.rawValue)\n"
        }

        private static func letter(_ type: PointAttribute.Scalar) -> String {
            type.isFloatingPoint ? "F" : type.isSigned ? "I" : "U"
        }

        /// 0x00RRGGBB, as the bits of a float.
        @inline(__always) private func packed(_ i: Int) -> UInt32 {
            let c = coder.codes(cloud.colors[i])
            return UInt32(c.x) << 16 | UInt32(c.y) << 8 | UInt32(c.z)
        }

        /// Writes point `i`; `place` maps a value's offset in a row and its size to its offset in the file.
        @inline(__always) func store(_ i: Int, _ place: (_ offset: Int, _ size: Int) -> UnsafeMutableRawPointer) {
            var offset = 0
            func put(_ bits: UInt32) {
                place(offset, 4).storeBytes(of: bits.littleEndian, as: UInt32.self)
                offset += 4
            }
            func put(_ v: Vector3) {
                put(v.x.bitPattern)
                put(v.y.bitPattern)
                put(v.z.bitPattern)
            }
            put(frame.toFile(cloud.positions[i]))
            if !cloud.normals.isEmpty { put(frame.toFile(direction: cloud.normals[i])) }
            if !cloud.colors.isEmpty { put(packed(i)) }
            for k in numbers.indices {
                let size = numbers[k].type.size
                numbers[k].store(i, place(offset, size))
                offset += size
            }
        }

        func append(_ i: Int, _ text: inout TextBuffer) {
            if isFar {
                text.append(frame.toFile(origin + SIMD3<Double>(cloud.positions[i])))
            } else {
                text.append(frame.toFile(cloud.positions[i]))
            }
            if !cloud.normals.isEmpty {
                text.append(UInt8(ascii: " "))
                text.append(frame.toFile(direction: cloud.normals[i]))
            }
            if !cloud.colors.isEmpty {
                text.append(UInt8(ascii: " "))
                text.append(Float(bitPattern: packed(i)))
            }
            for k in numbers.indices {
                text.append(UInt8(ascii: " "))
                numbers[k].append(i, &text)
            }
            text.append(UInt8(ascii: "\n"))
        }
    }
}
