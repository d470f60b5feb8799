import Codecs
import Geometry

/// Elements as the arrays of scenes.
extension GLTFAccessor {
    /// The first two numbers of the elements of `range`.
    func pairs(_ range: Range<Int>) -> [Vector2] {
        let first = range.lowerBound
        if let rows, sparse == nil, component == .float, width >= 2 {
            return [Vector2](count: range.count) { part, target in
                for i in part { target[i] = Vector2(rows.float(first + i, 0), rows.float(first + i, 1)) }
            }
        }
        return [Vector2](count: range.count) { part, target in
            for i in part {
                let v = vector(first + i)
                target[i] = Vector2(v.x, v.y)
            }
        }
    }

    /// Elements of `range` of up to four numbers; those beyond the width are 0, but for the fourth.
    func quads(_ range: Range<Int>, fourth: Float = 0) -> [SIMD4<Float>] {
        let first = range.lowerBound
        return [SIMD4<Float>](count: range.count) { part, target in
            for i in part {
                var v = vector(first + i)
                if width < 4 { v.w = fourth }
                target[i] = v
            }
        }
    }

    /// All numbers, one element after the other.
    func numbers() -> [Float] {
        let width = width
        return [Float](count: count * width) { part, target in
            for k in part { target[k] = number(k / width, k % width) }
        }
    }

    /// A number of element `i`, normalised if the accessor is.
    @inline(__always) private func number(_ i: Int, _ column: Int) -> Float {
        var source = rows
        var row = i
        if let sparse, let replacement = sparse.rows[i] {
            source = sparse.values
            row = replacement
        }
        guard let source else { return 0 }
        let value = source.number(row, column)
        return scale == 1 ? value : max(value * scale, -1)
    }

    /// One column of the elements of `range`, in the type of the file; floats where the accessor is normalised.
    func column(_ column: Int, _ range: Range<Int>) -> PointAttribute.Values {
        func list<T: FixedWidthInteger & BitwiseCopyable>(_ type: T.Type) -> [T] {
            // Integers of up to 16 bits are exact as floats.
            [T](count: range.count) { part, target in
                for i in part { target[i] = T(number(range.lowerBound + i, column)) }
            }
        }
        if scale == 1 {
            switch component {
            case .int8: return .int8(list(Int8.self))
            case .uint8: return .uint8(list(UInt8.self))
            case .int16: return .int16(list(Int16.self))
            case .uint16: return .uint16(list(UInt16.self))
            case .uint32: return .uint32(range.map { whole($0, column) })
            case .float: break
            }
        }
        return .float(
            [Float](count: range.count) { part, target in
                for i in part { target[i] = number(range.lowerBound + i, column) }
            })
    }

    /// A 32-bit integer of element `i`.
    private func whole(_ i: Int, _ column: Int) -> UInt32 {
        if let sparse, let replacement = sparse.rows[i] { return sparse.values.integer(replacement, column) }
        return rows?.integer(i, column) ?? 0
    }

    /// Whether elements are whole numbers without a sign of at most 16 bits, as joints are.
    var isJoints: Bool { width == 4 && scale == 1 && (component == .uint8 || component == .uint16) }
}
