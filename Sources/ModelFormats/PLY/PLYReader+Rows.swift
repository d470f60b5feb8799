import Geometry
import Support

/// Rows of a fixed length in little-endian files, as nearly all programs write them: read on all cores.
extension PLYReader {
    /// Reads vertices of 32-bit floats with colours of 8 bits; false, and nothing is done, where they are others.
    mutating func readPlainVertices(
        _ element: PLYHeader.Element, _ slots: [Int], normals: Bool, colors: Bool, texture: Bool, others: [Int]
    ) -> Bool {
        var offsets = [Int](repeating: 0, count: 16)
        var stride = 0
        var starts: [Int] = []
        for (slot, property) in zip(slots, element.properties) {
            let isKept = slot < 3 || normals && slot < 6 || colors && (6...8).contains(slot) || texture && (9...10).contains(slot)
            guard property.lengthType == nil, !isKept || property.type == ((6...8).contains(slot) ? .uint8 : .float32) else {
                return false
            }
            offsets[slot] = stride
            starts.append(stride)
            stride += property.type.size
        }
        guard element.count > 0, let rows = values.rows(element.count, stride), let base = rows.baseAddress else { return false }
        let points = StridedPoints(base: base, count: element.count)
        let frame = header.frame ?? .ours
        func columns(_ slots: ClosedRange<Int>) -> [StridedPoints.Column] {
            slots.map { StridedPoints.Column(offset: offsets[$0], step: stride) }
        }
        mesh.positions = points.positions(columns(0...2), frame)
        if normals { mesh.normals = points.normals(columns(3...5), frame) }
        if colors { mesh.colors = points.colors(columns(6...8)) }
        attributes = others.map { i in
            let property = element.properties[i]
            return Self.attribute(
                property, points.numbers(StridedPoints.Column(offset: starts[i], step: stride), property.type.attribute))
        }
        if texture { mesh.textureCoordinates = points.textureCoordinates(columns(9...10)) }
        return true
    }

    /// Reads faces that are triangles without exception, with one byte for the length and four for an index; false, and nothing is
    /// done, where there are others, or any index is wrong.
    mutating func readPlainTriangles(_ element: PLYHeader.Element) -> Bool {
        guard element.properties.count == 1, let list = element.properties.first, list.lengthType == .uint8,
            list.type == .int32 || list.type == .uint32, mesh.indices.isEmpty, element.count > 0,
            let rows = values.rows(element.count, 13), let base = rows.baseAddress
        else { return false }
        let limit = UInt32(clamping: min(vertexCount, Int(Int32.max)))
        // Blocks of rows: whether all of a block are good triangles.
        let size = 1 << 14
        var isGood = [Bool](repeating: false, count: (element.count + size - 1) / size)
        let indices = [UInt32](unsafeUninitializedCapacity: 3 * element.count) { buffer, used in
            LargePages.advise(UnsafeRawBufferPointer(buffer))
            nonisolated(unsafe) let target = buffer.baseAddress!
            isGood = [Bool](isGood.count) { block in
                var good = true
                for i in block * size..<min(element.count, (block + 1) * size) {
                    let row = base + 13 * i
                    good = good && row.load(as: UInt8.self) == 3
                    for k in 0..<3 {
                        let index = UInt32(littleEndian: row.loadUnaligned(fromByteOffset: 1 + 4 * k, as: UInt32.self))
                        good = good && index < limit
                        target[3 * i + k] = index
                    }
                }
                return good
            }
            used = 3 * element.count
        }
        guard !isGood.contains(false) else {
            values.giveBack(rows)
            return false
        }
        mesh.indices = indices
        return true
    }
}
