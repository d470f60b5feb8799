import Codecs
import Geometry
import Support

/// Builds a cloud from the points behind a PCD header.
struct PCDReader {
    /// An imported field: its offset and its meaning.
    struct Column {
        /// In a row of bytes.
        var offset = 0
        /// In a row of text values.
        var index = 0
        var size = 4
        var type: Character = "F"
    }

    let header: PCDHeader
    let progress: ProgressReporter
    let position: [Column]
    let normal: [Column]
    /// Three columns, or one that holds a packed colour.
    let color: [Column]
    /// The fields that become attributes.
    let others: [(name: String, column: Column)]
    var attributes: [PointAttribute] = []
    var far: GlobalShift
    private var isPlaced = false
    var mesh = TriangleMesh()
    private var notes: [String] = []

    /// - Throws: where the points have no x, y and z.
    init(_ header: PCDHeader, _ progress: ProgressReporter) throws(FormatError) {
        self.header = header
        self.progress = progress
        far = GlobalShift(header.frame ?? .ours)
        far.choose(header.origin)
        isPlaced = far.isFar
        var columns: [String: Column] = [:]
        var offset = 0
        var index = 0
        for field in header.fields {
            if columns[field.name] == nil {
                columns[field.name] = Column(offset: offset, index: index, size: field.size, type: field.type)
            }
            offset += field.size * field.count
            index += field.count
        }
        func find(_ names: [String]) -> [Column] {
            let found = names.compactMap { columns[$0] }
            return found.count == names.count ? found : []
        }
        position = find(["x", "y", "z"])
        guard !position.isEmpty else { throw .unreadable("its points have no x, y and z") }
        let normals = find(["normal_x", "normal_y", "normal_z"])
        normal = normals.isEmpty ? find(["nx", "ny", "nz"]) : normals
        let packed = [columns["rgb"], columns["rgba"]].compactMap { $0 }.filter { $0.size == 4 }.prefix(1)
        let single = find(["red", "green", "blue"])
        color = packed.isEmpty ? (single.isEmpty ? find(["r", "g", "b"]) : single) : Array(packed)
        // Names that are used, or mean nothing.
        var used: Set = ["x", "y", "z", "_"]
        if !normal.isEmpty { used.formUnion(normals.isEmpty ? ["nx", "ny", "nz"] : ["normal_x", "normal_y", "normal_z"]) }
        if let first = packed.first { used.insert(columns["rgb"].map { $0.offset == first.offset } ?? false ? "rgb" : "rgba") }
        if packed.isEmpty, !color.isEmpty { used.formUnion(single.isEmpty ? ["r", "g", "b"] : ["red", "green", "blue"]) }
        var others: [(name: String, column: Column)] = []
        var skipped: [String] = []
        for field in header.fields where !used.contains(field.name) {
            if field.count == 1, let column = columns[field.name], others.count < Self.maxAttributes {
                others.append((PointAttribute.Name.standard(field.fullName) ?? field.fullName, column))
                used.insert(field.name)
            } else {
                skipped.append(Text.quote(field.fullName, limit: 30))
            }
        }
        self.others = others
        if header.frame == nil { notes.append("PCD declares neither unit nor axes; read as metres, y up.") }
        if !skipped.isEmpty {
            notes.append(
                "Fields not imported: \(skipped.prefix(8).joined(separator: ", "))\(skipped.count > 8 ? " and others" : "").")
        }
    }

    private static let maxAttributes = 256

    /// The model of what was read.
    consuming func finish() throws(FormatError) -> Model {
        var notes = notes
        if let first = color.first, color.count == 3 {
            // Codes of 8 bits often stand in wider fields.
            let isWide = first.size > 1 && mesh.colors.contains { $0.max() > 255 }
            if first.type != "F" { for i in mesh.colors.indices { mesh.colors[i] /= isWide ? 65535 : 255 } }
            if EncodedColor.linearise(&mesh.colors) { notes.append("Fractional colours above 1 were read as 0…255.") }
        }
        let attributes = finishedAttributes(&notes)
        return try Model.finish(mesh, attributes: attributes, origin: far.origin, notes: notes)
    }

    private mutating func reserve() {
        mesh.positions.reserveCapacity(header.points)
        if !normal.isEmpty { mesh.normals.reserveCapacity(header.points) }
        if !color.isEmpty { mesh.colors.reserveCapacity(header.points) }
    }

    /// The first point that can be measured chooses the origin: clouds in a grid begin with many that cannot.
    private mutating func choose(_ p: SIMD3<Double>) {
        guard p.isPossible else { return }
        far.choose(p)
        isPlaced = true
    }

    private func tooShort(_ held: Int) -> FormatError {
        .unreadable(
            "declares \(Text.count(header.points, "point")), but only \(Text.bytes(held)) follow; "
                + "the file is truncated or damaged; copy it again"
        )
    }

    // MARK: Text

    mutating func readText(_ body: UnsafeRawBufferPointer) throws(FormatError) {
        guard !body.isEmpty, header.points <= (body.count + 1) / (2 * header.columns) else { throw tooShort(body.count) }
        reserve()
        var scanner = TextScanner(body)
        let table = SRGB.linear
        var values = [Double](repeating: 0, count: header.columns)
        // A packed colour has its bits in a float where it is of type F, which a detour by a double would spoil.
        let packed = color.count == 1 ? color[0].index : -1
        var bits: UInt32 = 0
        let buffers = others.map { AttributeBuffer($0.column.scalar, count: header.points) }
        for i in 0..<header.points {
            if i & 0xFFFF == 0 { try progress.step(Double(i) / Double(header.points), "Reading points") }
            for k in values.indices {
                scanner.skipWhitespace()
                if k == packed, color[0].type == "F", let value = scanner.float() {
                    bits = value.bitPattern
                } else if let value = scanner.double() {
                    values[k] = value
                    if k == packed { bits = UInt32(truncatingIfNeeded: Int64(exactly: value.rounded()) ?? 0) }
                } else {
                    throw .unreadable(
                        scanner.atEnd
                            ? "contains only \(i) of the \(header.points) points that it declares; the file is truncated"
                            : "point \(i + 1) cannot be read: \(scanner.excerpt)")
                }
            }
            let p = SIMD3(values[position[0].index], values[position[1].index], values[position[2].index]) + header.origin
            if !isPlaced { choose(p) }
            mesh.positions.append(far.position(p))
            if !normal.isEmpty {
                let n = SIMD3(values[normal[0].index], values[normal[1].index], values[normal[2].index])
                mesh.normals.append(far.frame.fromFile(direction: Vector3(n)))
            }
            if packed >= 0 {
                mesh.colors.append(Self.unpacked(bits, table))
            } else if !color.isEmpty {
                mesh.colors.append(Vector3(SIMD3(values[color[0].index], values[color[1].index], values[color[2].index])))
            }
            for k in others.indices { buffers[k].put(values[others[k].column.index], at: i) }
        }
        attributes = zip(others, buffers).map { PointAttribute($0.name, $1.values()) }
    }

    // MARK: Binary

    mutating func readRows(_ body: UnsafeRawBufferPointer) throws(FormatError) {
        let (size, overflow) = header.points.multipliedReportingOverflow(by: header.stride)
        guard !overflow, size <= body.count else { throw tooShort(body.count) }
        let stride = header.stride
        let base = body.baseAddress!
        readAttributes(base) { StridedPoints.Column(offset: $0.offset, step: stride) }
        if readPlain(base, { StridedPoints.Column(offset: $0.offset, step: stride) }) { return }
        reserve()
        try readBinary(base) { column, i in column.offset + i * stride }
    }

    mutating func readColumns(_ body: UnsafeRawBufferPointer) throws(FormatError) {
        guard body.count >= 8 else { throw tooShort(body.count) }
        let packed = Int(UInt32(littleEndian: body.loadUnaligned(as: UInt32.self)))
        let unpacked = Int(UInt32(littleEndian: body.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
        let (size, overflow) = header.points.multipliedReportingOverflow(by: header.stride)
        guard !overflow, size == unpacked else {
            throw .unreadable(
                "its compressed points hold \(Text.bytes(unpacked)), "
                    + "but \(Text.count(header.points, "point")) need a different size"
            )
        }
        guard packed <= body.count - 8 else { throw tooShort(body.count) }
        guard unpacked / LZF.greatestRatio <= packed else {
            throw .unreadable("its compressed points are damaged: they are too few bytes")
        }
        try progress.step(0, "Decompressing points")
        guard let columns = LZF.unpack(UnsafeRawBufferPointer(rebasing: body[8..<8 + packed]), size: unpacked) else {
            throw .unreadable("its compressed points are damaged; get the file again")
        }
        let points = header.points
        let failure = columns.withUnsafeBytes { bytes -> FormatError? in
            do throws(FormatError) {
                let place = { (column: Column) in StridedPoints.Column(offset: column.offset * points, step: column.size) }
                if let base = bytes.baseAddress {
                    readAttributes(base, place)
                    if readPlain(base, place) { return nil }
                }
                reserve()
                try readBinary(bytes.baseAddress!) { column, i in column.offset * points + i * column.size }
                return nil
            } catch { return error }
        }
        if let failure { throw failure }
    }

    /// Reads all points; `place` gives the offset of a value of a point.
    private mutating func readBinary(_ base: UnsafeRawPointer, _ place: (Column, Int) -> Int) throws(FormatError) {
        // The arrays leave `self` for the loop: it then writes to them without asking whether they are shared.
        var result = mesh
        mesh = TriangleMesh()
        defer { mesh = result }
        let x = position[0]
        let y = position[1]
        let z = position[2]
        let isPlain = [x, y, z].allSatisfy { $0.type == "F" && $0.size == 4 }
        let table = SRGB.linear
        let direction = far.frame
        let origin = header.origin
        for i in 0..<header.points {
            if i & 0xFFFF == 0 { try progress.step(Double(i) / Double(header.points), "Reading points") }
            var p =
                isPlain
                ? SIMD3(Self.float(base, place(x, i)), Self.float(base, place(y, i)), Self.float(base, place(z, i)))
                : SIMD3(
                    Self.value(base, column: x, place: place(x, i)), Self.value(base, column: y, place: place(y, i)),
                    Self.value(base, column: z, place: place(z, i)))
            p += origin
            if !isPlaced { choose(p) }
            result.positions.append(far.position(p))
            if !normal.isEmpty {
                let n = SIMD3(
                    Self.value(base, column: normal[0], place: place(normal[0], i)),
                    Self.value(base, column: normal[1], place: place(normal[1], i)),
                    Self.value(base, column: normal[2], place: place(normal[2], i)))
                result.normals.append(direction.fromFile(direction: Vector3(n)))
            }
            if color.count == 1 {
                let bits = UInt32(littleEndian: base.loadUnaligned(fromByteOffset: place(color[0], i), as: UInt32.self))
                result.colors.append(Self.unpacked(bits, table))
            } else if !color.isEmpty {
                let c = SIMD3(
                    Self.value(base, column: color[0], place: place(color[0], i)),
                    Self.value(base, column: color[1], place: place(color[1], i)),
                    Self.value(base, column: color[2], place: place(color[2], i)))
                result.colors.append(Vector3(c))
            }
        }
    }

    @inline(__always) static func float(_ base: UnsafeRawPointer, _ place: Int) -> Double {
        Double(Float(bitPattern: UInt32(littleEndian: base.loadUnaligned(fromByteOffset: place, as: UInt32.self))))
    }

    private static func value(_ base: UnsafeRawPointer, column: Column, place: Int) -> Double {
        func load<T: FixedWidthInteger>(_: T.Type) -> T { T(littleEndian: base.loadUnaligned(fromByteOffset: place, as: T.self)) }
        switch (column.type, column.size) {
        case ("F", 4): return Double(Float(bitPattern: load(UInt32.self)))
        case ("F", _): return Double(bitPattern: load(UInt64.self))
        case ("U", 1): return Double(load(UInt8.self))
        case ("U", 2): return Double(load(UInt16.self))
        case ("U", 4): return Double(load(UInt32.self))
        case ("U", _): return Double(load(UInt64.self))
        case (_, 1): return Double(load(Int8.self))
        case (_, 2): return Double(load(Int16.self))
        case (_, 4): return Double(load(Int32.self))
        default: return Double(load(Int64.self))
        }
    }

    /// Linear RGB of 0x00RRGGBB.
    @inline(__always) private static func unpacked(_ bits: UInt32, _ table: [Float]) -> Vector3 {
        Vector3(table[Int(bits >> 16 & 255)], table[Int(bits >> 8 & 255)], table[Int(bits & 255)])
    }
}
