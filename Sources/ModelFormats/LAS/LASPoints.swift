import Codecs
import Foundation
import Geometry
import Synchronization

/// Where points go as they are read: positions already in metres, y up, near the origin; colours as the file has them; the other
/// values of the records, where they say anything, as attributes.
final class LASPoints: @unchecked Sendable {
    private let positions: UnsafeMutablePointer<Vector3>
    /// Three numbers a point; nil where it has no colours.
    private let colors: UnsafeMutablePointer<UInt16>?
    /// A coordinate in metres, z up, is the file's whole number times `scale` plus `shift`.
    private let scale: SIMD3<Double>
    private let shift: SIMD3<Double>
    private let count: Int
    private let colorOffset: Int
    private let fields: [LASField]
    /// One for each field; nil while all its values are the usual one.
    private let columns: Mutex<[AttributeBuffer?]>
    /// Bytes of a record.
    let stride: Int

    /// Records that are converted together: they stay in the cache of a core.
    let block: Int

    /// - Parameters:
    ///   - positions: memory for all points.
    ///   - colors: memory for three numbers for each point, or nil.
    ///   - header: of the file.
    ///   - fields: what becomes attributes.
    ///   - scale: metres in a step of each coordinate.
    ///   - shift: metres of the coordinates zero.
    init(
        positions: UnsafeMutablePointer<Vector3>, colors: UnsafeMutablePointer<UInt16>?, header: LASHeader, fields: [LASField],
        scale: SIMD3<Double>, shift: SIMD3<Double>
    ) {
        self.positions = positions
        self.colors = colors
        self.scale = scale
        self.shift = shift
        self.fields = fields
        count = header.count
        colorOffset = header.colorOffset ?? 0
        stride = header.recordLength
        block = max(1, min(4096, (1 << 20) / stride))
        columns = Mutex(Array(repeating: nil, count: fields.count))
    }

    /// Converts `n` records, of points from number `first` on. Several threads may do so for different points.
    func put(_ rows: UnsafeRawPointer, _ n: Int, at first: Int) {
        for i in 0..<n {
            let row = rows + i * stride
            func number(_ place: Int) -> Double {
                Double(Int32(littleEndian: row.loadUnaligned(fromByteOffset: place, as: Int32.self)))
            }
            let p = SIMD3(number(0), number(4), number(8)) * scale + shift
            positions[first + i] = Vector3(Float(p.x), Float(p.z), Float(0 - p.y))
        }
        if let colors {
            for i in 0..<n {
                for k in 0..<3 {
                    colors[3 * (first + i) + k] = UInt16(
                        littleEndian: rows.loadUnaligned(fromByteOffset: i * stride + colorOffset + 2 * k, as: UInt16.self))
                }
            }
        }
        var buffers = columns.withLock { $0 }
        for (k, field) in fields.enumerated() {
            if buffers[k] == nil {
                guard !isUsual(field, rows, n) else { continue }
                buffers[k] = column(k)
            }
            if let buffer = buffers[k] { store(field, rows, n, buffer.base + first * buffer.type.size) }
        }
    }

    /// The memory of field `k`, which is there from now on.
    private func column(_ k: Int) -> AttributeBuffer {
        columns.withLock { columns in
            if let column = columns[k] { return column }
            let column = AttributeBuffer(fields[k].type, count: count)
            if fields[k].usual != 0 { memset(column.base, Int32(fields[k].usual), count) }
            columns[k] = column
            return column
        }
    }

    /// Whether all records have the value that says nothing.
    private func isUsual(_ field: LASField, _ rows: UnsafeRawPointer, _ n: Int) -> Bool {
        let start = rows + field.offset
        func all<T: FixedWidthInteger>(_ isUsual: (T) -> Bool) -> Bool {
            for i in 0..<n where !isUsual(start.loadUnaligned(fromByteOffset: i * stride, as: T.self)) { return false }
            return true
        }
        if case .bits(let shift, let mask) = field.source {
            return all { (x: UInt8) in x >> shift & mask == field.usual }
        }
        return switch field.size {
        case 1: all { (x: UInt8) in x == 0 }
        case 2: all { (x: UInt16) in x == 0 }
        case 4: all { (x: UInt32) in x == 0 }
        default: all { (x: UInt64) in x == 0 }
        }
    }

    private func store(_ field: LASField, _ rows: UnsafeRawPointer, _ n: Int, _ target: UnsafeMutableRawPointer) {
        let start = rows + field.offset
        @inline(__always) func each<S: FixedWidthInteger, T>(_ value: (S) -> T) {
            let target = target.assumingMemoryBound(to: T.self)
            for i in 0..<n { target[i] = value(S(littleEndian: start.loadUnaligned(fromByteOffset: i * stride, as: S.self))) }
        }
        switch field.source {
        case .bits(let shift, let mask): each { (x: UInt8) in x >> shift & mask }
        case .angle: each { (x: UInt16) in Float(Int16(bitPattern: x)) * LASField.angleStep }
        case .number(let type):
            // The same bits, whatever they mean.
            switch type.size {
            case 1: each { (x: UInt8) in x }
            case 2: each { (x: UInt16) in x }
            case 4: each { (x: UInt32) in x }
            default: each { (x: UInt64) in x }
            }
        case .scaled(let number, let scale, let offset):
            let isFloat = field.type == .float
            for i in 0..<n {
                let x = number.load(start + i * stride) * scale + offset
                if isFloat {
                    target.assumingMemoryBound(to: Float.self)[i] = Float(x)
                } else {
                    target.assumingMemoryBound(to: Double.self)[i] = x
                }
            }
        }
    }

    /// The attributes of all points; their memory here is given back.
    func attributes(_ notes: inout [String]) -> [PointAttribute] {
        var buffers = columns.withLock { columns in
            let all = columns
            columns = []
            return all
        }
        var cloud = PointCloud()
        for (k, field) in fields.enumerated() {
            guard let buffer = buffers[k], !buffer.isZero else { continue }
            buffers[k] = nil
            let values = buffer.values()
            if case .scaled(.uint64, _, _) = field.source { Self.noteRounding(field.name, values, &notes) }
            if case .scaled(.int64, _, _) = field.source { Self.noteRounding(field.name, values, &notes) }
            cloud.add(PointAttribute(field.name, values, details: field.details))
        }
        return cloud.attributes
    }

    private static func noteRounding(_ name: String, _ values: PointAttribute.Values, _ notes: inout [String]) {
        guard let range = values.range, max(-range.lowerBound, range.upperBound) > 9_007_199_254_740_992 else { return }
        notes.append("Integers of 64 bits in \(Text.quote(name, limit: 32)) were rounded to doubles.")
    }
}
