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
        try self.init(name, header: header, size: bytes.count, bytes: bytes)
    }

    /// - Parameters:
    ///   - name: of the element.
    ///   - header: of the file.
    ///   - size: bytes of the file.
    ///   - bytes: all of them; none where rows are read in pieces.
    /// - Throws: where the element has lists, follows lists, or declares more rows than the file contains.
    init(
        _ name: String, header: PLYHeader, size fileSize: Int,
        bytes: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0)
    ) throws(FormatError) {
        var place = header.end
        for element in header.elements {
            guard element.properties.allSatisfy({ $0.lengthType == nil }) else { throw Self.unusual }
            let stride = element.properties.reduce(0) { $0 + $1.type.size }
            let (size, overflow) = element.count.multipliedReportingOverflow(by: stride)
            guard !overflow, size <= fileSize - place else {
                throw .unreadable(
                    "declares \(element.count) rows of \(Text.quote(element.name)), "
                        + "\(overflow ? "very many bytes" : Text.bytes(size)), but only "
                        + "\(Text.bytes(fileSize - place)) follow; the file is truncated or damaged; copy it again")
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

    /// The rows in the file.
    var rows: RandomAccessFile.Rows { RandomAccessFile.Rows(start: start, stride: stride, count: count) }

    /// Columns that are read together, many times.
    struct Selection {
        private let columns: [Column?]
        private let bigEndian: Bool
        /// The offsets of the floats in a row where there are all columns, and all are 32-bit floats in the machine's order.
        let plainOffsets: [Int]?

        fileprivate init(_ table: PLYTable, _ names: [String]) {
            columns = names.map { table.column($0) }
            bigEndian = table.bigEndian
            let isPlain = !table.bigEndian && columns.allSatisfy { $0?.type == .float32 }
            plainOffsets = isPlain ? columns.compactMap { $0?.offset } : nil
        }

        /// - Precondition: `values` has room for all columns.
        func load(_ row: UnsafeRawPointer, into values: UnsafeMutablePointer<Float>, else missing: Float) {
            for k in 0..<columns.count {
                values[k] = columns[k].map { PLYTable.float(row + $0.offset, $0.type, bigEndian: bigEndian) } ?? missing
            }
        }
    }

    func select(_ names: [String]) -> Selection { Selection(self, names) }

    /// - Precondition: `row` is below `count`, the column of this table, which has the file's bytes.
    func float(_ row: Int, _ column: Column) -> Float {
        let place = start + row * stride + column.offset
        return Self.float(bytes.baseAddress! + place, column.type, bigEndian: bigEndian)
    }

    private static func float(_ place: UnsafeRawPointer, _ type: PLYHeader.Scalar, bigEndian: Bool) -> Float {
        func load<T: FixedWidthInteger>(_: T.Type) -> T {
            let value = place.loadUnaligned(as: T.self)
            return bigEndian ? T(bigEndian: value) : T(littleEndian: value)
        }
        return switch type {
        case .float32: Float(bitPattern: load(UInt32.self))
        case .float64: Float(Double(bitPattern: load(UInt64.self)))
        case .uint8: Float(load(UInt8.self))
        case .int8: Float(load(Int8.self))
        case .uint16: Float(load(UInt16.self))
        case .int16: Float(load(Int16.self))
        case .uint32: Float(load(UInt32.self))
        case .int32: Float(load(Int32.self))
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
