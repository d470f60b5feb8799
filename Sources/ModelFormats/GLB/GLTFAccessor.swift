import Codecs
import Geometry

/// One accessor's elements as floats or whole numbers (specification section 3.6.2), every bound checked when it is made.
struct GLTFAccessor {
    enum Component: Int {
        case int8 = 5120
        case uint8 = 5121
        case int16 = 5122
        case uint16 = 5123
        case uint32 = 5125
        case float = 5126

        var size: Int {
            switch self {
            case .int8, .uint8: 1
            case .int16, .uint16: 2
            case .uint32, .float: 4
            }
        }

        /// By what a normalised integer is divided.
        var range: Float {
            switch self {
            case .int8: 127
            case .uint8: 255
            case .int16: 32767
            case .uint16: 65535
            case .uint32: 4_294_967_296
            case .float: 1
            }
        }
    }

    /// Rows of numbers somewhere in a buffer.
    struct Rows {
        let bytes: UnsafeRawBufferPointer
        let stride: Int
        let component: Component

        @inline(__always) func number(_ row: Int, _ column: Int) -> Float {
            let place = row * stride + column * component.size
            switch component {
            case .float: return float(row, column)
            case .uint8: return Float(bytes[place])
            case .int8: return Float(Int8(bitPattern: bytes[place]))
            case .uint16: return Float(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt16.self)))
            case .int16: return Float(Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: Int16.self)))
            case .uint32: return Float(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
            }
        }

        /// A number of rows whose component is a float.
        @inline(__always) func float(_ row: Int, _ column: Int) -> Float {
            Float(bitPattern: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: row * stride + 4 * column, as: UInt32.self)))
        }

        @inline(__always) func integer(_ row: Int, _ column: Int = 0) -> UInt32 {
            let place = row * stride + column * component.size
            switch component {
            case .uint8: return UInt32(bytes[place])
            case .uint16: return UInt32(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt16.self)))
            default: return UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
            }
        }
    }

    let count: Int
    /// Numbers an element.
    let width: Int
    let component: Component
    let rows: Rows?
    let scale: Float
    let sparse: (rows: [Int: Int], values: Rows)?

    /// - Parameter limit: how many elements an accessor without bytes of its own may have.
    init(_ number: Int, document: GLTFDocument, buffers: GLTFBuffers, limit: Int) throws(FormatError) {
        guard let accessors = document.accessors, accessors.indices.contains(number) else {
            throw .unreadable("refers to accessor \(number), which does not exist")
        }
        let accessor = accessors[number]
        guard let component = Component(rawValue: accessor.componentType) else {
            throw .unreadable("accessor \(number) has the unknown component type \(accessor.componentType)")
        }
        guard let width = ["SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16][accessor.type] else {
            throw .unreadable("accessor \(number) has the type \(Text.quote(accessor.type)), which no mesh attribute has")
        }
        guard accessor.count >= 0 else { throw .unreadable("accessor \(number) has a negative count") }
        self.width = width
        self.component = component
        count = accessor.count
        scale = accessor.normalized == true ? 1 / component.range : 1
        let size = width * component.size
        if let view = accessor.bufferView {
            let bytes = try buffers.view(view)
            let stride = buffers.stride(view) ?? size
            rows = try Self.rows(
                number, bytes: bytes, offset: accessor.byteOffset ?? 0, stride: stride, size: size, component: component,
                count: accessor.count)
        } else {
            guard accessor.count <= limit else {
                throw .unreadable("accessor \(number) declares \(accessor.count) elements without any bytes")
            }
            rows = nil
        }
        if let places = accessor.sparse, places.count > 0 {
            sparse = try Self.sparse(number, places: places, accessor: accessor, component: component, size: size, buffers: buffers)
        } else {
            sparse = nil
        }
    }

    private static func rows(
        _ number: Int, bytes: UnsafeRawBufferPointer, offset: Int, stride: Int, size: Int, component: Component,
        count: Int
    ) throws(FormatError) -> Rows {
        guard offset >= 0, stride >= size else { throw .unreadable("accessor \(number) has an invalid offset or stride") }
        let room = bytes.count - min(offset, bytes.count)
        let fit = room < size ? 0 : (room - size) / stride + 1
        guard count <= fit else {
            throw .unreadable("accessor \(number) declares \(count) elements, but its buffer view contains only \(fit)")
        }
        return Rows(
            bytes: UnsafeRawBufferPointer(rebasing: bytes[min(offset, bytes.count)...]), stride: stride, component: component)
    }

    /// Elements that replace others, by the number of the replaced one.
    private static func sparse(
        _ number: Int, places: GLTFDocument.Sparse, accessor: GLTFDocument.Accessor, component: Component, size: Int,
        buffers: GLTFBuffers
    ) throws(FormatError) -> (rows: [Int: Int], values: Rows) {
        guard let kind = Component(rawValue: places.indices.componentType ?? 0),
            kind == .uint8 || kind == .uint16 || kind == .uint32
        else { throw .unreadable("accessor \(number) has sparse indices of an unknown type") }
        let indices = try rows(
            number, bytes: try buffers.view(places.indices.bufferView), offset: places.indices.byteOffset ?? 0, stride: kind.size,
            size: kind.size, component: kind,
            count: places.count)
        let values = try rows(
            number, bytes: try buffers.view(places.values.bufferView), offset: places.values.byteOffset ?? 0, stride: size,
            size: size, component: component,
            count: places.count)
        var replaced: [Int: Int] = [:]
        for i in 0..<places.count {
            let target = Int(indices.integer(i))
            guard target < accessor.count else {
                throw .unreadable("accessor \(number) replaces element \(target) of \(accessor.count)")
            }
            replaced[target] = i
        }
        return (replaced, values)
    }

    /// The first four numbers of element `i`; those beyond the width are 0.
    @inline(__always) func vector(_ i: Int) -> SIMD4<Float> {
        var source = rows
        var row = i
        if let sparse, let replacement = sparse.rows[i] {
            source = sparse.values
            row = replacement
        }
        var v = SIMD4<Float>(repeating: 0)
        guard let source else { return v }
        for column in 0..<min(width, 4) { v[column] = source.number(row, column) }
        if scale != 1 {
            v *= scale
            // −128 and −32768 stand for −1, too (section 3.6.2.2).
            v.replace(with: -1, where: v .< -1)
        }
        return v
    }

    /// The first three numbers of the elements of `range`.
    func vectors(_ range: Range<Int>) -> [Vector3] {
        let first = range.lowerBound
        if let rows, sparse == nil, scale == 1, width >= 3, rows.component == .float {
            return [Vector3](count: range.count) { part, target in
                for i in part { target[i] = Vector3(rows.float(first + i, 0), rows.float(first + i, 1), rows.float(first + i, 2)) }
            }
        }
        return [Vector3](count: range.count) { part, target in
            for i in part {
                let v = vector(first + i)
                target[i] = Vector3(v.x, v.y, v.z)
            }
        }
    }

    /// All elements as whole numbers: indices.
    func integers() throws(FormatError) -> [UInt32] {
        guard width == 1, let rows else {
            if width == 1 { return Array(repeating: 0, count: count) }
            throw .unreadable("the indices of a primitive are not scalars")
        }
        guard rows.component == .uint8 || rows.component == .uint16 || rows.component == .uint32 else {
            throw .unreadable("the indices of a primitive are not unsigned integers")
        }
        var result = [UInt32](count: count) { part, target in for i in part { target[i] = rows.integer(i) } }
        if let sparse { for (target, row) in sparse.rows { result[target] = sparse.values.integer(row) } }
        return result
    }
}
