import Codecs

/// A value's type in a binary layer, for those that are read or written.
enum USDCType: Int {
    case bool = 1
    case uchar, int, uint, int64, uint64, half, float, double, string, token, assetPath
    case matrix2d, matrix3d, matrix4d, quatd, quatf, quath
    case vec2d, vec2f, vec2h, vec2i, vec3d, vec3f, vec3h, vec3i, vec4d, vec4f, vec4h, vec4i
    case dictionary, tokenListOp, stringListOp, pathListOp, referenceListOp
    case pathVector = 40
    case tokenVector, specifier, permission, variability, variantSelectionMap, timeSamples
    case payload, doubleVector, layerOffsetVector, stringVector, valueBlock
    case payloadListOp = 55
    case timeCode

    enum Scalar { case int8, int32, uint32, int64, uint64, half, float, double }

    /// Numbers of an element and how each is stored; nil for what is not of numbers.
    var shape: (width: Int, scalar: Scalar)? {
        switch self {
        case .bool, .uchar: (1, .int8)
        case .int: (1, .int32)
        case .uint: (1, .uint32)
        case .int64: (1, .int64)
        case .uint64: (1, .uint64)
        case .half: (1, .half)
        case .float: (1, .float)
        case .double, .timeCode: (1, .double)
        case .matrix2d: (4, .double)
        case .matrix3d: (9, .double)
        case .matrix4d: (16, .double)
        case .quatd: (4, .double)
        case .quatf: (4, .float)
        case .quath: (4, .half)
        case .vec2d: (2, .double)
        case .vec2f: (2, .float)
        case .vec2h: (2, .half)
        case .vec2i: (2, .int32)
        case .vec3d: (3, .double)
        case .vec3f: (3, .float)
        case .vec3h: (3, .half)
        case .vec3i: (3, .int32)
        case .vec4d: (4, .double)
        case .vec4f: (4, .float)
        case .vec4h: (4, .half)
        case .vec4i: (4, .int32)
        default: nil
        }
    }

    var isQuaternion: Bool { self == .quatd || self == .quatf || self == .quath }
    var isMatrix: Bool { self == .matrix2d || self == .matrix3d || self == .matrix4d }
}

extension USDCType.Scalar {
    var size: Int {
        switch self {
        case .int8: 1
        case .half: 2
        case .int32, .uint32, .float: 4
        case .int64, .uint64, .double: 8
        }
    }

    @inline(__always) func load(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> Double {
        switch self {
        case .int8: Double(bytes[place])
        case .half: Double(USDCFile.half(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt16.self))))
        case .int32: Double(Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: Int32.self)))
        case .uint32: Double(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
        case .int64: Double(Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: Int64.self)))
        case .uint64: Double(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
        case .float: Double(Float(bitPattern: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))))
        case .double: Double(bitPattern: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
        }
    }
}

extension USDCFile {
    /// An IEEE 754 half, decoded in software on every processor.
    static func half(_ bits: UInt16) -> Float {
        let (exponent, fraction) = (Int(bits >> 10 & 31), Float(bits & 1023))
        let size: Float =
            switch exponent {
            case 0: fraction * 0x1p-24
            case 31: fraction == 0 ? .infinity : .nan
            default: (1 + fraction / 1024) * Float(sign: .plus, exponent: exponent - 15, significand: 1)
            }
        return bits >> 15 == 1 ? -size : size
    }

    /// The nearest IEEE 754 half.
    static func halfBits(_ x: Float) -> UInt16 {
        let sign: UInt16 = x.sign == .minus ? 0x8000 : 0
        let size = x.magnitude
        if x.isNaN { return 0x7E00 }
        if size >= 65_520 { return sign | 0x7C00 }
        if size < 0x1p-14 { return sign | UInt16((size * 0x1p24).rounded(.toNearestOrEven)) }
        let fraction = ((size.significand - 1) * 1024).rounded(.toNearestOrEven)
        // A fraction that is rounded up to 1 goes on into the exponent.
        return sign | UInt16((Int(size.exponent) + 15) << 10 + Int(fraction))
    }

    /// A field's value; nil where it is of a kind that is not needed.
    mutating func value(_ rep: UInt64) throws(FormatError) -> USDValue? {
        if let known = unpacked[rep] { return known }
        guard var value = try unidentified(rep) else { return nil }
        value.identity = SIMD2(UInt64(number), rep)
        // Other arrays stay where they are in the file.
        if rep >> 63 == 1 {
            try take(1, 64)
            unpacked[rep] = value
        }
        return value
    }

    private mutating func unidentified(_ rep: UInt64) throws(FormatError) -> USDValue? {
        let payload = Int(rep & 0xFFFF_FFFF_FFFF)
        guard let type = USDCType(rawValue: Int(rep >> 48 & 0xFF)) else { return nil }
        if rep >> 63 == 1 { return try array(type, payload, isPacked: rep >> 61 & 1 == 1) }
        let isInlined = rep >> 62 & 1 == 1
        switch type {
        case .token, .assetPath: return USDValue(words: [try token(payload & 0xFFFF_FFFF)])
        case .string: return USDValue(words: [try string(payload & 0xFFFF_FFFF)])
        case .specifier: return USDValue(numbers: USDNumbers([Double(payload & 0xFF)]))
        case .tokenVector: return USDValue(words: try numbers(at: payload).map { (n) throws(FormatError) in try token(n) })
        case .tokenListOp: return USDValue(words: try list(payload, token))
        case .pathListOp: return USDValue(words: try pathList(payload))
        default: break
        }
        guard let shape = type.shape else { return nil }
        if isInlined { return inlined(type, shape: shape, bits: UInt32(truncatingIfNeeded: payload)) }
        let content = try slice(payload, shape.width * shape.scalar.size)
        return tuple(type, (0..<shape.width).map { shape.scalar.load(content, $0 * shape.scalar.size) })
    }

    /// Quaternions are stored with their real part last.
    private func tuple(_ type: USDCType, _ numbers: [Double]) -> USDValue {
        var numbers = numbers
        if type.isQuaternion { numbers = [numbers[3], numbers[0], numbers[1], numbers[2]] }
        return USDValue(numbers: USDNumbers(numbers), width: numbers.count)
    }

    /// What fits into 32 bits: numbers as they are, doubles as floats, tuples as signed bytes, matrices as the bytes of their
    /// diagonal.
    private func inlined(_ type: USDCType, shape: (width: Int, scalar: USDCType.Scalar), bits: UInt32) -> USDValue {
        func byte(_ k: Int) -> Double { Double(Int8(truncatingIfNeeded: bits >> UInt32(8 * k))) }
        if type.isMatrix {
            let n = type == .matrix4d ? 4 : type == .matrix3d ? 3 : 2
            return USDValue(numbers: USDNumbers((0..<n * n).map { $0 % (n + 1) == 0 ? byte($0 / (n + 1)) : 0 }), width: n * n)
        }
        if shape.width > 1 { return tuple(type, (0..<shape.width).map { byte($0) }) }
        let number: Double =
            switch shape.scalar {
            case .int8: Double(bits & 0xFF)
            case .int32, .int64: Double(Int32(bitPattern: bits))
            case .uint32, .uint64: Double(bits)
            case .half: Double(Self.half(UInt16(truncatingIfNeeded: bits)))
            case .float, .double: Double(Float(bitPattern: bits))
            }
        return USDValue(numbers: USDNumbers([number]))
    }

    // MARK: Arrays

    private mutating func array(_ type: USDCType, _ offset: Int, isPacked: Bool) throws(FormatError) -> USDValue? {
        if offset == 0 { return USDValue(width: type.shape?.width ?? 1) }
        var place = offset
        // A rank that is always 1 in old files; counts of 32 bits before 0.7.
        if version < 0x000500 { place += 4 }
        let count = version < 0x000700 ? try word(place) : try int(place)
        place += version < 0x000700 ? 4 : 8
        switch type {
        case .token, .assetPath, .string:
            let content = try slice(place, try checked(count, 4))
            try take(count, 16)
            var words: [String] = []
            for i in 0..<count {
                let n = Int(UInt32(littleEndian: content.loadUnaligned(fromByteOffset: 4 * i, as: UInt32.self)))
                words.append(type == .string ? try string(n) : try token(n))
            }
            return USDValue(words: words)
        default: break
        }
        guard let shape = type.shape else { return nil }
        let total = try checked(count, shape.width)
        // Short arrays are never packed.
        if isPacked, shape.width == 1, count >= 16 {
            return USDValue(numbers: try packed(shape.scalar, count: count, start: place))
        }
        let numbers = USDNumbers(try slice(place, try checked(total, shape.scalar.size)), shape.scalar)
        if !type.isQuaternion { return USDValue(numbers: numbers, width: shape.width) }
        try take(total, 8)
        // Stored with their real part last.
        var turned: [Double] = []
        for i in stride(from: 0, to: total, by: 4) {
            turned.append(numbers[i + 3])
            turned += (i..<i + 3).map { numbers[$0] }
        }
        return USDValue(numbers: USDNumbers(turned), width: shape.width)
    }

    func checked(_ count: Int, _ size: Int) throws(FormatError) -> Int {
        let (total, overflow) = count.multipliedReportingOverflow(by: size)
        guard count >= 0, !overflow else { throw damaged("length of an array") }
        return total
    }

    /// Whole numbers as differences; floats as whole numbers or by a table of those that occur.
    private mutating func packed(_ scalar: USDCType.Scalar, count: Int, start: Int) throws(FormatError) -> USDNumbers {
        var place = start
        switch scalar {
        case .int32: return USDNumbers(try words(&place, count: count))
        case .uint32: return USDNumbers(try words(&place, count: count).map { Double($0) })
        case .int64, .uint64: return USDNumbers(try integers(&place, count: count, size: 8).map { Double($0) })
        case .half, .float, .double: break
        case .int8: throw damaged("array at byte \(start)")
        }
        let code = try slice(place, 1)[0]
        place += 1
        if code == UInt8(ascii: "i") { return USDNumbers(try words(&place, count: count)) }
        guard code == UInt8(ascii: "t") else { throw damaged("array at byte \(start)") }
        let entries = try word(place)
        let table = try slice(place + 4, checked(entries, scalar.size))
        place += 4 + table.count
        var result: [Double] = []
        try take(count, 8)
        result.reserveCapacity(count)
        for n in try integers(&place, count: count) {
            guard n >= 0, n < entries else { throw damaged("array at byte \(start)") }
            result.append(scalar.load(table, n * scalar.size))
        }
        return USDNumbers(result)
    }
}
