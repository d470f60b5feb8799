import Codecs

/// The rows of an element of single values in a binary PLY file, any of which can be read at once.
struct PLYTable {
    let count: Int
    private let bytes: UnsafeRawBufferPointer
    fileprivate let start: Int
    fileprivate let stride: Int
    fileprivate let bigEndian: Bool
    private let columns: [String: (offset: Int, type: PLYHeader.Scalar)]

    /// - Throws: where the element has lists, follows lists, or declares more rows than the file contains.
    init(_ name: String, header: PLYHeader, bytes: UnsafeRawBufferPointer) throws(FormatError) {
        var place = header.end
        for element in header.elements {
            guard element.properties.allSatisfy({ $0.lengthType == nil }) else { throw Self.unusual }
            let stride = element.properties.reduce(0) { $0 + $1.type.size }
            let (size, overflow) = element.count.multipliedReportingOverflow(by: stride)
            guard !overflow, size <= bytes.count - place else {
                throw .unreadable(
                    "declares \(element.count) rows of \(Text.quote(element.name)), "
                        + "\(overflow ? "very many bytes" : Text.bytes(size)), but only "
                        + "\(Text.bytes(bytes.count - place)) follow; the file is truncated or damaged; copy it again")
            }
            if element.name == name {
                var offset = 0
                var columns: [String: (offset: Int, type: PLYHeader.Scalar)] = [:]
                for property in element.properties {
                    if columns[property.name] == nil { columns[property.name] = (offset, property.type) }
                    offset += property.type.size
                }
                count = element.count
                start = place
                self.stride = stride
                self.columns = columns
                self.bytes = bytes
                bigEndian = header.encoding == .bigEndian
                return
            }
            place += size
        }
        throw .unreadable("has no element \(Text.quote(name))")
    }

    private static let unusual = FormatError.unreadable(
        "is a splat file with lists, which is not read; export it again as 3DGS PLY")

    /// The offset of a column's values; nil if there is no column of this name.
    func column(_ name: String) -> Column? {
        columns[name].map { Column(offset: $0.offset, type: $0.type) }
    }

    struct Column {
        fileprivate let offset: Int
        fileprivate let type: PLYHeader.Scalar
        var isWord: Bool { type == .uint32 || type == .int32 }
        var isByte: Bool { type == .uint8 }
    }

    /// Columns that are read together, many times.
    struct Selection {
        private let table: PLYTable
        private let columns: [Column?]
        /// The offsets of the floats in a row, −1 for a missing one, where all are 32-bit floats in the machine's order; empty
        /// otherwise.
        private let offsets: [Int]

        fileprivate init(_ table: PLYTable, _ names: [String]) {
            self.table = table
            columns = names.map { table.column($0) }
            let isPlain = !table.bigEndian && columns.allSatisfy { $0 == nil || $0?.type == .float32 }
            offsets = isPlain ? columns.map { $0?.offset ?? -1 } : []
        }

        /// - Precondition: `row` is below the table's count, `values` has room for all columns.
        @inline(__always) func load(_ row: Int, into values: UnsafeMutableBufferPointer<Float>, else missing: Float) {
            let start = table.start + row * table.stride
            offsets.withUnsafeBufferPointer { offsets in
                for k in 0..<offsets.count {
                    let offset = offsets[k]
                    values[k] = offset < 0 ? missing : Float(bitPattern: table.load(start + offset))
                }
            }
            guard offsets.isEmpty else { return }
            for k in 0..<columns.count { values[k] = columns[k].map { table.float(row, $0) } ?? missing }
        }
    }

    func select(_ names: [String]) -> Selection { Selection(self, names) }

    /// - Precondition: `row` is below `count`, the column of this table.
    @inline(__always) func float(_ row: Int, _ column: Column) -> Float {
        let place = start + row * stride + column.offset
        switch column.type {
        case .float32: return Float(bitPattern: load(place))
        case .float64: return Float(Double(bitPattern: load(place)))
        case .uint8: return Float(load(place) as UInt8)
        case .int8: return Float(load(place) as Int8)
        case .uint16: return Float(load(place) as UInt16)
        case .int16: return Float(load(place) as Int16)
        case .uint32: return Float(load(place) as UInt32)
        case .int32: return Float(load(place) as Int32)
        }
    }

    /// The value of a column whose type takes four bytes.
    @inline(__always) func word(_ row: Int, _ column: Column) -> UInt32 { load(start + row * stride + column.offset) }

    /// The value of a column whose type takes a byte.
    @inline(__always) func byte(_ row: Int, _ column: Column) -> UInt8 { bytes[start + row * stride + column.offset] }

    @inline(__always) fileprivate func load<T: FixedWidthInteger>(_ place: Int) -> T {
        let value = bytes.loadUnaligned(fromByteOffset: place, as: T.self)
        return bigEndian ? T(bigEndian: value) : T(littleEndian: value)
    }
}
