import Geometry

/// Points whose values have a constant stride in memory, row by row or column by column, as in binary PLY and PCD: read on all
/// cores.
///
/// The caller has checked that all of them are inside the bytes.
struct StridedPoints {
    /// Offset of a value of the first point, and the stride to the next point, in bytes.
    struct Column {
        var offset: Int
        var step: Int
    }

    let base: UnsafeRawPointer
    let count: Int

    /// Positions out of three columns of little-endian floats.
    func positions(_ columns: [Column], _ frame: CoordinateFrame) -> [Vector3] {
        [Vector3](count: count) { put(positions: columns, frame, $0, $1) }
    }

    func normals(_ columns: [Column], _ frame: CoordinateFrame) -> [Vector3] {
        [Vector3](count: count) { put(normals: columns, frame, $0, $1) }
    }

    func textureCoordinates(_ columns: [Column]) -> [Vector2] {
        let u = columns[0]
        let v = columns[1]
        return [Vector2](count: count) { range, target in
            for i in range { target[i] = Vector2(float(u, i), float(v, i)) }
        }
    }

    /// Linear colours out of three columns of sRGB bytes.
    func colors(_ columns: [Column]) -> [Vector3] {
        let r = columns[0]
        let g = columns[1]
        let b = columns[2]
        return SRGB.linear.withUnsafeBufferPointer { table in
            [Vector3](count: count) { range, target in
                for i in range { target[i] = Vector3(table[byte(r, i)], table[byte(g, i)], table[byte(b, i)]) }
            }
        }
    }

    /// Linear colours out of a column of words 0x00RRGGBB.
    func colors(packed column: Column) -> [Vector3] {
        [Vector3](count: count) { put(colors: column, $0, $1) }
    }

    /// Writes linear colours of these points, out of a column of words 0x00RRGGBB.
    func put(colors column: Column, _ range: Range<Int>, _ target: UnsafeMutablePointer<Vector3>) {
        SRGB.linear.withUnsafeBufferPointer { table in
            for i in range {
                let bits = word(column, i)
                target[i] = Vector3(table[Int(bits >> 16 & 255)], table[Int(bits >> 8 & 255)], table[Int(bits & 255)])
            }
        }
    }

    /// Writes positions of these points, out of three columns of little-endian floats.
    func put(positions columns: [Column], _ frame: CoordinateFrame, _ range: Range<Int>, _ target: UnsafeMutablePointer<Vector3>) {
        put(columns, range, target) { frame.fromFile($0) }
    }

    /// The same of normals.
    func put(normals columns: [Column], _ frame: CoordinateFrame, _ range: Range<Int>, _ target: UnsafeMutablePointer<Vector3>) {
        put(columns, range, target) { frame.fromFile(direction: $0) }
    }

    /// The numbers of a column.
    func numbers(_ column: Column, _ type: PointAttribute.Scalar) -> PointAttribute.Values {
        func bits<T: FixedWidthInteger & BitwiseCopyable>(_: T.Type) -> [T] {
            [T](count: count) { range, target in
                for i in range {
                    target[i] = T(littleEndian: base.loadUnaligned(fromByteOffset: column.offset + i * column.step, as: T.self))
                }
            }
        }
        return switch type {
        case .uint8: .uint8(bits(UInt8.self))
        case .uint16: .uint16(bits(UInt16.self))
        case .uint32: .uint32(bits(UInt32.self))
        case .int8: .int8(bits(Int8.self))
        case .int16: .int16(bits(Int16.self))
        case .int32: .int32(bits(Int32.self))
        case .float:
            .float(
                [Float](count: count) { range, target in
                    for i in range { target[i] = float(column, i) }
                })
        case .double:
            .double(
                [Double](count: count) { range, target in
                    for i in range {
                        target[i] = Double(
                            bitPattern: UInt64(
                                littleEndian: base.loadUnaligned(
                                    fromByteOffset: column.offset + i * column.step, as: UInt64.self)))
                    }
                })
        }
    }

    /// A column of integers of 64 bits, as doubles.
    func integers(_ column: Column, isSigned: Bool) -> PointAttribute.Values {
        .double(
            [Double](count: count) { range, target in
                for i in range {
                    let bits = UInt64(
                        littleEndian: base.loadUnaligned(fromByteOffset: column.offset + i * column.step, as: UInt64.self))
                    target[i] = isSigned ? Double(Int64(bitPattern: bits)) : Double(bits)
                }
            })
    }

    @inline(__always) private func put(
        _ columns: [Column], _ range: Range<Int>, _ target: UnsafeMutablePointer<Vector3>, _ change: (Vector3) -> Vector3
    ) {
        let x = columns[0]
        let y = columns[1]
        let z = columns[2]
        for i in range { target[i] = change(Vector3(float(x, i), float(y, i), float(z, i))) }
    }

    @inline(__always) private func word(_ column: Column, _ i: Int) -> UInt32 {
        UInt32(littleEndian: base.loadUnaligned(fromByteOffset: column.offset + i * column.step, as: UInt32.self))
    }

    @inline(__always) private func float(_ column: Column, _ i: Int) -> Float { Float(bitPattern: word(column, i)) }

    @inline(__always) private func byte(_ column: Column, _ i: Int) -> Int {
        Int(base.load(fromByteOffset: column.offset + i * column.step, as: UInt8.self))
    }
}
